import type { playerUpgraderRoutes, upgraderRoutes } from '@coffer/contract/upgrader'
import type { Sample } from './door.ts'
import type { Player } from './player.ts'
import { win } from './sure-boxes.ts'
import { UPGRADER_ON } from './upgrader.ts'
import type { TestOperator, World } from './world.ts'

/** A call of each route of the Upgrader, as `samples.ts` has one of every route. */
type Samples<Routes> = Record<keyof Routes, Sample>

/** Books to be staked, each in one play, and what a book can win at even chances. */
export type Stakes = { stakeIds: readonly number[]; targetItemId: number }

/** Gives an operator the Upgrader with a prize, and a player what can be staked for it. */
export async function prepareUpgrader(world: World, operator: TestOperator, player: Player): Promise<Stakes> {
  await world.settings(operator, { enabledGames: UPGRADER_ON.enabledGames })
  const goal = { key: 'goal', name: `${operator.slug} goal`, type: 'digital' as const, valueMinor: 650 }
  await world.catalogue(operator, { items: [{ ...goal, upgraderPrize: true }], boxes: [] })
  const books = (await win(operator, player, 'book', 'book', 'book')).items.map((item) => item.id)
  return { stakeIds: books, targetItemId: operator.items.goal! }
}

const EVEN = 5000

export function playUpgraderSamples({ stakeIds: [first, second, last], targetItemId }: Stakes) {
  const asked = { stakeItemIds: [last!], chanceBps: EVEN, currency: 'USD', locale: 'de' }
  const samples: Samples<typeof playerUpgraderRoutes> = {
    upgraderConfig: { query: { currency: 'USD' } },
    upgraderPrizes: { body: asked },
    playUpgrader: {
      body: {
        stakeItemIds: [first!],
        chanceBps: EVEN,
        targetItemId,
        currency: 'USD',
        clientActionId: 'sample-upgrade',
      },
    },
    upgraderPrizesByItems: { body: asked },
    playUpgraderWithItems: {
      body: {
        stakeItemIds: [second!],
        chanceBps: EVEN,
        targetItemId,
        currency: 'USD',
        clientActionId: 'sample-staked',
      },
    },
  }
  return samples
}

export function upgraderSamples({ player, stakeIds, targetItemId }: Stakes & { player: Player }) {
  const { externalId: playerExternalId } = player
  const asked = { playerExternalId, chanceBps: String(EVEN), currency: 'USD', locale: 'de' }
  const aim = { playerExternalId, chanceBps: EVEN, targetItemId, currency: 'EUR' }
  const samples: Samples<typeof upgraderRoutes> = {
    upgraderPrizes: { query: { ...asked, wagerMinor: '350' } },
    playUpgrader: { body: { ...aim, wagerMinor: 350, clientActionId: 'sample-backend-upgrade' } },
    upgraderPrizesByItems: { query: { ...asked, stakeItemIds: String(stakeIds[2]) } },
    playUpgraderWithItems: {
      body: { ...aim, stakeItemIds: [stakeIds[2]!], clientActionId: 'sample-backend-staked' },
    },
  }
  return samples
}
