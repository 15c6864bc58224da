import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createCoffer } from '@coffer/operator-sdk'
import { makeContext, startService } from '@coffer/service'
import { createEndpoint, rotateEndpointSecret, rotateOutboundSecret } from '@coffer/service/administration'
import { listSealed, readConfig } from '@coffer/service/platform'
import { dataKeyOf } from '../../service/src/privacy/index.ts'
import { masterKeyFault, prepareSealing, SEALED_COLUMNS } from '../../service/src/sealing/index.ts'
import { commandLine } from '../support/command-line.ts'
import { createTestDatabase } from '../support/database.ts'
import { readableLog } from '../support/log-reader.ts'
import { PATIENT_LIMITS } from '../support/patient-limits.ts'
import { openRows } from '../support/rows.ts'
import { openBody, startWorld, type World } from '../support/world.ts'

const PAIR = `from seed_pairs join players using (operator_id, player_id) where external_id = $1 and state = $2`
/** Longer than a request holds an operation. */
const LEASE_MS = 60_000
const keyOf = (world: World) => world.service.ctx.config.masterKey!.reveal().toString('hex')
const rows = (world: World) => openRows(world.databaseUrl)

/** A blob that does not open is a bug as far as the process can tell, and it says so. */
function expectErrors(world: World): unknown[][] {
  const errors: unknown[][] = []
  world.service.ctx.log.error = ((...said: unknown[]) => errors.push(said)) as never
  return errors
}

async function healthAs(world: World, keyId: string, keySecret: string): Promise<number> {
  const now = () => world.clock.now().getTime()
  const coffer = createCoffer({ baseUrl: world.baseUrl, keyId, keySecret, now, retries: 0 } as never)
  return coffer.health().then(
    () => 200,
    (error: { status?: number }) => error.status ?? 0,
  )
}

test('a seed that was revealed to one player cannot be planted as the next seed of another', async (t) => {
  const world = await startWorld(t)
  const [ann, bob] = [await world.play(world.operator, 'ann'), await world.play(world.operator, 'bob')]
  for (const player of [ann, bob]) assert.equal((await player.open(openBody(world.operator, 'first'))).status, 200)
  const { query } = rows(world)
  const [known] = await query(`select server_seed_sealed as sealed, server_seed_hash as hash ${PAIR}`, [
    'ann',
    'active',
  ])
  assert.equal((await ann.call('rotateSeed', { body: {} })).status, 200)
  const [mine] = await query(`select pair_id as id, server_seed_sealed as sealed ${PAIR}`, ['bob', 'next'])

  const withHash = 'update seed_pairs set server_seed_sealed = $2, server_seed_hash = $3 where pair_id = $1'
  await assert.rejects(query(withHash, [mine!.id, known!.sealed, known!.hash]), /seed_pairs_hash_is_unique/)

  const errors = expectErrors(world)
  const blobAlone = 'update seed_pairs set server_seed_sealed = $2 where pair_id = $1'
  await query(blobAlone, [mine!.id, known!.sealed])
  assert.equal((await bob.call('rotateSeed', { body: {} })).status, 200)
  assert.equal((await bob.open(openBody(world.operator, 'planted'))).status, 500)
  assert.equal(errors.length, 1)
  await query(blobAlone, [mine!.id, mine!.sealed])
  world.clock.advance(LEASE_MS)
  assert.equal((await bob.open(openBody(world.operator, 'planted'))).status, 200, 'nothing was lost by it')
})

test('a revealed server seed keeps no sealed copy, and one cannot be put back', async (t) => {
  const world = await startWorld(t)
  const ann = await world.play(world.operator, 'ann')
  await ann.open(openBody(world.operator, 'click'))
  assert.equal((await ann.call('rotateSeed', { body: {} })).status, 200)
  const { query } = rows(world)
  assert.deepEqual(await query(`select server_seed_sealed as sealed ${PAIR}`, ['ann', 'revealed']), [{ sealed: null }])
  await assert.rejects(
    query(`update seed_pairs set server_seed_sealed = '\\x02' where state = 'revealed'`),
    /seed_pairs_keeps_no_sealed_copy_once_revealed/,
  )
})

test('the secret of an API key that is copied to another key signs nothing there', async (t) => {
  const world = await startWorld(t, { operators: { aurum: {}, bellis: {} } })
  const { aurum, bellis } = world.operators
  assert.equal(await healthAs(world, bellis!.keyId, bellis!.keySecret), 200)
  const { query } = rows(world)
  const [before] = await query('select secret_sealed as sealed from api_keys where key_id = $1', [bellis!.keyId])
  const errors = expectErrors(world)
  await query(
    'update api_keys set secret_sealed = (select secret_sealed from api_keys where key_id = $1) where key_id = $2',
    [aurum!.keyId, bellis!.keyId],
  )
  assert.notEqual(await healthAs(world, bellis!.keyId, aurum!.keySecret), 200)
  assert.ok(errors.length > 0)
  await query('update api_keys set secret_sealed = $2 where key_id = $1', [bellis!.keyId, before!.sealed])
  assert.equal(await healthAs(world, bellis!.keyId, bellis!.keySecret), 200)
})

test('no sealed value opens in another row, of another operator or in another column', async (t) => {
  const world = await startWorld(t, { operators: { aurum: {}, bellis: {} } })
  const { ctx } = world.service
  for (const { operatorId } of Object.values(world.operators)) {
    const made = { operatorId, url: 'http://127.0.0.1:1/hook', actor: 'test' }
    const { endpointId } = await createEndpoint(ctx, made)
    await rotateEndpointSecret(ctx, { operatorId, endpointId, overlapMs: 60_000, actor: 'test' })
    await rotateOutboundSecret(ctx, { operatorId, overlapMs: 60_000, actor: 'test' })
    await createEndpoint(ctx, made)
    await ctx.tx(operatorId, (tx) => dataKeyOf(ctx, tx, operatorId))
  }
  await world.play(world.operator, 'ann')
  const values = await allSealed(world)
  assert.ok(new Set(values.map(({ column }) => `${column.table}.${column.column}`)).size === SEALED_COLUMNS.length)
  for (const one of values) {
    for (const other of values) {
      if (one === other) assert.ok(ctx.sealer.open(one.sealed, other).length > 0)
      else assert.throws(() => ctx.sealer.open(one.sealed, other), `${one.column.column} opened in another place`)
    }
  }
})

/** A process beside that of the world, with a log of its own. */
const apart = () => ({ migrate: false, jobs: false, log: readableLog().log, limits: PATIENT_LIMITS })

test('a process with another master key than its database ends at once, and says which key is wanted', async (t) => {
  const world = await startWorld(t)
  const given = { ...world.service.ctx.config, masterKey: null, dataDir: '/nowhere', port: 0 }
  const wrong = randomBytes(32)
  const start = (config: object) => startService({ ...given, ...config }, apart())
  const [id] = world.service.ctx.sealer.keyIds()
  const refusal = new RegExp(`not the master key of this database.* id ${id}\\. .*Nothing was changed`)
  await assert.rejects(start({ masterKey: { reveal: () => wrong } }), (error: Error) => {
    assert.match(error.message, refusal)
    assert.ok(!error.message.includes(wrong.toString('hex')) && !error.message.includes(keyOf(world)))
    return true
  })
  await assert.rejects(start({}), refusal)
  await (await start({ masterKey: { reveal: () => Buffer.from(keyOf(world), 'hex') } })).close()
})

test('a command with another master key changes nothing, and ends with 1', async (t) => {
  const world = await startWorld(t)
  const { coffer } = commandLine(t, world.databaseUrl, { COFFER_MASTER_KEY: randomBytes(32).toString('hex') })
  const { fingerprint } = rows(world)
  const before = await fingerprint()
  for (const command of [
    ['operator', 'create', '--slug', 'bellis', '--name', 'Bellis', '--currency', 'EUR'],
    ['key', 'create', '--operator', 'aurum'],
    ['webhook', 'list', '--operator', 'aurum'],
    ['doctor'],
  ]) {
    const { code, out, err } = await coffer(...command)
    assert.deepEqual([code, out], [1, ''], command.join(' '))
    assert.match(err, /not the master key of this database/)
  }
  assert.deepEqual(await fingerprint(), before)
})

test('a process whose database goes over to another key is not ready from then on, and seals nothing', async (t) => {
  // What it has just said of itself is not said again.
  const world = await startWorld(t, { service: { limits: { readyCacheMs: 0 } } })
  assert.equal((await fetch(`${world.baseUrl}/readyz`)).status, 200)
  const { query } = rows(world)
  const [before] = await query('select * from sealing')
  await query(`update sealing set key_id = 'ffffffffffffffff'`)
  const answer = await fetch(`${world.baseUrl}/readyz`)
  assert.equal(answer.status, 503)
  const { obstacles } = (await answer.json()) as { obstacles: string[] }
  assert.match(obstacles.join(), /not the master key of this database.* id ffffffffffffffff/)
  const errors = expectErrors(world)
  const fresh = { playerExternalId: 'new', gameKey: 'mystery_box', target: {} } as const
  await assert.rejects(world.operator.coffer.purchase({ ...fresh, ...openBody(world.operator, 'click') }))
  assert.ok(errors.length > 0)
  await query('update sealing set key_id = $1', [before!.key_id])
  assert.equal((await fetch(`${world.baseUrl}/readyz`)).status, 200)
})

test('a sealed constant that was changed, and one that was removed, stop every process', async (t) => {
  const world = await startWorld(t)
  const { query } = rows(world)
  const [before] = await query('select * from sealing')
  const start = () => startService({ ...world.service.ctx.config, port: 0 }, apart())
  await query(`update sealing set constant_sealed = constant_sealed || '\\x00'::bytea`)
  await assert.rejects(start(), /constant of the database was changed/)
  await query('delete from sealing')
  await assert.rejects(start(), /constant of the database is gone/)
  await query('insert into sealing (key_id, constant_sealed) values ($1, $2)', [
    before!.key_id,
    before!.constant_sealed,
  ])
  await (await start()).close()
})

test('two processes that come first at once with keys of their own agree on one', async (t) => {
  const { url } = await createTestDatabase()
  const made = Array.from({ length: 4 }, () => {
    const env = { COFFER_ENV: 'test', DATABASE_URL: url, COFFER_MASTER_KEY: randomBytes(32).toString('hex') }
    return makeContext(readConfig(env), { log: readableLog().log })
  })
  t.after(() => Promise.all(made.map((ctx) => ctx.close())))
  const ended = await Promise.allSettled(made.map((ctx) => prepareSealing(ctx)))
  assert.deepEqual(ended.map(({ status }) => status).sort(), ['fulfilled', 'rejected', 'rejected', 'rejected'])
})

async function allSealed(world: World) {
  return world.service.ctx.systemTx(async (tx) => {
    const found = []
    for (const column of SEALED_COLUMNS) {
      found.push(...(await listSealed(tx, column, { form: 'bound' }, { last: null, limit: 100 })))
    }
    return found
  })
}

/** What is sealed under a key that is itself sealed: an operator's data key, or for the constant the key that it proves. */
const UNDER_ANOTHER_KEY = [
  'kyc_notes.text_sealed',
  'kyc_requests.answers_sealed',
  'kyc_requests.email_sealed',
  'kyc_requests.reverify_reason_sealed',
  'outbox_events.payload_sealed',
  'sealing.constant_sealed',
]

test('a change of the master key and the doctor know every column that is sealed under it', async () => {
  const { url } = await createTestDatabase()
  const found = await openRows(url).query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and column_name like '%\\_sealed' order by 1`,
  )
  const known = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`)
  assert.deepEqual(
    found.map(({ name }) => name),
    [...known, ...UNDER_ANOTHER_KEY].sort(),
  )
})

test('of several that start at once on a new folder, each has the key that one of them made, however late it looks', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'coffer-first-key-'))
  const { url } = await createTestDatabase()
  const config = readConfig({ COFFER_ENV: 'development', PORT: '0', DATABASE_URL: url, COFFER_DATA_DIR: dataDir })
  const starting = Array.from({ length: 4 }, () => makeContext(config, { log: readableLog().log }))
  t.after(async () => {
    await Promise.all(starting.map((ctx) => ctx.close()))
    rmSync(dataDir, { recursive: true })
  })
  const [first, late, ...together] = starting
  await Promise.all([first, ...together].map((ctx) => prepareSealing(ctx!)))
  await prepareSealing(late!)
  assert.equal(new Set(starting.map(({ sealer }) => String(sealer.keyIds()))).size, 1)
  for (const ctx of starting) assert.equal(await masterKeyFault(ctx), null)
})
