import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { playRoutes } from '@coffer/contract/play'
import { makeWay } from '../support/database-way.ts'
import { knock } from '../support/door.ts'
import { eventually } from '../support/eventually.ts'
import { LOOKS, startLoneProcess } from '../support/lone-process.ts'
import { freePorts } from '../support/ports.ts'
import { openBody, startWorld } from '../support/world.ts'

test('what a process measures is read in the text format of Prometheus, on a port of its own and nowhere else', async (t) => {
  const [port] = await freePorts(1)
  const world = await startWorld(t, { environment: { METRICS_PORT: String(port) } })
  await knock(world, playRoutes.heartbeat, { token: 'ps_of_nobody' })
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
  const text = await answer.text()
  assert.match(text, /^# TYPE coffer_http_request_seconds histogram$/m)
  const counted =
    /^coffer_http_request_seconds_count\{route="\/api\/play\/session\/heartbeat",method="POST",status="401"\} 1$/m
  assert.match(text, counted)
  assert.ok(!text.includes('ps_of_nobody'), 'a route is measured, and not who called it')
  assert.equal((await fetch(`${world.baseUrl}/metrics`)).status, 404)
})

test('how many opens shared a transaction, and how many could not, is measured by what they waited for', async (t) => {
  const [port] = await freePorts(1)
  const world = await startWorld(t, { environment: { METRICS_PORT: String(port) } })
  const player = await world.play(world.operator, 'ann')
  assert.equal((await player.open(openBody(world.operator, 'click'))).status, 200)
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  for (const works of ['open-round begin', 'open-round apply']) {
    const line = (name: string, value: number) =>
      assert.ok(text.includes(`${name}{works="${works}"} ${value}\n`), `${name} of ${works}`)
    line('coffer_shared_transaction_works_count', 1)
    line('coffer_shared_transaction_works_sum', 1)
    line('coffer_works_done_alone_total', 0)
  }
})

test('an outage of the database hides no metric but what only the database knows', async (t) => {
  const [port] = await freePorts(1)
  const way = await makeWay(t)
  const environment = { METRICS_PORT: String(port) }
  const { call } = await startLoneProcess(t, way.url, { environment, limits: { readyMs: 500, readySilenceMs: 100 } })
  const told = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
    const text = await answer.text()
    return [answer.status, /^coffer_http_request_seconds_count/m.test(text), /^coffer_held_values\{/m.test(text)]
  }
  await call(LOOKS)
  await eventually(
    async () => isDeepStrictEqual(await told(), [200, true, true]),
    'the metrics that only the database has are shown',
  )
  for (const mode of ['cut', 'silent'] as const) {
    way.set(mode)
    if (mode === 'cut') way.drop()
    assert.deepEqual(await told(), [200, true, false], mode)
  }
})
