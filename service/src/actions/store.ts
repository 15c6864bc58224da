import { type RawBuilder, sql } from 'kysely'
import type { Owner } from '../kernel/index.ts'
import { askFor, lookup, many, type Tx, write } from '../platform/index.ts'
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

const INSERT_ACTIONS = many<Omit<ActionRow, 'status' | 'body'>>`
  insert into actions (operator_id, player_id, kind, client_action_id, subject_id, created_at)
  select operator_id, player_id, kind, client_action_id, subject_id, created_at
  from rows as row (operator_id bigint, player_id bigint, kind text, client_action_id text,
    subject_id text, created_at timestamptz)
  order by operator_id, player_id, kind, client_action_id`

/** Fails the transaction when another request of the action was recorded first: it is then done again, and finds that one. */
export function insertAction(tx: Tx, row: Omit<ActionRow, 'status' | 'body'>): void {
  write(tx, INSERT_ACTIONS, row)
}

type Key = Pick<ActionRow, 'operator_id' | 'player_id' | 'kind' | 'client_action_id'>

const keyOf = (owner: Owner, kind: ActionKind, clientActionId: string): Key => ({
  operator_id: owner.operatorId,
  player_id: owner.playerId,
  kind,
  client_action_id: clientActionId,
})

const FIND_ACTIONS = lookup<Key, ActionRow>`
  select asked.place, action.*
  from rows as asked (place int, operator_id bigint, player_id bigint, kind text, client_action_id text)
  join actions action using (operator_id, player_id, kind, client_action_id)`

export async function findAction(
  tx: Tx,
  owner: Owner,
  kind: ActionKind,
  clientActionId: string,
): Promise<ActionRow | undefined> {
  const [found] = await askFor(tx, FIND_ACTIONS, keyOf(owner, kind, clientActionId))
  return found
}

const ANSWER_ACTIONS = many<Key & { status: number; body: string }>`
  with answered as (
    select * from rows as row (operator_id bigint, player_id bigint, kind text, client_action_id text, status int, body text)
  ), updated as (
    update actions action set status = answered.status, body = answered.body
    from answered
    where action.operator_id = answered.operator_id and action.player_id = answered.player_id
      and action.kind = answered.kind and action.client_action_id = answered.client_action_id
      and action.status is null
    returning 1
  )
  select exactly((select count(*) from updated), (select count(*) from answered), 'an action is answered for good once')`

/** Stores the answer of an action that has none. */
export function markAnswered(
  tx: Tx,
  owner: Owner,
  kind: ActionKind,
  clientActionId: string,
  answer: { status: number; body: string },
): void {
  write(tx, ANSWER_ACTIONS, { ...keyOf(owner, kind, clientActionId), ...answer })
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

/** Of the kind whose actions have an index by their subject; in a statement as a literal, as the index names it. */
type Subject = { owner: Owner; kind: 'shipping'; subjectId: string }

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
    .where('kind', '=', sql.lit(kind))
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
    .where('kind', '=', sql.lit(kind))
    .where('subject_id', '=', subjectId)
    .where('status', 'is not', null)
    .limit(1)
    .executeTakeFirst()
}

/** A condition for stored answers of a player that show one of these orders with personal data. */
function showsPersonalData({ operatorId, playerId }: Owner, orderPublicIds: readonly string[]): RawBuilder<unknown> {
  const ids = sql`any(${[...orderPublicIds]}::text[])`
  return sql`operator_id = ${operatorId} and player_id = ${playerId}
    and (kind = 'shipping' and subject_id = ${ids}
      or kind = 'nuggets_purchase' and body::jsonb #>> '{order,publicId}' = ${ids})
    and shows_person(body::jsonb)`
}

/** Erases the personal data of orders in stored answers. Run as the system: no request may change an answer. */
export async function eraseAnswers(
  tx: Tx,
  owner: Owner,
  { orderPublicIds, at }: { orderPublicIds: readonly string[]; at: Date },
): Promise<void> {
  await sql`
    update actions
    set body = jsonb_set(erased_order(body::jsonb), '{order,erasedAt}', to_jsonb(${at.toISOString()}::text))::text
    where ${showsPersonalData(owner, orderPublicIds)}`.execute(tx)
}

/** Counts the stored answers that show one of these orders with personal data. */
export async function countAnswersWithPersonalData(
  tx: Tx,
  owner: Owner,
  orderPublicIds: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from actions where ${showsPersonalData(owner, orderPublicIds)}`.execute(tx)
  return rows[0]!.count
}
