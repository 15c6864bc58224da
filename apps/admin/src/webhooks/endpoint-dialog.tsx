import { SENT_EVENT_TYPES } from '@coffer/contract/deliveries'
import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { fieldSentence, isInvalid } from '../api/api.ts'
import { EVENT_TEXT, eventLabel } from '../text/webhooks.ts'
import { CheckGroup } from '../ui/check-group.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { EndpointInput } from './use-endpoint.ts'

/** Check boxes of the events, by their types too. */
const EVENT_CHOICES = Object.fromEntries(
  SENT_EVENT_TYPES.map((type) => [type, { name: eventLabel(type), description: EVENT_TEXT[type].description }]),
) as typeof EVENT_TEXT

const URL_FORMAT = 'Enter a public https address, such as https://casino.example/coffer/events.'

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
  const [url, setUrl] = useState(initial.url)
  const [types, setTypes] = useState(initial.types)
  const isComplete = url.trim() !== '' && types.length > 0
  const isUrlInvalid = isInvalid(error, 'url')
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      isComplete={isComplete}
      isBusy={isBusy}
      onSubmit={() => onSubmit({ url: url.trim(), types })}
      onClose={onClose}
    >
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
        error={isUrlInvalid && (fieldSentence(error, 'url', 'The URL') ?? URL_FORMAT)}
        onChange={({ currentTarget }) => setUrl(currentTarget.value)}
      />
      <CheckGroup label="Events" options={SENT_EVENT_TYPES} text={EVENT_CHOICES} chosen={types} onChange={setTypes} />
      {children}
      {error !== null && !isUrlInvalid && <FailureAlert error={error} />}
    </FormDialog>
  )
}
