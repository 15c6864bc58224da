import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../support/database.ts'
import { makeWay } from '../support/database-way.ts'
import { eventually } from '../support/eventually.ts'
import { fillDisk, setReadOnly } from '../support/full-disk.ts'
import { LOOKS, startLoneProcess } from '../support/lone-process.ts'
import { openRows } from '../support/rows.ts'

/** How an outage is told in the log, however many meet it. */
const TOLD = ['the database cannot serve: what needs it is told to come again', 'the database serves again']
const SOON = { outageLookMs: 50, outageQuietMs: 300, readyCacheMs: 0 }

async function obstaclesOf(response: Response): Promise<unknown> {
  const { obstacles = [] } = (await response.json()) as { obstacles?: string[] }
  return [response.status, ...obstacles]
}

test('a database that is gone is an outage and no bug: 503 with a time to try again, and served again when it is back', async (t) => {
  const way = await makeWay(t)
  const { call } = await startLoneProcess(t, way.url, { limits: { databaseConnectMs: 1_000 } })
  assert.equal((await call(LOOKS)).status, 401)
  for (const mode of ['cut', 'silent'] as const) {
    way.set(mode)
    way.drop()
    const response = await call(LOOKS)
    assert.deepEqual([response.status, response.headers.get('retry-after')], [503, '2'], mode)
    assert.equal(((await response.json()) as { error: { code: string } }).error.code, 'SERVICE_UNAVAILABLE')
  }
  way.set('open')
  way.drop()
  await eventually(async () => (await call(LOOKS)).status === 401, 'it is served again')
})

test('an outage is one line of warning when it begins and one when it is over, for all requests and all loops together', async (t) => {
  const way = await makeWay(t)
  const jobs = {
    jobs: true,
    // Each of them is another stranger: a fast machine asks more of them at once than get a line.
    limits: {
      ...SOON,
      resolverIntervalMs: 20,
      webhooksIntervalMs: 20,
      strangerLinesCount: 1_000,
    },
  }
  const { call, lines, warnings } = await startLoneProcess(t, way.url, jobs)
  await Promise.all(Array.from({ length: 30 }, () => call(LOOKS)))
  way.set('cut')
  way.drop()
  for (let round = 0; round < 5; round++) {
    const statuses = await Promise.all(Array.from({ length: 40 }, async () => (await call(LOOKS)).status))
    assert.deepEqual(new Set(statuses), new Set([503]))
    assert.deepEqual(await obstaclesOf(await call('/readyz')), [503, 'the database does not answer'])
  }
  assert.deepEqual(warnings(), TOLD.slice(0, 1))
  way.set('open')
  await eventually(() => warnings().length > 1, 'the end of the outage is told')
  assert.deepEqual(warnings(), TOLD)
  const [began, over] = lines.filter(({ level }) => level === 'warn')
  assert.deepEqual([began?.reason, began?.alert], ['the database does not answer', true])
  assert.ok(Number(over?.failedCount) > 200, `${over?.failedCount} met it`)
  assert.deepEqual(await obstaclesOf(await call('/readyz')), [200])
})

test('a process is not ready while the database takes no write, and says why', async (t) => {
  const { url } = await createTestDatabase()
  const { call, warnings } = await startLoneProcess(t, url, { limits: SOON })
  const endFullDisk = await fillDisk(url, ['process_pulses'])
  assert.deepEqual(await obstaclesOf(await call('/readyz')), [503, 'the disk of the database is full'])
  await endFullDisk()
  await eventually(() => warnings().length > 1, 'the end of the first outage is told')
  assert.deepEqual(await obstaclesOf(await call('/readyz')), [200])
  await setReadOnly(url, true)
  assert.deepEqual(await obstaclesOf(await call('/readyz')), [503, 'the database is read-only'])
  assert.equal((await call(LOOKS)).status, 401, 'what only reads is served all the same')
  await setReadOnly(url, false)
  await eventually(() => warnings().length > 3, 'the end of the second outage is told')
  assert.deepEqual(await obstaclesOf(await call('/readyz')), [200])
  // On a slow machine the process may notice the end of a connection late, as one more outage.
  assert.deepEqual(warnings().slice(0, 4), [...TOLD, ...TOLD])
})

test('readiness waits for a silent database no longer than its limit', async (t) => {
  const way = await makeWay(t)
  const { call } = await startLoneProcess(t, way.url, {
    limits: { readyMs: 2_000, readySilenceMs: 500, readyCacheMs: 0, databaseWaitMs: 60_000, databaseSilenceMs: 60_000 },
  })
  await eventually(async () => (await call('/readyz')).status === 200, 'it is ready')
  way.set('silent')
  // `call` itself gives up long before a request would.
  assert.deepEqual(await obstaclesOf(await call('/readyz')), [503, 'the database does not answer'])
  way.set('open')
  way.drop()
  await eventually(async () => (await call('/readyz')).status === 200, 'it is ready again')
})

test('readiness has a connection of its own: neither requests nor loops that use up all theirs change what it says', async (t) => {
  const { url } = await createTestDatabase()
  const { service, call } = await startLoneProcess(t, url, { limits: { readyCacheMs: 0 } })
  const { ctx } = service
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { jobsConnections, appConnections } = ctx.limits
  let heldCount = 0
  const hold = () => {
    heldCount += 1
    return held
  }
  const holds = [
    ...Array.from({ length: jobsConnections }, () => ctx.systemTx(hold)),
    ...Array.from({ length: appConnections }, () => ctx.tx(1, hold)),
  ]
  await eventually(() => heldCount === holds.length, 'every connection is in use')
  assert.deepEqual(await obstaclesOf(await call('/readyz')), [200])
  release()
  await Promise.all(holds)
})

test('many who ask at once whether a process is ready cost one write', async (t) => {
  const way = await makeWay(t)
  const { call } = await startLoneProcess(t, way.url, { limits: { readyCacheMs: 60_000 } })
  await call('/readyz')
  way.set('silent')
  const answers = await Promise.all(Array.from({ length: 100 }, async () => (await call('/readyz')).status))
  assert.deepEqual(new Set(answers), new Set([200]), 'what was found a moment ago is told again')
})

test('what readiness writes takes new room on the disk: a row that is only changed finds its old place on a full one', async (t) => {
  const { url } = await createTestDatabase()
  const { service, call } = await startLoneProcess(t, url, { limits: { readyCacheMs: 0 } })
  const taken = async () => {
    const [row] = await openRows(url).query<{ bytes: number }>(
      'select temp_bytes::int as bytes from pg_stat_database where datname = current_database()',
    )
    return row?.bytes ?? 0
  }
  const before = await taken()
  assert.equal((await call('/readyz')).status, 200)
  await service.ctx.db.pulse.destroy()
  // The server counts it when the connection has ended.
  await eventually(async () => (await taken()) > before, 'room was taken')
})

test('an error in the log says what went wrong and carries no row', async (t) => {
  const { url } = await createTestDatabase()
  const { service, lines } = await startLoneProcess(t, url)
  const insert = service.ctx.systemTx((tx) =>
    tx
      .insertInto('players')
      .values({ operator_id: 1, external_id: 'u_very_private', created_at: new Date() } as never)
      .execute(),
  )
  const error: Error = await insert.then(
    () => assert.fail('no such operator'),
    (raised) => raised,
  )
  assert.match(JSON.stringify(error), /u_very_private|operators/)
  service.ctx.log.warn({ err: error, job: 'a' }, 'a job failed')
  const logged = lines.at(-1)?.err as object
  assert.deepEqual(Object.keys(logged), ['name', 'message', 'stack', 'code'])
})
