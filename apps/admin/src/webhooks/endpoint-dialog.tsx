import { type EventType, SENT_EVENT_TYPES } from '@coffer/contract/deliveries'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { fieldMessage, isInvalid } from '../api/api.ts'
import { EVENT_TEXT } from '../text/webhooks.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import type { EndpointInput } from './use-endpoint.ts'
import classes from './webhooks.module.css'

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
        <EventChoice chosen={types} onChange={setTypes} />
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

type ChoiceProps = { chosen: readonly EventType[]; onChange: (chosen: EventType[]) => void }

/** The events that an endpoint can subscribe to. */
function EventChoice({ chosen, onChange }: ChoiceProps) {
  return (
    <fieldset className={classes.events}>
      <legend className={classes.legend}>Events</legend>
      {SENT_EVENT_TYPES.map((type) => (
        <Checkbox
          key={type}
          label={EVENT_TEXT[type].name}
          description={EVENT_TEXT[type].description}
          checked={chosen.includes(type)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(SENT_EVENT_TYPES.filter((one) => (one === type ? checked : chosen.includes(one))))
          }
        />
      ))}
    </fieldset>
  )
}
