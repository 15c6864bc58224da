import type { EndpointRow } from '@coffer/contract/admin'
import { SENT_EVENT_TYPES } from '@coffer/contract/deliveries'
import { Text } from '@mantine/core'
import { EndpointDialog } from './endpoint-dialog.tsx'
import type { EndpointInput } from './use-endpoint.ts'

type Props = {
  endpoint: EndpointRow
  isBusy: boolean
  error: Error | null
  onClose: () => void
  /** Called with what differs. */
  onSave: (input: Partial<EndpointInput>) => void
}

/** Changes the URL or the events of an endpoint. */
export function EditDialog({ endpoint, isBusy, error, onClose, onSave }: Props) {
  const types = SENT_EVENT_TYPES.filter((type) => endpoint.types.includes(type))
  const submit = (input: EndpointInput) => {
    const hasNewUrl = input.url !== endpoint.url
    const hasNewTypes = `${input.types}` !== `${types}`
    if (hasNewUrl || hasNewTypes)
      onSave({ ...(hasNewUrl && { url: input.url }), ...(hasNewTypes && { types: input.types }) })
    else onClose()
  }
  return (
    <EndpointDialog
      title="Edit webhook endpoint"
      submitLabel="Save"
      initial={{ url: endpoint.url, types }}
      isBusy={isBusy}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text c="dimmed" mt="md">
        Pending deliveries are sent to the new URL. The secret stays the same.
      </Text>
    </EndpointDialog>
  )
}
