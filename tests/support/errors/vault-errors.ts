import assert from 'node:assert/strict'
import { playRoutes } from '@coffer/contract/play'
import { publicRoutes } from '@coffer/contract/public'
import { s2sRoutes } from '@coffer/contract/s2s'
import { playersAs } from '../admin-players.ts'
import { type Caller, knock } from '../door.ts'
import { type SureKey, win, winBody } from '../sure-boxes.ts'
import type { TestOperator } from '../world.ts'
import { ofPage, type ProvokersOf, refused } from './refused.ts'
import { type ErrorStage, otherOperator, serverError, signInOwner } from './stage.ts'

const NOBODY = 999_999
const ABOVE_LIMIT = { error: { current: { maxItemMinor: 1000, currency: 'EUR' } } }
const NO_ROUND = `rnd_${'0'.repeat(26)}`

/** What rounds, items, payouts and campaigns are refused for. */
export const vaultErrors = {
  PLAYER_NOT_FOUND: {
    admin: async (stage) => ofPage(await (await signInOwner(stage)).get(`/players/${NOBODY}`)),
  },
  RESTRICTIONS_CHANGED: {
    admin: async (stage) => {
      const { usual } = stage
      const playerExternalId = stage.fresh()
      await usual.coffer.setRestrictions({ playerExternalId, dailyOpensCount: 1 })
      const owner = await signInOwner(stage)
      const playerId = await playersAs(() => owner).idOf(playerExternalId)
      const change = { selfExcluded: true, reason: 'None', version: 0, currency: 'EUR' }
      return ofPage(await owner.post(`/players/${playerId}/restrictions`, change))
    },
  },
  ROUND_NOT_FOUND: {
    play: async (stage) => {
      const { token } = await stage.enter(stage.usual)
      return refused(await knock(stage.world, playRoutes.getRound, { token }, { params: { publicId: NO_ROUND } }))
    },
    s2s: async ({ world, usual, fresh }) => {
      const sent = { params: { publicId: NO_ROUND }, query: { playerExternalId: fresh() } }
      return refused(await knock(world, s2sRoutes.roundFairness, usual, sent))
    },
    public: async ({ world }) =>
      refused(await knock(world, publicRoutes.roundProof, null, { params: { publicId: NO_ROUND } })),
    admin: async (stage) => ofPage(await (await signInOwner(stage)).get(`/rounds/${NO_ROUND}`)),
  },
  ROUND_NOT_HELD: {
    play: async (stage) => {
      const held = await hold(stage)
      await stage.usual.coffer.cancelHeldRound(held.ofRound)
      return refused(await knock(stage.world, playRoutes.openHeldRound, held.session, held.atRound))
    },
    s2s: async (stage) => {
      const held = await hold(stage)
      await stage.usual.coffer.cancelHeldRound(held.ofRound)
      return refused(
        await knock(stage.world, s2sRoutes.openHeldRound, stage.usual, { ...held.atRound, body: held.ofRound }),
      )
    },
  },
  ROUND_NOT_REFUNDABLE: {
    play: async (stage) => {
      const held = await hold(stage)
      await stage.usual.coffer.openHeldRound({ publicId: held.publicId, ...held.ofRound })
      return refused(await knock(stage.world, playRoutes.cancelHeldRound, held.session, held.atRound))
    },
    s2s: async (stage) => {
      const held = await hold(stage)
      await stage.usual.coffer.openHeldRound({ publicId: held.publicId, ...held.ofRound })
      return refused(await knock(stage.world, s2sRoutes.cancelHeldRound, stage.usual, { body: held.ofRound }))
    },
  },
  REFUND_NOT_ALLOWED: {
    play: async (stage) => {
      const held = await hold(stage, otherOperator(stage, 'stingy'))
      return refused(await knock(stage.world, playRoutes.cancelHeldRound, held.session, held.atRound))
    },
    s2s: async (stage) => {
      const operator = otherOperator(stage, 'stingy')
      const held = await hold(stage, operator)
      return refused(await knock(stage.world, s2sRoutes.cancelHeldRound, operator, { body: held.ofRound }))
    },
  },

  INVENTORY_ITEM_NOT_FOUND: {
    play: async (stage) => {
      const { token } = await stage.enter(stage.usual)
      return refused(await knock(stage.world, playRoutes.cashBackItem, { token }, { params: { id: String(NOBODY) } }))
    },
    s2s: async ({ world, usual, fresh }) => {
      const sent = { params: { id: String(NOBODY) }, query: { playerExternalId: fresh() } }
      return refused(await knock(world, s2sRoutes.getInventoryItem, usual, sent))
    },
  },
  CASHBACK_NOT_AVAILABLE: {
    play: async (stage) => {
      const won = await winOne(stage, 'keepsake')
      return refused(await won.cashBack(), { error: { state: 'unresolved' } })
    },
    s2s: async (stage) => {
      const won = await winOne(stage, 'book')
      assert.equal((await won.cashBack()).status, 200)
      // One that begins in the same millisecond may have waited for the first, and has its answer.
      stage.world.clock.advance(1)
      return refused(await won.cashOut(), { error: { state: 'cashed_back' } })
    },
  },
  CASHBACK_ABOVE_LIMIT: {
    play: async (stage) => {
      const won = await winOne(stage, 'crown', otherOperator(stage, 'thrifty'))
      return refused(await won.cashBack(), ABOVE_LIMIT)
    },
    s2s: async (stage) => {
      const won = await winOne(stage, 'crown', otherOperator(stage, 'thrifty'))
      return refused(await won.cashOut(), ABOVE_LIMIT)
    },
  },
  VALUE_STEP_TOO_LARGE: {
    s2s: async ({ world, usual }) => {
      const sent = { params: { itemId: String(usual.items.book) }, body: { valueMinor: 1_000_000 } }
      const answer = await knock(world, s2sRoutes.recordValue, usual, sent)
      const { fields, current } = answer.body.error as unknown as { fields: object; current: object }
      assert.deepEqual(Object.keys(fields), ['valueMinor'])
      return refused(answer, { error: { fields, current } })
    },
  },
  PRICE_CHANGED: {
    play: async (stage) => {
      const won = await winOne(stage, 'crown')
      const current = await valueMoves(stage, won)
      return refused(await won.cashBack({ expectedRevisionId: won.revisionId }), { error: { current } })
    },
    s2s: async (stage) => {
      const won = await winOne(stage, 'crown')
      const current = await valueMoves(stage, won)
      return refused(await won.cashOut({ expectedRevisionId: won.revisionId }), { error: { current } })
    },
  },
  ITEM_BUSY: {
    s2s: async (stage) => {
      const won = await winOne(stage, 'mug')
      stage.fail('wallet.credit', serverError())
      assert.equal((await won.cashBack()).status, 503)
      return refused(await reserve(stage, won), { error: { reason: 'ITEM_BUSY' } })
    },
  },

  UNKNOWN_ITEM: {
    s2s: async ({ world, usual }) => {
      const sent = { params: { itemId: String(NOBODY) }, body: { valueMinor: 1 } }
      return refused(await knock(world, s2sRoutes.recordValue, usual, sent))
    },
    admin: async (stage) => ofPage(await (await signInOwner(stage)).get(`/items/${NOBODY}`)),
  },
  PAYOUT_NOT_AVAILABLE: {
    s2s: async (stage) => {
      const state = 'forwarded_to_casino'
      const fields = { 'inventoryItemIds.0': [`is ${state}`] }
      return refused(await reserve(stage, await winOne(stage, 'spins')), { error: { state, fields } })
    },
  },
  PAYOUT_NOT_FOUND: {
    s2s: async ({ world, usual }) =>
      refused(await knock(world, s2sRoutes.getPayout, usual, { params: { id: String(NOBODY) } })),
  },
  PAYOUT_NOT_RESERVED: {
    s2s: async (stage) => {
      const { payout } = (await reserve(stage, await winOne(stage, 'book'))).body as never as { payout: { id: number } }
      await stage.usual.coffer.cancelPayout({ id: payout.id })
      const sent = { params: { id: String(payout.id) }, body: {} }
      return refused(await knock(stage.world, s2sRoutes.confirmPayout, stage.usual, sent))
    },
  },
  CAMPAIGN_NOT_FOUND: {
    s2s: async ({ world, usual, fresh }) =>
      refused(await knock(world, s2sRoutes.getCampaign, usual, { params: { extId: fresh() } })),
  },
} as const satisfies ProvokersOf

/** A box that a player has paid for and not opened. */
async function hold(stage: ErrorStage, operator: TestOperator = stage.usual) {
  const { externalId: playerExternalId, token } = await stage.enter(operator)
  const body = { playerExternalId, mode: 'prepay' as const, ...winBody(operator, stage.fresh(), 'mug') }
  const { publicId } = (await operator.coffer.purchase(body)).round
  const session: Caller = { token }
  return {
    publicId,
    session,
    atRound: { params: { publicId } },
    ofRound: { playerExternalId, roundPublicId: publicId },
  }
}

/** An item of a new player, and the ways to cash it back. */
async function winOne(stage: ErrorStage, key: SureKey, operator = stage.usual) {
  const { world } = stage
  const player = await stage.enter(operator)
  const { id, currentRevisionId: revisionId } = (await win(operator, player, key)).items[0]!
  const ofItem = { playerExternalId: player.externalId, inventoryItemId: id }
  return {
    ...{ player, id, revisionId },
    cashBack: (body: object = {}) =>
      knock(world, playRoutes.cashBackItem, { token: player.token }, { params: { id: String(id) }, body }),
    cashOut: (body: object = {}) => knock(world, s2sRoutes.cashout, operator, { body: { ...ofItem, ...body } }),
  }
}

type Won = Awaited<ReturnType<typeof winOne>>

/** Moves the value of the crown, and returns what its owner is shown from then on. */
async function valueMoves({ usual }: ErrorStage, { player, id }: Won) {
  const find = async () => (await player.inventory()).body.items.find((item) => item.id === id)!
  const before = await find()
  await usual.coffer.recordValue({ itemId: usual.items.crown!, valueMinor: before.valueMinor - 100 })
  const { currentRevisionId: revisionId, valueMinor, cashbackMinor, cashbackUncredited, currency } = await find()
  assert.notEqual(revisionId, before.currentRevisionId)
  return { revisionId, valueMinor, cashbackMinor, cashbackUncredited, currency }
}

function reserve({ world, usual, fresh }: ErrorStage, { player, id }: Won) {
  const body = { playerExternalId: player.externalId, inventoryItemIds: [id], idempotencyKey: fresh() }
  return knock(world, s2sRoutes.createPayout, usual, { body })
}
