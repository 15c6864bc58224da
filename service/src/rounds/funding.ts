import type { Funding } from '@coffer/contract/shapes'
import { lockCampaignUnits, takeCampaignUnits } from '../campaigns/index.ts'
import { present, Refusal } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { lockFreeOpens, takeFreeOpens } from '../sessions/index.ts'
import { coverReels, type Grant, type GrantUse } from './grants.ts'
import type { OpenRequest } from './open-request.ts'
import { settleBoxes } from './settle-boxes.ts'
import type { RoundRecord } from './store.ts'

/** Who pays a round, and what is taken of free opens for it: of the operator's word alone, nothing. */
export type Paying = { funding: Funding; uses: readonly GrantUse[] }

const THE_PLAYER: Paying = { funding: 'player', uses: [] }

/**
 * Who pays. Free opens do when they cover all reels: of the session's launch first, then of campaigns, the one that ends first first.
 * They stay locked until this transaction ends. Too few: asked for on the player's surface it is a refusal, never a debit; asked for
 * by the backend it is the operator's word; not said, the player pays all. Throws FREE_OPENS_EXHAUSTED.
 */
export async function fundingOf(tx: Tx, request: OpenRequest, boxIds: readonly number[], now: Date): Promise<Paying> {
  if (request.funding === 'player') return THE_PLAYER
  const uses = coverReels(boxIds, await lockGrants(tx, request, boxIds, now))
  if (uses) return { funding: 'operator', uses }
  if (request.funding !== 'operator') return THE_PLAYER
  if (request.launchId !== null) throw new Refusal('FREE_OPENS_EXHAUSTED')
  return { funding: 'operator', uses: [] }
}

/** A launch before campaigns, so that all who lock grants of a player do so in one order. */
async function lockGrants(
  tx: Tx,
  { owner, launchId }: OpenRequest,
  boxIds: readonly number[],
  now: Date,
): Promise<Grant[]> {
  const launch = launchId === null ? null : await lockFreeOpens(tx, owner, launchId, boxIds)
  const ofLaunch = launch?.boxId ? [{ campaignId: null, boxIds: [launch.boxId], left: launch.left }] : []
  return [...ofLaunch, ...(await lockCampaignUnits(tx, owner, boxIds, now))]
}

/** An operator-funded open needs no wallet: it takes its free opens and settles in this one transaction. */
export async function settleFunded(
  ctx: Context,
  tx: Tx,
  request: OpenRequest,
  round: RoundRecord,
  uses: readonly GrantUse[],
): Promise<Record<string, unknown>> {
  const { operator, owner, playerExternalId, launchId } = request
  for (const use of uses) await take(tx, request, round, use)
  const freeOpensOf = launchId === null && uses.length === 0 ? undefined : { owner, launchId }
  const settling = { operator, owner, playerExternalId, round, balanceAfterMinor: null, freeOpensOf }
  return settleBoxes(ctx, tx, settling)
}

async function take(
  tx: Tx,
  { owner, launchId }: OpenRequest,
  round: RoundRecord,
  { campaignId, count }: GrantUse,
): Promise<void> {
  if (campaignId !== null) {
    // At the moment of which it was decided who pays.
    const use = { campaignId, count, roundPublicId: round.public_id }
    return takeCampaignUnits(tx, owner, use, round.created_at)
  }
  const launch = present(launchId, 'a grant without a campaign is a launch\u2019s')
  present(await takeFreeOpens(tx, owner, launch, count), 'units that are locked can be taken')
}
