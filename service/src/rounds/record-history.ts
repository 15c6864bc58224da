import { DRAWN_AS } from '@coffer/contract/games'
import type { HistoryType } from '@coffer/contract/history'
import { walletKey } from '@coffer/contract/keys'
import type { Who } from '../operators/index.ts'
import type { Tx } from '../platform/index.ts'
import { appendHistory, findLatestOperation, type OperationRow } from '../wallet/index.ts'
import type { Settling } from './game.ts'
import type { RoundRecord } from './store.ts'

type Party = Pick<Who, 'owner' | 'playerExternalId'>

/** A round that is drawn. With it stands the debit that paid it: none when it was held before, operator-funded or paid with items. */
export function recordDraw(tx: Tx, settling: Settling, round: RoundRecord): void {
  append(tx, settling, round, {
    type: DRAWN_AS[round.game_key],
    operation: settling.debit,
    status: 'settled',
    payoutMinor: round.payout_minor,
  })
}

/** A box that was paid for and is kept closed. */
export function recordPurchase(tx: Tx, settling: Settling, round: RoundRecord): void {
  append(tx, settling, round, { type: 'purchase', operation: settling.debit, status: 'held' })
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
    append(tx, party, round, { type, operation: await debitOf(tx, round), status: 'voided' })
  }
  const operation = await findLatestOperation(tx, round.operator_id, walletKey.refundRound(round.public_id))
  append(tx, party, round, { type: 'refund', operation: operation ?? null, status: 'settled' })
}

async function debitOf(tx: Tx, round: RoundRecord): Promise<OperationRow | null> {
  return (await findLatestOperation(tx, round.operator_id, walletKey.openRound(round.public_id))) ?? null
}

type Line = {
  type: HistoryType
  operation: OperationRow | null
  status: 'settled' | 'held' | 'voided'
  payoutMinor?: number
}

function append(tx: Tx, party: Party, round: RoundRecord, line: Line): void {
  const occurredAt = round.refunded_at ?? round.settled_at ?? round.created_at
  appendHistory(tx, {
    ...line,
    owner: party.owner,
    playerExternalId: party.playerExternalId,
    roundPublicId: round.public_id,
    currency: round.currency,
    occurredAt: line.type === 'refund' ? occurredAt : (line.operation?.closed_at ?? occurredAt),
  })
}
