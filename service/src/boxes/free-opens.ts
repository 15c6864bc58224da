import type { Funding } from '@coffer/contract/shapes'
import { countCampaignUnits, lockCampaignUnits, takeCampaignUnits } from '../campaigns/index.ts'
import { atOnce, present, Refusal } from '../kernel/index.ts'
import type { Who } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import type { FreeOpensOf, RoundRecord } from '../rounds/index.ts'
import { freeOpensLeft, lockFreeOpens, takeFreeOpens } from '../sessions/index.ts'

/** Free opens that pay for reels of some boxes. Those of a launch have no campaign. */
type FreeOpens = { campaignId: number | null; boxIds: readonly number[]; left: number }

/** What a round takes of them. */
export type FreeOpensUse = { campaignId: number | null; count: number }

/** Whoever opens boxes, and whether it is said who pays. */
type Opener = Who & { launchId: number | null; funding: Funding | null }

/** Who pays a round, and what is taken of free opens for it: of the operator's word alone, nothing. */
export type Paying = { funding: Funding; uses: readonly FreeOpensUse[] }

const THE_PLAYER: Paying = { funding: 'player', uses: [] }

/**
 * Who pays. Free opens do when they cover all reels: of the session's launch first, then of campaigns, the one that ends first first.
 * They stay locked until this transaction ends. Too few: asked for on the player's surface it is a refusal, never a debit; asked for
 * by the backend it is the operator's word; not said, the player pays all. Throws FREE_OPENS_EXHAUSTED.
 */
export async function fundingOf(
  tx: Tx,
  request: Opener,
  boxIds: readonly number[],
  now: Date,
  seen: FreeOpensSeen,
): Promise<Paying> {
  if (request.funding === 'player') return THE_PLAYER
  // Most have none, which is seen without a lock.
  const some = boxIds.some((boxId) => countOf(seen, boxId) > 0)
  const uses = some ? coverReels(boxIds, await lockAll(tx, request, boxIds, now)) : null
  if (uses) return { funding: 'operator', uses }
  if (request.funding !== 'operator') return THE_PLAYER
  if (request.launchId !== null) throw new Refusal('FREE_OPENS_EXHAUSTED')
  return { funding: 'operator', uses: [] }
}

/** A launch before campaigns, so that all who lock free opens of a player do so in one order. */
async function lockAll(
  tx: Tx,
  { owner, launchId }: Opener,
  boxIds: readonly number[],
  now: Date,
): Promise<FreeOpens[]> {
  const [launch, ofCampaigns] = await atOnce(
    launchId === null ? null : lockFreeOpens(tx, owner, launchId, boxIds),
    lockCampaignUnits(tx, owner, boxIds, now),
  )
  const ofLaunch = launch?.boxId ? [{ campaignId: null, boxIds: [launch.boxId], left: launch.left }] : []
  return [...ofLaunch, ...ofCampaigns]
}

/**
 * Takes a unit for each reel, from the first free opens that hold its box and have one left; null when a reel finds none. They stand in the
 * order in which they are used up.
 */
function coverReels(boxIds: readonly number[], all: readonly FreeOpens[]): FreeOpensUse[] | null {
  const uses = all.map(({ campaignId }) => ({ campaignId, count: 0 }))
  for (const boxId of boxIds) {
    const place = all.findIndex((one, index) => one.boxIds.includes(boxId) && countAt(uses, index) < one.left)
    const use = uses[place]
    if (!use) return null
    use.count += 1
  }
  return uses.filter(({ count }) => count > 0)
}

const countAt = (uses: readonly FreeOpensUse[], index: number) => uses[index]?.count ?? 0

/** Takes what pays for a round. */
export async function takeUnits(
  tx: Tx,
  { owner, launchId }: Opener,
  round: RoundRecord,
  { campaignId, count }: FreeOpensUse,
): Promise<void> {
  if (campaignId !== null) {
    // At the moment of which it was decided who pays.
    const use = { campaignId, count, roundPublicId: round.public_id }
    return takeCampaignUnits(tx, owner, use, round.created_at)
  }
  const launch = present(launchId, 'what has no campaign is a launch\u2019s')
  present(await takeFreeOpens(tx, owner, launch, count), 'units that are locked can be taken')
}

/** Free opens of a player as they are seen without a lock: those of a launch are for one box. */
export type FreeOpensSeen = {
  ofLaunch: { boxId: number | null; left: number } | null
  ofCampaigns: ReadonlyMap<number, number>
}

/** The operator-funded opens of these boxes, null for all, that a player has now. */
export async function seeFreeOpens(
  ctx: Context,
  tx: Tx,
  { owner, launchId }: FreeOpensOf,
  boxIds: readonly number[] | null,
): Promise<FreeOpensSeen> {
  const [ofLaunch, ofCampaigns] = await atOnce(
    launchId === null ? null : freeOpensLeft(tx, owner, launchId),
    countCampaignUnits(tx, owner, boxIds, ctx.clock.now()),
  )
  return { ofLaunch, ofCampaigns }
}

/** Of a box, of what was seen. */
export function countOf({ ofLaunch, ofCampaigns }: FreeOpensSeen, boxId: number): number {
  return (ofLaunch?.boxId === boxId ? ofLaunch.left : 0) + (ofCampaigns.get(boxId) ?? 0)
}

/** How many operator-funded opens of each of these boxes a player has now. */
export async function countFreeOpens(
  ctx: Context,
  tx: Tx,
  of: FreeOpensOf,
  boxIds: readonly number[],
): Promise<Map<number, number>> {
  const seen = await seeFreeOpens(ctx, tx, of, boxIds)
  return new Map(boxIds.map((boxId) => [boxId, countOf(seen, boxId)]))
}

/** The same for one box. */
export async function countFreeOpensOfBox(ctx: Context, tx: Tx, of: FreeOpensOf, boxId: number): Promise<number> {
  return countOf(await seeFreeOpens(ctx, tx, of, [boxId]), boxId)
}
