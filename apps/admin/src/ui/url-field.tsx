import { TextInput } from '@mantine/core'

type Props = {
  value: string
  isReadOnly: boolean
  /** The reason why the URL was refused; null when the answer has none. Undefined: it was not refused. */
  fault: string | null | undefined
  example: string
  onChange: (value: string) => void
}

/** The URL of a server of the operator. It has the focus when its dialog opens. */
export function UrlField({ value, isReadOnly, fault, example, onChange }: Props) {
  return (
    <TextInput
      label="URL"
      type="url"
      autoComplete="off"
      spellCheck={false}
      data-autofocus
      maxLength={2048}
      placeholder={example}
      value={value}
      readOnly={isReadOnly}
      error={fault === null ? `Enter a public https address, such as ${example}.` : fault}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
