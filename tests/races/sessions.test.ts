import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { readFairnessState, rotateSeed, type TakenNonce, takeNonce } from '../../service/src/fairness/index.ts'
import { type Owner, Refusal } from '../../service/src/kernel/index.ts'
import type { Operator } from '../../service/src/operators/index.ts'
import type { Context } from '../../service/src/platform/index.ts'
import {
  authenticateSession,
  createLaunch,
  freeOpensLeft,
  initSession,
  takeFreeOpens,
} from '../../service/src/sessions/index.ts'
import { type CatalogueWorld, openCatalogueWorld } from '../support/catalogue-world.ts'
import { eventually } from '../support/eventually.ts'
import { makeOwner, stockBoxes } from '../support/launching.ts'

let world: CatalogueWorld
let ctx: Context
let operator: Operator

before(async () => {
  world = await openCatalogueWorld()
  ctx = world.ctx
  operator = await world.operator('casino', 'EUR')
})
after(() => world.close())

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))
const take = (owner: Owner) => ctx.tx(owner.operatorId, (tx) => takeNonce(ctx, tx, owner))
/** How many locks the sessions of this database wait for. */
async function locksAwaited(): Promise<number> {
  const { rows } = await ctx.systemTx((tx) =>
    sql`select from pg_locks join pg_stat_activity using (pid) where datname = current_database() and not granted`.execute(
      tx,
    ),
  )
  return rows.length
}
const player = (externalId: string) => makeOwner(ctx, operator.operatorId, externalId)

test('100 parallel inits of one launch token make exactly one session', async () => {
  const input = { playerExternalId: 'u_1', gameKey: 'mystery_box', target: {} } as const
  const { launchToken } = await createLaunch(ctx, operator, input)
  const outcomes = await times(100, () =>
    initSession(ctx, launchToken).catch((error: unknown) =>
      error instanceof Refusal ? error.code : Promise.reject(error),
    ),
  )
  const begun = outcomes.filter((outcome) => typeof outcome !== 'string')
  assert.equal(begun.length, 1)
  assert.deepEqual(
    new Set(outcomes.filter((outcome) => typeof outcome === 'string')),
    new Set(['LAUNCH_TOKEN_CONSUMED']),
  )
  const rows = await ctx.systemTx((tx) => tx.selectFrom('sessions').select('session_id').execute())
  assert.equal(rows.length, 1)
  await authenticateSession(ctx, begun[0]!.sessionToken)
})

test('a player named by many requests at once is one player', async () => {
  // The first crowd opens the connections, so that the later ones truly meet.
  for (const crowd of ['crowd_1', 'crowd_2', 'crowd_3']) {
    const owners = await times(24, () => player(crowd))
    assert.equal(new Set(owners.map((owner) => owner.playerId)).size, 1)
  }
})

test('many first uses at once make one pair and one commitment to the next', async () => {
  const owner = await player('first')
  const states = await times(20, () => ctx.tx(owner.operatorId, (tx) => readFairnessState(ctx, tx, owner)))
  assert.equal(new Set(states.map((state) => JSON.stringify(state))).size, 1)
})

test('nonces of each pair are 0..n-1 without gaps when 50 rounds settle among rotations', async () => {
  const owner = await player('nonces')
  const rotations: Promise<Awaited<ReturnType<typeof rotateSeed>>>[] = []
  const taken = await times(50, (index) => {
    if (index % 5 === 2) rotations.push(rotateSeed(ctx, owner, {}))
    return take(owner)
  })
  const revealed = (await Promise.all(rotations)).map((rotation) => rotation.revealed)
  const current = await ctx.tx(owner.operatorId, (tx) => readFairnessState(ctx, tx, owner))
  const counts = new Map(revealed.map((pair) => [pair.serverSeedHash, pair.roundCount]))
  counts.set(current.serverSeedHash, current.nextNonce)
  assert.equal(counts.size, 11)
  for (const [hash, count] of counts) {
    const nonces = taken.filter((nonce) => nonce.serverSeedHash === hash).map(({ nonce }) => nonce)
    assert.deepEqual(
      nonces.sort((a, b) => a - b),
      Array.from({ length: count }, (_, nonce) => nonce),
    )
  }
  assert.equal(
    [...counts.values()].reduce((sum, count) => sum + count),
    50,
  )
})

test('a settlement that meets a rotation waits for it, and takes nonce 0 of the new pair', async () => {
  const owner = await player('waits')
  const before = await take(owner)
  let reach = () => {}
  let open = () => {}
  const reached = new Promise<void>((resolve) => (reach = resolve))
  const opened = new Promise<void>((resolve) => (open = resolve))
  const at = async () => {
    reach()
    await opened
  }
  const rotation = rotateSeed({ ...ctx, points: { at } }, owner, {})
  await reached
  let settled: TakenNonce[] | null = null
  const settling = times(3, () => take(owner)).then((taken) => {
    settled = taken
    return taken
  })
  await eventually(async () => (await locksAwaited()) >= 3, 'the settlements wait for the rotation')
  assert.equal(settled, null)
  open()
  const { current } = await rotation
  const after = await settling
  assert.deepEqual(after.map(({ nonce }) => nonce).sort(), [0, 1, 2])
  assert.deepEqual(new Set(after.map((nonce) => nonce.serverSeedHash)), new Set([current.serverSeedHash]))
  assert.notEqual(before.serverSeedHash, current.serverSeedHash)
})

test('free opens are never taken beyond their grant, and a round takes all of its units or none', async () => {
  const { boxId } = await stockBoxes(ctx, operator)
  const input = { playerExternalId: 'free', gameKey: 'mystery_box', target: { boxId } } as const
  const { launchToken } = await createLaunch(ctx, operator, { ...input, funding: 'operator', fundingRounds: 20 })
  const { owner, launchId } = (await initSession(ctx, launchToken)).session
  const left = await times(30, () => ctx.tx(owner.operatorId, (tx) => takeFreeOpens(tx, owner, launchId, 3)))
  const taken = left.filter((count) => count !== null)
  assert.deepEqual(
    taken.sort((a, b) => b - a),
    [17, 14, 11, 8, 5, 2],
  )
  const grant = await ctx.tx(owner.operatorId, (tx) => freeOpensLeft(tx, owner, launchId))
  assert.deepEqual(grant, { boxId, left: 2 })
  const stranger = await player('stranger')
  assert.equal(await ctx.tx(owner.operatorId, (tx) => takeFreeOpens(tx, stranger, launchId, 1)), null)
})
