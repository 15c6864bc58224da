import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { makeWay } from '../support/database-way.ts'
import { eventually } from '../support/eventually.ts'
import { LOOKS, startLoneProcess } from '../support/lone-process.ts'
import { openPool, openRows } from '../support/rows.ts'

/** A process whose connections are all there, and given up after 1.5 s of silence. */
const LIMITS = { statementMs: 1_000, databaseSilenceMs: 500, readyCacheMs: 0, outageLookMs: 50, outageQuietMs: 100 }
const GIVEN_UP_MS = LIMITS.statementMs + LIMITS.databaseSilenceMs
const CONNECTIONS_COUNT = 24

async function start(t: TestContext, limits: object = {}) {
  const way = await makeWay(t)
  const process = await startLoneProcess(t, way.url, { limits: { ...LIMITS, ...limits } })
  const statuses = async (count: number) => {
    const answers = await Promise.all(Array.from({ length: count }, () => process.call(LOOKS)))
    return answers.map(({ status }) => status)
  }
  const { ctx } = process.service
  const say = (word: string) =>
    ctx.systemTx(async (tx) => (await sql<{ word: string }>`select ${word} as word`.execute(tx)).rows[0]?.word)
  return { ...process, way, ctx, statuses, say }
}

/** Until the database runs a statement that holds a word, or has run it last on a connection. */
async function isAsked({ url }: Awaited<ReturnType<typeof makeWay>>, word: string): Promise<void> {
  const rows = openRows(url)
  const asked = `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
    and strpos(query, $1) > 0`
  await eventually(async () => (await rows.query(asked, [word])).length > 0, `the database runs ${word}`)
}

test('connections that fall silent are given up in time, and the process serves over new ones, requests and loops alike', async (t) => {
  const { way, ctx, call, statuses, warnings } = await start(t)
  assert.deepEqual(new Set(await statuses(2 * CONNECTIONS_COUNT)), new Set([401]))
  way.make('silent')
  const answers = await Promise.all(Array.from({ length: 2 * CONNECTIONS_COUNT }, () => call(LOOKS)))
  for (const answer of answers.filter(({ status }) => status !== 401)) {
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '2'])
  }
  assert.ok(
    answers.some(({ status }) => status === 503),
    'whoever was in the middle is told to come again',
  )
  assert.deepEqual(new Set(await statuses(2 * CONNECTIONS_COUNT)), new Set([401]), 'and then everybody is served')
  assert.equal((await call('/readyz')).status, 200)
  assert.equal(await ctx.systemTx(async () => 'a loop goes on'), 'a loop goes on')
  await eventually(() => warnings().length > 1, 'the end of the outage is told')
  assert.deepEqual(warnings(), [
    'the database cannot serve: what needs it is told to come again',
    'the database serves again',
  ])
})

test('one request finds out for all connections at rest, and not one for each', async (t) => {
  const { way, statuses } = await start(t)
  await statuses(CONNECTIONS_COUNT)
  way.make('silent')
  assert.deepEqual(await statuses(1), [503])
  for (let count = 0; count < CONNECTIONS_COUNT; count++) assert.deepEqual(await statuses(1), [401])
})

test('a database that is slow to take a write is heard to be slow, and no connection is given up for it', async (t) => {
  const { way, call, statuses } = await start(t, { readyMs: 10_000, readySilenceMs: 9_500 })
  await statuses(CONNECTIONS_COUNT)
  await call('/readyz')
  const connections = () =>
    openRows(way.url).query(
      `select pid from pg_stat_activity
       where datname = current_database() and application_name in ('coffer_app', 'coffer_jobs') order by pid`,
    )
  const before = await connections()
  const other = openPool(way.url)
  await other.query('begin; lock table process_pulses')
  const answer = await call('/readyz')
  await other.query('rollback')
  const { obstacles } = (await answer.json()) as { obstacles?: string[] }
  assert.deepEqual([answer.status, obstacles], [503, ['the database takes too long']])
  assert.deepEqual(await connections(), before)
})

test('an answer that comes after its statement was given up is never taken for that of another', async (t) => {
  const { way, say } = await start(t, { jobsConnections: 1 })
  assert.equal(await say('before'), 'before')
  way.make('deaf')
  await assert.rejects(say('late'), /has said nothing for 1500 ms/)
  way.make('open')
  for (const word of ['one', 'two', 'three']) assert.equal(await say(word), word)
})

test('a process that stood still reads first what came meanwhile, and gives nothing up', async (t) => {
  const { way, ctx } = await start(t)
  const answered = ctx.systemStatements(
    async (tx) => (await sql<{ word: string }>`select 'there' as word, pg_sleep(0.2)`.execute(tx)).rows[0]?.word,
  )
  await isAsked(way, 'there')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * GIVEN_UP_MS)
  assert.equal(await answered, 'there')
})

test('a statement that may take longer is waited for as long as it may take, and no longer', async (t) => {
  const { way, ctx } = await start(t)
  const slow = (seconds: number, statementMs: number) =>
    ctx.systemTx((tx) => sql`select pg_sleep(${seconds})`.execute(tx), { statementMs })
  await slow(1, 3_000)
  await assert.rejects(slow(3, 1_000), { code: '57014' }, 'the database cuts it off')
  const silent = slow(30, 2_000)
  silent.catch(() => {})
  await isAsked(way, 'pg_sleep')
  way.make('silent')
  await assert.rejects(silent, { code: 'ETIMEDOUT' }, 'and when it says nothing, we do')
})

test('a process ends in time though its connections are silent', async (t) => {
  const { way, service, statuses } = await start(t)
  await statuses(CONNECTIONS_COUNT)
  way.make('silent')
  await service.close()
})
