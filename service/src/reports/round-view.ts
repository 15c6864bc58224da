import type { AdminPrize, AdminRound, AdminRoundRow, AdminWalletOperation } from '@coffer/contract/admin'
import { walletKey } from '@coffer/contract/keys'
import type { BetState, RoundFilter } from '@coffer/contract/round-names'
import type { RoundAnswer } from '@coffer/contract/shapes'
import type { PlayableVersion } from '../catalog/index.ts'
import type { InventoryRecord } from '../inventory/index.ts'
import { present } from '../kernel/index.ts'
import type { ReelRecord, RoundRecord, RoundState } from '../rounds/index.ts'
import type { CallRow, OperationRow } from '../wallet/index.ts'
import { isDriven } from '../wallet/index.ts'

/** The states of rounds by their status in the admin. */
export const STATES_OF: Readonly<Record<RoundFilter, readonly RoundState[]>> = {
  settled: ['settled'],
  voided: ['voided'],
  held: ['held'],
  unresolved: ['pending', 'voiding', 'refunding', 'cancelling'],
  disputed: ['disputed'],
}

function statusOf(state: RoundState): RoundFilter {
  const found = Object.entries(STATES_OF).find(([, states]) => states.includes(state))
  return present(found, 'every state has a status')[0] as RoundFilter
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
    status: statusOf(round.state),
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

/** What became of the money of a bet. `debit` is the newest debit of the round. */
export function betStateOf(round: RoundRecord, debit: OperationRow | undefined): BetState {
  switch (round.state) {
    case 'pending':
    case 'voiding':
      return 'unresolved'
    case 'refunding':
      return 'refund_due'
    case 'cancelling':
    case 'disputed':
      return round.state
    case 'held':
    case 'settled':
      if (round.funding === 'operator') return 'free'
      return round.mode === 'items' ? 'items' : 'charged'
    case 'voided':
      if (round.refunded_minor !== null) return 'refunded'
      return debit?.state === 'refused' ? 'refused' : 'not_sent'
  }
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
  operations: readonly AdminWalletOperation[],
): AdminPrize[] {
  const nuggets = reels.filter((reel) => reel.item_type === 'nuggets')
  return [
    ...items.map((item) => vaultPrize(item, operations)),
    ...nuggets.map((reel) => nuggetsPrize(reel, round.operator_currency)),
  ]
}

function vaultPrize(item: InventoryRecord, operations: readonly AdminWalletOperation[]): AdminPrize {
  const key = walletKey.cashBackItem(item.inventory_item_id)
  return {
    inventoryItemId: item.inventory_item_id,
    itemId: item.item_id,
    name: item.name,
    type: item.type,
    valueMinor: item.won_value_minor,
    currency: item.currency,
    state: item.state,
    cashback: operations.findLast(({ idempotencyKey }) => idempotencyKey === key) ?? null,
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
    cashback: null,
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
    calls: calls.map(({ recordedAt, closedAt, outcome, reason }) => ({
      recordedAt: recordedAt.toISOString(),
      closedAt: closedAt?.toISOString() ?? null,
      outcome,
      reason,
    })),
  }
}
