import assert from 'node:assert/strict'
import type { OpenedRound } from '@coffer/contract/shapes'
import { faults } from '@coffer/reference-operator'
import { POINTS, type PointName } from '@coffer/service/kernel'
import { type Answer, callPlay, type Player, type PlayRouteName } from '../support/player.ts'
import { openBody, type World } from '../support/world.ts'

const GIVEN_UP_MS = 120_000

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
}

const resolved = (prepare: Flow['prepare'], policies: Flow['policies'] = ['refund']): Flow => {
  return { points: pointsOf('resolver'), isLeftAlone: true, policies, prepare }
}

/** What the resolver finds to do when nobody comes back. */
export const RESOLVED_FLOWS: Record<string, Flow> = {
  'a debit of unknown outcome': resolved((...at) => silenced(at, openBoxes), ['refund', 'settle']),
  'a refund that is owed': resolved(oweRefund),
  'the credit of a cancel': resolved((...at) => silenced(at, cancelBox)),
  'the credit of a cashback': resolved((...at) => silenced(at, cashBack)),
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
  for (;;) {
    const { body } = await player.open(openBody(world.operator, `crash-${clicks++}`, 5))
    const item = (body as OpenedRound).items.find(({ cashbackMinor }) => cashbackMinor)
    if (!item) continue
    const path = `/api/play/inventory/${item.id}/cashback`
    const changeMinor = item.cashbackMinor ?? 0
    const refusals = { CASHBACK_NOT_AVAILABLE: 'changed' } as const
    return { ...sceneOf(world, player, 'cashBackItem', { path }), changeMinor, refusals, isRepeatable: false }
  }
}

async function rotate(world: World, player: Player): Promise<Scene> {
  return { ...sceneOf(world, player, 'rotateSeed', { body: {} }), isRepeatable: false }
}

async function oweRefund(world: World, player: Player): Promise<Scene> {
  const scene = await silenced([world, player], openBoxes)
  world.clock.advance(GIVEN_UP_MS)
  await world.tick('resolver')
  return scene
}

/** Clicks while the wallet moves the money and then says nothing. */
async function silenced([world, player]: [World, Player], prepare: Flow['prepare']): Promise<Scene> {
  const scene = await prepare(world, player)
  world.casino.wallet.faults.push({ times: 1, fault: faults.reset({ apply: true }) })
  const told = await scene.click(world.baseUrl)
  assert.deepEqual([told.status, told.headers.has('retry-after')], [503, true], told.text)
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
