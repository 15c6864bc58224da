import { SENT_EVENT_TYPES } from '@coffer/contract/deliveries'
import { type ReactNode, useState } from 'react'
import { fieldSentence, isInvalid } from '../api/api.ts'
import { EVENT_TEXT, eventLabel } from '../text/webhooks.ts'
import { CheckGroup } from '../ui/check-group.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { UrlField } from '../ui/url-field.tsx'
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
      <UrlField
        value={url}
        isReadOnly={isBusy}
        fault={isUrlInvalid ? fieldSentence(error, 'url', 'The URL') : undefined}
        example="https://casino.example/coffer/events"
        onChange={setUrl}
      />
      <CheckGroup label="Events" options={SENT_EVENT_TYPES} text={EVENT_CHOICES} chosen={types} onChange={setTypes} />
      {children}
      {error !== null && !isUrlInvalid && <FailureAlert error={error} />}
    </FormDialog>
  )
}
