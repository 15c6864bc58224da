import { SCOPES, type Scope } from '@coffer/contract/api-keys'
import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Answer } from '../api/api.ts'
import { SCOPE_TEXT, scopeLabel } from '../text/api-keys.ts'
import { ofOperator } from '../text/operators.ts'
import { CheckGroup } from '../ui/check-group.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useShowSecret, useUnconfirmedNotice } from '../ui/new-secret.tsx'
import { keyFields } from './key-fields.ts'
import { useNewKey } from './use-keys.ts'

/** Names and descriptions of the scopes. Each name includes the code. */
const SCOPE_CHOICES = Object.fromEntries(
  SCOPES.map((scope) => [scope, { name: scopeLabel(scope), description: SCOPE_TEXT[scope].description }]),
) as typeof SCOPE_TEXT

const IF_UNCONFIRMED =
  'The key may have been created. Cancel, and revoke a new key in the list if you have not seen its secret.'

type Props = {
  operator: string | null
  onClose: () => void
  /** Closes the dialog after a key was created. */
  onDone: (keyId: string) => void
}

/** Creates an API key, and shows its secret. */
export function CreateDialog({ operator, onClose, onDone }: Props) {
  const showSecret = useShowSecret()
  const onError = useUnconfirmedNotice(
    `An API key${ofOperator(operator)} may have been created. Revoke it in the list of API keys: its secret is lost.`,
  )
  const onCreated = ({ key: { keyId }, keySecret }: Answer<'createApiKey'>) => {
    const note = 'Set the key ID and the secret at your backend: it signs its requests with them.'
    showSecret({ title: `The API key${ofOperator(operator)} was created`, note, fields: keyFields(keyId, keySecret) })
    onDone(keyId)
  }
  const create = useNewKey(operator, { onCreated, onError })
  const [scopes, setScopes] = useState<readonly Scope[]>([])
  const [requireNonce, setRequireNonce] = useState(false)
  const hasAll = scopes.length === SCOPES.length
  return (
    <FormDialog
      title={`Create API key${ofOperator(operator)}`}
      submitLabel="Create key"
      isComplete={scopes.length > 0}
      isBusy={create.isPending}
      onSubmit={() => create.mutate({ scopes, requireNonce })}
      onClose={onClose}
    >
      <CheckGroup label="Scopes" options={SCOPES} text={SCOPE_CHOICES} chosen={scopes} onChange={setScopes} />
      <Group my="md">
        {/* One button for both, so that it keeps the focus. */}
        <Button size="compact-sm" onClick={() => setScopes(hasAll ? [] : SCOPES)}>
          {hasAll ? 'Clear all' : 'Select all'}
        </Button>
      </Group>
      <Stack gap="sm">
        <Checkbox
          label="Require a nonce"
          description="Refuses requests without the header X-Nonce. Your backend must send it; the SDK does."
          checked={requireNonce}
          onChange={({ currentTarget }) => setRequireNonce(currentTarget.checked)}
        />
        {create.error !== null && <FailureAlert error={create.error} ifUnconfirmed={IF_UNCONFIRMED} />}
      </Stack>
    </FormDialog>
  )
}
