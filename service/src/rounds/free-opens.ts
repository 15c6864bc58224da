import { countCampaignUnits } from '../campaigns/index.ts'
import type { Owner } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { freeOpensLeft } from '../sessions/index.ts'

/** Whose free opens are counted: those of campaigns, and of the launch of a session when there is one. */
export type FreeOpensOf = { owner: Owner; launchId: number | null }

/** How many operator-funded opens of each of these boxes a player has now. */
export async function countFreeOpens(
  ctx: Context,
  tx: Tx,
  { owner, launchId }: FreeOpensOf,
  boxIds: readonly number[],
): Promise<Map<number, number>> {
  const grant = launchId === null ? null : await freeOpensLeft(tx, owner, launchId)
  const ofCampaigns = await countCampaignUnits(tx, owner, boxIds, ctx.clock.now())
  const countOf = (boxId: number) => (grant?.boxId === boxId ? grant.left : 0) + (ofCampaigns.get(boxId) ?? 0)
  return new Map(boxIds.map((boxId) => [boxId, countOf(boxId)]))
}

/** The same for one box. */
export async function countFreeOpensOfBox(ctx: Context, tx: Tx, of: FreeOpensOf, boxId: number): Promise<number> {
  return (await countFreeOpens(ctx, tx, of, [boxId])).get(boxId) ?? 0
}
