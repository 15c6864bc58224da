import { z } from 'zod'
import { defineRoutes, defineSignedRoutes } from './route.ts'
import {
  bps,
  clientActionId,
  currency,
  distinctIds,
  facts,
  INVENTORY_STATES,
  id,
  idList,
  minor,
  playerExternalId,
  round,
  roundFairness,
  shownLocale,
  UPGRADER_MODES,
  uncredited,
  upgradeTarget,
} from './shapes.ts'

/** The Upgrader as both surfaces know it, and the backend's routes (interface §2.8 and §4.6, decisions §10). */

/** Most prizes in one answer, and most items in one stake. */
export const UPGRADER_PRIZES_MAX = 100
export const STAKE_ITEMS_MAX = 50

/** What the Upgrader offers (interface §2.8); amounts in `currency`. */
export const upgraderConfig = z.object({
  houseEdgeBps: bps,
  chancePresetsBps: z.array(bps),
  defaultChanceBps: bps,
  maxChanceBps: bps,
  available: z.boolean(),
  minWagerMinor: minor,
  maxWagerMinor: minor,
  maxPrizeMinor: minor.nullable().meta({
    description: 'The richest prize that a wager within the limits can win; null when there is none',
  }),
  currency: z.string(),
  modes: z.object({ balance: z.boolean(), items: z.boolean() }),
  noLoss: z
    .boolean()
    .meta({ description: 'A win is worth at least the stake; a miss pays Nuggets, which are yours to pay' }),
})

/** A stake of items, each with what it counts for; the values sum to `totalMinor`, which is the wager. */
const stakedItem = z.object({
  inventoryItemId: id,
  itemId: id,
  name: z.string(),
  valueMinor: minor.meta({ description: 'What the item counts for: the Credits part of its cashback' }),
  itemValueMinor: minor.meta({ description: 'What the item is worth' }),
  currency: z.string(),
})
export const upgraderStake = z.object({ currency: z.string(), totalMinor: minor, items: z.array(stakedItem) })
export const consumedStake = upgraderStake.extend({
  items: z.array(stakedItem.extend({ state: z.literal('consumed') })),
})

export const upgraderPrize = upgradeTarget.extend({
  rtpBps: bps.meta({ description: 'chanceBps times the value over the wager, rounded down' }),
})

/** What can be aimed at with a wager and a chance; nothing is staked by asking. */
export const upgraderPrizes = z.object({
  wagerMinor: minor,
  chanceBps: bps,
  feeBps: bps,
  currency: z.string(),
  targetBand: z.object({ lowerMinor: minor, upperMinor: minor }),
  prizes: z.array(upgraderPrize).max(UPGRADER_PRIZES_MAX),
  config: upgraderConfig,
})
export const upgraderPrizesByItems = upgraderPrizes.extend({ stake: upgraderStake })

/** An Upgrader round that came to its end: what a box round has but for reels, and the roll. */
const upgradeRound = round.required({
  mode: true,
  chanceBps: true,
  feeBps: true,
  rolledBps: true,
  isWin: true,
  target: true,
  fairness: true,
})

/** What a win put into the vault; amounts in the round's currency. */
export const wonItem = z.object({
  inventoryItemId: id,
  itemId: id,
  name: z.string(),
  cashbackMinor: minor.nullable(),
  cashbackUncredited: uncredited.nullable(),
  currency: z.string(),
  state: z.enum(INVENTORY_STATES),
})

/**
 * Answer of a play that came to its end. `stake` is told when items were staked: no wallet was called then, and no balance is known.
 * Both routes answer both, because a repeated `clientActionId` gets the first round, whichever mode it was.
 */
export const playedUpgrade = z.object({
  round: upgradeRound,
  wonItem: wonItem.nullable(),
  balanceAfterMinor: z.int().nullable(),
  facts,
  stake: consumedStake.optional(),
})

/** A safe integer in a query. */
const count = z
  .string()
  .regex(/^\d{1,16}$/, { error: 'must be a whole number' })
  .transform(Number)
  .refine((value) => Number.isSafeInteger(value), { error: 'must be a whole number' })

const stakeIds = idList
  .refine((ids) => ids.length <= STAKE_ITEMS_MAX, { error: `must be at most ${STAKE_ITEMS_MAX}` })
  .refine((ids) => new Set(ids).size === ids.length, { error: 'must be distinct' })

const shownIn = { currency: currency.optional(), locale: shownLocale }

/** A chance is refused as UPGRADER_CHANCE_INVALID when it is none of those on offer, whatever its number. */
const chanceBps = z.int()
const aim = { clientActionId, chanceBps, targetItemId: id, currency: currency.optional() }

const LIST_REFUSALS = [
  'GAME_DISABLED',
  'UPGRADER_MODE_DISABLED',
  'UNSUPPORTED_CURRENCY',
  'UPGRADER_CHANCE_INVALID',
] as const
const WALLET_REFUSALS = ['INSUFFICIENT_FUNDS', 'PLAYER_BLOCKED', 'REQUEST_INTERRUPTED', 'WALLET_UNAVAILABLE'] as const
const PLAY_REFUSALS = [
  ...LIST_REFUSALS,
  'UPGRADER_WAGER_OUT_OF_RANGE',
  'UPGRADER_PRIZE_OUT_OF_RANGE',
  'PLAYER_RESTRICTED',
] as const

export const upgraderRoutes = defineSignedRoutes({
  upgraderPrizes: {
    method: 'GET',
    path: '/api/s2s/upgrader/prizes',
    player: 'known',
    summary: 'Prizes that a wager can win at a chance, the highest first',
    query: z.object({ playerExternalId, wagerMinor: count, chanceBps: count, ...shownIn }),
    success: { 200: upgraderPrizes },
    refusals: LIST_REFUSALS,
  },
  playUpgrader: {
    method: 'POST',
    path: '/api/s2s/upgrader/play',
    player: 'made',
    repeat: { by: 'clientActionId' },
    replays: true,
    opens: true,
    summary: 'Stake an amount of a player\u2019s balance on a prize',
    body: z.object({ playerExternalId, wagerMinor: minor, ...aim }),
    success: { 200: playedUpgrade },
    refusals: [...PLAY_REFUSALS, ...WALLET_REFUSALS],
  },
  upgraderPrizesByItems: {
    method: 'GET',
    path: '/api/s2s/upgrader/prizes-by-items',
    player: 'known',
    summary: 'Prizes that a stake of a player\u2019s items can win at a chance, the highest first',
    query: z.object({ playerExternalId, stakeItemIds: stakeIds, chanceBps: count, ...shownIn }),
    success: { 200: upgraderPrizesByItems },
    refusals: [...LIST_REFUSALS, 'UPGRADER_ITEM_NOT_OWNED'],
  },
  playUpgraderWithItems: {
    method: 'POST',
    path: '/api/s2s/upgrader/play-with-items',
    player: 'made',
    repeat: { by: 'clientActionId' },
    replays: true,
    opens: true,
    summary: 'Stake items of a player on a prize; they are consumed, win or lose',
    body: z.object({ playerExternalId, stakeItemIds: distinctIds, ...aim }),
    success: { 200: playedUpgrade },
    refusals: [...PLAY_REFUSALS, 'UPGRADER_ITEM_NOT_OWNED'],
  },
})

/** A wager or a stake of items, and not both. */
const eitherStake = {
  wagerMinor: minor.optional(),
  stakeItemIds: distinctIds.optional(),
}

function refuseUnlessOne(body: { wagerMinor?: unknown; stakeItemIds?: unknown }, issues: z.core.$RefinementCtx): void {
  if ((body.wagerMinor === undefined) !== (body.stakeItemIds === undefined)) return
  const message = 'must be given, or stakeItemIds, and not both'
  issues.addIssue({ code: 'custom', path: ['wagerMinor'], message })
}

/** Both modes on one route: a stake of items is told in `stake`. */
const playerPrizes = upgraderPrizes.extend({ stake: upgraderStake.optional() })

export const playerUpgraderRoutes = defineRoutes({
  upgraderConfig: {
    method: 'GET',
    path: '/api/play/upgrader/config',
    player: 'session',
    summary: 'What the Upgrader offers now, in the session\u2019s currency or another',
    query: z.object({ currency: currency.optional() }),
    success: { 200: upgraderConfig },
    refusals: ['GAME_DISABLED', 'UNSUPPORTED_CURRENCY'],
  },
  upgraderPrizes: {
    method: 'POST',
    path: '/api/play/upgrader/prizes',
    player: 'session',
    summary: 'Prizes that a wager, or a stake of items, can win at a chance, the highest first',
    body: z.object({ ...eitherStake, chanceBps, ...shownIn }).superRefine(refuseUnlessOne),
    success: { 200: playerPrizes },
    refusals: upgraderRoutes.upgraderPrizesByItems.refusals,
  },
  playUpgrader: {
    method: 'POST',
    path: '/api/play/upgrader/play',
    player: 'session',
    replays: true,
    opens: true,
    summary: 'Stake a wager, or items, on a prize',
    body: z.object({ ...eitherStake, ...aim }).superRefine(refuseUnlessOne),
    success: { 200: playedUpgrade },
    refusals: [...PLAY_REFUSALS, 'UPGRADER_ITEM_NOT_OWNED', ...WALLET_REFUSALS],
  },
  upgraderPrizesByItems: {
    method: 'POST',
    path: '/api/play/upgrader/prizes-by-items',
    player: 'session',
    summary: 'Prizes that a stake of items can win at a chance, the highest first',
    body: z.object({ stakeItemIds: distinctIds, chanceBps, ...shownIn }),
    success: { 200: upgraderPrizesByItems },
    refusals: upgraderRoutes.upgraderPrizesByItems.refusals,
  },
  playUpgraderWithItems: {
    method: 'POST',
    path: '/api/play/upgrader/play-with-items',
    player: 'session',
    replays: true,
    opens: true,
    summary: 'Stake items on a prize; they are consumed, win or lose',
    body: z.object({ stakeItemIds: distinctIds, ...aim }),
    success: { 200: playedUpgrade },
    refusals: upgraderRoutes.playUpgraderWithItems.refusals,
  },
})

/** What an Upgrader round tells of itself in `round_settled` (decisions §7); the target in the operator's own currency. */
export const upgraderOutcome = z.object({
  kind: z.literal('upgrader'),
  mode: z.enum(UPGRADER_MODES),
  chanceBps: bps,
  feeBps: bps,
  rolledBps: bps,
  isWin: z.boolean(),
  target: upgradeTarget,
  stakeItemIds: z.array(id),
  wonInventoryItemId: id.nullable(),
  fairness: roundFairness,
})

export type UpgraderConfig = z.infer<typeof upgraderConfig>
export type UpgraderStake = z.infer<typeof upgraderStake>
export type UpgraderPrize = z.infer<typeof upgraderPrize>
export type UpgraderPrizes = z.infer<typeof playerPrizes>
export type PlayedUpgrade = z.infer<typeof playedUpgrade>
export type ConsumedStake = z.infer<typeof consumedStake>
export type WonItem = z.infer<typeof wonItem>
