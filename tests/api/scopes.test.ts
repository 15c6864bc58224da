import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type Scope, s2sRoutes } from '@coffer/contract/s2s'
import { createKey } from '@coffer/service/administration'
import { knock } from '../support/door.ts'
import { openRows } from '../support/rows.ts'
import { allSamples, makeScene, type RouteSample } from '../support/samples.ts'
import { sureBoxes, winBody } from '../support/sure-boxes.ts'
import { startWorld } from '../support/world.ts'

const SETTINGS = { enabledGames: ['mystery_box', 'upgrader'], kyc: { enabled: true } }

test('whoever may read or play may neither replay webhooks nor touch an exclusion', async (t) => {
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBoxes(), settings: SETTINGS } } })
  const scene = await makeScene(world, world.operator, 'ann')
  const keyWith = (...scopes: Scope[]) =>
    createKey(world.service.ctx, { operatorId: world.operator.operatorId, scopes, actor: 'test' })
  const guarded: Record<string, Scope> = {
    setRestrictions: 'restrictions',
    replayDelivery: 'webhooks',
    replayDeliveries: 'webhooks',
    testEndpoint: 'webhooks',
  }
  const samples = allSamples(scene).filter(({ surface, name }) => surface === 's2s' && name in guarded)
  const tried = async (key: { keyId: string; keySecret: string }, { route, sample }: RouteSample) => {
    const { status, body } = await knock(world, route, key, sample)
    return body.error?.code ?? Math.floor(status / 100)
  }
  const everyOther = await keyWith('play', 'inventory', 'shipping', 'kyc', 'funding', 'admin:sso', 'read')
  for (const one of samples) assert.equal(await tried(everyOther, one), 'SCOPE_MISSING', one.name)
  for (const one of samples) assert.equal(await tried(await keyWith(guarded[one.name]!), one), 2, one.name)
  const reader = await keyWith('webhooks', 'restrictions')
  assert.equal((await knock(world, s2sRoutes.listDeliveries, reader)).status, 403, 'neither implies reading')
})

test('a launch with operator funding needs a key with the scope `funding`, and so does a purchase', async (t) => {
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBoxes() } } })
  const { operatorId, boxes } = world.operator
  const keyWith = (...scopes: Scope[]) => createKey(world.service.ctx, { operatorId, scopes, actor: 'test' })
  const [player, funder] = [await keyWith('play'), await keyWith('play', 'funding')]
  const funded = { playerExternalId: 'unheard-of', funding: 'operator' }
  const launch = { ...funded, gameKey: 'mystery_box', target: { boxId: boxes.mug!.boxId }, fundingRounds: 1 }
  const purchase = { ...funded, ...winBody(world.operator, 'funded', 'mug') }
  const { createLaunch, purchase: open } = s2sRoutes
  assert.equal((await knock(world, createLaunch, player, { body: launch })).body.error.code, 'SCOPE_MISSING')
  assert.equal((await knock(world, open, player, { body: purchase })).body.error.code, 'SCOPE_MISSING')
  const noBox = await knock(world, open, funder, { body: { ...purchase, gameKey: 'upgrader' } })
  assert.deepEqual(noBox.body.error.fields, { gameKey: ['a purchase opens boxes'] })
  const made = await openRows(world.databaseUrl).query('select 1 from players')
  assert.deepEqual(made, [], 'what was refused has made no player')
  assert.equal((await knock(world, createLaunch, funder, { body: launch })).status, 201)
  assert.equal((await knock(world, open, funder, { body: purchase })).status, 200)
})

test('a key that was made before the scopes were told apart keeps what it could do, and gets no more', async (t) => {
  const world = await startWorld(t)
  const { operatorId } = world.operator
  const old = async (...scopes: Scope[]) =>
    (await createKey(world.service.ctx, { operatorId, scopes, actor: 'test' })).keyId
  const keys = [await old('read'), await old('play'), await old('play', 'read', 'kyc'), await old('inventory')]
  const rows = openRows(world.databaseUrl)
  // As an owner that is no superuser, on a table whose policies are forced on it.
  const owner = `owner_${randomBytes(6).toString('hex')}`
  await rows.query(`create role ${owner}`)
  await rows.query(`grant usage, create on schema public to ${owner}`)
  const [{ before }] = (await rows.query(
    "select tableowner as before from pg_tables where tablename = 'api_keys'",
  )) as [{ before: string }]
  await rows.query(`alter table api_keys owner to ${owner}`)
  await rows.query('alter table api_keys force row level security')
  await rows.query(`set role ${owner}`)
  const file = new URL('../../service/migrations/0025_scopes.sql', import.meta.url)
  for (let time = 1; time <= 2; time++) await rows.query(readFileSync(file, 'utf8'))
  await rows.query('reset role')
  await rows.query(`alter table api_keys owner to ${before}`)
  const found = await rows.query<{ scopes: string[] }>(
    'select scopes from api_keys where key_id = any($1) order by array_position($1, key_id)',
    [keys],
  )
  assert.deepEqual(
    found.map(({ scopes }) => scopes),
    [
      ['read', 'webhooks'],
      ['play', 'restrictions'],
      ['play', 'read', 'kyc', 'webhooks', 'restrictions'],
      ['inventory'],
    ],
  )
  const [{ forced }] = (await rows.query(
    "select relforcerowsecurity as forced from pg_class where oid = 'api_keys'::regclass",
  )) as [{ forced: boolean }]
  assert.equal(forced, true)
  await rows.query(`drop owned by ${owner}; drop role ${owner}`)
})
