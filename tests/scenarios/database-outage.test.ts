import assert from 'node:assert/strict'
import { test } from 'node:test'
import { playRoutes } from '@coffer/contract/play'
import { s2sRoutes } from '@coffer/contract/s2s'
import type { OpenedRound } from '@coffer/contract/shapes'
import { faults } from '@coffer/reference-operator'
import { startService } from '@coffer/service'
import { LIMITS } from '@coffer/service/kernel'
import { Hidden } from '../../service/src/kernel/index.ts'
import { makeWay } from '../support/database-way.ts'
import { knock } from '../support/door.ts'
import { eventually } from '../support/eventually.ts'
import { fillDisk, setReadOnly } from '../support/full-disk.ts'
import { readableLog } from '../support/log-reader.ts'
import { openRows } from '../support/rows.ts'
import { openBody, startWorld, type World } from '../support/world.ts'

const LEASE_MS = 15_000
const OUTAGE = { outageLookMs: 50 }
const TELLS_IT = ['the database cannot serve: what needs it is told to come again', 'the database serves again']

const debitsOf = ({ casino, operator }: World) =>
  casino.wallet.ledger(operator.slug, 'ann').filter(({ type }) => type === 'debit').length

test('an outage is a 503 that says when to come again on every surface: player, backend, proofs, verification, desks and pages', async (t) => {
  const world = await startWorld(t, { freshDatabase: true })
  const { token } = await world.play(world.operator, 'ann')
  const way = await makeWay(t, world.databaseUrl)
  const { log, assertNoErrors } = readableLog()
  const config = { ...world.service.ctx.config, databaseUrl: new Hidden(way.url), port: 0 }
  const limits = { databaseConnectMs: 300 }
  const service = await startService(config, { migrate: false, jobs: false, clock: world.clock, log, limits })
  t.after(() => service.close())
  way.set('cut')
  way.drop()
  const at = { ...world, baseUrl: service.url }
  const signed = await knock(at, s2sRoutes.health, world.operator)
  const player = await knock(at, playRoutes.listBoxes, { token })
  assert.deepEqual(
    [signed.status, signed.body.error.code, signed.headers.get('retry-after')],
    [503, 'SERVICE_UNAVAILABLE', '2'],
  )
  assert.deepEqual(
    [player.status, player.body.error.code, player.headers.get('retry-after')],
    [503, 'SERVICE_UNAVAILABLE', '2'],
  )
  const proof = `rnd_${'a'.repeat(22)}`
  const random = 'a'.repeat(43)
  for (const [path, headers] of [
    [`/fairness/rounds/${proof}`, {}],
    ['/fairness/box-versions/1/snapshot', {}],
    ['/kyc/api/page', { cookie: `coffer_kyc=ks_${random}` }],
    ['/api/admin/me', { cookie: `coffer_desk=ss_${random}` }],
    ['/play', {}],
    [`/media/1/${random}.webp`, {}],
  ] as const) {
    const response = await fetch(service.url + path, { headers })
    const { error } = (await response.json()) as { error: { code: string } }
    assert.deepEqual(
      [response.status, error.code, response.headers.get('retry-after')],
      [503, 'SERVICE_UNAVAILABLE', '2'],
      path,
    )
  }
  assertNoErrors()
})

for (const [name, begin] of [
  [
    'read-only',
    async ({ databaseUrl }: World) => {
      await setReadOnly(databaseUrl, true)
      return () => setReadOnly(databaseUrl, false)
    },
  ],
  ['full, so that nothing can be begun', ({ databaseUrl }: World) => fillDisk(databaseUrl, ['rounds'])],
  ['full, so that what was paid cannot be settled', ({ databaseUrl }: World) => fillDisk(databaseUrl, ['round_reels'])],
] as const) {
  test(`a click that meets a database which is ${name} is undecided, and its repeat is charged once and drawn once`, async (t) => {
    const world = await startWorld(t, { freshDatabase: true, service: { limits: OUTAGE } })
    const player = await world.play(world.operator, 'ann')
    const end = await begin(world)
    const click = openBody(world.operator, 'click')
    for (let repeat = 0; repeat < 3; repeat++) {
      const told = await player.open(click)
      assert.deepEqual([told.status, told.headers.get('retry-after')], [503, '2'], told.text)
      assert.ok(repeat > 0 || told.body.error.code === 'SERVICE_UNAVAILABLE', told.text)
    }
    const debits = debitsOf(world)
    await end()
    world.clock.advance(LEASE_MS)
    const settled = await player.open(click)
    assert.equal(settled.status, 200, settled.text)
    assert.deepEqual((await player.open(click)).body, settled.body)
    assert.equal(debitsOf(world), 1, `${debits} of it during the outage`)
    const told = () => world.lines.map(({ msg }) => String(msg)).filter((msg) => TELLS_IT.includes(msg))
    world.clock.advanceMono(LIMITS.outageQuietMs)
    await eventually(() => told().length === 2, 'the log says that the outage is over')
    assert.deepEqual(told(), TELLS_IT)
  })
}

test('the SDK repeats what an outage has answered by itself, with the same id, and is told what it came to', async (t) => {
  const world = await startWorld(t, { freshDatabase: true, service: { limits: OUTAGE } })
  const { coffer } = world.operator
  await world.play(world.operator, 'ann')
  const { reels } = openBody(world.operator, 'click')
  await setReadOnly(world.databaseUrl, true)
  const bought = coffer.purchase({ playerExternalId: 'ann', clientActionId: 'click', reels }) as Promise<OpenedRound>
  const isRefused = () => world.lines.some(({ msg, status }) => msg === 'request' && status === 503)
  await eventually(isRefused, 'the click meets the outage')
  await setReadOnly(world.databaseUrl, false)
  const { round } = await bought
  assert.equal(round.status, 'settled')
  assert.equal(debitsOf(world), 1)
})

test('work of the loops that meets an outage is done when it is over', async (t) => {
  const world = await startWorld(t, { freshDatabase: true, service: { limits: OUTAGE } })
  const player = await world.play(world.operator, 'ann')
  world.casino.wallet.faults.push({ times: 1, fault: faults.reset({ apply: true }) })
  assert.equal((await player.open(openBody(world.operator, 'click'))).status, 503)
  world.clock.advance(120_000)
  await setReadOnly(world.databaseUrl, true)
  await assert.rejects(world.tick('resolver'), { code: '25006' })
  await setReadOnly(world.databaseUrl, false)
  world.clock.advance(120_000)
  for (let passes = 0; passes < 3; passes++) await world.tick('resolver')
  assert.deepEqual((await world.operator.coffer.unresolved({})).operations, [])
})

const isReady = async ({ baseUrl }: World) => (await fetch(`${baseUrl}/readyz`)).status

test('failover: connections to a server that was read-only are not kept', async (t) => {
  const world = await startWorld(t, { freshDatabase: true, service: { limits: { ...OUTAGE, readyCacheMs: 0 } } })
  const player = await world.play(world.operator, 'ann')
  await setReadOnly(world.databaseUrl, true)
  const click = openBody(world.operator, 'click')
  const clicks = await Promise.all(Array.from({ length: 8 }, () => player.open(click)))
  assert.deepEqual(new Set(clicks.map(({ status }) => status)), new Set([503]))
  assert.equal((await player.inventory()).status, 200, 'what only reads is served')
  assert.equal(await isReady(world), 503)
  // New connections lead to a server that takes writes, and those that there are stay where they lead.
  const name = new URL(world.databaseUrl).pathname.slice(1)
  await openRows(world.databaseUrl).query(
    `begin read write; alter database "${name}" reset default_transaction_read_only; commit`,
  )
  assert.equal(await isReady(world), 200)
  world.clock.advance(LEASE_MS)
  const settled = await player.open(click)
  assert.equal(settled.status, 200, settled.text)
  assert.equal(debitsOf(world), 1)
})

/** What an old connection does to a write, without a sign before, and what the click that meets it may be answered. */
const FORMER_PRIMARIES = {
  'became read-only': {
    meets: "raise exception 'cannot execute INSERT in a read-only transaction' using errcode = '25006'",
    statuses: [200],
  },
  // Its commit was sent along, so that it was rolled back is not known.
  'shuts down': { meets: 'perform pg_terminate_backend(pg_backend_pid())', statuses: [200, 503] },
}

for (const [name, { meets, statuses }] of Object.entries(FORMER_PRIMARIES)) {
  test(`failover: a click that meets a server which ${name} is charged once`, async (t) => {
    const world = await startWorld(t, { freshDatabase: true, service: { limits: { ...OUTAGE, readyCacheMs: 0 } } })
    const player = await world.play(world.operator, 'ann')
    const before = await Promise.all(['a', 'b', 'c'].map((id) => player.open(openBody(world.operator, id))))
    assert.deepEqual(new Set(before.map(({ status }) => status)), new Set([200]))
    assert.equal(await isReady(world), 200)
    await openRows(world.databaseUrl).query(`
      create function meet_the_former() returns trigger language plpgsql as $$ begin
        if (select backend_start from pg_stat_activity where pid = pg_backend_pid()) < '${new Date().toISOString()}' then
          ${meets};
        end if;
        return new;
      end $$;
      create trigger former before insert on rounds for each row execute function meet_the_former();
      create trigger former before update on process_pulses for each row execute function meet_the_former()`)
    const click = () => Promise.all(['d', 'e', 'f'].map((id) => player.open(openBody(world.operator, id))))
    for (const { status, text } of await click()) assert.ok(statuses.includes(status), text)
    for (const { status, text } of await click()) assert.equal(status, 200, text)
    assert.equal(debitsOf(world), 6)
    // In both cases, the probe that met it has closed its connection.
    await isReady(world)
    assert.equal(await isReady(world), 200)
  })
}
