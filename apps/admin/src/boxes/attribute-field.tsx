import type { AdminBoxAttribute } from '@coffer/contract/admin'
import type { AttributeValue } from '@coffer/contract/box-names'
import { ATTRIBUTE_CHARACTERS } from '@coffer/contract/limits'
import { Checkbox, NativeSelect, Stack, TextInput, type TextInputProps } from '@mantine/core'
import { useId } from 'react'
import { attributeText } from '../text/boxes.ts'
import { yesOrNo } from '../text/numbers.ts'

type Props = {
  attribute: AdminBoxAttribute
  /** The content of the field; null for the default, empty for an empty text. */
  text: string | null
  isBusy: boolean
  /** Why the content is not accepted. */
  fault: string | undefined
  onChange: (text: string | null) => void
}

/** The value of an attribute of a box. An empty field means the default. */
export function AttributeField(props: Props) {
  const { attribute, text, isBusy, fault, onChange } = props
  const { name, type, default: otherwise } = attribute
  if (type === 'text') return <TextAttributeField {...props} />
  if (type === 'number') return <TypedField {...props} description={defaultText(otherwise)} />
  return (
    <NativeSelect
      label={name}
      value={text ?? ''}
      disabled={isBusy}
      error={fault}
      data={[
        { value: '', label: `Default (${attributeText(otherwise).toLowerCase()})` },
        { value: 'true', label: yesOrNo(true) },
        { value: 'false', label: yesOrNo(false) },
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
    />
  )
}

/** A text attribute may also have an empty text in place of its default. */
function TextAttributeField(props: Props) {
  const { attribute, text, isBusy, onChange } = props
  const labelId = useId()
  const byDefault = defaultText(attribute.default)
  const isEmpty = text === '' && attribute.value === ''
  return (
    <Stack gap={6}>
      <TypedField
        {...props}
        labelProps={{ id: labelId }}
        description={isEmpty ? `The box has an empty text. ${byDefault}` : byDefault}
      />
      {(text === null || text === '') && (
        <Checkbox
          label="Empty text instead of the default"
          aria-describedby={labelId}
          checked={text === ''}
          disabled={isBusy}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? '' : null)}
        />
      )}
    </Stack>
  )
}

function defaultText(value: AttributeValue): string {
  return `Default: ${value === '' ? 'empty text' : value}`
}

type TypedProps = Props & Pick<TextInputProps, 'labelProps' | 'description'>

function TypedField({ attribute, text, isBusy, fault, onChange, ...texts }: TypedProps) {
  return (
    <TextInput
      {...texts}
      label={attribute.name}
      inputMode={attribute.type === 'number' ? 'decimal' : 'text'}
      autoComplete="off"
      maxLength={ATTRIBUTE_CHARACTERS}
      value={text ?? ''}
      readOnly={isBusy}
      error={fault}
      onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
    />
  )
}
