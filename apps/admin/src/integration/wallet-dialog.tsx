import { Alert, Checkbox, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { failureCode, fieldSentence, isInvalid } from '../api/api.ts'
import { ofOperator } from '../text/operators.ts'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { UrlField } from '../ui/url-field.tsx'
import { type IntegrationInput, useUndecidedCount } from './use-integration.ts'

type Props = {
  operator: string | null
  /** The URL when the dialog opened; empty when there is no wallet. */
  url: string
  isBusy: boolean
  error: Error | null
  onClose: () => void
  /** Called when the URL is edited after it was refused. */
  onEdit: () => void
  onSave: (input: IntegrationInput) => void
}

/** Changes or removes the URL of the wallet. */
export function WalletDialog({ operator, url, isBusy, error, onClose, onEdit, onSave }: Props) {
  const [draft, setDraft] = useState(url)
  const [isSameWallet, setSameWallet] = useState(false)
  const undecidedCount = useUndecidedCount(operator)
  const hasUndecided = undecidedCount > 0
  const newUrl = draft.trim()
  const removesWallet = newUrl === '' && url !== ''
  const wasRefused = error !== null && failureCode(error) === 'WALLET_OPERATIONS_UNDECIDED'
  const isAllowed = newUrl === url || !hasUndecided || (isSameWallet && !removesWallet)
  const isUrlInvalid = !wasRefused && isInvalid(error, 'wallet.url')
  const edit = (text: string) => {
    setDraft(text)
    // It was confirmed for another URL.
    setSameWallet(false)
    if (error !== null) onEdit()
  }
  const submit = () => {
    if (newUrl === url) onClose()
    else onSave({ wallet: { url: newUrl }, ...(hasUndecided && { isSameWallet }) })
  }
  return (
    <FormDialog
      title={`Change wallet URL${ofOperator(operator)}`}
      submitLabel={removesWallet ? 'Remove wallet' : 'Save'}
      submitColor={removesWallet ? 'bad' : undefined}
      isComplete={isAllowed}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <Stack gap="sm">
        <UrlField
          value={draft}
          isReadOnly={isBusy}
          fault={isUrlInvalid ? fieldSentence(error, 'wallet.url', 'The URL') : undefined}
          example="https://casino.example/wallet"
          onChange={edit}
        />
        <Text c="dimmed">
          Coffer calls this URL for every debit, credit and balance. It must be a public address, in production with
          https.
        </Text>
        {removesWallet && <RemovalWarning undecidedCount={undecidedCount} />}
        {hasUndecided && !removesWallet && (
          <>
            <UndecidedWarning count={undecidedCount} />
            <Checkbox
              label="The new URL leads to the same wallet, with the same records"
              checked={isSameWallet}
              onChange={({ currentTarget }) => setSameWallet(currentTarget.checked)}
            />
          </>
        )}
        {error !== null && !isUrlInvalid && !(wasRefused && hasUndecided) && <FailureAlert error={error} />}
      </Stack>
    </FormDialog>
  )
}

function undecidedTitle(count: number): string {
  return count === 1 ? '1 debit or credit is undecided.' : `${count} debits and credits are undecided.`
}

function UndecidedWarning({ count }: { count: number }) {
  return (
    <Alert color="bad" title={undecidedTitle(count)}>
      {count === 1 ? 'It is' : 'They are'} retried at the new URL. If it leads to another wallet, players can be charged
      twice or lose money. To move to another wallet, ask your contact at Coffer to suspend play first.
    </Alert>
  )
}

function RemovalWarning({ undecidedCount }: { undecidedCount: number }) {
  if (undecidedCount > 0) {
    return (
      <Alert color="bad" title={undecidedTitle(undecidedCount)}>
        The wallet cannot be removed before all debits and credits are decided.
      </Alert>
    )
  }
  return (
    <Alert color="bad" title="Every spend is refused while there is no wallet.">
      Players cannot open boxes, upgrade, cash items back or pay shipping fees until a URL is set.
    </Alert>
  )
}
