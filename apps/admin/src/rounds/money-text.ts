import type { AdminPrize, AdminRound, AdminWalletOperation } from '@coffer/contract/admin'
import type { OperationKind } from '@coffer/contract/keys'
import { money, percent } from '../text/numbers.ts'
import { prizeState } from '../text/rounds.ts'
import { exactMoment } from '../text/time.ts'
import { reasonText, refusalReason } from '../text/wallet-calls.ts'

type Tone = 'good' | 'bad' | 'plain'

/** The outcome of a payment, and the next step. */
export type MoneyText = { readonly tone: Tone; readonly title: string; readonly sentences: readonly string[] }

/** The outcome of the bet. */
export function betText(round: AdminRound): MoneyText {
  const amount = money(round.betMinor, round.currency)
  switch (round.bet) {
    case 'free':
      return text('plain', 'The operator paid for this round', 'The player was charged nothing.', ...boxState(round))
    case 'items': {
      const sentence = `No money moved: the player staked items worth ${amount}.`
      return text('plain', 'Paid with items from the vault', sentence)
    }
    case 'charged':
      return text('good', `The player was charged ${amount}`, ...boxState(round), ...failedCancellation(round))
    case 'refused': {
      const reason = refusalReason(newest(round, 'round_debit')?.walletErrorCode ?? null)
      return text('plain', 'The wallet refused the debit', `Reason: ${reason}.`, NOT_CHARGED)
    }
    case 'not_sent':
      return text('plain', 'The debit was not sent', ...unsentReason(round), NOT_CHARGED)
    case 'unsent': {
      const next = 'If the player does not try again, the round is voided without a charge.'
      return text(
        'plain',
        'The debit has not been sent yet',
        ...unsentReason(round),
        'Nothing is charged so far.',
        next,
      )
    }
    case 'unresolved':
      return text('bad', 'It is not known whether the player was charged', ...unresolvedDebit(round))
    case 'refund_due': {
      const otherwise = 'Coffer sends the refund until the wallet accepts it.'
      return text('bad', `The player was charged ${amount} and is owed a refund`, ...openRefund(round, otherwise))
    }
    case 'cancelling': {
      const otherwise = 'The wallet has given no final answer to the refund.'
      return text('bad', 'The cancelled box waits for its refund', ...openRefund(round, otherwise))
    }
    case 'refunded':
      return text('good', 'Refunded', ...refunded(round))
    case 'disputed':
      return text('bad', 'The wallet accepted a refund that it had refused', ...disputedRefund(round))
  }
}

function text(tone: Tone, title: string, ...sentences: readonly string[]): MoneyText {
  return { tone, title, sentences }
}

const NOT_CHARGED = 'The player was not charged, and there is no prize.'
const BUSY = 'A request is handling it now.'

function newest({ operations }: AdminRound, kind: OperationKind): AdminWalletOperation | undefined {
  return operations.findLast((operation) => operation.kind === kind)
}

/** The request to compare an operation with the records of the wallet. */
function comparison({ idempotencyKey }: AdminWalletOperation): string {
  return `Ask your payments team to compare the idempotency key ${idempotencyKey} with the wallet’s records.`
}

function parked(operation: AdminWalletOperation): string[] {
  return [
    'Coffer stopped trying after 72 hours. If the player tries again, the same call is sent again.',
    comparison(operation),
  ]
}

function boxState({ status, funding }: AdminRound): string[] {
  if (status === 'held') return ['The box is not opened yet.']
  return status === 'voided' && funding === 'operator' ? ['The box was cancelled. No money moved.'] : []
}

/** Why the last cancellation of a held box gave no money back. */
function failedCancellation(round: AdminRound): string[] {
  const refund = newest(round, 'round_refund')
  if (round.status !== 'held' || refund === undefined) return []
  if (refund.state !== 'refused') return ['A refund was not sent to the wallet. The player can cancel the box again.']
  const reason = refusalReason(refund.walletErrorCode)
  return [`The wallet refused a refund. Reason: ${reason}. The player can cancel the box again.`]
}

function unsentReason(round: AdminRound): string[] {
  const reason = newest(round, 'round_debit')?.calls.at(-1)?.reason ?? null
  return reason === null ? [] : [`Reason: ${reasonText(reason)}.`]
}

function unresolvedDebit(round: AdminRound): string[] {
  const debit = newest(round, 'round_debit')
  if (debit?.state === 'parked') return parked(debit)
  if (debit?.isBusy) return [BUSY]
  const at = debit?.nextAttemptAt ?? null
  return [
    `Coffer sends the same debit again${at === null ? '' : ` at ${exactMoment(at)}`}.`,
    'If the wallet accepts it, Coffer refunds it, or completes the round if the setting wallet.unknownDebit is “settle”.',
    'If the wallet refuses it, the player was not charged.',
  ]
}

function openRefund(round: AdminRound, otherwise: string): string[] {
  const refund = newest(round, 'round_refund')
  if (refund?.state === 'parked') return parked(refund)
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

function disputedRefund(round: AdminRound): string[] {
  const conflicts = round.operations.filter(({ kind, state }) => kind === 'round_refund' && state === 'conflict')
  const outcome = {
    settled: 'The player has the money back and opened the box.',
    voided: 'The player was refunded more than once.',
  }
  const { status } = round
  const other = 'The player has the money back. The box stays closed.'
  return [status === 'settled' || status === 'voided' ? outcome[status] : other, ...conflicts.map(comparison)]
}

/** The state of a prize as title, and its cashbacks. */
export function prizeText(prize: AdminPrize, round: AdminRound): MoneyText {
  const { state, inventoryItemId } = prize
  const title = prizeState(state)
  const cashbacks = round.operations.filter(
    (one) => one.kind === 'cashback_credit' && one.inventoryItemId === inventoryItemId,
  )
  const conflicts = cashbacks.filter((one) => one.state === 'conflict')
  if (conflicts.length > 0) {
    const outcome = `The wallet accepted a cashback that it had refused. The player was paid.`
    return text('bad', title, outcome, ...conflicts.map(comparison))
  }
  const isOpen = state === 'crediting' || state === 'disputed'
  return text(isOpen ? 'bad' : 'plain', title, ...stateSentences(prize), ...cashbackSentences(prize, cashbacks.at(-1)))
}

function stateSentences({ state, inventoryItemId }: AdminPrize): string[] {
  switch (state) {
    case null:
      return ['The operator credits Nuggets from the event round_settled.']
    case 'forwarded_to_casino':
      return ['The operator grants this bonus from the event bonus_entitlement.']
    case 'expired':
      return ['It expired in the vault. Nothing was paid.']
    case 'consumed':
      return [`To find the round in which it was staked, search rounds for vault item ${inventoryItemId}.`]
    case 'reserved':
      return ['The operator’s backend has reserved it for a payout that is not confirmed yet.']
    case 'paid_out':
      return ['The operator’s backend has confirmed its payout.']
    default:
      return []
  }
}

function cashbackSentences({ state }: AdminPrize, cashback: AdminWalletOperation | undefined): string[] {
  if (cashback === undefined) return state === 'unresolved' ? ['No cashback was requested.'] : []
  const amount = money(cashback.amountMinor, cashback.currency)
  const back = 'The item is in the vault again; the player can try again.'
  switch (cashback.state) {
    case 'accepted': {
      const at = cashback.closedAt === null ? '' : ` at ${exactMoment(cashback.closedAt)}`
      return [`${amount} was credited${at}.`]
    }
    case 'open': {
      const { nextAttemptAt, isBusy } = cashback
      const isNow = isBusy || nextAttemptAt === null
      const next = isNow ? BUSY : `Coffer sends it again at ${exactMoment(nextAttemptAt)}.`
      return [`The cashback of ${amount} has no final answer yet.`, next]
    }
    case 'parked':
      return [`The cashback of ${amount} has no final answer.`, ...parked(cashback)]
    case 'refused': {
      if (state !== 'unresolved') return []
      return [
        `The wallet refused the last cashback of ${amount}. Reason: ${refusalReason(cashback.walletErrorCode)}.`,
        back,
      ]
    }
    case 'never_sent':
      return state === 'unresolved' ? [`The last cashback of ${amount} was not sent to the wallet.`, back] : []
    case 'conflict':
      return []
  }
}

/** A sentence for a settled round without a prize; null for any other round. */
export function noPrizeText({ status, won, upgrade }: AdminRound): string | null {
  if (status !== 'settled' || won.length > 0) return null
  if (upgrade === null || upgrade.rolledBps === null) return 'The player won nothing.'
  return `The player won nothing: rolled ${percent(upgrade.rolledBps)} at a chance of ${percent(upgrade.chanceBps)}.`
}
