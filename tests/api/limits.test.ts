import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { catalogueFile } from '@coffer/contract/catalogue-file'
import { playRoutes } from '@coffer/contract/play'
import { s2sRoutes } from '@coffer/contract/s2s'
import { LIMITS } from '../../service/src/kernel/index.ts'
import { assertInvalid, type DoorAnswer, knock } from '../support/door.ts'
import { sureBoxes, winBody } from '../support/sure-boxes.ts'
import { startWorld } from '../support/world.ts'

async function start(t: TestContext, settings: Record<string, unknown> = {}) {
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBoxes(), settings } } })
  const { operator } = world
  const session = { token: (await world.play(operator, 'ann')).token }
  return {
    ...{ world, operator, session },
    open: (body: object) => knock(world, playRoutes.openRound, session, { body }),
    launch: (body: object) => knock(world, s2sRoutes.createLaunch, operator, { body }),
  }
}

const OK = [200, 201]
function assertEdge(field: string, within: DoorAnswer, beyond: DoorAnswer): void {
  assert.ok(OK.includes(within.status), `${field}: ${within.text}`)
  assertInvalid(beyond, field, 'one more')
}

test('what is exactly as long as allowed is served, and one more is refused by its name', async (t) => {
  const { operator, open, launch } = await start(t)
  const click = (count: number) => open(winBody(operator, 'x'.repeat(count), 'book'))
  assertEdge('clientActionId', await click(80), await click(81))
  const named = (count: number) => launch({ playerExternalId: 'x'.repeat(count), gameKey: 'mystery_box', target: {} })
  assertEdge('playerExternalId', await named(190), await named(191))
  assertInvalid(await named(0), 'playerExternalId', 'nobody')
  const target = { boxId: operator.boxes.book!.boxId }
  const funded = { playerExternalId: 'bob', gameKey: 'mystery_box', target, funding: 'operator' }
  assertEdge(
    'fundingRounds',
    await launch({ ...funded, fundingRounds: 100 }),
    await launch({ ...funded, fundingRounds: 101 }),
  )
  assertInvalid(await launch({ ...funded, fundingRounds: 0 }), 'fundingRounds', 'none')
})

test('a round has as many reels as the operator allows, each once', async (t) => {
  const { operator, open } = await start(t, { 'game.maxReels': 3 })
  const reels = (id: string, count: number) => open(winBody(operator, id, ...Array(count).fill('book')))
  assertEdge('reels', await reels('three', 3), await reels('four', 4))
  assertInvalid(await open({ clientActionId: 'none', reels: [] }), 'reels', 'none')
  const { boxVersionId } = operator.boxes.book!
  const twice = [0, 0].map((reelIndex) => ({ reelIndex, boxVersionId }))
  assert.equal((await open({ clientActionId: 'twice', reels: twice })).body.error.code, 'VALIDATION_FAILED')
  const apart = [7, 2].map((reelIndex) => ({ reelIndex, boxVersionId }))
  assert.equal((await open({ clientActionId: 'apart', reels: apart })).status, 200, 'any distinct indexes will do')
})

test('a catalogue file names an attribute in 1 to 40 small letters, digits and underscores, beginning with a letter', () => {
  const isRead = (name: string) =>
    catalogueFile.safeParse({ attributes: [{ name, type: 'text', default: 'calm' }], items: [], boxes: [] }).success
  assert.deepEqual(['a', 'b_2', 'a'.repeat(40)].map(isRead), [true, true, true])
  for (const name of ['', '1a', '_a', 'Rank', 'a-b', 'é', 'a'.repeat(41)]) assert.equal(isRead(name), false, name)
})

test('a page of a list holds 50 rows unless another number is asked for, and 200 at most', async (t) => {
  const { world, operator, session } = await start(t)
  for (let n = 0; n < 51; n++) await operator.coffer.rotateSeed({ playerExternalId: 'ann' })
  const list = (query: Record<string, string>) => knock(world, playRoutes.listSeeds, session, { query })
  const countOf = async (query: Record<string, string>) => ((await list(query)).body.seeds as object[]).length
  assert.equal(await countOf({}), 50)
  assertEdge('limit', await list({ limit: '200' }), await list({ limit: '201' }))
  assert.equal(await countOf({ limit: '200' }), 51)
})

test('the times and sizes that other tests shorten are those of the interface and the decisions', () => {
  const { walletCallMs, walletReplyBytes, balanceWaitMs, webhookCallMs, webhookReplyBytes, webhookRetryAfterMs } =
    LIMITS
  assert.deepEqual([walletCallMs, balanceWaitMs, webhookCallMs], [10_000, 3_000, 15_000])
  assert.deepEqual([walletReplyBytes, webhookReplyBytes, webhookRetryAfterMs], [65_536, 65_536, 3_600_000])
})
