import type { Integration } from '@coffer/contract/admin'
import { mayDo } from '@coffer/contract/permissions'
import { useState } from 'react'
import { useStaff } from '../session/session.tsx'
import { ActionButton } from '../ui/action-button.tsx'
import { ActionResult } from '../ui/action-result.tsx'
import { OriginsDialog } from './origins-dialog.tsx'
import { OriginsSection } from './origins-section.tsx'
import { RotateDialog } from './rotate-dialog.tsx'
import { type IntegrationInput, useIntegrationChange } from './use-integration.ts'
import { WalletDialog } from './wallet-dialog.tsx'
import { WalletSection } from './wallet-section.tsx'

type Props = {
  integration: Integration
  operator: string | null
  /** Reads the integration again; null when that failed. */
  read: () => Promise<Integration | null>
}

type DialogName = 'wallet' | 'rotate' | 'origins'

/** A dialog, and the integration as it was when the dialog opened. A change that another person makes meanwhile is not overwritten. */
type OpenDialog = { name: DialogName; integration: Integration }

/** The wallet and the allowed origins, buttons to change them, and the result of the last change. */
export function IntegrationView({ integration, operator, read }: Props) {
  const { isBusy, error, clearError, save } = useIntegrationChange(operator)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [isOpening, setOpening] = useState(false)
  const [result, setResult] = useState<string | null>(null)
  const mayManage = mayDo(useStaff().roles, 'integration.manage')
  const open = async (name: DialogName) => {
    setResult(null)
    setOpening(true)
    const current = await read()
    setOpening(false)
    if (current !== null) setDialog({ name, integration: current })
  }
  const close = () => {
    clearError()
    setDialog(null)
  }
  const closeWith = (text: string) => {
    close()
    setResult(text)
  }
  const saveIn = async (input: IntegrationInput, { version }: Integration, text: string) => {
    if (await save(input, version)) closeWith(text)
  }
  const button = (name: DialogName, label: string) => (
    <ActionButton variant="default" isBusy={isOpening} onClick={() => open(name)}>
      {label}
    </ActionButton>
  )
  const inDialog = { operator, isBusy, error, onClose: close }
  return (
    <>
      <ActionResult>{result}</ActionResult>
      <WalletSection wallet={integration.wallet}>
        {mayManage && button('wallet', 'Change URL…')}
        {mayManage && button('rotate', 'Rotate secret…')}
      </WalletSection>
      <OriginsSection {...integration}>{mayManage && button('origins', 'Edit…')}</OriginsSection>
      {dialog?.name === 'wallet' && (
        <WalletDialog
          {...inDialog}
          url={dialog.integration.wallet.url}
          onEdit={clearError}
          onSave={(input) => saveIn(input, dialog.integration, 'The wallet URL was changed.')}
        />
      )}
      {dialog?.name === 'rotate' && (
        <RotateDialog
          integration={dialog.integration}
          operator={operator}
          onClose={close}
          onDone={() => closeWith('The outbound secret was rotated.')}
        />
      )}
      {dialog?.name === 'origins' && (
        <OriginsDialog
          {...inDialog}
          {...dialog.integration}
          onSave={(allowedOrigins) =>
            saveIn({ allowedOrigins }, dialog.integration, 'The allowed origins were changed.')
          }
        />
      )}
    </>
  )
}
