import { type Columns, copyStatement } from './copies.ts'
import type { Slug } from './operators.ts'

/** Players of an operator among whom as many rows are spread as one more player has alone. */
export const CROWD_ROWS_EACH = 100
/** Whoever owns all of one half. */
export const WHALE = 'whale'
export const ONE_OF_CROWD = 'crowd-1'
/** Rows of one player for each player who has none. */
const ROWS_PER_VISITOR = 5
/** Rows of a rare state or type that a player has, however many others: a page of them is full. */
const RARE_COUNT = 25

/** An operator's rows: so many of one player, and as many again spread over a crowd. */
export type Filling = { slug: Slug; rowCount: number; crowdCount: number; columns: Columns }

/** What an operator has of each list before it is filled: a round that is settled, with an item that nothing was done with. */
export const modelsOf = (slug: Slug) =>
  `select count(*) from inventory_items join operators using (operator_id) where slug = '${slug}' and state = 'unresolved'`

/**
 * Statements that fill the tables of the lists with copies of an operator's own rows. Rows of players stand mixed, as they come in time; what is
 * rare is spread evenly. Foreign keys are not checked while they run.
 */
export function fillStatements({ slug, rowCount, crowdCount, columns }: Filling): string[] {
  const operator = `(select operator_id from operators where slug = '${slug}')`
  const copies = ({ table, key, model, set }: List, name: string, each: number) => {
    const id = `nextval(pg_get_serial_sequence('${table}', '${key}'))`
    return copyStatement({
      table,
      columns,
      value: (column) => (column.name === key ? id : set[column.name]),
      from: `
    from (select * from ${table} where operator_id = ${operator} and ${model} order by ${key} limit 1) t
    cross join generate_series(1, ${rowCount}) n
    cross join lateral (select n.n / ${rowCount / each} as k, n.n % 10 as digit) own
    cross join lateral (select ${name} as external_id, own.k % ${each / RARE_COUNT} = 0 as rare) who
    join players p on p.operator_id = t.operator_id and p.external_id = who.external_id
    left join history_heads head on head.operator_id = t.operator_id`,
    })
  }
  return [
    'set session_replication_role = replica',
    `insert into players (operator_id, external_id, created_at)
     select ${operator}, name, '2026-01-01' from unnest(array['${WHALE}'] || array(
       select 'crowd-' || n from generate_series(1, ${crowdCount}) n)) name`,
    `insert into players (operator_id, external_id, created_at)
     select ${operator}, 'visitor-' || n, '2026-01-01' from generate_series(1, ${rowCount / ROWS_PER_VISITOR}) n`,
    `insert into restrictions
     select operator_id, player_id, player_id % 100 = 1, case player_id % 100 when 2 then timestamptz '2100-01-01'
       when 3 then timestamptz '2026-01-01' end, case when player_id % 10 = 0 then 5000 end,
       case when player_id % 10 = 0 then 'EUR' end, null, '2026-01-01'
     from players where operator_id = ${operator} and external_id like 'visitor-%' and player_id % 100 in (0, 1, 2, 3, 10, 20, 30)`,
    ...LISTS.map((list) => copies(list, `'${WHALE}'`, rowCount)),
    ...LISTS.map((list) => copies(list, `'crowd-' || (1 + n.n % ${crowdCount})`, rowCount / crowdCount)),
    // The copies have no statuses yet.
    `insert into shipping_moves (operator_id, order_id, status, moved_at)
     select operator_id, order_id, status, created_at from shipping_orders o where operator_id = ${operator}
       and not exists (select from shipping_moves m where m.operator_id = o.operator_id and m.order_id = o.order_id)`,
    `insert into history_heads select operator_id, max(position), max(recorded_at) from history_entries
     where operator_id = ${operator} group by operator_id
     on conflict (operator_id) do update set last_position = excluded.last_position`,
  ]
}

type List = { table: string; key: string; model: string; set: Readonly<Record<string, string>> }

const AT = `timestamptz '2026-01-01' + n.n * interval '1 second'`
const OF_PLAYER = { player_id: 'p.player_id' }

/**
 * Rounds have no reels, and orders no items: a page reads those of its own rows only. The pairs of rounds belong to no player, so that they take no
 * nonces of real draws.
 */
const LISTS: readonly List[] = [
  {
    table: 'inventory_items',
    key: 'inventory_item_id',
    model: `state = 'unresolved'`,
    set: {
      ...OF_PLAYER,
      type: `case when rare then 'digital' else 'physical' end`,
      is_collectible: 'digit = 1',
      state: `case when rare then 'fulfilled' when digit < 5 then 'unresolved' else 'cashed_back' end`,
      round_public_id: `'rnd_' || n.n`,
      created_at: AT,
    },
  },
  {
    table: 'history_entries',
    key: 'entry_id',
    model: 'position is not null',
    set: {
      ...OF_PLAYER,
      player_external_id: 'p.external_id',
      type: `case when rare then 'refund' when digit = 1 then 'cashback' else 'open' end`,
      operation_id: 'null',
      round_public_id: `'rnd_' || n.n`,
      idempotency_key: `'round:rnd_' || n.n`,
      occurred_at: AT,
      position: `coalesce(head.last_position, 0) + n.n * 2 + case p.external_id when '${WHALE}' then 0 else 1 end`,
      recorded_at: AT,
    },
  },
  {
    table: 'rounds',
    key: 'round_id',
    model: `state = 'settled'`,
    set: {
      ...OF_PLAYER,
      public_id: `'rnd_' || p.player_id || '_' || n.n`,
      state: `case when rare then 'voided' else 'settled' end`,
      client_action_id: `'click-' || n.n`,
      pair_id: 'case when not rare then -p.player_id end',
      nonce: 'case when not rare then n.n end',
      created_at: AT,
      settled_at: AT,
    },
  },
  {
    table: 'shipping_orders',
    key: 'order_id',
    model: 'true',
    set: {
      ...OF_PLAYER,
      player_external_id: 'p.external_id',
      public_id: `'ord_' || p.player_id || '_' || n.n`,
      status: `case when rare then 'processing' else 'delivered' end`,
      created_at: AT,
      noticed_at: AT,
      delivered_at: AT,
    },
  },
]
