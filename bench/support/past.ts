import pg from 'pg'
import { COLUMNS, type Column, type Columns, columnsByTable, copyStatement } from './copies.ts'

/**
 * A past, made of copies: what opens have really left in each table is written again and again, further back in time, with ids that are
 * lower and names of its own. So a row has all columns that the service gives it, and tables stand as years of opens would leave them.
 */

/** So many copies are of the same players; older ones are of others. */
const COPIES_OF_PLAYER = 50
/** Ids that a row of a round may take in any table, once the rows of an event or a bonus are counted. */
const IDS_EACH = 4
/** The first characters of a public id that a step back changes; those behind them count 32^5 ms, some nine hours. */
const PREFIX_CHARACTERS = 'rnd_'.length + 5
const STEP_MS = 32 ** 5
const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz'

type Copied = {
  table: string
  /** The table's own id. Null where it has none. */
  id: string | null
  /** What its rows are found by, where that is another one: the first id of its key. */
  key?: string
  /** Columns that hold the id of another table. */
  refs?: Readonly<Record<string, string>>
  /** Texts that a public id stands in. */
  texts?: readonly string[]
  /** Anything else, as SQL over the row `t`. */
  set?: Readonly<Record<string, string>>
}

const OF_PLAYER = { player_id: 'players' }
const EXTERNAL_ID = { player_external_id: `t.player_external_id || '-' || of_player` }
const CLICK = { client_action_id: `t.client_action_id || '-' || back` }

/** Of a seed of its own. */
const HASH = { server_seed_hash: `encode(sha256(convert_to(t.server_seed_hash || of_player, 'UTF8')), 'hex')` }

/** One row for each player of the past. */
const PLAYERS: readonly Copied[] = [
  { table: 'players', id: 'player_id', set: { external_id: `t.external_id || '-' || of_player` } },
  {
    table: 'seed_pairs',
    id: 'pair_id',
    refs: OF_PLAYER,
    set: { ...HASH, next_nonce: 't.next_nonce * copies_of_player' },
  },
]

/** The rows of a round. */
const ROUNDS: readonly Copied[] = [
  {
    table: 'rounds',
    id: 'round_id',
    refs: { ...OF_PLAYER, pair_id: 'seed_pairs' },
    texts: ['public_id'],
    set: { ...CLICK, ...HASH, nonce: 't.nonce + nonces_before' },
  },
  {
    table: 'round_reels',
    id: 'reel_id',
    key: 'round_id',
    refs: { round_id: 'rounds', inventory_item_id: 'inventory_items' },
  },
  { table: 'actions', id: null, key: 'player_id', refs: OF_PLAYER, texts: ['subject_id', 'body'], set: CLICK },
  {
    table: 'wallet_operations',
    id: 'operation_id',
    refs: OF_PLAYER,
    texts: ['subject_id', 'idempotency_key', 'body'],
    set: EXTERNAL_ID,
  },
  { table: 'wallet_attempts', id: 'attempt_id', key: 'operation_id', refs: { operation_id: 'wallet_operations' } },
  { table: 'inventory_items', id: 'inventory_item_id', refs: OF_PLAYER, texts: ['round_public_id'] },
  {
    table: 'history_entries',
    id: 'entry_id',
    refs: { ...OF_PLAYER, operation_id: 'wallet_operations', position: 'history_entries' },
    texts: ['round_public_id', 'idempotency_key'],
    set: EXTERNAL_ID,
  },
  {
    table: 'outbox_events',
    id: 'event_id',
    texts: ['idempotency_key', 'payload'],
    set: { ...EXTERNAL_ID, idempotency_key: `replace(t.idempotency_key, 'bonus:reel:', 'bonus:reel:' || back || '-')` },
  },
]

/** Entries of the history that a loop has still to give their place. */
export const WITHOUT_PLACE = 'select count(*) from history_entries where position is null'

/** Ids of copies are below this, and those of what is copied above. */
const roomFor = (rounds: number) => 2 * IDS_EACH * rounds

/** Statements to run before the players come whose opens are copied: their ids leave room below them for so many rounds. */
export function leaveRoomStatements(operatorId: number, rounds: number): string[] {
  const room = roomFor(rounds)
  const sequences = [...PLAYERS, ...ROUNDS].flatMap(({ table, id }) =>
    id ? [`select setval(pg_get_serial_sequence('${table}', '${id}'), ${room})`] : [],
  )
  return [
    ...sequences,
    `insert into history_heads (operator_id, last_position, recorded_until) values (${operatorId}, ${room}, '2000-01-01')
     on conflict (operator_id) do update set last_position = excluded.last_position`,
  ]
}

type Past = { operatorId: number; rounds: number; say(line: string): void }
/** The rows that are copied, and by how much the ids of each table step back. */
type Model = { room: number; rounds: number; prefix: string; steps: ReadonlyMap<string, number>; noncesEach: number }

/** Copies what the operator's opens have left until it has so many rounds. They were made after `leaveRoomStatements`, and all are over. */
export async function addPast(databaseUrl: string, { operatorId, rounds, say }: Past): Promise<void> {
  const clients = await Promise.all([connect(databaseUrl), connect(databaseUrl)])
  try {
    const [client] = clients
    const columns = columnsByTable((await client!.query(COLUMNS)).rows)
    const model = await readModel(client!, operatorId, roomFor(rounds))
    const copies = Math.ceil(rounds / model.rounds) - 1
    const factors = await fillFactors(client!)
    for (const table of factors.keys()) await client!.query(`alter table ${table} set (fillfactor = 100)`)
    const tables = [...PLAYERS, ...ROUNDS]
    const work = async (own: pg.Client) => {
      for (let copied = tables.shift(); copied; copied = tables.shift()) {
        const began = performance.now()
        await copyBack(own, copied, { operatorId, columns, model, copies })
        say(`${copied.table}: ${((performance.now() - began) / 1000).toFixed(0)} s`)
      }
    }
    await Promise.all(clients.map(work))
    for (const [table, factor] of factors) await client!.query(`alter table ${table} set (fillfactor = ${factor})`)
    await client!.query('vacuum analyze')
    await client!.query('checkpoint')
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

/** Room that pages are given for second versions of their rows: opens fill it, and copies, which are whole at once, must leave none. */
async function fillFactors(client: pg.Client): Promise<Map<string, number>> {
  const { rows } = await client.query(
    `select relname as table, option_value::int as factor from pg_class, pg_options_to_table(reloptions)
     where relkind = 'r' and relnamespace = 'public'::regnamespace and option_name = 'fillfactor'`,
  )
  return new Map(rows.map(({ table, factor }) => [table, factor]))
}

/** Foreign keys are not checked: they would take most of the time, and name nothing but what is there. */
async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, options: '-c session_replication_role=replica' })
  await client.connect()
  return client
}

async function readModel(client: pg.Client, operatorId: number, room: number): Promise<Model> {
  const one = async (select: string) => (await client.query(select, [operatorId])).rows[0]
  const steps = new Map<string, number>()
  for (const { table, id } of [...PLAYERS, ...ROUNDS]) {
    if (!id) continue
    const { step } = await one(
      `select max(${id}) - min(${id}) + 1 as step from ${table} where operator_id = $1 and ${id} > ${room}`,
    )
    steps.set(table, Number(step))
  }
  const { count, least, most } = await one(
    `select count(*), left(min(public_id), ${PREFIX_CHARACTERS}) as least, left(max(public_id), ${PREFIX_CHARACTERS}) as most
     from rounds where operator_id = $1 and state = 'settled'`,
  )
  if (least !== most)
    throw new Error('The rounds were made at different times. Run growth alone; if it was, run it again.')
  const { nonces } = await one('select max(next_nonce) as nonces from seed_pairs where operator_id = $1')
  return { room, rounds: Number(count), prefix: least, steps, noncesEach: Number(nonces) }
}

type Copying = { operatorId: number; columns: Columns; model: Model; copies: number }

/** From the oldest to the newest, each copy in the order in which its rows were made. */
async function copyBack(
  client: pg.Client,
  copied: Copied,
  { operatorId, columns, model, copies }: Copying,
): Promise<void> {
  const players = Math.ceil(copies / COPIES_OF_PLAYER)
  const text = copyText(copied, columns, { operatorId, model })
  const isOfPlayer = PLAYERS.includes(copied)
  for (let turn = 0; turn < (isOfPlayer ? players : copies); turn++) {
    const playerTurn = isOfPlayer ? turn : Math.floor(turn / COPIES_OF_PLAYER)
    const back = isOfPlayer ? players - turn : copies - turn
    const ofThem = Math.min(COPIES_OF_PLAYER, copies - COPIES_OF_PLAYER * playerTurn)
    const nonces = (turn % COPIES_OF_PLAYER) * model.noncesEach
    const values = [back, players - playerTurn, prefixBack(model.prefix, back), ofThem, nonces]
    await client.query({ name: copied.table, text, values })
  }
}

function copyText(
  { table, id, key = id ?? '', refs = {}, texts = [], set = {} }: Copied,
  columns: Columns,
  { operatorId, model }: Pick<Copying, 'operatorId' | 'model'>,
): string {
  const idBack = (name: string, of: string) =>
    `t.${name} - ${PLAYERS.some((one) => one.table === of) ? 'of_player' : 'back'} * ${model.steps.get(of)}`
  const value = ({ name, isTime }: Column) => {
    if (name === id) return idBack(name, table)
    if (refs[name]) return idBack(name, refs[name])
    if (texts.includes(name)) return `replace(${set[name] ?? `t.${name}`}, '${model.prefix}', prefix)`
    return set[name] ?? (isTime ? `t.${name} - back * interval '${STEP_MS} milliseconds'` : undefined)
  }
  const from = `from ${table} t, (values ($1::bigint, $2::bigint, $3::text, $4::bigint, $5::bigint))
      as step (back, of_player, prefix, copies_of_player, nonces_before)
    where t.operator_id = ${operatorId} and t.${key} > ${model.room} order by t.${key}`
  return copyStatement({ table, columns, value, from })
}

/** The prefix of a public id that was made so many steps before. */
function prefixBack(prefix: string, back: number): string {
  let left =
    [...prefix.slice('rnd_'.length)].reduce((sum, character) => sum * 32 + CROCKFORD.indexOf(character), 0) - back
  let text = ''
  for (; text.length < prefix.length - 'rnd_'.length; left = Math.floor(left / 32)) text = CROCKFORD[left % 32] + text
  return `rnd_${text}`
}
