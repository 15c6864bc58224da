import type { Owner } from '../kernel/index.ts'
import type { Tx } from '../platform/index.ts'
import type { ActionKind } from './action.ts'

type ActionsTable = {
  operator_id: number
  player_id: number
  kind: ActionKind
  client_action_id: string
  subject_id: string
  status: number | null
  body: string | null
  created_at: Date
}

export type ActionRow = ActionsTable

declare module '../platform/database.ts' {
  interface Tables {
    actions: ActionsTable
  }
}

/** True when this is the first request of the action; waits for another one that is being recorded right now. */
export async function insertAction(tx: Tx, row: Omit<ActionRow, 'status' | 'body'>): Promise<boolean> {
  const inserted = await tx
    .insertInto('actions')
    .values({ ...row, status: null, body: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('subject_id')
    .executeTakeFirst()
  return inserted !== undefined
}

export function findAction(
  tx: Tx,
  owner: Owner,
  kind: ActionKind,
  clientActionId: string,
): Promise<ActionRow | undefined> {
  return tx
    .selectFrom('actions')
    .selectAll()
    .where('operator_id', '=', owner.operatorId)
    .where('player_id', '=', owner.playerId)
    .where('kind', '=', kind)
    .where('client_action_id', '=', clientActionId)
    .executeTakeFirst()
}

/** Stores the answer of an action once; false when it has one. */
export async function updateAnswer(
  tx: Tx,
  owner: Owner,
  kind: ActionKind,
  clientActionId: string,
  answer: { status: number; body: string },
): Promise<boolean> {
  const result = await tx
    .updateTable('actions')
    .set(answer)
    .where('operator_id', '=', owner.operatorId)
    .where('player_id', '=', owner.playerId)
    .where('kind', '=', kind)
    .where('client_action_id', '=', clientActionId)
    .where('status', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

type Subject = { owner: Owner; kind: ActionKind; subjectId: string }

/** Stores an answer for the actions of a subject that have none. */
export async function updateAnswers(
  tx: Tx,
  { owner, kind, subjectId }: Subject,
  answer: { status: number; body: string },
): Promise<void> {
  await tx
    .updateTable('actions')
    .set(answer)
    .where('operator_id', '=', owner.operatorId)
    .where('player_id', '=', owner.playerId)
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('status', 'is', null)
    .execute()
}

/** An action of a subject that has its answer. */
export function findAnswered(tx: Tx, { owner, kind, subjectId }: Subject): Promise<ActionRow | undefined> {
  return tx
    .selectFrom('actions')
    .selectAll()
    .where('operator_id', '=', owner.operatorId)
    .where('player_id', '=', owner.playerId)
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('status', 'is not', null)
    .limit(1)
    .executeTakeFirst()
}
