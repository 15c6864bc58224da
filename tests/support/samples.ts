import { playRoutes } from '@coffer/contract/play'
import { publicRoutes } from '@coffer/contract/public'
import type { Route } from '@coffer/contract/route'
import { s2sRoutes } from '@coffer/contract/s2s'
import { faults } from '@coffer/reference-operator'
import { createEndpoint } from '@coffer/service/administration'
import { jsonSchemaOf } from './bad-values.ts'
import type { Caller, Sample } from './door.ts'
import type { Player } from './player.ts'
import { openRows } from './rows.ts'
import { win, winBody } from './sure-boxes.ts'
import type { TestOperator, World } from './world.ts'

/** A player of an operator who has opened a box, won a mug and has a session: what the routes can be called with. */
export type Scene = {
  operator: TestOperator
  player: Player
  /** A second session of the player, which may be ended. */
  leavingToken: string
  launchToken: string
  boxId: number
  roundId: string
  /** Four boxes that were paid for and are still closed. */
  heldIds: readonly string[]
  inventoryItemId: number
  endpointId: number
  /** A delivery that was given up. */
  failedDeliveryId: string
}

export async function makeScene(world: World, operator: TestOperator, externalId: string): Promise<Scene> {
  const player = await world.play(operator, externalId)
  const { round, items } = await win(operator, player, 'mug')
  const launch = { playerExternalId: externalId, gameKey: 'mystery_box', target: {} } as const
  const { launchToken } = await operator.coffer.createLaunch(launch)
  const boxId = operator.boxes.mug!.boxId
  const heldIds = []
  for (let n = 0; n < 4; n++) {
    const prepaid = { playerExternalId: externalId, mode: 'prepay' as const, ...winBody(operator, `held-${n}`, 'mug') }
    heldIds.push((await operator.coffer.purchase(prepaid)).round.publicId)
  }
  const { token: leavingToken } = await world.play(operator, externalId)
  const { endpointId } = await createEndpoint(world.service.ctx, {
    operatorId: operator.operatorId,
    ...SILENT,
    actor: 'test',
  })
  const { delivery } = await operator.coffer.testEndpoint({ endpointId })
  await world.tick('webhooks')
  await openRows(world.databaseUrl).query(GIVE_UP, [delivery.id])
  return {
    operator,
    endpointId,
    failedDeliveryId: delivery.id,
    player,
    leavingToken,
    launchToken,
    boxId,
    roundId: round.publicId,
    heldIds,
    inventoryItemId: items[0]!.id,
  }
}

/** Nothing listens there, and nothing but a test event is sent. */
const SILENT = { url: 'http://127.0.0.1:9/', types: ['kyc_status_changed'] }
const GIVE_UP = `update webhook_deliveries set status = 'failed', next_attempt_at = null, attempt_count = 10
  where 'whd_' || delivery_id = $1`

const PERIOD = { from: '2020-01-01T00:00:00.000Z', to: '2100-01-01T00:00:00.000Z' }

type Samples<Routes> = Record<keyof Routes, Sample>

/** A call of each player route that is served. A route without one is a type error here, and a failed test. */
export function playSamples({ operator, launchToken, boxId, roundId, heldIds, inventoryItemId }: Scene) {
  const samples: Samples<typeof playRoutes> = {
    initSession: { body: { launchToken } },
    heartbeat: {},
    logout: {},
    setCurrency: { body: { currency: 'USD' } },
    balance: {},
    listBoxes: { query: { limit: '10' } },
    getBox: { params: { boxId: String(boxId) } },
    openRound: { body: { ...winBody(operator, 'sample-open', 'mug'), funding: 'player' } },
    openHeldRound: { params: { publicId: heldIds[0]! } },
    cancelHeldRound: { params: { publicId: heldIds[1]! } },
    listRounds: { query: { status: 'settled', limit: '10' } },
    getRound: { params: { publicId: roundId } },
    listInventory: { query: { state: 'unresolved', currency: 'USD', limit: '10' } },
    cashBackItem: { params: { id: String(inventoryItemId) }, body: { expectedRevisionId: 1 } },
    fairnessState: {},
    rotateSeed: { body: { clientSeed: 'my seed' } },
    listSeeds: { query: { limit: '10' } },
  }
  return samples
}

export function s2sSamples(scene: Scene) {
  const { operator, player, boxId, roundId, heldIds, inventoryItemId, endpointId, failedDeliveryId } = scene
  const playerExternalId = player.externalId
  const ofRound = { params: { publicId: roundId }, query: { playerExternalId } }
  const samples: Samples<typeof s2sRoutes> = {
    health: {},
    createLaunch: {
      body: { playerExternalId, gameKey: 'mystery_box', target: { boxId }, funding: 'operator', fundingRounds: 2 },
    },
    listBoxes: { query: { ids: String(boxId), sort: '-price', currency: 'USD', locale: 'de', limit: '10' } },
    getBox: { params: { boxId: String(boxId) }, query: { currency: 'USD', locale: 'de' } },
    purchase: {
      body: { playerExternalId, mode: 'open', currency: 'USD', ...winBody(operator, 'sample-purchase', 'mug') },
    },
    openHeldRound: { params: { publicId: heldIds[2]! }, body: { playerExternalId } },
    cancelHeldRound: { body: { playerExternalId, roundPublicId: heldIds[3]! } },
    history: { query: { playerExternalId, types: 'open,refund', ...PERIOD, limit: '10' } },
    unresolved: { query: { limit: '10' } },
    listRounds: { query: { playerExternalId, status: 'settled', limit: '10' } },
    getRound: ofRound,
    roundFairness: ofRound,
    listInventory: { query: { playerExternalId, state: 'unresolved', currency: 'USD', limit: '10' } },
    cashout: { body: { playerExternalId, inventoryItemId, currency: 'USD', expectedRevisionId: 1 } },
    fairnessState: { query: { playerExternalId } },
    rotateSeed: { body: { playerExternalId, clientSeed: 'my seed' } },
    listSeeds: { query: { playerExternalId, limit: '10' } },
    config: {},
    rates: {},
    listDeliveries: {
      query: { status: 'failed', type: 'webhook_test', endpointId: String(endpointId), ...PERIOD, limit: '10' },
    },
    getDelivery: { params: { deliveryId: failedDeliveryId } },
    replayDelivery: { params: { deliveryId: failedDeliveryId } },
    replayDeliveries: { body: PERIOD },
    testEndpoint: { params: { endpointId: String(endpointId) } },
  }
  return samples
}

export function publicSamples({ operator, roundId }: Scene) {
  const samples: Samples<typeof publicRoutes> = {
    boxVersionSnapshot: { params: { boxVersionId: String(operator.boxes.mug!.boxVersionId) } },
    roundProof: { params: { publicId: roundId } },
  }
  return samples
}

export type RouteSample = { surface: 'play' | 's2s' | 'public'; name: string; route: Route; sample: Sample }

/** Every route of the contract with its sample. */
export function allSamples(scene: Scene): RouteSample[] {
  const of = (surface: RouteSample['surface'], routes: Record<string, Route>, samples: Record<string, Sample>) =>
    Object.entries(routes).map(([name, route]) => {
      const sample = samples[name]
      if (!sample) throw new Error(`the ${surface} route ${name} has no sample`)
      return { surface, name, route, sample }
    })
  return [
    ...of('play', playRoutes, playSamples(scene)),
    ...of('s2s', s2sRoutes, s2sSamples(scene)),
    ...of('public', publicRoutes, publicSamples(scene)),
  ]
}

/** Who a scene calls a route as. */
export function callerOf({ player, operator, leavingToken }: Scene, { surface, name }: RouteSample): Caller {
  if (surface === 'public' || name === 'initSession') return null
  if (name === 'logout') return { token: leavingToken }
  return surface === 'play' ? { token: player.token } : operator
}

/** Routes that answer in pages. */
export function listsOf(scene: Scene): RouteSample[] {
  return allSamples(scene).filter(
    ({ route }) => route.query && 'cursor' in (jsonSchemaOf(route.query).properties ?? {}),
  )
}

/** Whether a list is of one player; the others are of the operator. */
export function isOfPlayer({ surface, name, route }: RouteSample): boolean {
  if (surface === 'play') return name !== 'listBoxes'
  return route.query !== undefined && 'playerExternalId' in (jsonSchemaOf(route.query).properties ?? {})
}

/** A query of a list, for the player of a scene where a backend has to name one. */
export function listQueryOf({ player }: Scene, one: RouteSample, query: string): string {
  return one.surface === 's2s' && isOfPlayer(one) ? `playerExternalId=${player.externalId}&${query}` : query
}

/** Puts at least two rows into every list of a scene's player. */
export async function fillLists(world: World, { operator, player, endpointId }: Scene): Promise<void> {
  await win(operator, player, 'mug', 'mug')
  for (let n = 0; n < 2; n++) {
    await operator.coffer.testEndpoint({ endpointId })
    await operator.coffer.rotateSeed({ playerExternalId: player.externalId })
    world.casino.wallet.faults.push({ when: { type: 'wallet.debit' }, times: 1, fault: faults.serverError() })
    await player.open(winBody(operator, `undecided-${n}`, 'book'))
  }
}
