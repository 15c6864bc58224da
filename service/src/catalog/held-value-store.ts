import type { Selectable } from 'kysely'
import type { Tx } from '../platform/index.ts'
import type { HeldValuesTable } from './tables.ts'

export type HeldValueRecord = Selectable<HeldValuesTable>

export type NewHeldValue = Omit<
  HeldValueRecord,
  'held_value_id' | 'state' | 'approved_by' | 'approved_at' | 'revision_id'
>

function ofOperator(tx: Tx, operatorId: number) {
  return tx.selectFrom('held_values').selectAll().where('operator_id', '=', operatorId)
}

/** The one that waits for an item, expired or not. */
export function findWaiting(tx: Tx, operatorId: number, itemId: number): Promise<HeldValueRecord | undefined> {
  return ofOperator(tx, operatorId).where('item_id', '=', itemId).where('state', '=', 'waiting').executeTakeFirst()
}

export function lockHeldValue(tx: Tx, operatorId: number, id: number): Promise<HeldValueRecord | undefined> {
  return ofOperator(tx, operatorId).where('held_value_id', '=', id).forUpdate().executeTakeFirst()
}

/** Those that can still be approved, oldest first. */
export function listWaiting(tx: Tx, operatorId: number, now: Date): Promise<HeldValueRecord[]> {
  return ofOperator(tx, operatorId)
    .where('state', '=', 'waiting')
    .where('expires_at', '>', now)
    .orderBy('held_value_id')
    .execute()
}

export function insertHeldValue(tx: Tx, row: NewHeldValue): Promise<HeldValueRecord> {
  const waiting = { state: 'waiting' as const, approved_by: null, approved_at: null, revision_id: null }
  return tx
    .insertInto('held_values')
    .values({ ...row, ...waiting })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Ends the wait of a value without putting it in force. */
export async function endWait(
  tx: Tx,
  { operator_id, held_value_id }: HeldValueRecord,
  state: 'replaced' | 'declined',
): Promise<void> {
  await tx
    .updateTable('held_values')
    .set({ state })
    .where('operator_id', '=', operator_id)
    .where('held_value_id', '=', held_value_id)
    .where('state', '=', 'waiting')
    .execute()
}

export async function markApproved(
  tx: Tx,
  { operator_id, held_value_id }: HeldValueRecord,
  approved: { by: string; at: Date; revisionId: number },
): Promise<void> {
  await tx
    .updateTable('held_values')
    .set({
      state: 'approved',
      approved_by: approved.by,
      approved_at: approved.at,
      revision_id: approved.revisionId,
    })
    .where('operator_id', '=', operator_id)
    .where('held_value_id', '=', held_value_id)
    .where('state', '=', 'waiting')
    .execute()
}

/** How many wait now and how many were approved, of all operators. For a system transaction. */
export async function countHeld(tx: Tx, now: Date): Promise<{ waiting: number; approved: number }> {
  return tx
    .selectFrom('held_values')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('state', '=', 'waiting').filterWhere('expires_at', '>', now).as('waiting'),
      eb.fn.countAll<number>().filterWhere('state', '=', 'approved').as('approved'),
    ])
    .executeTakeFirstOrThrow()
}
