import { REASON_CHARACTERS } from '@coffer/contract/limits'
import { TextInput } from '@mantine/core'

type Props = {
  value: string
  isRequired?: boolean
  isBusy: boolean
  /** Why the reason is not accepted. */
  fault: string | undefined
  onChange: (reason: string) => void
}

/** The reason for a change, which the audit log records. */
export function ReasonField({ value, isRequired = true, isBusy, fault, onChange }: Props) {
  return (
    <TextInput
      label="Reason"
      description="Kept in the audit log for good. Do not enter personal data."
      required={isRequired}
      autoComplete="off"
      maxLength={REASON_CHARACTERS}
      value={value}
      readOnly={isBusy}
      error={fault}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
