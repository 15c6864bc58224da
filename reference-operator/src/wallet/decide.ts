import type { WalletCredit, WalletDebit, WalletMoneyReply } from '@coffer/operator-sdk'
import type { Ledger, Owner } from './ledger.ts'
import type { LedgerEntry } from './store.ts'
import type { WalletKind } from './weather.ts'

/** What a wallet makes of a debit or a credit. Inside a transaction only. */

export type MoneyCall = WalletDebit | WalletCredit
export type Refusal = { errorCode: string | null }
export type Books = { ledger: Ledger; operator: string }

/** The answer that the key had before, if this kind of wallet remembers it. */
export function rememberedReply({ ledger, operator }: Books, call: MoneyCall, cache: WalletKind['cache']) {
  const first = ledger.findByKey(operator, call.idempotencyKey)
  if (first) return isSameCall(first, call) ? acceptedReply(first) : refusedReply({ errorCode: 'IDEMPOTENCY_CONFLICT' })
  const refusal = cache === 'all' ? ledger.findRefusal(operator, call.idempotencyKey) : null
  return refusal && refusedReply(refusal)
}

/**
 * Why the wallet says no: a blocked player can neither spend nor cash back, but what is refunded was theirs and is taken; there is no
 * overdraft. Null when nothing speaks against the call.
 */
export function objectionTo(books: Books, call: MoneyCall): Refusal | null {
  const { ledger } = books
  const owner = ownerOf(books, call)
  const balanceMinor = ledger.openBalance(owner, call.currency)
  const isRefund = call.type === 'wallet.credit' && call.reference.kind === 'refund'
  if (ledger.findPlayer(owner)?.blocked && !isRefund) return { errorCode: 'PLAYER_BLOCKED' }
  const afterMinor = balanceMinor + signedMinor(call)
  if (afterMinor < 0) return { errorCode: 'INSUFFICIENT_FUNDS' }
  return Number.isSafeInteger(afterMinor) ? null : { errorCode: 'BALANCE_LIMIT' }
}

export function refuse({ ledger, operator }: Books, call: MoneyCall, refusal: Refusal, cache: WalletKind['cache']) {
  if (cache === 'all') ledger.keepRefusal(operator, call.idempotencyKey, refusal.errorCode)
  return refusedReply(refusal)
}

/** Moves the money. `copy` counts the movements that the key had before; a proper wallet knows only 0. */
export function accept(books: Books, call: MoneyCall, askedAt: string, copy = 0): WalletMoneyReply {
  const { currency, idempotencyKey, reference } = call
  const type = call.type === 'wallet.debit' ? 'debit' : 'credit'
  const movement = { type, currency, amountMinor: signedMinor(call), idempotencyKey, reference, askedAt, copy } as const
  return acceptedReply(books.ledger.move(ownerOf(books, call), movement))
}

function ownerOf({ operator }: Books, { playerExternalId }: MoneyCall): Owner {
  return { operator, player: playerExternalId }
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

/** A refusal without a code is no reply of a well-behaved wallet, which is why a fault can ask for it. */
function refusedReply({ errorCode }: Refusal): WalletMoneyReply {
  return (errorCode === null ? { accepted: false } : { accepted: false, errorCode }) as WalletMoneyReply
}
