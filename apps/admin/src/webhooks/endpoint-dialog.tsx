import { SENT_EVENT_TYPES } from '@coffer/contract/deliveries'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { fieldMessage, isInvalid } from '../api/api.ts'
import { EVENT_TEXT, eventLabel } from '../text/webhooks.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { CheckGroup } from '../ui/check-group.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import type { EndpointInput } from './use-endpoint.ts'

/** Check boxes of the events, by their types too. */
const EVENT_CHOICES = Object.fromEntries(
  SENT_EVENT_TYPES.map((type) => [type, { name: eventLabel(type), description: EVENT_TEXT[type].description }]),
) as typeof EVENT_TEXT

type Props = {
  title: string
  submitLabel: string
  initial: EndpointInput
  isBusy: boolean
  error: Error | null
  onSubmit: (input: EndpointInput) => void
  onClose: () => void
  /** A note below the fields. */
  children?: ReactNode
}

/** A form for the URL and the events of an endpoint. */
export function EndpointDialog(props: Props) {
  const { title, submitLabel, initial, isBusy, error, onSubmit, onClose, children } = props
  const form = useId()
  const [url, setUrl] = useState(initial.url)
  const [types, setTypes] = useState(initial.types)
  const isComplete = url.trim() !== '' && types.length > 0
  const isUrlInvalid = isInvalid(error, 'url')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isComplete && !isBusy) onSubmit({ url: url.trim(), types })
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      isLocked={isBusy}
      actions={
        <>
          <Button variant="subtle" color="plain" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <ActionButton type="submit" form={form} disabled={!isComplete} isBusy={isBusy}>
            {submitLabel}
          </ActionButton>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <TextInput
          label="URL"
          type="url"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          maxLength={2048}
          placeholder="https://casino.example/coffer/events"
          value={url}
          readOnly={isBusy}
          error={isUrlInvalid && urlFault(error)}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
        />
        <CheckGroup label="Events" options={SENT_EVENT_TYPES} text={EVENT_CHOICES} chosen={types} onChange={setTypes} />
        {children}
        {error !== null && !isUrlInvalid && <FailureAlert error={error} />}
      </form>
    </Dialog>
  )
}

/** Messages of the API continue the name of the field. */
function urlFault(error: unknown): string {
  const message = fieldMessage(error, 'url')
  if (message === null) return 'Enter a public https address, such as https://casino.example/coffer/events.'
  const sentence = /^[a-z]/.test(message) ? `The URL ${message}` : message
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}
