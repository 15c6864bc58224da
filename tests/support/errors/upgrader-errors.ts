import { playRoutes } from '@coffer/contract/play'
import { s2sRoutes } from '@coffer/contract/s2s'
import { knock } from '../door.ts'
import { type SureKey, win } from '../sure-boxes.ts'
import { prizeKey } from '../upgrader.ts'
import { type ProvokersOf, refused } from './refused.ts'
import { type ErrorStage, otherOperator, serverError } from './stage.ts'

/** What the Upgrader is refused for. */
export const upgraderErrors = {
  UPGRADER_MODE_DISABLED: {
    play: async (stage) => {
      const trade = await enter(stage)
      return without(stage, 'items', async () => refused(await trade.ask({ stakeItemIds: [1] })))
    },
    s2s: async (stage) => {
      const trade = await enter(stage)
      return without(stage, 'balance', async () => refused(await trade.playFor({})))
    },
  },
  UPGRADER_CHANCE_INVALID: {
    play: async (stage) => refused(await (await enter(stage)).ask({ wagerMinor: 1, chanceBps: 5001 }), OFFERED),
    s2s: async (stage) => refused(await (await enter(stage)).playFor({ chanceBps: -1 }), OFFERED),
  },
  UPGRADER_ITEM_NOT_OWNED: {
    play: async (stage) => {
      const trade = await enter(stage)
      const id = await trade.won('mug')
      stage.fail('wallet.credit', serverError())
      await trade.player.cashBack(id)
      const fields = { 'stakeItemIds.0': ['is being cashed back'] }
      return refused(await trade.play({ stakeItemIds: [id] }), { error: { fields, reason: 'ITEM_BUSY' } })
    },
    s2s: async (stage) => {
      const trade = await enter(stage)
      const spins = await trade.won('spins')
      const fields = { 'stakeItemIds.0': ['is not in the vault'], 'stakeItemIds.1': ['is forwarded_to_casino'] }
      return refused(await trade.stakeFor({ stakeItemIds: [NOBODY, spins] }), { error: { fields } })
    },
  },
  UPGRADER_WAGER_OUT_OF_RANGE: {
    play: async (stage) => {
      const current = { wagerMinor: 99, ...LIMITS, currency: 'EUR' }
      return refused(await (await enter(stage)).play({ wagerMinor: 99 }), { error: { current } })
    },
    s2s: async (stage) => {
      const current = { wagerMinor: 100_001, ...LIMITS, currency: 'EUR' }
      return refused(await (await enter(stage)).playFor({ wagerMinor: 100_001 }), { error: { current } })
    },
  },
  UPGRADER_PRIZE_OUT_OF_RANGE: {
    play: async (stage) => {
      const current = { lowerMinor: 1900, upperMinor: 2090, currency: 'EUR' }
      return refused(await (await enter(stage)).play({ wagerMinor: 1100 }), { error: { current } })
    },
    s2s: async (stage) => {
      const current = { lowerMinor: 1728, upperMinor: 1900, currency: 'EUR' }
      return refused(await (await enter(stage)).playFor({ targetItemId: NOBODY }), { error: { current } })
    },
  },
} as const satisfies ProvokersOf

const NOBODY = 999_999
const OFFERED = { error: { current: { chancePresetsBps: [1000, 2500, 5000, 7500], maxChanceBps: 9500 } } }
const LIMITS = { minWagerMinor: 100, maxWagerMinor: 100_000 }

/** A new player of an operator that has the game, and the ways to ask and to play. */
async function enter(stage: ErrorStage) {
  const { world } = stage
  const operator = otherOperator(stage, 'trading')
  const player = await stage.enter(operator, { gameKey: 'upgrader' })
  const session = { token: player.token }
  const { externalId: playerExternalId } = player
  const aim = { chanceBps: 5000, targetItemId: operator.items[prizeKey(1890)]!, clientActionId: stage.fresh() }
  return {
    player,
    won: async (key: SureKey) => (await win(operator, player, key)).items[0]!.id,
    ask: (body: object) => knock(world, playRoutes.upgraderPrizes, session, { body: { chanceBps: 5000, ...body } }),
    play: (body: object) => knock(world, playRoutes.playUpgrader, session, { body: { ...aim, ...body } }),
    playFor: (body: object) =>
      knock(world, s2sRoutes.playUpgrader, operator, { body: { playerExternalId, wagerMinor: 1000, ...aim, ...body } }),
    stakeFor: (body: object) =>
      knock(world, s2sRoutes.playUpgraderWithItems, operator, { body: { playerExternalId, ...aim, ...body } }),
  }
}

/** One wager mode is off meanwhile. */
async function without<T>(stage: ErrorStage, mode: 'balance' | 'items', work: () => Promise<T>): Promise<T> {
  const operator = otherOperator(stage, 'trading')
  const turn = (on: boolean) => stage.world.settings(operator, { [`upgrader.modes.${mode}`]: on })
  await turn(false)
  const done = await work()
  await turn(true)
  return done
}
