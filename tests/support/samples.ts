import type { campaignRoutes } from '@coffer/contract/campaigns'
import { playRoutes } from '@coffer/contract/play'
import type { playerRoutes } from '@coffer/contract/players'
import { publicRoutes } from '@coffer/contract/public'
import type { Route } from '@coffer/contract/route'
import { s2sRoutes } from '@coffer/contract/s2s'
import type { playerShippingRoutes, shippingRoutes } from '@coffer/contract/shipping'
import { faults } from '@coffer/reference-operator'
import { createEndpoint } from '@coffer/service/administration'
import { days, later } from '../../service/src/kernel/index.ts'
import { jsonSchemaOf } from './bad-values.ts'
import type { Caller, Sample } from './door.ts'
import { kycSamples, prepareKyc, turnKycOver } from './kyc-samples.ts'
import type { Player } from './player.ts'
import { openRows } from './rows.ts'
import { ADDRESS, CONTACT, orderOf, shipped } from './shipping.ts'
import { win, winBody } from './sure-boxes.ts'
import { playUpgraderSamples, prepareUpgrader, type Stakes, upgraderSamples } from './upgrader-samples.ts'
import type { TestOperator, World } from './world.ts'

/** A player of an operator who has opened a box, won a mug and has a session: what the routes can be called with. */
export type Scene = Stakes & {
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
  /** A book that nothing was done with. */
  freeItemId: number
  /** Two mugs that nothing was done with. */
  shippableIds: readonly number[]
  /** A pending order that the player placed, and may cancel. */
  cancellableId: string
  /** A pending order of the backend with two mugs, and one of them. */
  orderId: string
  orderedItemId: number
  /** Three payouts of a book each that are reserved. */
  payoutIds: readonly number[]
  /** A campaign for a box that is opened nowhere else, and until when another may last. */
  campaignExtId: string
  validUntil: string
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
  const books = (await win(operator, player, 'book', 'book', 'book', 'book')).items.map((item) => item.id)
  const staking = await prepareUpgrader(world, operator, player)
  const payoutIds = []
  for (const id of books.slice(1)) {
    const reserve = { playerExternalId: externalId, inventoryItemIds: [id], idempotencyKey: `payout-${id}` }
    payoutIds.push((await operator.coffer.createPayout(reserve)).payout.id)
  }
  const orders = await placeOrders(operator, player)
  const validUntil = later(world.clock.now(), days(7)).toISOString()
  const campaignExtId = `${operator.slug}-${externalId}`
  await operator.coffer.createCampaign({ ...campaignOf(operator, externalId, validUntil), extId: campaignExtId })
  const { token: leavingToken } = await world.play(operator, externalId)
  await prepareKyc(world, operator, externalId)
  await operator.coffer.createAdminSsoLink({ adminExternalId: 'a colleague' })
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
    freeItemId: books[0]!,
    payoutIds,
    ...orders,
    ...staking,
    campaignExtId,
    validUntil,
  }
}

async function placeOrders(operator: TestOperator, player: Player) {
  const mugs = (await win(operator, player, 'mug', 'mug', 'mug', 'mug', 'mug')).items.map((item) => item.id)
  const { publicId: cancellableId } = await shipped(player, mugs.slice(0, 1))
  const { externalId: playerExternalId } = player
  const { order } = await operator.coffer.createOrder({ playerExternalId, ...orderOf(mugs.slice(1, 3)) })
  return { shippableIds: mugs.slice(3), cancellableId, orderId: order.publicId, orderedItemId: mugs[1]! }
}

function campaignOf(operator: TestOperator, externalId: string, validUntil: string) {
  return { boxIds: [operator.boxes.keepsake!.boxId], quantity: 3, validUntil, playerExternalIds: [externalId] }
}

/** Nothing listens there, and nothing but a test event is sent. */
const SILENT = { url: 'http://127.0.0.1:9/', types: ['box_archived'] }
const GIVE_UP = `update webhook_deliveries set status = 'failed', next_attempt_at = null, attempt_count = 10
  where 'whd_' || delivery_id = $1`

const PERIOD = { from: '2020-01-01T00:00:00.000Z', to: '2100-01-01T00:00:00.000Z' }

type Samples<Routes> = Record<keyof Routes, Sample>

/** A call of each player route that is served. A route without one is a type error here, and a failed test. */
export function playSamples(scene: Scene) {
  const { operator, launchToken, boxId, roundId, heldIds, inventoryItemId } = scene
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
    listInventory: {
      query: { state: 'unresolved', type: 'physical', collectible: 'false', currency: 'USD', limit: '10' },
    },
    cashBackItem: { params: { id: String(inventoryItemId) }, body: { expectedRevisionId: 1 } },
    ...playShippingSamples(scene),
    ...playUpgraderSamples(scene),
    fairnessState: {},
    rotateSeed: { body: { clientSeed: 'my seed' } },
    listSeeds: { query: { limit: '10' } },
  }
  return samples
}

export function s2sSamples(scene: Scene) {
  const { operator, player, boxId, roundId, heldIds, inventoryItemId, endpointId, failedDeliveryId } = scene
  const playerExternalId = player.externalId
  const ofItem = { params: { id: String(inventoryItemId) } }
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
    listInventory: {
      query: {
        playerExternalId,
        state: 'unresolved',
        type: 'physical',
        collectible: 'false',
        currency: 'USD',
        limit: '10',
      },
    },
    getInventoryItem: { ...ofItem, query: { playerExternalId, currency: 'USD' } },
    priceHistory: { ...ofItem, query: { playerExternalId, currency: 'USD' } },
    portfolio: { query: { playerExternalId, state: 'unresolved', currency: 'USD' } },
    cashout: { body: { playerExternalId, inventoryItemId, currency: 'USD', expectedRevisionId: 1 } },
    createPayout: {
      body: { playerExternalId, inventoryItemIds: [scene.freeItemId], idempotencyKey: 'sample-payout' },
    },
    listPayouts: { query: { playerExternalId, status: 'reserved,cancelled', limit: '10' } },
    getPayout: { params: { id: String(scene.payoutIds[0]) }, query: { playerExternalId } },
    confirmPayout: { params: { id: String(scene.payoutIds[1]) }, body: { playerExternalId } },
    cancelPayout: { params: { id: String(scene.payoutIds[2]) }, body: { playerExternalId } },
    ...shippingSamples(scene),
    ...upgraderSamples(scene),
    ...campaignSamples(scene),
    ...playerSamples(scene),
    ...kycSamples(playerExternalId),
    recordValue: { params: { itemId: String(operator.items.dust) }, body: { valueMinor: 110 } },
    fairnessState: { query: { playerExternalId } },
    rotateSeed: { body: { playerExternalId, clientSeed: 'my seed' } },
    listSeeds: { query: { playerExternalId, limit: '10' } },
    config: { query: { currency: 'USD' } },
    rates: {},
    listDeliveries: {
      query: { status: 'failed', type: 'webhook_test', endpointId: String(endpointId), ...PERIOD, limit: '10' },
    },
    getDelivery: { params: { deliveryId: failedDeliveryId } },
    replayDelivery: { params: { deliveryId: failedDeliveryId } },
    replayDeliveries: { body: PERIOD },
    testEndpoint: { params: { endpointId: String(endpointId) } },
    createAdminSsoLink: {
      body: { adminExternalId: 'u-1', email: 'jane@staff.example', displayName: 'Jane Doe', returnPath: '/shipping' },
    },
  }
  return samples
}

const WHOLE_ADDRESS = { ...ADDRESS, line2: 'Second floor', phone: '+353 91 000 000' }
const ANOTHER_ADDRESS = { ...WHOLE_ADDRESS, line1: '2 Quay Street' }
const NOTES = 'Ring twice'

function playShippingSamples({ shippableIds, cancellableId, orderId, orderedItemId }: Scene) {
  const ofOrder = { params: { publicId: orderId } }
  const order = { address: WHOLE_ADDRESS, notes: NOTES, clientActionId: 'sample-order' }
  const samples: Samples<typeof playerShippingRoutes> = {
    quoteShipping: { body: { inventoryItemIds: [...shippableIds] } },
    createOrder: { body: orderOf(shippableIds.slice(0, 1), order) },
    listOrders: { query: { status: 'pending,cancelled', limit: '10' } },
    getOrder: ofOrder,
    cancelOrder: { params: { publicId: cancellableId } },
    changeOrderAddress: { ...ofOrder, body: { address: WHOLE_ADDRESS } },
    removeOrderItem: { ...ofOrder, body: { inventoryItemId: orderedItemId } },
  }
  return samples
}

function shippingSamples({ operator, player, shippableIds, cancellableId, orderId, orderedItemId }: Scene) {
  const { externalId: playerExternalId } = player
  const params = { publicId: orderId }
  const order = { address: WHOLE_ADDRESS, notes: NOTES, clientActionId: 'sample-backend-order' }
  const bought = { clientActionId: 'sample-nuggets', itemId: operator.items.mug! }
  const samples: Samples<typeof shippingRoutes> = {
    quoteShipping: { body: { playerExternalId, inventoryItemIds: [...shippableIds] } },
    createOrder: { body: { playerExternalId, ...orderOf(shippableIds.slice(1), order) } },
    listOrders: { query: { playerExternalId, status: 'pending,cancelled', limit: '10' } },
    getOrder: { params, query: { playerExternalId } },
    cancelOrder: { params: { publicId: cancellableId }, body: { playerExternalId } },
    changeOrderAddress: { params, body: { playerExternalId, address: ANOTHER_ADDRESS } },
    removeOrderItem: { params, body: { playerExternalId, inventoryItemId: orderedItemId } },
    buyWithNuggets: {
      body: { playerExternalId, ...bought, address: WHOLE_ADDRESS, contact: CONTACT, notes: NOTES },
    },
  }
  return samples
}

function campaignSamples({
  operator,
  player,
  validUntil,
  campaignExtId: extId,
}: Scene): Samples<typeof campaignRoutes> {
  const { externalId: playerExternalId } = player
  return {
    createCampaign: { body: { extId: 'sample', ...campaignOf(operator, playerExternalId, validUntil) } },
    listCampaigns: { query: { playerExternalId, status: 'active,scheduled', limit: '10' } },
    getCampaign: { params: { extId } },
    cancelCampaign: { params: { extId } },
  }
}

function playerSamples({ player }: Scene): Samples<typeof playerRoutes> {
  const { externalId: playerExternalId } = player
  return {
    setRestrictions: {
      params: { playerExternalId },
      body: { coolOffUntil: null, selfExcluded: false, dailySpendMinor: 1_000_000_000, dailyOpensCount: 1_000_000 },
    },
    getRestrictions: { params: { playerExternalId } },
  }
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

/** A call of each route that takes a currency, in this one. */
export function currencySamples(scene: Scene, currency: string): RouteSample[] {
  const isIn = (schema: Route['query']) => schema !== undefined && 'currency' in (jsonSchemaOf(schema).properties ?? {})
  return allSamples(scene).flatMap(({ route, sample, ...one }) => {
    const query = isIn(route.query) ? { query: { ...sample.query, currency } } : {}
    const body = isIn(route.body) ? { body: { ...sample.body, currency } } : {}
    return isIn(route.query) || isIn(route.body) ? [{ ...one, route, sample: { ...sample, ...query, ...body } }] : []
  })
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
export async function fillLists(world: World, { operator, player, endpointId, validUntil }: Scene): Promise<void> {
  await win(operator, player, 'mug', 'mug')
  await turnKycOver(world, operator, player.externalId)
  for (let n = 0; n < 2; n++) {
    const extId = `listed-${player.externalId}-${n}`
    await operator.coffer.createCampaign({ extId, ...campaignOf(operator, player.externalId, validUntil) })
    await operator.coffer.testEndpoint({ endpointId })
    await operator.coffer.rotateSeed({ playerExternalId: player.externalId })
    world.casino.wallet.faults.push({ when: { type: 'wallet.debit' }, times: 1, fault: faults.serverError() })
    await player.open(winBody(operator, `undecided-${n}`, 'book'))
  }
}
