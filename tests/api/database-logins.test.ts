import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Logins } from '@coffer/service/platform'
import type pg from 'pg'
import { createTestDatabase } from '../support/database.ts'
import { openLogin, openRows, type Rows } from '../support/rows.ts'
import { startUpgrader, upgraded } from '../support/upgrader.ts'

const LOGINS = ['app', 'jobs'] as const satisfies readonly (keyof Logins)[]
/** What the service forgets or erases, and nothing else is ever deleted. */
const DELETED = {
  coffer_app: ['kyc_images', 'kyc_marks', 'kyc_notes'],
  coffer_jobs: [
    ...['kyc_images', 'kyc_marks', 'kyc_notes', 'launches', 'outbox_events', 'rate_buckets', 'seen_requests'],
    ...['sessions', 'staff_challenges', 'staff_links', 'staff_passkeys', 'staff_recovery_codes', 'staff_sessions'],
    ...['staff_tickets', 'webhook_attempts', 'webhook_deliveries'],
  ],
}

/** Beyond rows: other roles, the schema, the walls around rows, the machine below. */
const BEYOND_ROWS = [
  'set role coffer',
  'set session authorization coffer',
  'alter role current_user superuser',
  'alter role current_user bypassrls',
  'grant coffer to current_user',
  'create role somebody',
  'create table public.planted ()',
  'create view public.planted as select 1',
  'create schema planted',
  "create function public.planted() returns int language sql as 'select 1'",
  'create extension file_fdw',
  'alter table rounds disable row level security',
  'alter table rounds no force row level security',
  'alter table rounds disable trigger all',
  'alter table rounds add column planted int',
  'drop trigger settled_stays on rounds',
  'drop policy of_operator on rounds',
  'create policy planted on rounds using (true)',
  'drop table rounds',
  'truncate seen_requests',
  'do $$ begin lock table rounds; end $$',
  'set session_replication_role = replica',
  "copy (select 1) to program 'true'",
  "copy rounds to '/tmp/rounds'",
  "select pg_read_file('postgresql.conf')",
  "select protect_operator_table('rate_tables')",
  'insert into migrations values (null, null)',
]

test('a login of the service can neither become somebody else nor change the schema, its walls or the machine', async () => {
  const { url } = await createTestDatabase()
  for (const login of LOGINS) {
    const pool = openLogin(url, login)
    for (const statement of ['set role none', 'reset role', 'reset session authorization']) {
      await pool.query(statement)
      const { rows } = await pool.query('select current_user as name, session_user as session')
      assert.deepEqual(rows, [{ name: `coffer_${login}`, session: `coffer_${login}` }], statement)
    }
    for (const statement of BEYOND_ROWS) {
      await assert.rejects(pool.query(statement), /permission denied|must be (owner|superuser)|must have/, statement)
    }
  }
})

test('a login updates named columns only, deletes only what is forgotten or erased, and every operator\u2019s table is walled for its owner, too', async () => {
  const rows = openRows((await createTestDatabase()).url)
  for (const [login, deleted] of Object.entries(DELETED)) {
    const held = (privilege: string) =>
      rows.query<{ name: string }>(
        `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
           and has_table_privilege('${login}', oid, '${privilege}') order by relname`,
      )
    assert.deepEqual(
      (await held('delete')).map(({ name }) => name),
      deleted,
      `${login} deletes from these tables`,
    )
    // The first process on a database locks this table as a whole, which takes the right.
    const updated = login === 'coffer_jobs' ? [{ name: 'sealing' }] : []
    assert.deepEqual(await held('update'), updated, `${login} updates whole tables`)
    for (const privilege of ['truncate', 'references', 'trigger']) {
      assert.deepEqual(await held(privilege), [], `${login} has ${privilege} on whole tables`)
    }
  }
  const open = await rows.query(`
    select relname from pg_class c where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
      and exists (select from pg_attribute where attrelid = c.oid and attname = 'operator_id' and not attisdropped)
      and not (relrowsecurity and relforcerowsecurity)`)
  assert.deepEqual(open, [])
})

/** What is final, table by table. */
const FINAL: Record<string, string> = {
  rounds: "state = 'settled'",
  round_reels: 'raw_draw is not null',
  round_deals: 'rolled_bps is not null',
  wallet_operations: "state = 'accepted'",
  wallet_attempts: "outcome = 'accepted'",
  seed_pairs: "state = 'revealed'",
  actions: 'status is not null',
  history_entries: 'position is not null',
  audit_log: 'true',
  box_versions: 'true',
  box_version_prizes: 'true',
  item_revisions: 'true',
  upgrader_stakes: 'true',
}

test('no column of a settled round, a draw, a closed operation or attempt, a revealed pair or a record is changed by a login, and none is deleted', async (t) => {
  const { world, rows, operator, coffer, player, won, prize } = await startUpgrader(t)
  const [item] = await won('mug')
  await upgraded(player, { stakeItemIds: [item], chanceBps: 7500, targetItemId: prize(950) })
  await coffer.rotateSeed({ playerExternalId: 'ann' })
  await world.tick('history')
  for (const login of LOGINS) {
    const pool = openLogin(world.databaseUrl, login, `-c coffer.operator_id=${operator.operatorId}`)
    for (const [table, where] of Object.entries(FINAL)) await assertStays({ pool, rows }, table, where)
  }
})

async function assertStays({ pool, rows }: { pool: pg.Pool; rows: Rows }, table: string, where: string): Promise<void> {
  const [found] = await rows.query<{ count: number }>(`select count(*)::int as count from ${table} where ${where}`)
  assert.ok(found!.count > 0, `there is nothing final in ${table}`)
  const columns = await rows.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped`,
  )
  const refused = /permission denied|that is final does not change|can only be updated to DEFAULT/
  for (const { name } of columns) {
    const change = `update ${table} set ${name} = ${name} where ${where}`
    // What a policy hides from an update is not changed either.
    await pool.query(change).then(
      ({ rowCount }) => assert.equal(rowCount, 0, change),
      (error: Error) => assert.match(error.message, refused, change),
    )
  }
  await assert.rejects(pool.query(`delete from ${table} where ${where}`), /permission denied/, table)
}

test('what is not final still moves: a late acceptance ends a refusal, a refund a void, and nothing else reopens them', async (t) => {
  const { rows, operator, won } = await startUpgrader(t)
  await won('mug')
  /** What was arranged is undone again: the doctor looks at the world when it ends. */
  const tried = async (arranged: string, change: string) => {
    await rows.query(`begin; ${arranged}`)
    await rows.query(`set local role coffer_app; set local coffer.operator_id = '${operator.operatorId}'`)
    const moved = rows.query(`${change} returning 1`).then(
      (updated) => updated.length > 0,
      (error: Error) => {
        assert.match(error.message, /that is final does not change/, change)
        return false
      },
    )
    return moved.finally(() => rows.query('rollback'))
  }
  const operation = async (from: string, to: string) =>
    tried(`update wallet_operations set state = '${from}'`, `update wallet_operations set state = '${to}'`)
  for (const from of ['refused', 'never_sent']) {
    assert.deepEqual([await operation(from, 'accepted'), await operation(from, 'conflict')], [true, true], from)
    assert.deepEqual([await operation(from, 'open'), await operation(from, from)], [false, false], from)
  }
  for (const from of ['open', 'parked']) assert.ok(await operation(from, 'accepted'), from)
  assert.equal(await operation('conflict', 'accepted'), false)
  assert.equal(await operation('accepted', 'open'), false)
  const attempt = async (from: string, to: string) =>
    tried(`update wallet_attempts set outcome = ${from}`, `update wallet_attempts set outcome = ${to}`)
  assert.deepEqual([await attempt('null', "'unknown'"), await attempt("'unknown'", "'accepted'")], [true, true])
  assert.deepEqual([await attempt("'refused'", "'unknown'"), await attempt("'never_sent'", 'null')], [false, false])
  const undrawn = "update rounds set state = 'voided', nonce = null, pair_id = null"
  assert.ok(await tried(undrawn, "update rounds set state = 'refunding'"))
  assert.equal(await tried(undrawn, "update rounds set state = 'pending'"), false)
})
