import type { AdminBoxAttribute } from '@coffer/contract/admin'
import { ATTRIBUTE_CHARACTERS } from '@coffer/contract/limits'
import { NativeSelect, TextInput } from '@mantine/core'
import { attributeText } from '../text/boxes.ts'
import { yesOrNo } from '../text/numbers.ts'

type Props = {
  attribute: AdminBoxAttribute
  /** The content of the field; empty for the default. */
  text: string
  isBusy: boolean
  /** Why the content is not accepted. */
  fault: string | undefined
  onChange: (text: string) => void
}

/** The value of an attribute of a box. */
export function AttributeField({ attribute, text, isBusy, fault, onChange }: Props) {
  const { name, type, default: otherwise } = attribute
  if (type === 'boolean') {
    return (
      <NativeSelect
        label={name}
        value={text}
        disabled={isBusy}
        error={fault}
        data={[
          { value: '', label: `Default (${attributeText(otherwise).toLowerCase()})` },
          { value: 'true', label: yesOrNo(true) },
          { value: 'false', label: yesOrNo(false) },
        ]}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )
  }
  return (
    <TextInput
      label={name}
      placeholder={`Default: ${otherwise === '' ? 'empty' : otherwise}`}
      inputMode={type === 'number' ? 'decimal' : 'text'}
      autoComplete="off"
      maxLength={ATTRIBUTE_CHARACTERS}
      value={text}
      readOnly={isBusy}
      error={fault}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
