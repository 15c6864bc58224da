import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { createCoffer } from '@coffer/operator-sdk'
import { makeContext, type Service, startService } from '@coffer/service'
import { createEndpoint, verifyAuditChain } from '@coffer/service/administration'
import { listSealed, masterKeyId, readConfig } from '@coffer/service/platform'
import { dataKeyOf } from '../../service/src/privacy/index.ts'
import { rotateMasterKey, SEALED_COLUMNS } from '../../service/src/sealing/index.ts'
import { commandLine } from '../support/command-line.ts'
import { eventually } from '../support/eventually.ts'
import { readableLog } from '../support/log-reader.ts'
import { PATIENT_LIMITS } from '../support/patient-limits.ts'
import { openRows } from '../support/rows.ts'
import { masterKeyOf, openBody, startWorld, type World } from '../support/world.ts'

const next = randomBytes(32).toString('hex')
const nextId = masterKeyId(Buffer.from(next, 'hex'))

/** A world with a bit of everything sealed, whose process holds both keys. */
async function start(t: TestContext): Promise<World> {
  // A machine that is busy with other tests may take longer to answer than one that serves.
  // Its players rotate their seeds as long as a change of the key takes.
  const service = { limits: { readyMs: 30_000, readyCacheMs: 0, rotationsPerHourCount: 1_000_000 } }
  const world = await startWorld(t, { environment: { COFFER_MASTER_KEY_NEXT: next }, service })
  const { ctx } = world.service
  const { operatorId } = world.operator
  for (const player of ['ann', 'bob', 'cem', 'dan']) await world.play(world.operator, player)
  await createEndpoint(ctx, { operatorId, url: 'http://127.0.0.1:1/hook', actor: 'test' })
  await ctx.tx(operatorId, (tx) => dataKeyOf(ctx, tx, operatorId))
  return world
}

/** How many values are sealed under another key than this one, and how many do not open. */
async function survey(world: World, keyId: string) {
  const { ctx } = world.service
  return ctx.systemTx(async (tx) => {
    const counts = { all: 0, other: 0, unreadable: 0 }
    for (const column of SEALED_COLUMNS) {
      for (const value of await listSealed(tx, column, { form: 'bound' }, { last: null, limit: 10_000 })) {
        counts.all += 1
        if (value.sealed.toString('hex', 1, 9) !== keyId) counts.other += 1
        try {
          ctx.sealer.open(value.sealed, value)
        } catch {
          counts.unreadable += 1
        }
      }
    }
    return counts
  })
}

function processWith(t: TestContext, world: World, keys: NodeJS.ProcessEnv) {
  const { databaseUrl, service } = world
  const config = {
    ...service.ctx.config,
    ...pickKeys(readConfig({ COFFER_ENV: 'test', DATABASE_URL: databaseUrl, ...keys })),
  }
  const ctx = makeContext(config, { log: readableLog().log, limits: { sealingBatchCount: 2 } })
  t.after(() => ctx.close())
  return ctx
}

const pickKeys = ({ masterKey, nextMasterKey }: ReturnType<typeof readConfig>) => ({ masterKey, nextMasterKey })

test('the master key is changed under load by a process that dies in the middle, and nothing becomes unreadable', async (t) => {
  const world = await start(t)
  const both = { COFFER_MASTER_KEY: masterKeyOf(world), COFFER_MASTER_KEY_NEXT: next }
  const other = await otherProcess(t, world)
  const load = loadOn(world, [world.baseUrl, other.url])
  t.after(() => load.end())

  const dying = processWith(t, world, both)
  let transactions = 0
  const systemTx: typeof dying.systemTx = (work) => {
    transactions += 1
    return transactions > 4 ? Promise.reject(new Error('killed')) : dying.systemTx(work)
  }
  await assert.rejects(rotateMasterKey({ ...dying, systemTx }, nextId), /killed/)
  const half = await survey(world, nextId)
  assert.ok(half.other > 0 && half.other < half.all, JSON.stringify(half))
  assert.equal(half.unreadable, 0)
  assert.equal(
    await (await fetch(`${world.baseUrl}/readyz`)).text(),
    '{"status":"ready"}',
    'who holds both keys serves',
  )

  await load.some()
  const { coffer } = commandLine(t, world.databaseUrl, both)
  const { code, out, err } = await coffer('master-key', 'rotate')
  assert.deepEqual([code, err], [0, ''])
  assert.match(out, new RegExp(`sealed anew under the key ${nextId}`))
  assert.match(out, /Nothing is sealed under the key [0-9a-f]{16} any more/)
  await load.some()
  assert.deepEqual(await load.end(), [])

  const whole = await survey(world, nextId)
  assert.deepEqual([whole.other, whole.unreadable], [0, 0])
  assert.match((await coffer('master-key', 'rotate')).out, /sealed under the key [0-9a-f]{16} already/)
})

test('after a change the old key alone is refused, and the new one alone does everything', async (t) => {
  const world = await start(t)
  const old = masterKeyOf(world)
  const ann = await world.play(world.operator, 'ann')
  assert.equal((await rotateMasterKey(world.service.ctx, nextId)).unopenedCount, 0)
  const begin = (keys: NodeJS.ProcessEnv) => {
    const config = { ...world.service.ctx.config, port: 0, ...pickKeys(readConfig({ COFFER_ENV: 'test', ...keys })) }
    return startService(config, {
      ...{ migrate: false, jobs: false, clock: world.clock, log: readableLog().log, limits: PATIENT_LIMITS },
    })
  }
  await assert.rejects(begin({ COFFER_MASTER_KEY: old }), /not the master key of this database/)
  const { coffer } = commandLine(t, world.databaseUrl, { COFFER_MASTER_KEY: old })
  assert.equal((await coffer('key', 'create', '--operator', 'aurum')).code, 1)
  const service = await begin({ COFFER_MASTER_KEY: next })
  try {
    assert.equal((await clientOf(world, service.url).health()).status, 'ok')
    assert.equal((await ann.call('rotateSeed', { body: {} })).status, 200)
    assert.equal((await ann.open(openBody(world.operator, 'after'))).status, 200)
  } finally {
    await service.close()
  }
  const ctx = processWith(t, world, { COFFER_MASTER_KEY: next })
  const { operatorId } = world.operator
  const verdict = await ctx.tx(operatorId, (tx) => verifyAuditChain(ctx, tx, operatorId))
  assert.equal(verdict.ok, true)
  const marks = await openRows(world.databaseUrl).query(
    "select key_number from audit_log where action = 'audit.key_changed'",
  )
  assert.deepEqual(
    marks,
    [{ key_number: 2 }, { key_number: 2 }],
    'each log is signed with a key that the old one never sealed',
  )
})

test('a process that was left with the old key is not ready once the key has changed, and cannot seal', async (t) => {
  const world = await startWorld(t, { service: { limits: { readyCacheMs: 0 } } })
  const both = { COFFER_MASTER_KEY: masterKeyOf(world), COFFER_MASTER_KEY_NEXT: next }
  assert.equal((await fetch(`${world.baseUrl}/readyz`)).status, 200)
  await rotateMasterKey(processWith(t, world, both), nextId)
  const answer = await fetch(`${world.baseUrl}/readyz`)
  assert.equal(answer.status, 503)
  assert.match(await answer.text(), new RegExp(`id ${nextId}`))
  const place = { column: SEALED_COLUMNS[0]!, operatorId: 1, row: [] }
  await assert.rejects(
    world.service.ctx.systemTx((tx) => world.service.ctx.sealer.seal(tx, 'a', place)),
    /is wanted/,
  )
  // The world looks at itself when it ends, which takes the key that is in force.
  await rotateMasterKey(
    processWith(t, world, { COFFER_MASTER_KEY: next, COFFER_MASTER_KEY_NEXT: masterKeyOf(world) }),
    masterKeyId(Buffer.from(masterKeyOf(world), 'hex')),
  )
})

test('a change is not begun without the next key', async (t) => {
  const world = await startWorld(t)
  const { coffer } = commandLine(t, world.databaseUrl, { COFFER_MASTER_KEY: masterKeyOf(world) })
  const { code, err } = await coffer('master-key', 'rotate')
  assert.equal(code, 1)
  assert.match(err, /COFFER_MASTER_KEY_NEXT is not set/)
})

function otherProcess(t: TestContext, world: World): Promise<Service> {
  const config = { ...world.service.ctx.config, port: 0 }
  const started = startService(config, {
    ...{ migrate: false, jobs: false, clock: world.clock, log: readableLog().log },
    limits: { ...PATIENT_LIMITS, rotationsPerHourCount: 1_000_000 },
  })
  t.after(async () => (await started).close())
  return started
}

function clientOf({ operator, clock }: World, baseUrl: string) {
  const { keyId, keySecret } = operator
  return createCoffer({ baseUrl, keyId, keySecret, now: () => clock.now().getTime(), timeoutMs: 120_000 })
}

/** New players are made, seeds are rotated and boxes opened at all addresses, until it ends; tells what went wrong. */
function loadOn(world: World, baseUrls: readonly string[]) {
  const faults: string[] = []
  let done = 0
  let isEnding = false
  const clients = baseUrls.map((baseUrl) => clientOf(world, baseUrl))
  const one = async (client: (typeof clients)[number], name: string) => {
    for (let turn = 0; !isEnding; turn += 1) {
      const playerExternalId = `${name}-${turn % 5}`
      try {
        await client.purchase({ playerExternalId, ...openBody(world.operator, `${name}-${turn}`) })
        await client.rotateSeed({ playerExternalId })
      } catch (error) {
        faults.push(String(error))
      }
      done += 1
    }
  }
  const running = clients.flatMap((client, index) => [one(client, `a${index}`), one(client, `b${index}`)])
  return {
    some: async () => {
      const goal = done + 8
      await eventually(() => done >= goal, 'the clients go on')
    },
    end: async () => {
      isEnding = true
      await Promise.all(running)
      return faults
    },
  }
}
