import type { EndpointRow } from '@coffer/contract/admin'
import { Button, Text } from '@mantine/core'
import type { Answer } from '../api/api.ts'
import { moment } from '../text/time.ts'
import { shortUrl } from '../text/webhooks.ts'
import { CopyField } from '../ui/copy-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { RotationDialog } from '../ui/rotation-dialog.tsx'
import { useRotation } from './use-endpoint.ts'

type Props = { endpoint: EndpointRow; operator: string | null; onClose: () => void }

/** Replaces the secret of an endpoint, and shows the new one. */
export function RotateDialog({ endpoint, operator, onClose }: Props) {
  const { endpointId, version } = endpoint
  const rotation = useRotation({ endpointId, operator }, version)
  if (rotation.data) return <NewSecretDialog rotated={rotation.data} onClose={onClose} />
  return (
    <RotationDialog
      title={`Rotate the secret of ${shortUrl(endpoint.url)}?`}
      kind="secret"
      description="Coffer creates a new secret. Until the overlap ends, deliveries have the signatures of both secrets, so that none fails while you set the new secret at the receiver."
      withoutOverlap={{
        title: 'Deliveries fail until the receiver has the new secret.',
        text: 'Choose this if the old secret may have leaked. Failed deliveries are retried.',
      }}
      rotation={rotation}
      withOverlap={<OverlapNote endpoint={endpoint} />}
      onClose={onClose}
    />
  )
}

/** X-Signature contains one signature. A second rotation during an overlap keeps the older secret. */
function OverlapNote({ endpoint: { oldSecretEndsAt } }: { endpoint: EndpointRow }) {
  return (
    <>
      <Text c="dimmed">
        A receiver that checks the header X-Signature has to accept both secrets: that header is signed with the old
        secret until the overlap ends, and with the new one afterwards.
      </Text>
      {oldSecretEndsAt !== null && (
        <Text>
          The overlap of the last rotation lasts until {moment(oldSecretEndsAt)}. The secret of that rotation stops
          signing now; the one before it signs until the new overlap ends.
        </Text>
      )}
    </>
  )
}

type NewSecretProps = { rotated: Answer<'rotateEndpointSecret'>; onClose: () => void }

function NewSecretDialog({ rotated: { endpoint, secret }, onClose }: NewSecretProps) {
  const { oldSecretEndsAt } = endpoint
  return (
    <Dialog
      key="secret"
      title="The secret was rotated"
      onClose={onClose}
      actions={<Button onClick={onClose}>Done</Button>}
    >
      <Text mb="sm">
        {oldSecretEndsAt === null
          ? 'Deliveries are signed with this secret only. Set it at the receiver now.'
          : `Set this secret at the receiver before ${moment(oldSecretEndsAt)}. Until then, deliveries have the signatures of both secrets.`}{' '}
        You can see it on this page later.
      </Text>
      <CopyField label="New secret" value={secret} hasFocus />
    </Dialog>
  )
}
