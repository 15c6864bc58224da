import { NativeSelect } from '@mantine/core'

export type ChoiceProps = { label: string; value: string; allLabel: string; onChange: (value: string) => void }
type Option = { value: string; label: string }

/** A choice of one option, or of none: `allLabel`. */
export function Choice({ label, value, allLabel, options, onChange }: ChoiceProps & { options: Option[] }) {
  return (
    <NativeSelect
      label={label}
      value={value}
      data={[{ value: '', label: allLabel }, ...options]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
