import type { Owner } from '../kernel/index.ts'
import { inLockOrder, type Tx } from '../platform/index.ts'
import type { IntentState } from './intent.ts'
import type { IntentRecord } from './tables.ts'

export async function insertIntent(tx: Tx, row: Omit<IntentRecord, 'intent_id'>): Promise<void> {
  await tx
    .insertInto('shipping_intents')
    .values({ ...row, draft: JSON.stringify(row.draft) })
    .execute()
}

function ofOwner(tx: Tx, owner: Owner) {
  return tx
    .selectFrom('shipping_intents')
    .selectAll()
    .where('operator_id', '=', owner.operatorId)
    .where('player_id', '=', owner.playerId)
}

/** The intent of these items and this address whose fee is not decided yet. */
export function findUndecidedIntent(tx: Tx, owner: Owner, fingerprint: string): Promise<IntentRecord | undefined> {
  return ofOwner(tx, owner).where('fingerprint', '=', fingerprint).where('state', '=', 'undecided').executeTakeFirst()
}

export async function countUndecidedIntents(tx: Tx, owner: Owner): Promise<number> {
  const row = await tx
    .selectFrom('shipping_intents')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('operator_id', '=', owner.operatorId)
    .where('player_id', '=', owner.playerId)
    .where('state', '=', 'undecided')
    .executeTakeFirstOrThrow()
  return row.count
}

export function lockIntent(tx: Tx, owner: Owner, orderPublicId: string): Promise<IntentRecord | undefined> {
  inLockOrder(tx, 'round or intent', orderPublicId)
  return ofOwner(tx, owner).where('order_public_id', '=', orderPublicId).forUpdate().executeTakeFirst()
}

/** Moves an intent that is in the expected state; true when it was. */
export async function updateIntent(tx: Tx, intent: IntentRecord, to: IntentState): Promise<boolean> {
  const result = await tx
    .updateTable('shipping_intents')
    .set({ state: to })
    .where('operator_id', '=', intent.operator_id)
    .where('intent_id', '=', intent.intent_id)
    .where('state', '=', intent.state)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
