import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { CatalogueFile } from '@coffer/contract/catalogue-file'
import { FAULT_TABLE, type FaultName, type FaultRule, faultNamed } from '@coffer/reference-operator'
import { LIMITS } from '@coffer/service/kernel'
import { eventually } from '../support/eventually.ts'
import type { Answer, Player } from '../support/player.ts'
import { watchShared } from '../support/shared-sizes.ts'
import { cancelOrder, ship, shipped } from '../support/shipping.ts'
import { sureBox } from '../support/sure-boxes.ts'
import { upgrade } from '../support/upgrader.ts'
import { openBody, startWorld, type World } from '../support/world.ts'

/** The slow wallet answers then, and the one that hangs has applied the call then. */
const SLOW_MS = FAULT_TABLE.slow.options.waitMs!
const HANGS_MS = FAULT_TABLE['hang-then-apply'].options.waitMs!
const MINUTE_MS = 60_000
const START_MINOR = 100_000
const PRICE_MINOR = 500
const CASHBACK_MINOR = 405
/** Wins up to 456 at 75 percent. */
const WAGER_MINOR = 360
const FEE_MINOR = 300

const SETTINGS = { enabledGames: ['mystery_box', 'upgrader'], 'shipping.defaultCostMinor': FEE_MINOR }

/** The mug of 450 is also what a play of the Upgrader aims at. */
function catalogue(): CatalogueFile {
  const { items, boxes } = sureBox()
  return { items: items.map((item) => ({ ...item, upgraderPrize: true })), boxes }
}

type Told = [status: number, code: string | null]

/** Faults whose answer decides: what the player is told, and that it is final. */
const DECIDED: Partial<Record<FaultName, Told>> = {
  ok: [200, null],
  slow: [200, null],
  refuse: [422, 'INSUFFICIENT_FUNDS'],
  'refuse-without-code': [503, 'WALLET_UNAVAILABLE'],
}

/** Faults that end with our time-out. */
const SILENT: ReadonlySet<FaultName> = new Set<FaultName>([
  ...(['too-slow', 'hang-then-apply', 'hang', 'apply-then-hang', 'trickle', 'apply-then-trickle'] as const),
])

type Flow = {
  /** What the player has before the fault. Rejects when it fails. */
  before(player: Player): Promise<unknown>
  type: 'wallet.debit' | 'wallet.credit'
  act(player: Player): Promise<Answer<unknown>>
  /** What the player is told when it went through; 200 when left out. */
  doneStatus?: number
  /** It is done before the wallet is asked, and whatever the wallet says. */
  isDoneBefore?: boolean
  /** Balance relative to the start when it went through, when it was refused, and when the resolver ended it. */
  done: number
  refused: number
  resolved: number
}

const FLOWS: Record<string, Flow> = {
  open: {
    before: async () => {},
    type: 'wallet.debit',
    act: (player) => player.open(bodyOf(player)),
    done: -PRICE_MINOR,
    refused: 0,
    resolved: 0,
  },
  'play of the Upgrader': {
    before: async () => {},
    type: 'wallet.debit',
    act: (player) => upgrade(player, wagerOf(player)),
    done: -WAGER_MINOR,
    refused: 0,
    resolved: 0,
  },
  'cancel of a held box': {
    before: (player) => buy(player),
    type: 'wallet.credit',
    act: (player) => player.call('cancelHeldRound', { path: `/api/play/rounds/${held.get(player)}/cancel` }),
    done: 0,
    refused: -PRICE_MINOR,
    resolved: 0,
  },
  cashback: {
    before: (player) => win(player),
    type: 'wallet.credit',
    act: async (player) => player.cashBack(await itemOf(player)),
    done: CASHBACK_MINOR - PRICE_MINOR,
    refused: -PRICE_MINOR,
    resolved: CASHBACK_MINOR - PRICE_MINOR,
  },
  'shipping fee': {
    before: (player) => win(player),
    type: 'wallet.debit',
    act: async (player) => ship(player, [await itemOf(player)], { clientActionId: `ship-${player.externalId}` }),
    doneStatus: 201,
    done: -PRICE_MINOR - FEE_MINOR,
    refused: -PRICE_MINOR,
    resolved: -PRICE_MINOR,
  },
  'refund of a cancelled order': {
    before: (player) => order(player),
    type: 'wallet.credit',
    act: (player) => cancelOrder(player, ordered.get(player)!),
    isDoneBefore: true,
    done: -PRICE_MINOR,
    refused: -PRICE_MINOR,
    resolved: -PRICE_MINOR,
  },
}

for (const cache of ['accepted-only', 'all'] as const) {
  for (const [name, flow] of Object.entries(FLOWS)) {
    test(`every fault of a wallet that caches ${cache} answers ends a ${name} as the protocol says`, (t) =>
      meetEveryFault(t, cache, name, flow))
  }
}

for (const size of [1, 2, 7, 64]) {
  test(`every fault ends an open as the protocol says where ${size} of them share a transaction at the most`, (t) =>
    meetEveryFault(t, 'accepted-only', 'open', FLOWS.open!, size))
}

type Row = { fault: FaultName; player: Player; told: Answer<{ error?: { code: string } }> }

async function meetEveryFault(
  t: TestContext,
  cache: 'accepted-only' | 'all',
  name: string,
  flow: Flow,
  sharedCount = 128,
): Promise<void> {
  const world = await startWorld(t, {
    operators: { aurum: { catalogue: catalogue(), settings: SETTINGS } },
    service: { limits: { breakerFailuresCount: 1000, sharedCount } },
  })
  current = world
  const sizes = watchShared(world.service)
  world.casino.wallet.setKind(world.operator.slug, { cache })
  const names = Object.keys(FAULT_TABLE) as FaultName[]
  const meetings = await Promise.all(names.map((fault) => prepare(world, flow, fault)))
  const rows = await meet(world, flow, meetings)
  for (const row of rows) assertTold(flow, row)

  const largest = Math.max(0, ...sizes.of('open-round begin'))
  assert.ok(largest <= sharedCount)
  t.diagnostic(`${name} | ${cache} | at the most ${largest} opens shared a transaction`)

  const endedAfter = new Map<FaultName, number>()
  for (let minute = 1; minute <= 30; minute++) {
    world.clock.advance(MINUTE_MS)
    await world.tick('resolver')
    const open = new Set(
      (await world.operator.coffer.unresolved({ limit: '200' })).operations.map((one) => one.playerExternalId),
    )
    for (const { fault } of rows) if (!open.has(fault) && !endedAfter.has(fault)) endedAfter.set(fault, minute)
  }
  for (const row of rows) {
    const minutes = endedAfter.get(row.fault)
    const isStuck = isRefusedForGood(cache, flow, row.fault)
    const movedMinor = balanceOf(world, row) - START_MINOR
    assert.equal(minutes === undefined, isStuck, `${row.fault}: the resolver ends it`)
    const expected = isStuck ? flow.refused - FEE_MINOR : expectedMinor(flow, row)
    assert.equal(movedMinor, expected, `${row.fault}: what the ledger says`)
    const when = isAtOnce(flow, row.fault) ? 'at once' : isStuck ? 'never: for a person' : `after ${minutes} min`
    t.diagnostic(`${name} | ${cache} | ${row.fault} | told ${row.told.status} | ledger ${movedMinor} | ended ${when}`)
  }
  await assertRepeatsAreFinal(flow, rows)
}

/** What is owed is sent until it is accepted; a wallet that keeps every answer refuses it for ever, and it is shown to a person. */
function isRefusedForGood(cache: 'accepted-only' | 'all', { isDoneBefore }: Flow, fault: FaultName): boolean {
  return isDoneBefore === true && cache === 'all' && fault.startsWith('refuse')
}

function isAtOnce({ isDoneBefore }: Flow, fault: FaultName): boolean {
  return fault in DECIDED && !(isDoneBefore && fault.startsWith('refuse'))
}

type Meeting = { fault: FaultName; player: Player; rule: FaultRule }

/** A player with everything that the flow needs, and the fault that its next wallet call is to meet. */
async function prepare(world: World, flow: Flow, fault: FaultName): Promise<Meeting> {
  const player = await world.play(world.operator, fault)
  await flow.before(player)
  const when = { player: fault, type: flow.type }
  return { fault, player, rule: { when, times: 1, fault: faultNamed(fault) } }
}

/** Lets each call meet its fault, and then time pass until the wallet has done what it does late. */
async function meet(world: World, flow: Flow, meetings: readonly Meeting[]): Promise<Row[]> {
  const { clock, casino } = world
  casino.wallet.faults.push(...meetings.map(({ rule }) => rule))
  const acting = meetings.map((meeting) => act(flow, meeting))
  const of = (isMeant: (fault: FaultName) => boolean) => acting.filter((_, index) => isMeant(meetings[index]!.fault))
  await eventually(() => casino.wallet.faults.length === 0, 'each call has met its fault')
  await Promise.all(of((fault) => fault !== 'slow' && !SILENT.has(fault)))
  await clock.pass(SLOW_MS)
  await Promise.all(of((fault) => fault === 'slow'))
  await clock.pass(LIMITS.walletCallMs - SLOW_MS)
  const rows = await Promise.all(acting)
  // The wallet goes on with the calls that timed out.
  await clock.pass(HANGS_MS - LIMITS.walletCallMs)
  assert.equal(await casino.wallet.endWaits(), 0, 'the wallet holds nothing back')
  return rows
}

async function act(flow: Flow, { fault, player }: Meeting): Promise<Row> {
  return { fault, player, told: (await flow.act(player)) as Row['told'] }
}

function assertTold(flow: Flow, { fault, told }: Row): void {
  const [status, code] = expectedAnswer(flow, fault)
  const isUndecided = status === 503 && DECIDED[fault] === undefined
  assert.deepEqual(
    [told.status, told.body.error?.code ?? null, told.headers.get('retry-after')],
    [status, code, isUndecided ? '2' : null],
    `${fault}: ${told.text}`,
  )
}

function expectedAnswer({ doneStatus = 200, isDoneBefore }: Flow, fault: FaultName): Told {
  if (isDoneBefore) return [doneStatus, null]
  const [status, code] = DECIDED[fault] ?? [503, 'WALLET_UNAVAILABLE']
  return code === null ? [doneStatus, null] : [status, code]
}

function expectedMinor(flow: Flow, { fault }: Row): number {
  const decided = DECIDED[fault]
  if (!decided) return flow.resolved
  return decided[0] === 200 ? flow.done : flow.refused
}

/** Whoever was left in the dark and asks again gets a definite answer now, and it moves nothing. */
async function assertRepeatsAreFinal(flow: Flow, rows: readonly Row[]): Promise<void> {
  for (const row of rows) {
    if (row.fault in DECIDED) continue
    const before = balanceOf(current, row)
    const again = await flow.act(row.player)
    assert.equal(again.headers.get('retry-after'), null, `${row.fault}: ${again.text}`)
    assert.equal(balanceOf(current, row), before, `${row.fault}: a repeat moves nothing`)
  }
}

let current: World
const held = new WeakMap<Player, string>()
const won = new WeakMap<Player, number>()
const ordered = new WeakMap<Player, string>()

function bodyOf(player: Player) {
  return openBody(current.operator, `click-${player.externalId}`)
}

function wagerOf({ externalId }: Player) {
  const { items } = current.operator
  return { clientActionId: `click-${externalId}`, wagerMinor: WAGER_MINOR, chanceBps: 7500, targetItemId: items.mug! }
}

async function buy(player: Player): Promise<void> {
  const body = { playerExternalId: player.externalId, mode: 'prepay' as const, ...bodyOf(player) }
  held.set(player, (await current.operator.coffer.purchase(body)).round.publicId)
}

async function win(player: Player): Promise<void> {
  const opened = await player.open(bodyOf(player))
  assert.equal(opened.status, 200, opened.text)
  await itemOf(player)
}

async function order(player: Player): Promise<void> {
  await win(player)
  ordered.set(player, (await shipped(player, [await itemOf(player)])).publicId)
}

async function itemOf(player: Player): Promise<number> {
  const known = won.get(player) ?? (await player.inventory()).body.items[0]!.id
  won.set(player, known)
  return known
}

function balanceOf(world: World, { player }: Pick<Row, 'player'>): number {
  return world.casino.wallet.balance(world.operator.slug, player.externalId, 'EUR')!
}
