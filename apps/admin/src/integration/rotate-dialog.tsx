import type { Integration } from '@coffer/contract/admin'
import { Text } from '@mantine/core'
import type { Answer } from '../api/api.ts'
import { ofOperator } from '../text/operators.ts'
import { moment } from '../text/time.ts'
import { useShowSecret, useUnconfirmedNotice } from '../ui/new-secret.tsx'
import { RotationDialog } from '../ui/rotation-dialog.tsx'
import { useSecretRotation } from './use-integration.ts'

type Props = {
  integration: Integration
  operator: string | null
  onClose: () => void
  /** Closes the dialog after a rotation. */
  onDone: () => void
}

/** Replaces the outbound secret, and shows the new one. */
export function RotateDialog({ integration: { version, wallet }, operator, onClose, onDone }: Props) {
  const showSecret = useShowSecret()
  const onError = useUnconfirmedNotice(
    `The outbound secret${ofOperator(operator)} may have been rotated. Rotate it again with the same overlap.`,
  )
  const onRotated = ({ integration, outboundSecret }: Answer<'rotateOutboundSecret'>) => {
    showSecret({
      title: `The outbound secret${ofOperator(operator)} was rotated`,
      note: noteOf(integration.wallet.oldSecretEndsAt),
      fields: [{ label: 'New secret', value: outboundSecret }],
    })
    onDone()
  }
  const rotation = useSecretRotation(operator, version, { onRotated, onError })
  return (
    <RotationDialog
      title={`Rotate the outbound secret${ofOperator(operator)}?`}
      kind="secret"
      description="Coffer creates a new secret. The old secret signs every call to the wallet until the overlap ends, and the new one afterwards. Set the new secret at the wallet during the overlap."
      withoutOverlap={{
        title: 'The wallet refuses calls until it has the new secret.',
        text: 'Players cannot open boxes until then. Choose this if the old secret may have leaked, or if it was lost.',
      }}
      ifUnconfirmed="The secret may have been rotated. If you do not see the new one, cancel and rotate again with the same overlap."
      rotation={rotation}
      onClose={onClose}
    >
      {wallet.oldSecretEndsAt !== null && (
        <Text>
          The overlap of the last rotation lasts until {moment(wallet.oldSecretEndsAt)}. Its new secret signs from then
          on, unless you rotate again: then it is discarded.
        </Text>
      )}
    </RotationDialog>
  )
}

/** The next step after a rotation. `oldSecretEndsAt`: the end of the overlap; null without one. */
function noteOf(oldSecretEndsAt: string | null): string {
  if (oldSecretEndsAt === null) {
    return 'Coffer signs with the new secret from now on. The wallet refuses calls until it has the new secret.'
  }
  return `Set the new secret at the wallet before ${moment(oldSecretEndsAt)}, in addition to the old one. Coffer signs with the old secret until then, and with the new one afterwards.`
}
