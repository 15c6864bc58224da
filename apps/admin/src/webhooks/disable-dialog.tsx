import type { EndpointRow } from '@coffer/contract/admin'
import { Button, Text } from '@mantine/core'
import { shortUrl } from '../text/webhooks.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'

type Props = {
  endpoint: EndpointRow
  isBusy: boolean
  error: Error | null
  onClose: () => void
  onDisable: () => void
}

/** Confirms that an endpoint is disabled. */
export function DisableDialog({ endpoint, isBusy, error, onClose, onDisable }: Props) {
  return (
    <Dialog
      title={`Disable ${shortUrl(endpoint.url)}?`}
      onClose={onClose}
      isLocked={isBusy}
      actions={
        <>
          <Button variant="subtle" color="plain" disabled={isBusy} onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <ActionButton isBusy={isBusy} onClick={onDisable}>
            Disable
          </ActionButton>
        </>
      }
    >
      <Text>
        Events that occur while the endpoint is disabled are never sent to it. Pending deliveries are sent after you
        enable it.
      </Text>
      {error !== null && <FailureAlert error={error} />}
    </Dialog>
  )
}
