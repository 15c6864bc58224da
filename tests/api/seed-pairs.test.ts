import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { s2sRoutes } from '@coffer/contract/s2s'
import { fairnessState, revealedPair } from '@coffer/contract/shapes'
import { isClientSeed, isServerSeed, serverSeedHash } from '@coffer/fairness'
import {
  listRevealedPairs,
  lockActivePair,
  readFairnessState,
  revealedSeed,
  rotateSeed,
  takeNonce,
} from '../../service/src/fairness/index.ts'
import { fairness } from '../../service/src/http/fairness.ts'
import { whoIsAskedFor } from '../../service/src/http/who.ts'
import { type Owner, Refusal, readPage } from '../../service/src/kernel/index.ts'
import type { Operator } from '../../service/src/operators/index.ts'
import type { Context } from '../../service/src/platform/index.ts'
import { type CatalogueWorld, openCatalogueWorld } from '../support/catalogue-world.ts'
import { makeOwner } from '../support/launching.ts'

let world: CatalogueWorld
let ctx: Context
let operator: Operator
let playerCount = 0

before(async () => {
  world = await openCatalogueWorld()
  ctx = world.ctx
  operator = await world.operator('casino', 'EUR')
})
after(() => world.close())

const newPlayer = () => makeOwner(ctx, operator.operatorId, `u_${++playerCount}`)
const stateOf = (owner: Owner) => ctx.tx(owner.operatorId, (tx) => readFairnessState(ctx, tx, owner))
const take = (owner: Owner) => ctx.tx(owner.operatorId, (tx) => takeNonce(ctx, tx, owner))
const listOf = (owner: Owner, query: { limit?: number; cursor?: string }) =>
  listRevealedPairs(ctx, owner, readPage(query, 'seeds', ctx.limits.pageCount))

test('both commitments can be read before the first round, and reading again changes nothing', async () => {
  const owner = await newPlayer()
  const state = await stateOf(owner)
  assert.deepEqual(fairnessState.parse(state), state)
  assert.equal(state.nextNonce, 0)
  assert.notEqual(state.serverSeedHash, state.nextServerSeedHash)
  assert.match(state.clientSeed, /^[0-9a-f]{16}$/)
  assert.ok(isClientSeed(state.clientSeed))
  assert.deepEqual(await stateOf(owner), state)
})

test('a rotation reveals the seed that was committed to, and goes on with the one that was shown as next', async () => {
  const owner = await newPlayer()
  const before = await stateOf(owner)
  await take(owner)
  await take(owner)
  const { revealed, current } = await rotateSeed(ctx, owner, { clientSeed: 'my seed' })
  assert.deepEqual(revealedPair.parse(revealed), revealed)
  assert.ok(isServerSeed(revealed.serverSeed))
  assert.equal(serverSeedHash(revealed.serverSeed), before.serverSeedHash)
  assert.equal(revealed.serverSeedHash, before.serverSeedHash)
  assert.equal(revealed.clientSeed, before.clientSeed)
  assert.equal(revealed.roundCount, 2)
  assert.equal(current.serverSeedHash, before.nextServerSeedHash)
  assert.equal(current.clientSeed, 'my seed')
  assert.equal(current.nextNonce, 0)
  assert.deepEqual(await stateOf(owner), current)
  assert.ok(![before.serverSeedHash, before.nextServerSeedHash].includes(current.nextServerSeedHash))
  assert.equal((await rotateSeed(ctx, owner, {})).current.clientSeed, 'my seed')
})

test('a nonce comes with the seed that the shown hash commits to', async () => {
  const owner = await newPlayer()
  const { serverSeedHash: hash, clientSeed } = await stateOf(owner)
  const taken = await take(owner)
  assert.equal(serverSeedHash(taken.serverSeed.reveal()), hash)
  assert.deepEqual([taken.serverSeedHash, taken.clientSeed, taken.nonce], [hash, clientSeed, 0])
})

test('a seed is secret until its pair is revealed, also from whoever reads the table', async () => {
  const owner = await newPlayer()
  const { pairId, serverSeed } = await take(owner)
  const read = () => ctx.systemTx((tx) => revealedSeed(tx, owner.operatorId, pairId))
  const rows = async () =>
    ctx.systemTx((tx) => tx.selectFrom('seed_pairs').selectAll().where('player_id', '=', owner.playerId).execute())
  assert.equal(await read(), null)
  for (const row of await rows()) {
    assert.equal(row.server_seed, null)
    assert.ok(!row.server_seed_sealed?.includes(serverSeed.reveal()))
  }
  await rotateSeed(ctx, owner, {})
  assert.equal(await read(), serverSeed.reveal())
  assert.equal(await ctx.systemTx((tx) => revealedSeed(tx, owner.operatorId + 1, pairId)), null)
})

test('revealed pairs are listed newest first, and can be paged both ways', async () => {
  const owner = await newPlayer()
  const hashes: string[] = []
  for (let i = 0; i < 5; i++) hashes.unshift((await rotateSeed(ctx, owner, {})).revealed.serverSeedHash)
  const first = await listOf(owner, { limit: 2 })
  assert.equal(first.cursor.prev, null)
  const second = await listOf(owner, { limit: 2, cursor: first.cursor.next! })
  const third = await listOf(owner, { limit: 2, cursor: second.cursor.next! })
  assert.equal(third.cursor.next, null)
  const seen = [first, second, third].flatMap(({ seeds }) => seeds.map((pair) => pair.serverSeedHash))
  assert.deepEqual(seen, hashes)
  assert.deepEqual((await listOf(owner, { limit: 2, cursor: third.cursor.prev! })).seeds, second.seeds)
  assert.deepEqual((await listOf(owner, { limit: 2, cursor: second.cursor.prev! })).seeds, first.seeds)
})

test('a backend can note the commitment of a player before the first round, and list none of a player it never named', async () => {
  const caller = { operator, scopes: ['read'], keyId: 'ck_test_key' }
  const shape = { body: undefined, params: undefined }
  const named = { ...shape, query: { playerExternalId: 'auditor' } }
  const read = async () => {
    const who = await whoIsAskedFor(ctx, s2sRoutes.fairnessState, caller, named)
    return fairnessState.parse((await fairness.both.fairnessState(ctx, who)).body)
  }
  assert.deepEqual(await read(), await read())
  const unknown = { playerExternalId: 'nobody' }
  const nobody = await whoIsAskedFor(ctx, s2sRoutes.listSeeds, caller, { ...shape, query: unknown })
  const none = await fairness.both.listSeeds(ctx, nobody, { ...shape, query: unknown })
  assert.deepEqual(none.body, { seeds: [], cursor: { next: null, prev: null } })
  const malformed = { ...shape, query: { ...unknown, cursor: 'x' } }
  await assert.rejects(fairness.both.listSeeds(ctx, nobody, malformed), (error) => {
    return error instanceof Refusal && error.code === 'VALIDATION_FAILED'
  })
})

test('a pair that is there and was not locked is none to draw with', async () => {
  const owner = await newPlayer()
  await take(owner)
  const lock = () => ctx.tx(owner.operatorId, (tx) => lockActivePair(tx, owner))
  // Who may not update a row does not get to lock it, but sees it: as if it had been made between the lock and the look.
  await world.asOwner('create policy none_is_locked on seed_pairs as restrictive for update using (false)')
  assert.equal(await lock(), null)
  await world.asOwner('drop policy none_is_locked on seed_pairs')
  assert.equal((await lock())?.nextNonce, 1)
})
