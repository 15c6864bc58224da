import type { ApiKeyRow } from '@coffer/contract/admin'
import { Button, Stack, Text } from '@mantine/core'
import { scopesText } from '../text/api-keys.ts'
import { moment } from '../text/time.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { type KeyOfOperator, useRevocation } from './use-keys.ts'

type Props = { apiKey: ApiKeyRow & KeyOfOperator; onClose: () => void; onDone: () => void }

/** Confirms that an API key is revoked. */
export function RevokeDialog({ apiKey, onClose, onDone }: Props) {
  const { keyId, scopes, lastUsedAt } = apiKey
  const revoke = useRevocation(apiKey)
  return (
    <Dialog
      title={`Revoke ${keyId}?`}
      onClose={onClose}
      isLocked={revoke.isPending}
      actions={
        <>
          <Button variant="subtle" color="plain" disabled={revoke.isPending} onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <ActionButton
            color="bad"
            isBusy={revoke.isPending}
            onClick={() => revoke.mutate(undefined, { onSuccess: onDone })}
          >
            Revoke key
          </ActionButton>
        </>
      }
    >
      <Stack gap="sm">
        <Text>Requests signed with this key are refused immediately. This cannot be undone.</Text>
        <Text>
          Scopes: {scopesText(scopes)}. {lastUsedAt === null ? 'Never used.' : `Last used ${moment(lastUsedAt)}.`}
        </Text>
        {scopes.includes('admin:sso') && (
          <Text>Your back office can no longer sign staff in to the admin with this key.</Text>
        )}
        {revoke.error !== null && <FailureAlert error={revoke.error} />}
      </Stack>
    </Dialog>
  )
}
