import assert from 'node:assert/strict'
import type { InventoryRow, OpenedRound } from '@coffer/contract/shapes'
import type { UpgraderPrizes } from '@coffer/contract/upgrader'
import { faults } from '@coffer/reference-operator'
import { POINTS, type PointName } from '@coffer/service/kernel'
import { type Answer, callPlay, type Player, type PlayRouteName } from '../support/player.ts'
import { orderOf, shipped } from '../support/shipping.ts'
import { openBody, type World } from '../support/world.ts'

const GIVEN_UP_MS = 120_000
/** What shipping costs in the worlds of these flows, minor units. */
export const SHIPPING_FEE_MINOR = 300
/** Longer than any call may take; it ends when it is told to. */
const UNTIL_TOLD_MS = 600_000

/** A click that can be sent to any process, and again. */
export type Scene = {
  click(url: string): Promise<Answer<unknown>>
  /** The player's money before the click, minor units. */
  startMinor: number
  /** What it changes of the player's money once it went through, minor units. */
  changeMinor: number
  /** Codes of answers for good that are no success: nothing changed, or it changed before. */
  refusals: Record<string, 'unchanged' | 'changed'>
  /** Whether a repeat is told the same, word for word. */
  isRepeatable: boolean
}

export type Flow = {
  points: PointName[]
  /** Nobody clicks again, too; otherwise only a player who comes back is played. */
  isLeftAlone: boolean
  /** The operator's policies for a debit that it is played under. */
  policies: ('refund' | 'settle')[]
  /** Brings everything to the moment before a process is killed. */
  prepare(world: World, player: Player): Promise<Scene>
}

const pointsOf = (flow: string) => POINTS.filter((point) => point.startsWith(`${flow}:`))

const live = (flow: string, prepare: Flow['prepare'], isLeftAlone = true): Flow => {
  return { points: pointsOf(flow), isLeftAlone, policies: ['refund'], prepare }
}

/** Flows that a player's request drives. */
export const LIVE_FLOWS: Record<string, Flow> = {
  'an open': live('open-round', openBoxes),
  'an open that the wallet had left without an answer': live('open-round', (...at) => silenced(at, openBoxes), false),
  'a cancel of a held box': live('cancel-held-round', cancelBox),
  'a cashback': live('cash-back', cashBack),
  'a rotation': live('rotate-seed', rotate, false),
  'an Upgrader play with balance': live('open-round', stakeBalance, false),
  'an Upgrader play with items': live('stake-items', stakeItems),
  'an order': live('create-order', orderItem),
  'an order whose fee the wallet had left without an answer': live(
    'create-order',
    (...at) => silenced(at, orderItem),
    false,
  ),
  'an order for what is gone meanwhile': live('cancel-order', orderWhatGoes),
  'a cancel of an order': live('cancel-order', cancelOrder),
}

const resolved = (prepare: Flow['prepare'], policies: Flow['policies'] = ['refund']): Flow => {
  return { points: pointsOf('resolver'), isLeftAlone: true, policies, prepare }
}

/** What the resolver finds to do when nobody comes back. */
export const RESOLVED_FLOWS: Record<string, Flow> = {
  'a debit of unknown outcome': resolved((...at) => silenced(at, openBoxes), ['refund', 'settle']),
  'a wager of unknown outcome': resolved((...at) => silenced(at, stakeBalance), ['settle']),
  'a refund that is owed': resolved((...at) => owed(at, openBoxes)),
  'the credit of a cancel': resolved((...at) => silenced(at, cancelBox)),
  'the credit of a cashback': resolved((...at) => silenced(at, cashBack)),
  'a shipping fee of unknown outcome': resolved((...at) => silenced(at, orderItem), ['refund', 'settle']),
  'a shipping fee that is owed': resolved((...at) => owed(at, orderItem)),
  'the refund of a cancelled order': resolved((...at) => silenced(at, cancelOrder, 200)),
}

let clicks = 0

async function openBoxes(world: World, player: Player): Promise<Scene> {
  const body = openBody(world.operator, `crash-${clicks++}`, 2)
  const refusals = { WALLET_UNAVAILABLE: 'unchanged' } as const
  return { ...sceneOf(world, player, 'openRound', { body }), changeMinor: -1_000, refusals }
}

async function cancelBox(world: World, player: Player): Promise<Scene> {
  const { reels, clientActionId } = openBody(world.operator, `crash-${clicks++}`)
  const playerExternalId = player.externalId
  const { round } = await world.operator.coffer.purchase({ playerExternalId, mode: 'prepay', clientActionId, reels })
  const path = `/api/play/rounds/${round.publicId}/cancel`
  return { ...sceneOf(world, player, 'cancelHeldRound', { path }), changeMinor: 500 }
}

async function cashBack(world: World, player: Player): Promise<Scene> {
  const item = await winUntil(world, player, ({ cashbackMinor }) => Boolean(cashbackMinor))
  const path = `/api/play/inventory/${item.id}/cashback`
  const changeMinor = item.cashbackMinor ?? 0
  const refusals = { CASHBACK_NOT_AVAILABLE: 'changed' } as const
  return { ...sceneOf(world, player, 'cashBackItem', { path }), changeMinor, refusals, isRepeatable: false }
}

async function winUntil(world: World, player: Player, isIt: (item: InventoryRow) => boolean): Promise<InventoryRow> {
  for (;;) {
    const { body } = await player.open(openBody(world.operator, `crash-${clicks++}`, 5))
    const item = (body as OpenedRound).items.find(isIt)
    if (item) return item
  }
}

const winToShip = (world: World, player: Player) => winUntil(world, player, ({ shippable }) => shippable)

async function orderItem(world: World, player: Player): Promise<Scene> {
  const { id } = await winToShip(world, player)
  const body = orderOf([id], { clientActionId: `crash-${clicks++}` })
  const refusals = { WALLET_UNAVAILABLE: 'unchanged' } as const
  return { ...sceneOf(world, player, 'createOrder', { body }), changeMinor: -SHIPPING_FEE_MINOR, refusals }
}

/** The wallet thinks about the fee until somebody else has the item; then it takes it. */
async function orderWhatGoes(world: World, player: Player): Promise<Scene> {
  const { casino, operator } = world
  const { id } = await winToShip(world, player)
  const body = orderOf([id], { clientActionId: `crash-${clicks++}` })
  const scene = sceneOf(world, player, 'createOrder', { body })
  const fault = faults.slow(UNTIL_TOLD_MS)
  casino.wallet.faults.push({ when: { player: player.externalId, type: 'wallet.debit' }, times: 1, fault })
  casino.wallet.onCall = async ({ type }) => {
    if (type !== 'wallet.debit') return
    casino.wallet.onCall = undefined
    await operator.coffer.createOrder({ playerExternalId: player.externalId, ...orderOf([id]) })
    await casino.wallet.endWaits()
  }
  return { ...scene, refusals: { INVENTORY_NOT_SHIPPABLE: 'unchanged', WALLET_UNAVAILABLE: 'unchanged' } }
}

async function cancelOrder(world: World, player: Player): Promise<Scene> {
  const { id } = await winToShip(world, player)
  const { publicId } = await shipped(player, [id])
  const path = `/api/play/shipping/orders/${publicId}/cancel`
  const scene = sceneOf(world, player, 'cancelOrder', { path })
  return { ...scene, changeMinor: SHIPPING_FEE_MINOR, isRepeatable: false }
}

async function stakeBalance(world: World, player: Player): Promise<Scene> {
  const body = await aim(player, { wagerMinor: 500 })
  const refusals = { WALLET_UNAVAILABLE: 'unchanged' } as const
  return { ...sceneOf(world, player, 'playUpgrader', { body }), changeMinor: -500, refusals }
}

async function stakeItems(world: World, player: Player): Promise<Scene> {
  const { id } = await winUntil(world, player, ({ cashbackMinor }) => Boolean(cashbackMinor))
  const body = await aim(player, { stakeItemIds: [id] })
  return sceneOf(world, player, 'playUpgrader', { body })
}

/** A click that stakes something on the best prize that there is for it. */
async function aim(player: Player, stake: { wagerMinor: number } | { stakeItemIds: number[] }) {
  const asked = { ...stake, chanceBps: 5000 }
  const { body } = await player.call<UpgraderPrizes>('upgraderPrizes', { body: asked })
  return { ...asked, clientActionId: `crash-${clicks++}`, targetItemId: body.prizes[0]!.itemId }
}

async function rotate(world: World, player: Player): Promise<Scene> {
  return { ...sceneOf(world, player, 'rotateSeed', { body: {} }), isRepeatable: false }
}

/** The resolver has found a debit that nobody waits for, and has yet to give it back. */
async function owed([world, player]: [World, Player], prepare: Flow['prepare']): Promise<Scene> {
  const scene = await silenced([world, player], prepare)
  world.clock.advance(GIVEN_UP_MS)
  await world.tick('resolver')
  return scene
}

/** Clicks while the wallet moves the money and then says nothing. */
async function silenced([world, player]: [World, Player], prepare: Flow['prepare'], status = 503): Promise<Scene> {
  const scene = await prepare(world, player)
  world.casino.wallet.faults.push({ times: 1, fault: faults.reset({ apply: true }) })
  const told = await scene.click(world.baseUrl)
  assert.deepEqual([told.status, told.headers.has('retry-after')], [status, status === 503], told.text)
  return scene
}

function sceneOf(world: World, player: Player, route: PlayRouteName, options: object): Scene {
  const { token } = player
  return {
    click: (url) => callPlay(url, route, { token, ...options }),
    startMinor: balanceOf(world, player),
    changeMinor: 0,
    refusals: {},
    isRepeatable: true,
  }
}

export function balanceOf({ casino, operator }: World, { externalId }: Player): number {
  return casino.wallet.balance(operator.slug, externalId, 'EUR') ?? 0
}
