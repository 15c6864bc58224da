import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sampleBox } from '@coffer/fixtures'
import type { PointName } from '@coffer/service/kernel'
import type { Shared } from '@coffer/service/platform'
import { checkWorld } from '../support/check-world.ts'
import {
  browserWith,
  type KycBrowser,
  keysInRows,
  mintLink,
  openLink,
  remainsOf,
  smallPhoto,
  storedKeys,
} from '../support/kyc.ts'
import { ZOFIA } from '../support/kyc-people.ts'
import { PATIENT_LIMITS } from '../support/patient-limits.ts'
import type { Answer, Player } from '../support/player.ts'
import { assertSameBytes, subscribe } from '../support/receiver.ts'
import { openPool, openRows, type Rows } from '../support/rows.ts'
import { startWorld, type World } from '../support/world.ts'
import { balanceOf, type Flow, LIVE_FLOWS, type Scene, SHIPPING_FEE_MINOR } from './flows.ts'
import { withTargets } from './targets.ts'
import { buildGallows, type Gallows } from './victim.ts'

const LEASE_MS = 15_000
const GIVEN_UP_MS = 120_000
const SENDER_LOST_MS = 61_000
const PASS_MS = 300_000
const UPLOAD_LOST_MS = 3_600_001
const DRAFT_KEPT_MS = 90_000_000
const PASSES_COUNT = 20
const POLL_MS = 20
const POLLS_COUNT = 6_000

export type Stage = { t: TestContext; world: World; rows: Rows; gallows: Gallows; killedAt: Set<PointName> }

/** A world in which processes are killed, for one test. */
export async function openStage(t: TestContext): Promise<Stage> {
  const operators = { aurum: { catalogue: withTargets(sampleBox()) } }
  const world = await startWorld(t, { operators })
  await world.settings(world.operator, {
    enabledGames: ['mystery_box', 'upgrader'],
    'session.idleMinutes': 720,
    'shipping.defaultCostMinor': SHIPPING_FEE_MINOR,
    ...{ 'kyc.enabled': true, 'kyc.draftDays': 1 },
  })
  const gallows = await buildGallows(world, PATIENT_LIMITS)
  t.after(gallows.remove)
  return { t, world, gallows, rows: await openRows(world.databaseUrl), killedAt: new Set() }
}

/** The name of the shared transactions that begin opens. */
const OPENS = 'open-round begin'

export async function killRequest(stage: Stage, flow: Flow, point: PointName, clicksAgain: boolean): Promise<void> {
  const { world, gallows } = stage
  const { player, scene } = await prepare(world, flow)
  await gallows.execute(point, {}, async (url) => {
    await assert.rejects(scene.click(url), TypeError, 'the killed process answers nothing')
  })
  stage.killedAt.add(point)
  world.clock.advance(LEASE_MS)
  const told = clicksAgain ? await scene.click(world.baseUrl) : null
  await heal(stage)
  await judge(world, player, scene, told)
}

/**
 * Several players click at a process while the row of the first is locked, so that the others begin in one transaction. The process dies when
 * the last of them has been recorded or has an answer of the wallet, or when the first of a batch has been applied.
 */
export async function killBatch(stage: Stage, point: PointName, count: number, clicksAgain: boolean): Promise<void> {
  const { world, rows, gallows } = stage
  const { prepare: open } = LIVE_FLOWS['an open']!
  const cast: { player: Player; scene: Scene }[] = []
  for (let index = 0; index <= count; index++) {
    const player = await world.play(world.operator, `player-${players++}`)
    cast.push({ player, scene: await open(world, player) })
  }
  const locker = openPool(world.databaseUrl)
  const passage = point === 'open-round:applied' ? 1 : count + 1
  const answers: PromiseSettledResult<Answer<unknown>>[] = []
  const sizes: number[] = []
  let queuedCount = 0
  const heard = (message: object) => {
    if ('queued' in message && message.queued === OPENS) queuedCount += 1
    if (!('shared' in message)) return
    const { name, togetherCount } = message.shared as Shared
    if (name === OPENS) sizes.push(togetherCount)
  }
  await gallows.execute(point, { passage, heard, limits: { sharedPatienceMs: 60_000 } }, async (url) => {
    await locker.query('begin')
    await locker.query('select from players where external_id = $1 for update', [cast[0]!.player.externalId])
    const first = cast[0]!.scene.click(url)
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await until(async () => (await rows.query(waits)).length > 0, 'the first open waits for the row')
    const others = cast.slice(1).map(({ scene }) => scene.click(url))
    await until(() => queuedCount >= cast.length, 'every open waits for a transaction')
    await locker.query('commit')
    answers.push(...(await Promise.allSettled([first, ...others])))
  })
  await locker.end()
  assert.ok(Math.max(...sizes) > 1, `none of them shared a transaction: ${sizes}`)
  assert.ok(
    answers.some(({ status }) => status === 'rejected'),
    'a killed process leaves a click without an answer',
  )
  world.clock.advance(LEASE_MS)
  const again = clicksAgain ? await Promise.all(cast.map(({ scene }) => scene.click(world.baseUrl))) : []
  await heal(stage)
  for (const [place, { player, scene }] of cast.entries()) {
    const before = answers[place]
    await judge(world, player, scene, before?.status === 'fulfilled' ? before.value : (again[place] ?? null))
  }
}

export async function killResolver(stage: Stage, flow: Flow, policy: string, point: PointName): Promise<void> {
  const { world, gallows } = stage
  await world.settings(world.operator, { 'wallet.unknownDebit': policy })
  const { player, scene } = await prepare(world, flow)
  await gallows.execute(point, { jobs: true, aheadMs: GIVEN_UP_MS }, () => {})
  stage.killedAt.add(point)
  world.clock.advance(GIVEN_UP_MS)
  await heal(stage)
  await judge(world, player, scene, null)
}

/** Another sender delivers what the killed one had claimed, once the claim expires: the same deliveries, keys and bytes. */
export async function killSender(stage: Stage, point: PointName, count: number): Promise<void> {
  const { t, world, gallows } = stage
  const { receiver, endpointId } = await subscribe(t, world, world.operator, ['kyc_status_changed'])
  for (let made = 0; made < count; made++) await world.operator.coffer.testEndpoint({ endpointId })
  const limits = {
    ...{ webhookProbeCount: count, webhookBatchCount: count, webhookGroupCount: count },
    // A claim that takes long is posted all the same.
    ...{ attemptSendMs: 60_000, operationLeaseMs: 70_000 },
  }
  await gallows.execute(point, { jobs: true, aheadMs: 1_000, limits }, () => {})
  stage.killedAt.add(point)
  await world.tick('webhooks')
  world.clock.advance(SENDER_LOST_MS)
  await world.tick('webhooks')
  const received = receiver.received.length
  // What a killed process had sent may still be on its way to this one when it is gone.
  const sentBefore = received - count
  const isOfReplied = point === 'webhook:replied'
  assert.ok(isOfReplied ? sentBefore >= 1 && sentBefore <= count : sentBefore === 0, `${sentBefore} were sent`)
  world.clock.advance(SENDER_LOST_MS)
  await world.tick('webhooks')
  assert.equal(receiver.received.length, received, 'and nothing more after it was taken')
  assert.equal(new Set(receiver.received.map(({ id }) => id)).size, count)
  assertSameBytes(receiver)
  const { deliveries } = await world.operator.coffer.listDeliveries({ endpointId, limit: 100 })
  assert.deepEqual(
    deliveries.map((one) => [one.status, one.attemptCount]),
    Array.from({ length: count }, () => ['delivered', 1]),
    'the attempts that were lost with their process are not counted',
  )
}

/** The player sends the photo again and submits; the sweep removes what the killed process left behind. */
export async function killUpload(stage: Stage): Promise<void> {
  const { world, rows, gallows } = stage
  const browser = await fillIn(world)
  const bytes = await smallPhoto()
  await gallows.execute('kyc-image:written', {}, async (url) => {
    const atVictim = browserWith({ ...world, baseUrl: url }, browser.cookie)
    const sending = atVictim.call('POST', 'images/front', bytes, { origin: world.baseUrl })
    await assert.rejects(sending, TypeError, 'the killed process answers nothing')
  })
  stage.killedAt.add('kyc-image:written')
  assert.equal((await keysInRows(rows, 'storing')).length, 1, 'what is left of it')
  await browser.upload('front', bytes)
  const { requestId } = await browser.submit()
  await assertSwept(stage)
  assert.equal(storedKeys(world, requestId).length, 3)
}

/** The photo is gone and its row is still there: the next sweep finds no photo and deletes the row. */
export async function killRemoval(stage: Stage): Promise<void> {
  const { world, rows, gallows } = stage
  const browser = await fillIn(world)
  const { requestId } = await browser.upload('front', await smallPhoto())
  assert.equal(storedKeys(world, requestId).length, 4)
  await gallows.execute('kyc-image:removed', { jobs: true }, () => {})
  stage.killedAt.add('kyc-image:removed')
  assert.equal((await keysInRows(rows, 'removing')).length, 1, 'what is left of it')
  assert.equal(storedKeys(world, requestId).length, 3)
  await browser.submit()
  await assertSwept(stage)
  assert.deepEqual(await keysInRows(rows, 'removing'), [])
}

/** The person's data is unreadable at the crash, and the next sweep removes the photos. */
export async function killErasure(stage: Stage): Promise<void> {
  const { world, rows, gallows } = stage
  const browser = await fillIn(world)
  const { requestId } = await browser.page()
  await gallows.execute('kyc-erase:recorded', { jobs: true, aheadMs: DRAFT_KEPT_MS }, () => {})
  stage.killedAt.add('kyc-erase:recorded')
  assert.deepEqual(await remainsOf(rows, requestId), ['images'])
  assert.equal(storedKeys(world, requestId).length, 3, 'the process died before it removed them')
  await assertSwept(stage)
  assert.deepEqual([await remainsOf(rows, requestId), storedKeys(world, requestId)], [[], []])
}

/** A player with a verification that wants only the last click. */
async function fillIn(world: World): Promise<KycBrowser> {
  const browser = (await openLink(world, await mintLink(world.operator, `player-${players++}`, ZOFIA)))!
  await browser.draft(ZOFIA.answers)
  for (const kind of ['front', 'back', 'selfie'] as const) await browser.upload(kind, await smallPhoto())
  return browser
}

async function assertSwept(stage: Stage): Promise<void> {
  const { world, rows } = stage
  world.clock.advance(UPLOAD_LOST_MS)
  await world.tick('keep-kyc')
  assert.deepEqual(storedKeys(world), await keysInRows(rows))
  await heal(stage)
}

async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (let polls = 0; polls < POLLS_COUNT; polls++) {
    if (await holds()) return
    await sleep(POLL_MS)
  }
  throw new Error(`This never happened: ${what}.`)
}

let players = 0

async function prepare(world: World, flow: Flow): Promise<{ player: Player; scene: Scene }> {
  const player = await world.play(world.operator, `player-${players++}`)
  return { player, scene: await flow.prepare(world, player) }
}

/** Lets time pass and the resolver of the living process run until no operation is undecided. */
async function heal({ world, rows }: Stage): Promise<void> {
  const isOpen = async () => (await rows.query(`select from wallet_operations where state = 'open' limit 1`)).length > 0
  for (let passes = 0; passes < PASSES_COUNT && (await isOpen()); passes++) {
    world.clock.advance(PASS_MS)
    await world.tick('resolver')
  }
  await checkWorld(world, { healed: true })
}

/** Asserts that the click has one final answer, which a repeat gets again, and that the player's balance agrees with it. */
async function judge(world: World, player: Player, scene: Scene, told: Answer<unknown> | null): Promise<void> {
  const first = told ?? (await scene.click(world.baseUrl))
  const outcome = outcomeOf(scene, first)
  const expected = scene.startMinor + (outcome === 'changed' ? scene.changeMinor : 0)
  assert.equal(balanceOf(world, player), expected, `the money after ${first.text}`)
  const again = await scene.click(world.baseUrl)
  assert.equal(outcomeOf(scene, again), outcome, again.text)
  if (scene.isRepeatable) assert.deepEqual(withoutRequest(again), withoutRequest(first))
  assert.equal(balanceOf(world, player), expected, `the money after another ${again.text}`)
}

function outcomeOf({ refusals }: Scene, { status, headers, text, body }: Answer<unknown>): 'changed' | 'unchanged' {
  assert.equal(headers.get('retry-after'), null, text)
  if (status === 200 || status === 201) return 'changed'
  const outcome = refusals[(body as { error: { code: string } }).error.code]
  assert.ok(outcome, text)
  return outcome
}

function withoutRequest({ status, body }: Answer<unknown>): object {
  const { error, ...rest } = body as { error?: object }
  return { status, ...rest, ...(error ? { error: { ...error, requestId: '' } } : {}) }
}
