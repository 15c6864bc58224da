import { type RawBuilder, sql } from 'kysely'
import type { Cursor } from '../kernel/index.ts'
import { type CreatedWithin, type IdSource, idsOfPeriod, idsOfSources, type Tx } from '../platform/index.ts'
import { ROUND_STATES, type RoundRecord, type RoundState } from '../rounds/index.ts'

// Searches the tables of several folders together. It reads and never writes.

type Sql = RawBuilder<unknown>

/** Rounds that a text names: those of a player with this ID, and those with one of these public IDs. */
export type NamedRounds = { playerId: number | null; publicIds: readonly string[] }

/** Items that a text names: items of the catalogue, and one item in a vault. */
export type NamedItems = { itemIds: readonly number[]; inventoryItemId: number | null }

/** A search of the rounds of an operator. Every part that is not null must match. */
export type RoundSearch = CreatedWithin & {
  /** Null: every round. */
  named: NamedRounds | null
  /** Null: rounds with any items or none. */
  items: NamedItems | null
  /** Null: rounds in any state. */
  states: readonly RoundState[] | null
}

type Page = { limit: number; cursor: Cursor | null }

/** Finds a page of rounds, newest first, and one more round, which shows that another page exists; in reverse for `prev`. */
export async function searchRounds(tx: Tx, search: RoundSearch, page: Page): Promise<RoundRecord[]> {
  const { operatorId } = search
  const isAscending = page.cursor?.direction === 'prev'
  const bounds = [
    ...(await idsOfPeriod(tx, { table: 'rounds', id: 'round_id' }, search)),
    ...(page.cursor === null ? [] : [sql`${isAscending ? sql`>` : sql`<`} ${page.cursor.id}`]),
  ]
  const limit = page.limit + 1
  const ids = idsOfSources(sourcesOf(search), { conditions: conditionsOf(search), bounds, isAscending, limit })
  const { rows } = await sql<RoundRecord>`
    select round.*
    from (${ids}) found
    join rounds round on round.operator_id = ${operatorId} and round.round_id = found.id
    order by round.round_id ${isAscending ? sql`asc` : sql`desc`} limit ${limit}`.execute(tx)
  return rows
}

/** The sources for the rarest condition of a search. The other conditions filter them. */
function sourcesOf({ operatorId, named, items, states }: RoundSearch): IdSource[] {
  if (named !== null) {
    const { playerId, publicIds } = named
    return [
      ...(playerId === null ? [] : [roundsOfPlayer(operatorId, playerId, states)]),
      rounds(operatorId, sql`round.public_id = any(${[...publicIds]}::text[])`),
    ]
  }
  if (items !== null) return sourcesOfItems(operatorId, items, states)
  if (states !== null && !states.includes('settled')) return sourcesOfStates(operatorId, states)
  return [rounds(operatorId)]
}

function rounds(operatorId: number, ...where: readonly Sql[]): IdSource {
  const ofOperator = sql`round.operator_id = ${operatorId}`
  return {
    each: sql`(values (true)) as once`,
    from: sql`rounds round`,
    id: sql`round.round_id`,
    where: [ofOperator, ...where],
  }
}

/** The index of a player's rounds has each state in a part of its own. */
function roundsOfPlayer(operatorId: number, playerId: number, states: RoundSearch['states']): IdSource {
  return {
    ...rounds(operatorId, sql`round.player_id = ${playerId}`, sql`round.state = wanted.state`),
    each: sql`unnest(${[...(states ?? ROUND_STATES)]}::text[]) as wanted (state)`,
  }
}

function sourcesOfItems(
  operatorId: number,
  { itemIds, inventoryItemId }: NamedItems,
  states: RoundSearch['states'],
): IdSource[] {
  const mayBeDrawn = states === null || states.includes('settled')
  const ofItems = (table: string, column: string): IdSource => ({
    each: sql`unnest(${[...itemIds]}::bigint[]) as wanted (item_id)`,
    // The offset keeps the planner from joining all rounds of the operator.
    from: sql`${sql.table(table)} link cross join lateral (
      select * from rounds where operator_id = link.operator_id and round_id = link.round_id offset 0
    ) round`,
    id: sql`link.round_id`,
    where: [sql`link.operator_id = ${operatorId}`, sql`${sql.ref(`link.${column}`)} = wanted.item_id`],
  })
  return [
    // A reel has an item once it is drawn, which settles its round.
    ...(mayBeDrawn ? [ofItems('round_reels', 'item_id')] : []),
    ofItems('round_deals', 'target_item_id'),
    ...(inventoryItemId === null ? [] : [rounds(operatorId, ofVaultItem(operatorId, inventoryItemId))]),
  ]
}

/** The round that an item in a vault was won in, and the round that it was staked in. */
function ofVaultItem(operatorId: number, inventoryItemId: number): Sql {
  return sql`round.round_id = any(array(
    select won.round_id
    from inventory_items item join rounds won on won.operator_id = item.operator_id and won.public_id = item.round_public_id
    where item.operator_id = ${operatorId} and item.inventory_item_id = ${inventoryItemId}
    union all
    select round_id from upgrader_stakes where operator_id = ${operatorId} and inventory_item_id = ${inventoryItemId}))`
}

/** Each state that an index of rounds has is a source; the others have a wallet operation that is not final. */
function sourcesOfStates(operatorId: number, states: readonly RoundState[]): IdSource[] {
  const indexed = states.filter((state) => state === 'voided' || state === 'held' || state === 'disputed')
  const sources = indexed.map((state) => rounds(operatorId, sql`round.state = ${sql.lit(state)}`))
  if (indexed.length === states.length) return sources
  const undecided = sql`round.public_id = any(array(
    select subject_id from wallet_operations
    where operator_id = ${operatorId} and state in ('open', 'parked', 'conflict')
      and kind in ('round_debit', 'round_refund')))`
  return [...sources, rounds(operatorId, undecided)]
}

function conditionsOf({ operatorId, named, items, states, from, before }: RoundSearch): Sql[] {
  return [
    // A search by name starts at its rounds, which the items filter.
    ...(named !== null && items !== null ? [hasItem(operatorId, items)] : []),
    ...(states === null ? [] : [sql`round.state in (${sql.join(states.map((state) => sql.lit(state)))})`]),
    ...(from === null ? [] : [sql`round.created_at >= ${from}`]),
    ...(before === null ? [] : [sql`round.created_at < ${before}`]),
  ]
}

function hasItem(operatorId: number, { itemIds, inventoryItemId }: NamedItems): Sql {
  const ids = sql`any(${[...itemIds]}::bigint[])`
  const conditions = [
    sql`exists (select from round_reels reel
      where reel.operator_id = ${operatorId} and reel.round_id = round.round_id and reel.item_id = ${ids})`,
    sql`exists (select from round_deals deal
      where deal.operator_id = ${operatorId} and deal.round_id = round.round_id and deal.target_item_id = ${ids})`,
    ...(inventoryItemId === null ? [] : [ofVaultItem(operatorId, inventoryItemId)]),
  ]
  return sql`(${sql.join(conditions, sql` or `)})`
}

/**
 * Public IDs of rounds that a text names: the text itself, the round of the wallet operations with this idempotency key, and the rounds of the
 * newest `count` operations with this transaction reference.
 */
export async function listNamedRounds(
  tx: Tx,
  operatorId: number,
  text: string,
  count: number,
): Promise<readonly string[]> {
  const ofKey = sql`select operation_id, kind, subject_id from wallet_operations
    where operator_id = ${operatorId} and idempotency_key = ${text}`
  const { rows } = await sql<{ publicId: string }>`
    with operations as (
      (select operation_id, kind, subject_id from wallet_operations
        where operator_id = ${operatorId} and provider_txn_ref = ${text}
        order by operation_id desc limit ${count})
      union all
      -- All operations of a key have one subject. Each half of them has an index of its own.
      (${ofKey} and state not in ('refused', 'never_sent', 'conflict') limit 1)
      union all
      (${ofKey} and state in ('refused', 'never_sent', 'conflict') limit 1)
    )
    select ${text}::text as "publicId"
    union
    select subject_id from operations where kind in ('round_debit', 'round_refund')
    union
    select item.round_public_id
    from operations join inventory_items item
      on item.operator_id = ${operatorId}
      and item.inventory_item_id = case when kind = 'cashback_credit' then subject_id::bigint end
    where item.round_public_id is not null`.execute(tx)
  return rows.map(({ publicId }) => publicId)
}

/** The ids of items of the catalogue whose name contains a text, in any case, `count` at most. */
export async function listItemsNamed(tx: Tx, operatorId: number, text: string, count: number): Promise<number[]> {
  const { rows } = await sql<{ itemId: number }>`
    select item_id as "itemId" from catalogue_items
    where operator_id = ${operatorId} and strpos(lower(name), lower(${text})) > 0
    order by item_id limit ${count}`.execute(tx)
  return rows.map(({ itemId }) => itemId)
}
