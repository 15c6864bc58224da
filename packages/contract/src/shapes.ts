import { z } from 'zod'
import { isCurrency } from './currencies.ts'
import { ERROR_CODES } from './errors.ts'
import { ITEM_TYPES } from './item-names.ts'
import { lineText, wireText } from './text.ts'

/** Parts that several surfaces share. Unknown fields of a request are ignored; an answer carries only what stands here. */

export const FUNDINGS = ['player', 'operator'] as const
export const INVENTORY_STATES = [
  'unresolved',
  'ship_requested',
  'fulfilled',
  'cashed_back',
  'expired',
  'forwarded_to_casino',
  'consumed',
  'reserved',
  'paid_out',
] as const
export const ROUND_STATUSES = ['settled', 'voided', 'held'] as const
/** What an Upgrader round is played with. */
export const UPGRADER_MODES = ['balance', 'items'] as const

/** Positive ids are PostgreSQL bigint identities, always safe integers. */
export const id = z.int().min(1)
/** Minor units. */
export const minor = z.int().min(0)
export const bps = z.int().min(0)
export const timestamp = z.iso.datetime().meta({ description: 'ISO 8601, UTC' })
/** What a client names: any code. One that is none of the operator's is UNSUPPORTED_CURRENCY, whether it is a currency or not. */
export const currency = wireText(3, 3).regex(/^[A-Za-z]{3}$/, { error: 'must be an ISO 4217 code of three letters' })
/** The currency of a wallet or a catalogue: one there is, in capital letters. */
export const currencyCode = wireText(3, 3).refine(isCurrency, { error: 'must be an ISO 4217 code in capital letters' })
/** In a path either would be a step between folders, which every client takes before it sends: no exclusion could be set. */
export const playerExternalId = wireText(1, 190).refine((id) => id !== '.' && id !== '..', {
  error: 'must be more than one or two dots',
})
export const emailAddress = lineText(3, 254).refine((text) => /^[^\s@]+@[^\s@]+$/.test(text), {
  error: 'must be an e-mail address',
})
/** The locale of a read: any value is served, with a fallback (interface §4.6), up to the length of a URL. */
export const shownLocale = wireText(0, 2048).optional()
export const clientActionId = wireText(1, 80)
export const clientSeed = wireText(1, 128).refine((seed) => /^[\x20-\x7e]+$/.test(seed) && !seed.includes(':'), {
  error: 'must be printable ASCII without a colon',
})
/** Opaque to clients: an id of any other form is one that no round has. */
export const roundPublicId = wireText(1, 200)

/** A path or query integer arrives as text. */
export const idText = z
  .string()
  .regex(/^[1-9]\d{0,15}$/, { error: 'must be a positive integer' })
  .transform(Number)
  .refine((value) => Number.isSafeInteger(value), { error: 'must be a positive integer' })

const ID_LIST = 'must be ids separated by commas'

/** A list of ids in a query, however it is written: `ids=1,2`, `ids=1&ids=2` or `ids[]=1&ids[]=2`. */
export const idList = z
  .union([wireText(1, 4000), z.array(z.string()).max(200)], { error: ID_LIST })
  .transform((written) => [written].flat().join(','))
  .refine((text) => text.length <= 4000 && /^[1-9]\d{0,15}(,[1-9]\d{0,15})*$/.test(text), { error: ID_LIST })
  .transform((text) => text.split(',').map(Number))
  .refine((ids) => ids.every(Number.isSafeInteger), { error: ID_LIST })
  .meta({ description: 'Ids separated by commas; the parameter may also be repeated' })

/** Ids of a body, each once: as many as one call may name. */
export const distinctIds = z
  .array(id)
  .min(1)
  .max(50)
  .refine((ids) => new Set(ids).size === ids.length, { error: 'must be distinct' })

const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z')
const FIRST_MOMENT = Date.parse('0000-01-01T00:00:00.000Z')

/** A moment that a client names, in any time zone; in UTC too it lies in a year of four digits, so that it can be answered. */
export const moment = z.iso.datetime({ offset: true, abort: true }).refine(
  (text) => {
    const at = Date.parse(text)
    return at >= FIRST_MOMENT && at <= LAST_MOMENT
  },
  { error: 'must lie in the years 0000 to 9999, UTC' },
)

export const cursorPair = z.object({ next: z.string().nullable(), prev: z.string().nullable() })
export const listQuery = {
  limit: z
    .string()
    .regex(/^\d{1,4}$/, { error: 'must be an integer from 1 to 200' })
    .transform(Number)
    .refine((value) => value >= 1 && value <= 200, { error: 'must be an integer from 1 to 200' })
    .optional(),
  cursor: wireText(1, 1000).optional(),
}

/** Further filters of a list of items; unknown tokens of `type` are ignored, and none known means all types. */
export const inventoryFilters = {
  type: wireText(0, 100).optional(),
  collectible: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional(),
}

export const uncredited = z.object({ priceFallMinor: minor, priceRiseMinor: minor, creditsShareMinor: minor })

/** Commitment under which a round is drawn. */
export const roundFairness = z.object({
  serverSeedHash: z.string(),
  clientSeed: z.string(),
  nonce: z.int().min(0),
  algorithmKey: z.string(),
})

/** What a player may know of the active seed pair. */
export const fairnessState = z.object({
  serverSeedHash: z.string(),
  nextServerSeedHash: z.string(),
  clientSeed: z.string(),
  nextNonce: z.int().min(0),
  algorithmKey: z.string(),
  activeSince: timestamp,
})

export const revealedPair = z.object({
  serverSeed: z.string(),
  serverSeedHash: z.string(),
  clientSeed: z.string(),
  roundCount: z.int().min(0),
  revealedAt: timestamp,
})

export const inventoryRow = z.object({
  id,
  itemId: id,
  name: z.string(),
  imageUrl: z.string().nullable(),
  type: z.enum(ITEM_TYPES),
  valueMinor: minor,
  currency: z.string(),
  state: z.enum(INVENTORY_STATES),
  acquisitionType: z.enum(['game_win', 'bought_with_nuggets']),
  cashbackMinor: minor.nullable(),
  cashbackUncredited: uncredited.nullable(),
  shippable: z.boolean(),
  wonAtRoundPublicId: z.string().nullable(),
  createdAt: timestamp,
  expiresAt: timestamp.nullable().optional(),
  isCollectible: z.literal(true).optional(),
  currentRevisionId: id.optional(),
  wonValueMinor: minor.optional(),
  currentValueMinor: minor.nullable().optional(),
})

/** An item after its cashback: what was credited, and what was not, in the item's own currency. */
export const cashedBackItem = inventoryRow.extend({ cashbackMinor: minor, uncredited, basisMinor: minor })

export const facts = z.object({
  currency: z.string(),
  reels: z.array(
    z.object({
      reelIndex: z.int().min(0),
      paidMinor: minor,
      itemValueMinor: minor,
      itemType: z.enum(ITEM_TYPES).nullable(),
    }),
  ),
  deal: z.object({ stakeCountedMinor: minor, stakeUncredited: uncredited }).nullable(),
})

/** The prize that an Upgrader round aims at. */
export const upgradeTarget = z.object({
  itemId: id,
  name: z.string(),
  valueMinor: minor,
  currency: z.string(),
  imageUrl: z.string().nullable(),
})

/** A stored answer of a build before this field is one of a round that had come to its end. */
const undecided = z
  .boolean()
  .default(false)
  .meta({ description: 'True while its debit or its refund is not decided: `voided` is provisional then' })

export const round = z.object({
  publicId: z.string(),
  status: z.enum(ROUND_STATUSES),
  undecided,
  betMinor: minor,
  payoutMinor: minor,
  currency: z.string(),
  funding: z.enum(FUNDINGS),
  settledAt: timestamp.nullable(),
  fairness: roundFairness.optional(),
  reels: z.array(
    z.object({
      reelIndex: z.int().min(0),
      boxVersionId: id,
      rawDraw: z.int().min(0).optional(),
      result: z.object({ itemId: id, name: z.string() }).optional(),
    }),
  ),
  refundedMinor: minor.optional(),
  // An Upgrader round has these in place of reels; the roll once it is settled.
  mode: z.enum(UPGRADER_MODES).optional(),
  chanceBps: bps.optional(),
  feeBps: bps.optional(),
  rolledBps: z.int().min(0).max(9_999).optional(),
  isWin: z.boolean().optional(),
  target: upgradeTarget.optional(),
})

/** Answer of an open or a purchase that came to its end. */
export const openedRound = z.object({
  round,
  items: z.array(inventoryRow),
  balanceAfterMinor: z.int().nullable(),
  facts: facts.nullable(),
  freeOpensLeft: z.int().min(0).optional(),
})

/** Answer of a cancel that came to its end. */
export const cancelledRound = z.object({
  round: z.object({
    publicId: z.string(),
    status: z.literal('voided'),
    undecided,
    refundedMinor: minor,
    currency: z.string(),
    refundedAt: timestamp,
  }),
  balanceAfterMinor: z.int().nullable(),
})

export const reels = z
  .array(z.object({ reelIndex: z.int().min(0).max(2_147_483_647), boxVersionId: id }))
  .min(1)
  .max(20)
  .superRefine((list, issues) => {
    const seen = new Set<number>()
    list.forEach((reel, index) => {
      if (seen.has(reel.reelIndex)) {
        issues.addIssue({ code: 'custom', path: [index, 'reelIndex'], message: 'must be distinct' })
      }
      seen.add(reel.reelIndex)
    })
  })

/** How the game shows what happens. */
export const presentation = z.object({
  fastMode: z.boolean(),
  skip: z.boolean(),
  minCycleMs: z.int().min(0),
  celebrateOnlyAbovePaid: z.boolean(),
  sessionClock: z.boolean(),
  netPosition: z.boolean(),
})

export const customAttributes = z.record(z.string(), z.union([z.boolean(), z.number(), z.string()]))

export const boxRow = z.object({
  boxId: id,
  boxVersionId: id.nullable(),
  versionNumber: z.int().min(1).nullable(),
  slug: z.string(),
  name: z.string(),
  imageUrl: z.string().nullable(),
  isActive: z.boolean(),
  priceMinor: minor.nullable(),
  currency: z.string(),
  rtpBps: bps.nullable(),
  houseEdgeBps: z.int().nullable(),
  rtpCashedBps: z.int().min(0).nullable().meta({
    description:
      'What comes back to one who cashes everything, in bps of the price, at the values and by the cashback rules of now; what cannot be cashed back counts 0. Null while cashback is off, and without a live version',
  }),
  maxPrizeMinor: minor.nullable(),
  customAttributes,
})

export const boxDetail = boxRow.extend({
  description: z.string().nullable(),
  snapshotUrl: z.string().nullable(),
  snapshotHash: z.string().nullable(),
  totalUnits: z.int(),
  refundable: z.boolean(),
  prizes: z.array(
    z.object({
      itemId: id,
      name: z.string(),
      type: z.enum(ITEM_TYPES),
      valueMinor: minor,
      currency: z.string(),
      imageUrl: z.string().nullable(),
      chanceUnits: z.int().min(1),
      chancePercent: z.number(),
      rangeStart: z.int().min(0),
      rangeEnd: z.int().min(1),
      inStock: z.boolean(),
      isCollectible: z.boolean(),
    }),
  ),
})

/** What only the operator is told of a box: whether the values of its collectibles have outgrown its price. */
const rtpStatus = {
  currentRtpBps: z
    .int()
    .min(0)
    .nullable()
    .meta({ description: 'RTP at current values, as cashback would pay it; null for a box without a live version' }),
  isPaused: z.boolean().meta({ description: 'Off sale while it gives more than it takes at current values' }),
}
export const backendBoxRow = boxRow.extend(rtpStatus)
export const backendBoxDetail = boxDetail.extend(rtpStatus)

/** The standard error envelope, with the additions that single codes carry. */
export const errorAnswer = z.object({
  error: z.object({
    code: z.enum(ERROR_CODES as [string, ...string[]]),
    message: z.string(),
    fields: z.record(z.string(), z.array(z.string())).optional(),
    requestId: z.string(),
    docUrl: z.string(),
    walletErrorCode: z.string().optional(),
    state: z.string().optional(),
    reason: z.string().optional(),
    current: z.unknown().optional(),
    until: timestamp.nullable().optional(),
    minimumMinor: minor.optional(),
    valueMinor: minor.optional(),
    currency: z.string().optional(),
  }),
  round: z.object({ publicId: z.string(), status: z.enum(ROUND_STATUSES), undecided }).optional(),
  // 0 after a refused debit, which is not the player's balance; null after any other debit that did not settle its round.
  balanceAfterMinor: z.int().nullable().optional(),
})

export type Funding = (typeof FUNDINGS)[number]
export type { ItemType } from './item-names.ts'
export type InventoryState = (typeof INVENTORY_STATES)[number]
export type RoundStatus = (typeof ROUND_STATUSES)[number]
export type UpgraderMode = (typeof UPGRADER_MODES)[number]
export type CursorPair = z.infer<typeof cursorPair>
export type Uncredited = z.infer<typeof uncredited>
export type FairnessState = z.infer<typeof fairnessState>
export type RevealedPair = z.infer<typeof revealedPair>
export type InventoryRow = z.infer<typeof inventoryRow>
export type CashedBackItem = z.infer<typeof cashedBackItem>
export type Facts = z.infer<typeof facts>
export type UpgradeTarget = z.infer<typeof upgradeTarget>
export type RoundAnswer = z.infer<typeof round>
export type OpenedRound = z.infer<typeof openedRound>
export type CancelledRound = z.infer<typeof cancelledRound>
export type BoxRow = z.infer<typeof boxRow>
export type BoxDetail = z.infer<typeof boxDetail>
export type BackendBoxRow = z.infer<typeof backendBoxRow>
export type BackendBoxDetail = z.infer<typeof backendBoxDetail>
export type ErrorAnswer = z.infer<typeof errorAnswer>
