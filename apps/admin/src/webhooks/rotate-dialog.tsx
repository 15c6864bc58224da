import type { EndpointRow } from '@coffer/contract/admin'
import { Alert, Button, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Answer } from '../api/api.ts'
import { moment } from '../text/time.ts'
import { shortUrl } from '../text/webhooks.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { SecretField } from './secret-field.tsx'
import { useRotation } from './use-endpoint.ts'

/** Durations of the overlap, in hours. */
const OVERLAPS = [
  { value: '1', label: '1 hour' },
  { value: '24', label: '24 hours' },
  { value: '168', label: '7 days' },
  { value: '0', label: 'None: end the old secret now' },
]

type Props = { endpoint: EndpointRow; operator: string | null; onClose: () => void }

/** Replaces the secret of an endpoint, and shows the new one. */
export function RotateDialog({ endpoint, operator, onClose }: Props) {
  const { endpointId, version } = endpoint
  const rotate = useRotation({ endpointId, operator }, version)
  const [hours, setHours] = useState('24')
  if (rotate.data) return <NewSecretDialog rotated={rotate.data} onClose={onClose} />
  const endsNow = hours === '0'
  return (
    <Dialog
      title={`Rotate the secret of ${shortUrl(endpoint.url)}?`}
      onClose={onClose}
      isLocked={rotate.isPending}
      actions={
        <>
          <Button variant="subtle" color="plain" disabled={rotate.isPending} onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <ActionButton
            color={endsNow ? 'bad' : undefined}
            isBusy={rotate.isPending}
            onClick={() => rotate.mutate(Number(hours))}
          >
            {endsNow ? 'Rotate and end the old secret' : 'Rotate secret'}
          </ActionButton>
        </>
      }
    >
      <Stack gap="sm">
        <Text>
          Coffer creates a new secret. Until the overlap ends, deliveries have the signatures of both secrets, so that
          none fails while you set the new secret at the receiver.
        </Text>
        <NativeSelect
          label="Overlap"
          data={OVERLAPS}
          value={hours}
          disabled={rotate.isPending}
          onChange={({ currentTarget }) => setHours(currentTarget.value)}
        />
        {endsNow ? <EndsNowWarning /> : <OverlapNote endpoint={endpoint} />}
        {rotate.error !== null && <FailureAlert error={rotate.error} />}
      </Stack>
    </Dialog>
  )
}

function EndsNowWarning() {
  return (
    <Alert color="bad" title="Deliveries fail until the receiver has the new secret.">
      Choose this if the old secret may have leaked. Failed deliveries are retried.
    </Alert>
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
      <SecretField label="New secret" secret={secret} hasFocus />
    </Dialog>
  )
}
