import { SENT_EVENT_TYPES } from '@coffer/contract/deliveries'
import { Button, Text } from '@mantine/core'
import { CopyField } from '../ui/copy-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EndpointDialog } from './endpoint-dialog.tsx'
import { useNewEndpoint } from './use-endpoint.ts'

type Props = { operator: string | null; onClose: () => void }

/** Adds an endpoint, and shows its secret. */
export function AddDialog({ operator, onClose }: Props) {
  const add = useNewEndpoint(operator)
  if (add.data) {
    return (
      <Dialog
        key="secret"
        title="The endpoint was added"
        onClose={onClose}
        actions={<Button onClick={onClose}>Done</Button>}
      >
        <Text mb="sm">
          Deliveries are signed with this secret. Set it at the receiver, so that it can verify the signatures. You can
          see it on this page later.
        </Text>
        <CopyField label="Secret" value={add.data.secret} hasFocus />
      </Dialog>
    )
  }
  return (
    <EndpointDialog
      title="Add webhook endpoint"
      submitLabel="Add endpoint"
      initial={{ url: '', types: SENT_EVENT_TYPES }}
      isBusy={add.isPending}
      error={add.error}
      onSubmit={add.mutate}
      onClose={onClose}
    >
      <Text c="dimmed" mt="md">
        The endpoint gets the events that occur from now on. It has to answer within 15 seconds with a status of 200 to
        299.
      </Text>
    </EndpointDialog>
  )
}
