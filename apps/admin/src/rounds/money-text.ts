import type { AdminPrize, AdminRound, AdminWalletOperation } from '@coffer/contract/admin'
import type { OperationKind } from '@coffer/contract/keys'
import { money, percent } from '../text/numbers.ts'
import { prizeState } from '../text/rounds.ts'
import { exactMoment } from '../text/time.ts'
import { refusalReason } from '../text/wallet-calls.ts'

type Tone = 'good' | 'bad' | 'plain'

/** The outcome of a payment, and the next step. */
export type MoneyText = { readonly tone: Tone; readonly title: string; readonly sentences: readonly string[] }

/** The outcome of the bet. */
export function betText(round: AdminRound): MoneyText {
  const amount = money(round.betMinor, round.currency)
  const notOpened = round.status === 'held' ? ['The box is paid and not opened yet.'] : []
  switch (round.bet) {
    case 'free':
      return text('plain', 'You paid for this round', 'The player was charged nothing.', ...notOpened)
    case 'items': {
      const sentence = `No money moved: the player staked items worth ${amount}.`
      return text('plain', 'Paid with items from the vault', sentence)
    }
    case 'charged':
      return text('good', `The player was charged ${amount}`, ...notOpened)
    case 'refused': {
      const reason = refusalReason(newest(round, 'round_debit')?.walletErrorCode ?? null)
      const outcome = 'The player was not charged, and there is no prize.'
      return text('plain', 'The wallet refused the debit', `Reason: ${reason}.`, outcome)
    }
    case 'not_sent': {
      const reason = 'Your wallet could not be reached or its calls were held back.'
      return text('plain', 'The debit was not sent', reason, 'The player was not charged.')
    }
    case 'unresolved':
      return text('bad', 'It is not known whether the player was charged', ...unresolvedDebit(round))
    case 'refund_due': {
      const otherwise = 'Coffer sends the refund until your wallet accepts it.'
      return text('bad', `The player was charged ${amount} and is owed a refund`, ...openRefund(round, otherwise))
    }
    case 'cancelling': {
      const otherwise = 'Your wallet has given no final answer to the refund.'
      return text('bad', 'The cancelled box waits for its refund', ...openRefund(round, otherwise))
    }
    case 'refunded':
      return text('good', 'Refunded', ...refunded(round))
    case 'disputed': {
      const compare = comparison(newest(round, 'round_refund'))
      return text('bad', 'Your wallet accepted a refund that it had refused', 'The box stays closed.', compare)
    }
  }
}

function text(tone: Tone, title: string, ...sentences: readonly string[]): MoneyText {
  return { tone, title, sentences }
}

function newest({ operations }: AdminRound, kind: OperationKind): AdminWalletOperation | undefined {
  return operations.findLast((operation) => operation.kind === kind)
}

/** The request to compare an operation with the records of the wallet. */
function comparison(operation: AdminWalletOperation | undefined): string {
  const what = operation === undefined ? 'this round' : `the idempotency key ${operation.idempotencyKey}`
  return `Compare ${what} with your wallet’s records, and contact Coffer.`
}

const BUSY = 'A request is handling it now.'

function unresolvedDebit(round: AdminRound): string[] {
  const debit = newest(round, 'round_debit')
  if (debit?.state === 'parked') return ['Coffer no longer asks your wallet.', comparison(debit)]
  if (debit?.isBusy) return [BUSY]
  const at = debit?.nextAttemptAt ?? null
  return [
    at === null ? 'Coffer asks your wallet again.' : `Coffer asks your wallet again at ${exactMoment(at)}.`,
    'If your wallet did charge the player, the amount is refunded (or the round is completed, depending on your setting wallet.unknownDebit).',
  ]
}

function openRefund(round: AdminRound, otherwise: string): string[] {
  const refund = newest(round, 'round_refund')
  if (refund?.state === 'parked') return ['Coffer no longer sends the refund.', comparison(refund)]
  if (refund?.isBusy) return [otherwise, BUSY]
  const at = refund?.nextAttemptAt ?? null
  return at === null ? [otherwise] : [otherwise, `Next call at ${exactMoment(at)}.`]
}

function refunded(round: AdminRound): string[] {
  const { refundedMinor, betMinor, currency, refundedAt, operations } = round
  const refund = operations.findLast(({ kind, state }) => kind === 'round_refund' && state === 'accepted')
  const at = refundedAt === null ? '' : ` at ${exactMoment(refundedAt)}`
  const sentence = `${money(refundedMinor ?? betMinor, currency)} was refunded${at}.`
  const reference = refund?.providerTxnRef ?? null
  return reference === null ? [sentence] : [sentence, `Transaction ${reference}.`]
}

/** The state of a prize as title, and its cashback. */
export function prizeText(prize: AdminPrize, round: AdminRound): MoneyText {
  const { state, cashback } = prize
  const title = prizeState(state)
  if (state === null) return text('plain', title, 'You credit Nuggets from the event round_settled.')
  if (state === 'forwarded_to_casino')
    return text('plain', title, 'You grant this bonus from the event bonus_entitlement.')
  if (cashback === null) {
    const sentence = 'The player has neither cashed it back nor requested shipping.'
    return text('plain', title, ...(state === 'unresolved' ? [sentence] : []))
  }
  const isOpen = ['open', 'parked', 'conflict'].includes(cashback.state)
  return text(isOpen ? 'bad' : 'plain', title, ...cashbackText(prize, cashback, round))
}

type Cashback = NonNullable<AdminPrize['cashback']>

function cashbackText({ inventoryItemId, state }: AdminPrize, cashback: Cashback, round: AdminRound): string[] {
  const amount = money(cashback.amountMinor, cashback.currency)
  const operation = round.operations.findLast(
    (one) => one.kind === 'cashback_credit' && one.inventoryItemId === inventoryItemId,
  )
  const back = 'The item is in the vault again; the player can try again.'
  switch (cashback.state) {
    case 'accepted':
      return [
        `Cashed back: ${amount} credited${cashback.closedAt === null ? '' : ` at ${exactMoment(cashback.closedAt)}`}.`,
      ]
    case 'open': {
      const { nextAttemptAt } = cashback
      const next = nextAttemptAt === null ? BUSY : `Coffer sends it again at ${exactMoment(nextAttemptAt)}.`
      return [`The cashback of ${amount} has no final answer yet.`, operation?.isBusy ? BUSY : next]
    }
    case 'parked':
      return [`The cashback of ${amount} needs a decision: Coffer no longer sends it.`, comparison(operation)]
    case 'conflict':
      return [`Your wallet accepted a cashback of ${amount} that it had refused.`, comparison(operation)]
    case 'refused': {
      if (state !== 'unresolved') return []
      const code = cashback.walletErrorCode === null ? '' : ` (${cashback.walletErrorCode})`
      return [`The last cashback of ${amount} was refused by your wallet${code}.`, back]
    }
    case 'never_sent':
      return state === 'unresolved' ? [`The last cashback of ${amount} was not sent to your wallet.`, back] : []
  }
}

/** A sentence for a settled round without a prize; null for any other round. */
export function noPrizeText({ status, won, upgrade }: AdminRound): string | null {
  if (status !== 'settled' || won.length > 0) return null
  if (upgrade === null || upgrade.rolledBps === null) return 'The player won nothing.'
  return `The player won nothing: rolled ${percent(upgrade.rolledBps)} at a chance of ${percent(upgrade.chanceBps)}.`
}
