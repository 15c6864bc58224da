import { Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { isInvalid } from '../api/api.ts'
import { FailureAlert } from './failure-alert.tsx'
import { reasonFault } from './field-fault.ts'
import { FormDialog } from './form-dialog.tsx'
import { ReasonField } from './reason-field.tsx'
import { useFaultFocus } from './use-fault-focus.ts'

type Props<Input, Answer> = {
  title: string
  submitLabel: string
  /** Omitted: Cancel. */
  cancelLabel?: string | undefined
  /** The color of the submit button, for a change that does harm. */
  submitColor?: 'bad' | undefined
  /** False for a change that needs no reason. */
  isReasonRequired?: boolean
  /** The next step when the change may have been made although no answer confirms it. */
  ifUnconfirmed: string
  change: {
    readonly isBusy: boolean
    readonly error: Error | null
    readonly clearError: () => void
    /** Resolves to null when the change failed. */
    readonly save: (input: Input) => Promise<Answer | null>
  }
  inputOf: (reason: string) => Input
  onClose: () => void
  /** Called with the answer when the change was made. */
  onDone: (answer: Answer) => void
  /** The effects of the change. */
  children: ReactNode
}

/** Confirms a change, and asks for the reason. */
export function ReasonDialog<Input, Answer>(props: Props<Input, Answer>) {
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
    if (answer !== null) props.onDone(answer)
  }
  const missing = submitCount > 0 && isMissing ? 'Enter a reason.' : undefined
  return (
    <FormDialog
      title={props.title}
      submitLabel={props.submitLabel}
      cancelLabel={props.cancelLabel}
      submitColor={props.submitColor}
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
