import type { Corruption } from './corruption.ts'

const KEY = 'The master key at hand is the one that the database is sealed under.'
export const PLACE = 'A sealed value opens in its own place, and a seed there is the one of the hash that is shown.'
const CHAIN = 'The audit log of an operator is an unbroken chain.'
/** The head names an entry, which is gone then. */
const APART = 'No row of one operator points at a row of another, or at none.'
const HEAD = 'The audit log of an operator ends where its signed head says.'

const [first, last] = ['select min(operator_id) from operators', 'select max(operator_id) from operators']
const next = (order: string) => `select pair_id from seed_pairs where state = 'next' order by pair_id ${order} limit 1`
const active = `select pair_id from seed_pairs where state = 'active' order by pair_id limit 1`
/** Operators whose newest entry has a number: the end of each log. */
const END = '(operator_id, entry_number) in (select operator_id, max(entry_number) from audit_log group by 1)'

export const SEALING_CORRUPTIONS: Corruption[] = [
  { invariant: KEY, sql: [`update sealing set key_id = 'ffffffffffffffff'`] },
  {
    invariant: KEY,
    sql: ['update sealing set constant_sealed = set_byte(constant_sealed, 40, get_byte(constant_sealed, 40) # 1)'],
  },
  { invariant: KEY, sql: ['delete from sealing'] },
  // A seed whose draws are known, planted: alone, and with its hash.
  {
    invariant: PLACE,
    sql: [
      `update seed_pairs set server_seed_sealed = (select server_seed_sealed from seed_pairs where pair_id = (${active}))
       where pair_id = (${next('desc')})`,
    ],
  },
  {
    invariant: PLACE,
    sql: [
      'drop index seed_pairs_hash_is_unique',
      `update seed_pairs set (server_seed_sealed, server_seed_hash) =
         (select server_seed_sealed, server_seed_hash from seed_pairs where pair_id = (${next('asc')}))
       where pair_id = (${next('desc')})`,
    ],
  },
  {
    invariant: PLACE,
    sql: [`update seed_pairs set server_seed_hash = repeat('0', 64) where pair_id = (${next('desc')})`],
  },
  // The form from before places, which whoever kept an old blob has.
  {
    invariant: PLACE,
    sql: [
      `update seed_pairs set server_seed_sealed = set_byte(server_seed_sealed, 0, 1) where pair_id = (${next('desc')})`,
    ],
  },
  // Secrets of two operators, swapped.
  {
    invariant: PLACE,
    sql: [
      `update api_keys set secret_sealed = (select secret_sealed from api_keys where operator_id = (${first}) limit 1)
       where operator_id = (${last})`,
    ],
  },
  {
    invariant: PLACE,
    sql: [
      `update operators set outbound_secret_sealed = (select outbound_secret_sealed from operators where operator_id = (${first}))
       where operator_id = (${last})`,
    ],
  },
  { invariant: CHAIN, sql: ["update audit_log set actor = 'nobody' where entry_number = 1"] },
  // A chain that was computed anew without the key, as it was once chained.
  {
    invariant: CHAIN,
    sql: [
      "update audit_log set key_number = null, actor = 'nobody', hash = encode(sha256('anything'), 'hex') where entry_number = 2",
    ],
  },
  { invariant: HEAD, also: [APART], sql: [`delete from audit_log where ${END}`] },
  {
    invariant: HEAD,
    sql: [
      `delete from audit_log where ${END}`,
      `update audit_heads h set (entry_number, hash) =
         (select entry_number, hash from audit_log l where l.operator_id = h.operator_id order by entry_number desc limit 1)`,
    ],
  },
  { invariant: HEAD, sql: ['delete from audit_heads'] },
]
