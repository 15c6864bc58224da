import type { Slug } from './operators.ts'

/** Players of an operator among whom as many rows are spread as one more player has alone. */
export const CROWD_ROWS_EACH = 100
/** Whoever owns all of one half. */
export const WHALE = 'whale'
export const ONE_OF_CROWD = 'crowd-1'
/** Rows of a rare state or type that a player has, however many others: a page of them is full. */
const RARE_COUNT = 25

/** An operator's rows: so many of one player, and as many again spread over a crowd. */
export type Filling = { slug: Slug; rowCount: number; crowdCount: number }

/**
 * Statements that fill the tables of the lists. Rows of players stand mixed, as they come in time; what is rare is spread evenly. Foreign keys
 * are not checked while they run: they would take most of the time, and name nothing but what is there.
 */
export function fillStatements({ slug, rowCount, crowdCount }: Filling): string[] {
  const operator = `(select operator_id from operators where slug = '${slug}')`
  const rowsOf = (name: string, each: number) => `
    from (select ${operator} as id) o
    cross join lateral (select min(item_id) as item_id from catalogue_items c where c.operator_id = o.id) item
    cross join generate_series(1, ${rowCount}) n
    cross join lateral (select n.n / ${rowCount / each} as k, n.n % 10 as digit) own
    cross join lateral (select ${name} as external_id, own.k % ${each / RARE_COUNT} = 0 as rare) who
    join players p on p.operator_id = o.id and p.external_id = who.external_id`
  const halves = [
    rowsOf(`'${WHALE}'`, rowCount),
    rowsOf(`'crowd-' || (1 + n.n % ${crowdCount})`, rowCount / crowdCount),
  ]
  return [
    'set session_replication_role = replica',
    `insert into players (operator_id, external_id, created_at)
     select ${operator}, name, '2026-01-01' from unnest(array['${WHALE}'] || array(
       select 'crowd-' || n from generate_series(1, ${crowdCount}) n)) name`,
    ...halves.flatMap((rows) => [items(rows), entries(rows), rounds(rows)]),
    `insert into history_heads select operator_id, max(position), max(recorded_at) from history_entries
     where operator_id = ${operator} group by operator_id
     on conflict (operator_id) do update set last_position = excluded.last_position`,
  ]
}

const AT = `timestamptz '2026-01-01' + n.n * interval '1 second'`

const items = (rows: string) => `
  insert into inventory_items (operator_id, player_id, item_id, name, type, currency, won_value_minor, percent_bps,
    credited_rise_bps, cashback, is_collectible, won_revision_id, state, acquisition_type, round_public_id, box_name,
    created_at)
  select o.id, p.player_id, item.item_id, 'An item', case when rare then 'digital' else 'physical' end, 'EUR', 1000, 9000,
    10000, true, digit = 1, 1, case when rare then 'fulfilled' when digit < 5 then 'unresolved' else 'cashed_back' end,
    'game_win', 'rnd_' || n.n, 'A box', ${AT}
  ${rows}`

const entries = (rows: string) => `
  insert into history_entries (operator_id, player_id, player_external_id, type, round_public_id, amount_minor, currency,
    status, idempotency_key, occurred_at, position, recorded_at)
  select o.id, p.player_id, p.external_id, case when rare then 'refund' when digit = 1 then 'cashback' else 'open' end,
    'rnd_' || n.n, -1000, 'EUR', 'settled', 'round:rnd_' || n.n, ${AT},
    coalesce(head.last_position, 0) + n.n * 2 + case p.external_id when '${WHALE}' then 0 else 1 end, ${AT}
  ${rows}
  left join history_heads head on head.operator_id = o.id`

/** Without reels: a page reads those of its own rounds only. Their pairs are nobody's: what was really drawn keeps its nonces. */
const rounds = (rows: string) => `
  insert into rounds (operator_id, public_id, player_id, game_key, mode, state, funding, client_action_id, currency,
    operator_currency, rate, bet_minor, payout_minor, operator_bet_minor, operator_payout_minor, pair_id, nonce,
    server_seed_hash, client_seed, created_at, settled_at)
  select o.id, 'rnd_' || p.player_id || '_' || n.n, p.player_id, 'mystery_box', 'open',
    case when rare then 'voided' else 'settled' end, 'player', 'click-' || n.n, 'EUR', 'EUR', '1/1', 1000, 900, 1000, 900,
    case when not rare then -p.player_id end, case when not rare then n.n end, 'a hash', 'a seed', ${AT}, ${AT}
  ${rows}`
