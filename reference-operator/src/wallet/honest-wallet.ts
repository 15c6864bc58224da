import type { Wallet, WalletCredit, WalletDebit, WalletMoneyReply } from '@coffer/operator-sdk'
import type { Ledger, Owner } from './ledger.ts'
import type { LedgerEntry } from './store.ts'

/**
 * A wallet as Coffer expects it: every call is one transaction, an accepted key is answered again from the ledger without moving
 * money, and there is no overdraft. A blocked player can neither spend nor cash back; what is refunded was theirs and is taken.
 */
export function honestWallet(ledger: Ledger, operator: string): Wallet {
  return {
    debit: (call) => ledger.transaction(() => decide(ledger, operator, call)),
    credit: (call) => ledger.transaction(() => decide(ledger, operator, call)),
    balance: ({ playerExternalId, currency }) =>
      ledger.transaction(() => {
        const owner = { operator, player: playerExternalId }
        const balanceMinor = ledger.openBalance(owner, currency)
        return ledger.findPlayer(owner)?.blocked ? { errorCode: 'PLAYER_BLOCKED' } : { balanceMinor, currency }
      }),
  }
}

type MoneyCall = WalletDebit | WalletCredit

function decide(ledger: Ledger, operator: string, call: MoneyCall): WalletMoneyReply {
  const first = ledger.findByKey(operator, call.idempotencyKey)
  if (first) return isSameCall(first, call) ? acceptedReply(first) : refusal('IDEMPOTENCY_CONFLICT')
  const owner: Owner = { operator, player: call.playerExternalId }
  const balanceMinor = ledger.openBalance(owner, call.currency)
  const isRefund = call.type === 'wallet.credit' && call.reference.kind === 'refund'
  if (ledger.findPlayer(owner)?.blocked && !isRefund) return refusal('PLAYER_BLOCKED')
  const afterMinor = balanceMinor + signedMinor(call)
  if (afterMinor < 0) return refusal('INSUFFICIENT_FUNDS')
  if (!Number.isSafeInteger(afterMinor)) return refusal('BALANCE_LIMIT')
  const { currency, idempotencyKey, reference } = call
  const type = call.type === 'wallet.debit' ? 'debit' : 'credit'
  return acceptedReply(
    ledger.move(owner, { type, currency, amountMinor: signedMinor(call), idempotencyKey, reference }),
  )
}

function signedMinor(call: MoneyCall): number {
  return call.type === 'wallet.debit' ? -call.amountMinor : call.amountMinor
}

function isSameCall(entry: LedgerEntry, call: MoneyCall): boolean {
  const sameMoney = entry.amountMinor === signedMinor(call) && entry.currency === call.currency
  return sameMoney && entry.player === call.playerExternalId
}

function acceptedReply({ balanceAfterMinor, providerTxnRef }: LedgerEntry): WalletMoneyReply {
  return { accepted: true, balanceAfterMinor, providerTxnRef }
}

function refusal(errorCode: string): WalletMoneyReply {
  return { accepted: false, errorCode }
}
