import { DRAWN_AS } from '@coffer/contract/games'
import type { HistoryType } from '@coffer/contract/history'
import type { Who } from '../operators/index.ts'
import type { Tx } from '../platform/index.ts'
import { appendHistory, findLatestOperation, type OperationRow } from '../wallet/index.ts'
import type { Settling } from './game.ts'
import type { RoundRecord } from './store.ts'

type Party = Pick<Who, 'owner' | 'playerExternalId'>

/** The debit that stands in the history with the draw of a round: none when it was held, operator-funded or paid with items. */
export async function debitOfDraw(tx: Tx, round: RoundRecord): Promise<OperationRow | null> {
  return round.funding === 'player' && round.mode === 'open' ? debitOf(tx, round) : null
}

/** A round that is drawn. */
export async function recordDraw(
  tx: Tx,
  settling: Settling,
  round: RoundRecord,
  operation: OperationRow | null,
): Promise<void> {
  await append(tx, settling, round, {
    type: DRAWN_AS[round.game_key],
    operation,
    status: 'settled',
    payoutMinor: round.payout_minor,
  })
}

/** A box that was paid for and is kept closed. */
export async function recordPurchase(tx: Tx, party: Party, round: RoundRecord): Promise<void> {
  const operation = round.funding === 'player' ? await debitOf(tx, round) : null
  await append(tx, party, round, { type: 'purchase', operation, status: 'held' })
}

/** Money that went back. With it stands the debit of a round that never came to its draw; that of a held box stands there already. */
export async function recordRefund(
  tx: Tx,
  party: Party,
  round: RoundRecord,
  { wasHeld }: { wasHeld: boolean },
): Promise<void> {
  if (!wasHeld) {
    const type = round.mode === 'prepay' ? 'purchase' : DRAWN_AS[round.game_key]
    await append(tx, party, round, { type, operation: await debitOf(tx, round), status: 'voided' })
  }
  const operation = await findLatestOperation(tx, round.operator_id, 'round_refund', round.public_id)
  await append(tx, party, round, { type: 'refund', operation: operation ?? null, status: 'settled' })
}

async function debitOf(tx: Tx, round: RoundRecord): Promise<OperationRow | null> {
  return (await findLatestOperation(tx, round.operator_id, 'round_debit', round.public_id)) ?? null
}

type Line = {
  type: HistoryType
  operation: OperationRow | null
  status: 'settled' | 'held' | 'voided'
  payoutMinor?: number
}

async function append(tx: Tx, party: Party, round: RoundRecord, line: Line): Promise<void> {
  const occurredAt = round.refunded_at ?? round.settled_at ?? round.created_at
  await appendHistory(tx, {
    ...line,
    owner: party.owner,
    playerExternalId: party.playerExternalId,
    roundPublicId: round.public_id,
    currency: round.currency,
    occurredAt: line.type === 'refund' ? occurredAt : (line.operation?.closed_at ?? occurredAt),
  })
}
