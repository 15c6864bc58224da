import { assert, type Owner } from '../kernel/index.ts'
import type { Tx } from '../platform/index.ts'
import { type CampaignUnits, countUnits, insertUse, listUnits, lockUnits, takeUnits } from './units-store.ts'

/**
 * The free opens of these boxes that a player has now, of the campaign that ends first first. Nobody else takes of them, and no such
 * campaign is cancelled, until this transaction ends.
 */
export async function lockCampaignUnits(
  tx: Tx,
  owner: Owner,
  boxIds: readonly number[],
  now: Date,
): Promise<CampaignUnits[]> {
  const locked = await lockUnits(tx, owner, boxIds, now)
  // Read again: what was waited for may have taken units, or cancelled a campaign.
  return locked.length === 0 ? [] : listUnits(tx, owner, locked, now)
}

/** Uses up units that this transaction has locked, for a round that it settles. */
export async function takeCampaignUnits(
  tx: Tx,
  owner: Owner,
  use: { campaignId: number; count: number; roundPublicId: string },
  now: Date,
): Promise<void> {
  assert(await takeUnits(tx, owner, use, now), 'units that are locked can be taken')
  await insertUse(tx, owner, use, now)
}

/** How many free opens of each of these boxes, null for all, a player has now, of all campaigns together. */
export async function countCampaignUnits(
  tx: Tx,
  owner: Owner,
  boxIds: readonly number[] | null,
  now: Date,
): Promise<Map<number, number>> {
  const counts = await countUnits(tx, owner, boxIds, now)
  return new Map(counts.map(({ boxId, left }) => [boxId, left]))
}
