import type { AdminBox } from '@coffer/contract/admin'
import { Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { isInvalid } from '../api/api.ts'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { reasonFault } from '../ui/field-fault.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { ReasonField } from '../ui/reason-field.tsx'
import { useFaultFocus } from '../ui/use-fault-focus.ts'

type Props<Input> = {
  title: string
  submitLabel: string
  /** Omitted: Cancel. */
  cancelLabel?: string | undefined
  /** False for a change that needs no reason. */
  isReasonRequired?: boolean
  /** The next step when the change may have been made although no answer confirms it. */
  ifUnconfirmed: string
  change: {
    readonly isBusy: boolean
    readonly error: Error | null
    readonly clearError: () => void
    /** Resolves to null when the change failed. */
    readonly save: (input: Input) => Promise<{ readonly box: AdminBox } | null>
  }
  inputOf: (reason: string) => Input
  onClose: () => void
  /** Called with the box as it is after the change. */
  onDone: (box: AdminBox) => void
  /** The effects of the change. */
  children: ReactNode
}

/** Confirms a change of a box, and asks for the reason. */
export function ReasonDialog<Input>(props: Props<Input>) {
  const { isBusy, error, clearError, save } = props.change
  const { isReasonRequired = true } = props
  const [reason, setReason] = useState('')
  const [submitCount, setSubmitCount] = useState(0)
  const fields = useFaultFocus(submitCount)
  const isMissing = isReasonRequired && reason.trim() === ''
  const edit = (text: string) => {
    setReason(text)
    if (error !== null) clearError()
  }
  const submit = async () => {
    setSubmitCount((before) => before + 1)
    if (isMissing) return
    const answer = await save(props.inputOf(reason.trim()))
    if (answer !== null) props.onDone(answer.box)
  }
  const missing = submitCount > 0 && isMissing ? 'Enter a reason.' : undefined
  return (
    <FormDialog
      title={props.title}
      submitLabel={props.submitLabel}
      cancelLabel={props.cancelLabel}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <Stack gap="sm" ref={fields}>
        {props.children}
        <ReasonField
          value={reason}
          isRequired={isReasonRequired}
          isBusy={isBusy}
          fault={missing ?? reasonFault(error)}
          onChange={edit}
        />
        {error !== null && !isInvalid(error, 'reason') && (
          <FailureAlert error={error} ifUnconfirmed={props.ifUnconfirmed} />
        )}
      </Stack>
    </FormDialog>
  )
}
