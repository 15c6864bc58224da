import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useId } from 'react'
import { ActionButton } from './action-button.tsx'
import { Dialog } from './dialog.tsx'

type Props = {
  title: string
  submitLabel: string
  /** Omitted: Cancel. */
  cancelLabel?: string | undefined
  /** The color of the submit button, for a change that does harm. */
  submitColor?: 'bad' | undefined
  /** False while the form cannot be submitted. */
  isComplete?: boolean
  isBusy: boolean
  /** True while the user cannot cancel. Omitted: while the form is busy. */
  isLocked?: boolean
  /** False while Escape does not cancel, so that what is typed is not lost. */
  hasEscape?: boolean
  /** A button between the one to cancel and the one to submit. */
  button?: ReactNode
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A dialog with a form, a button to submit it, and one to cancel. */
export function FormDialog(props: Props) {
  const { title, submitLabel, submitColor, isComplete = true, isBusy, onSubmit, onClose, children } = props
  const { isLocked = isBusy, cancelLabel = 'Cancel', hasEscape = true } = props
  const form = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isComplete && !isBusy) onSubmit()
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      isLocked={isLocked || !hasEscape}
      actions={
        <>
          <Button variant="subtle" color="plain" disabled={isLocked} onClick={onClose}>
            {cancelLabel}
          </Button>
          {props.button}
          <ActionButton type="submit" form={form} color={submitColor} isBusy={isBusy || !isComplete}>
            {submitLabel}
          </ActionButton>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        {children}
      </form>
    </Dialog>
  )
}
