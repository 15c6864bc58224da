import type { ApiKeyRow } from '@coffer/contract/admin'
import type { Answer } from '../api/api.ts'
import { ofOperator } from '../text/operators.ts'
import { moment } from '../text/time.ts'
import { useShowSecret, useUnconfirmedNotice } from '../ui/new-secret.tsx'
import { RotationDialog } from '../ui/rotation-dialog.tsx'
import { keyFields } from './key-fields.ts'
import { type KeyOfOperator, useKeyRotation } from './use-keys.ts'

type Props = {
  apiKey: KeyOfOperator
  onClose: () => void
  /** Closes the dialog after the rotation. */
  onDone: () => void
}

/** Replaces an API key, and shows the secret of the new one. */
export function RotateDialog({ apiKey, onClose, onDone }: Props) {
  const showSecret = useShowSecret()
  const onError = useUnconfirmedNotice(
    `${apiKey.keyId} may have been rotated. If there is a new key in the list of API keys, rotate that key without an overlap.`,
  )
  const onRotated = ({ key, keySecret, replaced }: Answer<'rotateApiKey'>) => {
    const title = `The API key${ofOperator(apiKey.operator)} was rotated`
    showSecret({ title, note: noteOf(replaced), fields: keyFields(key.keyId, keySecret) })
    onDone()
  }
  const rotation = useKeyRotation(apiKey, { onRotated, onError })
  return (
    <RotationDialog
      title={`Rotate ${apiKey.keyId}?`}
      kind="key"
      description="Coffer creates a new key with the same scopes and the same nonce rule. Both keys work until the overlap ends. A key can be rotated once."
      withoutOverlap={{
        title: 'Requests signed with the old key are refused immediately.',
        text: 'Choose this if the secret of the old key may have leaked, or if it was lost.',
      }}
      ifUnconfirmed="The key may have been rotated. Cancel to see the list. If there is a new key whose secret you have not seen, rotate that key without an overlap."
      rotation={rotation}
      onClose={onClose}
    />
  )
}

/** The next step after a rotation. */
function noteOf({ status, endsAt }: ApiKeyRow): string {
  if (status === 'ending' && endsAt !== null) {
    return `Set the new key at your backend before ${moment(endsAt)}. The old key is refused afterwards.`
  }
  return 'The old key is refused from now on. Set the new key at your backend.'
}
