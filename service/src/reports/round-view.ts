import type { AdminPrize, AdminRound, AdminRoundRow, AdminWalletOperation } from '@coffer/contract/admin'
import { type AdminRoundStatus, type BetState, CALLS_OF_OPERATION } from '@coffer/contract/round-names'
import type { RoundAnswer } from '@coffer/contract/shapes'
import type { PlayableVersion } from '../catalog/index.ts'
import type { InventoryRecord } from '../inventory/index.ts'
import { present } from '../kernel/index.ts'
import { type ReelRecord, ROUND_STATES, type RoundRecord, type RoundState } from '../rounds/index.ts'
import { type CallRow, isDriven, type OperationRow } from '../wallet/index.ts'

const STATUS_OF: Readonly<Record<RoundState, AdminRoundStatus>> = {
  settled: 'settled',
  voided: 'voided',
  held: 'held',
  pending: 'unresolved',
  voiding: 'unresolved',
  refunding: 'unresolved',
  cancelling: 'unresolved',
  disputed: 'disputed',
}

/** The states of rounds with a status of the admin. */
export function statesOf(status: AdminRoundStatus): RoundState[] {
  return ROUND_STATES.filter((state) => STATUS_OF[state] === status)
}

type Names = { playerExternalId: string; versions: ReadonlyMap<number, PlayableVersion> }

/** A round as a row of the list. `answer` is what clients see of it. */
export function roundRow(
  round: RoundRecord,
  answer: RoundAnswer,
  { playerExternalId, versions }: Names,
): AdminRoundRow {
  return {
    publicId: round.public_id,
    createdAt: round.created_at.toISOString(),
    settledAt: round.settled_at?.toISOString() ?? null,
    playerExternalId,
    gameKey: round.game_key,
    status: STATUS_OF[round.state],
    funding: round.funding,
    mode: round.mode,
    boxes: answer.reels.map(({ boxVersionId }) => boxNameOf(versions, boxVersionId)),
    prizes: prizesOf(answer),
    betMinor: round.bet_minor,
    payoutMinor: round.payout_minor,
    refundedMinor: round.refunded_minor,
    currency: round.currency,
  }
}

function boxNameOf(versions: Names['versions'], boxVersionId: number): string {
  return present(versions.get(boxVersionId), 'a version of a reel exists').boxName
}

function prizesOf({ reels, target, isWin }: RoundAnswer): string[] {
  if (target !== undefined) return isWin === true ? [target.name] : []
  return reels.flatMap(({ result }) => (result === undefined ? [] : [result.name]))
}

/** The outcome of the money of a bet. `operations`: those of the round, oldest first. */
export function betStateOf(round: RoundRecord, operations: readonly AdminWalletOperation[]): BetState {
  const isInConflict = operations.some(({ kind, state }) => kind === 'round_refund' && state === 'conflict')
  if (isInConflict) return 'disputed'
  const debit = operations.findLast(({ kind }) => kind === 'round_debit')
  switch (round.state) {
    case 'pending':
    case 'voiding':
      return debit && isUnsent(debit) ? 'unsent' : 'unresolved'
    case 'refunding':
      return 'refund_due'
    case 'cancelling':
    case 'disputed':
      return round.state
    case 'held':
    case 'settled':
      return paymentOf(round)
    case 'voided':
      if (round.funding === 'operator') return 'free'
      if (round.refunded_minor !== null) return 'refunded'
      return debit?.state === 'refused' ? 'refused' : 'not_sent'
  }
}

function paymentOf({ funding, mode }: RoundRecord): BetState {
  if (funding === 'operator') return 'free'
  return mode === 'items' ? 'items' : 'charged'
}

/** Whether it is known that no call has left. Of an operation with more calls than are shown it is not. */
function isUnsent({ calls, isBusy }: AdminWalletOperation): boolean {
  return !isBusy && calls.length < CALLS_OF_OPERATION && calls.every(({ outcome }) => outcome === 'never_sent')
}

export function drawsOf(reels: readonly ReelRecord[], versions: Names['versions']): AdminRound['draws'] {
  return reels.map((reel) => ({
    reelIndex: reel.reel_index,
    boxName: boxNameOf(versions, reel.box_version_id),
    boxVersionId: reel.box_version_id,
    paidMinor: reel.paid_minor,
    itemName: reel.item_name,
    rawDraw: reel.raw_draw,
    chanceUnits: reel.chance_units,
  }))
}

/** The items of a round in the vault, then its Nuggets, which enter no vault. */
export function prizesWon(
  round: RoundRecord,
  reels: readonly ReelRecord[],
  items: readonly InventoryRecord[],
): AdminPrize[] {
  const nuggets = reels.filter((reel) => reel.item_type === 'nuggets')
  return [...items.map(vaultPrize), ...nuggets.map((reel) => nuggetsPrize(reel, round.operator_currency))]
}

function vaultPrize(item: InventoryRecord): AdminPrize {
  return {
    inventoryItemId: item.inventory_item_id,
    itemId: item.item_id,
    name: item.name,
    type: item.type,
    valueMinor: item.won_value_minor,
    currency: item.currency,
    state: item.state,
  }
}

function nuggetsPrize(reel: ReelRecord, currency: string): AdminPrize {
  const meaning = 'a drawn reel has its item'
  return {
    inventoryItemId: null,
    itemId: present(reel.item_id, meaning),
    name: present(reel.item_name, meaning),
    type: 'nuggets',
    valueMinor: present(reel.item_value_minor, meaning),
    currency,
    state: null,
  }
}

/** A wallet operation with its calls, as of `now`. */
export function operationView(row: OperationRow, calls: readonly CallRow[], now: Date): AdminWalletOperation {
  return {
    id: row.operation_id,
    kind: row.kind,
    state: row.state,
    inventoryItemId: row.kind === 'cashback_credit' ? Number(row.subject_id) : null,
    amountMinor: row.amount_minor,
    currency: row.currency,
    idempotencyKey: row.idempotency_key,
    providerTxnRef: row.provider_txn_ref,
    walletErrorCode: row.error_code,
    createdAt: row.created_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
    nextAttemptAt: row.state === 'open' ? row.next_look_at.toISOString() : null,
    isBusy: isDriven(row, now),
    calls: calls.map(({ callId, recordedAt, closedAt, outcome, reason }) => ({
      id: callId,
      recordedAt: recordedAt.toISOString(),
      closedAt: closedAt?.toISOString() ?? null,
      outcome,
      reason,
    })),
  }
}
