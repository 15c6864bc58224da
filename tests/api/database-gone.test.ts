import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { startService } from '@coffer/service'
import type { Limits } from '@coffer/service/kernel'
import { readConfig } from '@coffer/service/platform'
import { createTestDatabase } from '../support/database.ts'
import { makeWay } from '../support/database-way.ts'
import { readableLog } from '../support/log-reader.ts'

const configOf = (databaseUrl: string) =>
  readConfig({
    ...{ COFFER_ENV: 'test', PORT: '0', DATABASE_URL: databaseUrl },
    ...{ COFFER_MASTER_KEY: 'ab'.repeat(32), COFFER_DATA_DIR: '/nowhere' },
  })

async function start(t: TestContext, databaseUrl: string, limits: Partial<Limits>) {
  const { log, lines, assertNoErrors } = readableLog()
  const service = await startService(configOf(databaseUrl), { migrate: false, jobs: false, log, limits })
  t.after(async () => {
    await service.close()
    assertNoErrors()
  })
  const headers = { authorization: `Bearer ps_${'a'.repeat(43)}` }
  return {
    service,
    lines,
    call: (path: string) => fetch(service.url + path, { headers, signal: AbortSignal.timeout(5_000) }),
  }
}

const BOXES = '/api/play/boxes'

test('a database that is gone is an outage and no bug: 500 with a time to try again, and served again when it is back', async (t) => {
  const way = await makeWay(t)
  const { call, lines } = await start(t, way.url, { databaseConnectMs: 300 })
  assert.equal((await call(BOXES)).status, 401)
  for (const mode of ['cut', 'silent'] as const) {
    way.set(mode)
    way.drop()
    const response = await call(BOXES)
    assert.deepEqual([response.status, response.headers.get('retry-after')], [500, '2'], mode)
    assert.equal(((await response.json()) as { error: { code: string } }).error.code, 'INTERNAL')
    const line = lines.find(
      ({ requestId, level }) => requestId === response.headers.get('x-request-id') && level === 'warn',
    )
    assert.equal(line?.msg, 'the database does not answer', mode)
  }
  way.set('open')
  way.drop()
  await new Promise((resolve) => setTimeout(resolve, 50))
  assert.equal((await call(BOXES)).status, 401)
})

test('readiness waits for a silent database no longer than its limit', async (t) => {
  const way = await makeWay(t)
  const { call } = await start(t, way.url, { readyMs: 200 })
  assert.equal((await call('/readyz')).status, 200)
  way.set('silent')
  const begun = performance.now()
  const response = await call('/readyz')
  assert.equal(response.status, 503)
  assert.deepEqual(await response.json(), { status: 'not_ready', obstacles: ['the database does not answer'] })
  assert.ok(performance.now() - begun < 1_500)
  way.set('open')
  way.drop()
  await new Promise((resolve) => setTimeout(resolve, 50))
  assert.equal((await call('/readyz')).status, 200)
})

test('an error in the log says what went wrong and carries no row', async (t) => {
  const { url } = await createTestDatabase()
  const { service, lines } = await start(t, url, {})
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
