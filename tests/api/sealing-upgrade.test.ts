import assert from 'node:assert/strict'
import { createSecretKey, randomBytes } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { type ContextOverrides, makeContext } from '@coffer/service'
import { createEndpoint, rotateEndpointSecret } from '@coffer/service/administration'
import { listSealed, readConfig, replaceSealed, type SealedValue, sealUnder } from '@coffer/service/platform'
import { dataKeyOf } from '../../service/src/privacy/index.ts'
import { formerPurpose, prepareSealing, SEALED_COLUMNS } from '../../service/src/sealing/index.ts'
import { commandLine } from '../support/command-line.ts'
import { toFormerAudit } from '../support/former-audit.ts'
import { readableLog } from '../support/log-reader.ts'
import { openRows } from '../support/rows.ts'
import { masterKeyOf, openBody, startWorld, type World } from '../support/world.ts'

/** A database as it was before values were bound to their places: each bound to its purpose alone, and no constant. */
async function formerWorld(t: TestContext): Promise<World> {
  const service = { limits: { readyCacheMs: 0 } }
  const world = await startWorld(t, { operators: { aurum: {}, bellis: {} }, service })
  const { ctx } = world.service
  for (const operator of Object.values(world.operators)) {
    const { operatorId } = operator
    for (const player of ['ann', 'bob', 'cem']) {
      const { open } = await world.play(operator, player)
      await open(openBody(operator, 'click'))
    }
    const { endpointId } = await createEndpoint(ctx, { operatorId, url: 'http://127.0.0.1:1/hook', actor: 'test' })
    await rotateEndpointSecret(ctx, { operatorId, endpointId, overlapMs: 60_000, actor: 'test' })
    await ctx.tx(operatorId, (tx) => dataKeyOf(ctx, tx, operatorId))
  }
  const { query } = openRows(world.databaseUrl)
  await toFormerAudit({ query })
  await eachSealed(world, 'bound', (value) => former(world, value, ctx.sealer.open(value.sealed, value)))
  await query('delete from sealing')
  return world
}

function former(world: World, value: SealedValue, plain: string): Buffer {
  const { config } = world.service.ctx
  const random = { bytes: randomBytes }
  return sealUnder(createSecretKey(config.masterKey!.reveal()), random, Buffer.from(plain), formerPurpose(value)!)
}

async function eachSealed(world: World, form: 'former' | 'bound', anew: (value: SealedValue) => Buffer | null) {
  let count = 0
  for (const column of SEALED_COLUMNS) {
    await world.service.ctx.systemTx(async (tx) => {
      const values = await listSealed(tx, column, { form }, { last: null, limit: 1000 })
      const changes = values.flatMap((value) => {
        const bytes = anew(value)
        return bytes === null ? [] : [{ ...value, anew: bytes }]
      })
      count += await replaceSealed(tx, column, changes)
    })
  }
  return count
}

/** A process of its own on the world's database. */
function processOf(t: TestContext, world: World, masterKey?: Buffer, overrides: ContextOverrides = {}) {
  const key = masterKey ?? world.service.ctx.config.masterKey!.reveal()
  const env = { COFFER_ENV: 'test', DATABASE_URL: world.databaseUrl, COFFER_MASTER_KEY: key.toString('hex') }
  const reader = readableLog()
  const ctx = makeContext(readConfig(env), { log: reader.log, limits: { sealingBatchCount: 3 }, ...overrides })
  t.after(() => ctx.close())
  return { ctx, reader }
}

test('a database of the former form is bound at the start, also by several processes at once, and loses nothing', async (t) => {
  const world = await formerWorld(t)
  assert.ok((await countOf(world, 'former')) > 20)
  const processes = Array.from({ length: 4 }, () => processOf(t, world))
  await Promise.all(processes.map(({ ctx }) => prepareSealing(ctx)))
  assert.equal(await countOf(world, 'former'), 0)
  for (const { reader } of processes) reader.assertNoErrors()
  const ann = await world.play(world.operator, 'ann')
  assert.equal((await ann.open(openBody(world.operator, 'after'))).status, 200)
  assert.equal((await ann.call('rotateSeed', { body: {} })).status, 200)
})

test('a process that dies while it binds values leaves the rest to the next one', async (t) => {
  const world = await formerWorld(t)
  const { ctx } = processOf(t, world)
  let transactions = 0
  const dies: typeof ctx.systemTx = (work) => {
    transactions += 1
    return transactions > 4 ? Promise.reject(new Error('killed')) : ctx.systemTx(work)
  }
  await assert.rejects(prepareSealing({ ...ctx, systemTx: dies }), /killed/)
  const [bound, left] = [await countOf(world, 'bound'), await countOf(world, 'former')]
  assert.ok(bound > 0 && left > 0, `${bound} and ${left}`)
  assert.equal((await fetch(`${world.baseUrl}/readyz`)).status, 503)
  await prepareSealing(processOf(t, world).ctx)
  assert.equal(await countOf(world, 'former'), 0)
  assert.equal((await fetch(`${world.baseUrl}/readyz`)).status, 200)
})

test('once values are bound, one of the former form is not opened again, and a new start does not bind it', async (t) => {
  const world = await formerWorld(t)
  await prepareSealing(processOf(t, world).ctx)
  const { query } = openRows(world.databaseUrl)
  const { ctx } = world.service
  const [value] = await ctx.systemTx((tx) =>
    listSealed(tx, SEALED_COLUMNS[0]!, { form: 'bound' }, { last: null, limit: 1 }),
  )
  const planted = former(world, value!, 'whs_planted')
  await query('update operators set outbound_secret_sealed = $1 where operator_id = $2', [planted, value!.operatorId])
  await prepareSealing(processOf(t, world).ctx)
  assert.equal(await countOf(world, 'former'), 1)
  assert.throws(() => ctx.sealer.open(planted, value!), /bound to its place/)

  const [row] = await query('select key_id, constant_sealed from sealing')
  await query('delete from sealing')
  await assert.rejects(prepareSealing(processOf(t, world).ctx), /constant of the database is gone/)
  assert.equal(await countOf(world, 'former'), 1)
  await query('insert into sealing (key_id, constant_sealed) values ($1, $2)', [row!.key_id, row!.constant_sealed])
  await query('update operators set outbound_secret_sealed = $1 where operator_id = $2', [
    value!.sealed,
    value!.operatorId,
  ])
})

test('an older database is not touched by a key that does not open its oldest secret, nor by who only looks; coffer migrate binds it', async (t) => {
  const world = await formerWorld(t)
  const { fingerprint } = openRows(world.databaseUrl)
  const before = await fingerprint()
  await assert.rejects(prepareSealing(processOf(t, world, randomBytes(32)).ctx), /not the master key of this database/)
  assert.deepEqual(await fingerprint(), before)

  const { coffer } = commandLine(t, world.databaseUrl, { COFFER_MASTER_KEY: masterKeyOf(world) })
  const looked = await coffer('operator', 'list')
  assert.match(looked.err, /has no master key yet: coffer migrate gives it one/)
  assert.deepEqual(await fingerprint(), before, 'whoever looks binds nothing')
  assert.deepEqual([(await coffer('migrate')).code, await countOf(world, 'former')], [0, 0])
  assert.equal((await coffer('operator', 'list')).code, 0)
})

test('a seed that is not the one of its hash is not bound, and neither is what does not open', async (t) => {
  const world = await formerWorld(t)
  const seeds = SEALED_COLUMNS.find(({ table }) => table === 'seed_pairs')!
  const { ctx } = world.service
  const [one, other] = await ctx.systemTx((tx) => listSealed(tx, seeds, { form: 'former' }, { last: null, limit: 2 }))
  const put = (value: SealedValue, sealed: Buffer) =>
    openRows(world.databaseUrl).query('update seed_pairs set server_seed_sealed = $1 where pair_id = $2', [
      sealed,
      value.key,
    ])
  await put(one!, other!.sealed)
  const { ctx: binding, reader } = processOf(t, world)
  await prepareSealing(binding)
  assert.equal(await countOf(world, 'former'), 1)
  const [said] = reader.lines.filter((line) => line.level === 'error')
  assert.deepEqual([said?.left, said?.alert], [1, true])
  const plain = ctx.sealer.openFormer(one!.sealed, formerPurpose(one!)!)!.plain
  await put(one!, ctx.sealer.sealUnder(ctx.sealer.keyIds()[0]!, plain, one!))
})

const countOf = (world: World, form: 'former' | 'bound') => eachSealed(world, form, ({ sealed }) => sealed)
