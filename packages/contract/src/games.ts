import { z } from 'zod'
import { ITEM_TYPES } from './item-names.ts'
import { playerUpgraderRoutes, upgraderOutcome, upgraderRoutes } from './s2s-upgrader.ts'
import { id, minor, roundFairness } from './shapes.ts'

/** What each game adds to the wire. Opens of boxes came first: their routes stand among those of every surface. */

export const GAME_KEYS = ['mystery_box', 'upgrader'] as const
export type GameKey = (typeof GAME_KEYS)[number]

/** How a round that a game has drawn stands in the reconciliation feed. */
export const DRAWN_AS = { mystery_box: 'open', upgrader: 'upgrade' } as const satisfies Record<GameKey, string>

/** What backends call. */
export const gameRoutes = { ...upgraderRoutes }

/** The scope that each of those needs. */
export const GAME_SCOPES = {
  upgraderPrizes: 'read',
  playUpgrader: 'play',
  upgraderPrizesByItems: 'read',
  playUpgraderWithItems: 'play',
} as const satisfies Record<keyof typeof gameRoutes, string>

/** What the player's own app calls. */
export const playerGameRoutes = { ...playerUpgraderRoutes }

const boxOutcome = z.object({
  kind: z.literal('box'),
  fairness: roundFairness,
  reels: z.array(
    z.object({
      reelIndex: z.int().min(0),
      boxId: id,
      boxVersionId: id,
      snapshotHash: z.string(),
      rawDraw: z.int().min(0),
      chanceUnits: z.int().min(1),
      chancePercent: z.number(),
      prize: z.object({
        itemId: id,
        name: z.string(),
        type: z.enum(ITEM_TYPES),
        valueMinor: minor,
        currency: z.string(),
      }),
      inventoryItemId: id.nullable().meta({ description: 'Null for a Nuggets prize, which enters no vault' }),
    }),
  ),
})

/** What a round tells of itself in `round_settled`. */
export const roundOutcome = z.discriminatedUnion('kind', [boxOutcome, upgraderOutcome])
