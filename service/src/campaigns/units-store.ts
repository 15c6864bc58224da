import { sql } from 'kysely'
import type { Owner } from '../kernel/index.ts'
import { askFor, inLockOrder, lookup, type Tx } from '../platform/index.ts'
import { isStatus } from './store.ts'
import './tables.ts'

/** What a player may still open of a campaign's boxes. */
export type CampaignUnits = { campaignId: number; boxIds: number[]; left: number }

const isActive = (now: Date) => isStatus('active', now)

/** Keeps others from a player's units of the campaigns that hold one of these boxes, until this transaction ends. One order for all. */
export async function lockUnits(tx: Tx, owner: Owner, boxIds: readonly number[], now: Date): Promise<number[]> {
  inLockOrder(tx, 'free opens of campaigns', owner.playerId)
  const { rows } = await sql<{ campaignId: number }>`
    select p.campaign_id as "campaignId"
    from campaign_players p
    join campaigns c on c.operator_id = p.operator_id and c.campaign_id = p.campaign_id
    where p.operator_id = ${owner.operatorId} and p.player_id = ${owner.playerId}
      and p.used_count < p.granted_count and ${isActive(now)} and exists (
        select from campaign_boxes b where b.operator_id = p.operator_id and b.campaign_id = p.campaign_id
          and b.box_id = any(${[...boxIds]}::bigint[]))
    order by p.campaign_id
    for no key update of p`.execute(tx)
  return rows.map(({ campaignId }) => campaignId)
}

/** What a player has left of these campaigns, of the one that ends first first; nothing of one that is not active now. */
export async function listUnits(
  tx: Tx,
  owner: Owner,
  campaignIds: readonly number[],
  now: Date,
): Promise<CampaignUnits[]> {
  const { rows } = await sql<CampaignUnits>`
    select p.campaign_id as "campaignId", p.granted_count - p.used_count as "left", (
        select json_agg(b.box_id) from campaign_boxes b
        where b.operator_id = p.operator_id and b.campaign_id = p.campaign_id
      ) as "boxIds"
    from campaign_players p
    join campaigns c on c.operator_id = p.operator_id and c.campaign_id = p.campaign_id
    where p.operator_id = ${owner.operatorId} and p.player_id = ${owner.playerId}
      and p.campaign_id = any(${[...campaignIds]}::bigint[]) and ${isActive(now)}
    order by c.valid_until, c.campaign_id`.execute(tx)
  return rows
}

/** Uses up units of a campaign that is active now, all or none. False when it is not, or too few are left. */
export async function takeUnits(
  tx: Tx,
  owner: Owner,
  use: { campaignId: number; count: number },
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update campaign_players p set used_count = p.used_count + ${use.count}
    from campaigns c
    where p.operator_id = ${owner.operatorId} and p.campaign_id = ${use.campaignId} and p.player_id = ${owner.playerId}
      and c.operator_id = p.operator_id and c.campaign_id = p.campaign_id
      and p.used_count + ${use.count} <= p.granted_count and ${isActive(now)}`.execute(tx)
  return numAffectedRows === 1n
}

export async function insertUse(
  tx: Tx,
  owner: Owner,
  use: { campaignId: number; count: number; roundPublicId: string },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('campaign_uses')
    .values({
      operator_id: owner.operatorId,
      campaign_id: use.campaignId,
      player_id: owner.playerId,
      round_public_id: use.roundPublicId,
      unit_count: use.count,
      used_at: now,
    })
    .execute()
}

type BoxesOfPlayer = { operator_id: number; player_id: number; box_ids: readonly number[] | null; at: Date }

const COUNT_UNITS = lookup<BoxesOfPlayer, { boxId: number; left: number }>`
  select place, b.box_id as "boxId", sum(p.granted_count - p.used_count) as "left"
  from rows as asked (place int, operator_id bigint, player_id bigint, box_ids bigint[], at timestamptz)
  join campaign_players p using (operator_id, player_id)
  join campaigns c on c.operator_id = p.operator_id and c.campaign_id = p.campaign_id
  join campaign_boxes b on b.operator_id = p.operator_id and b.campaign_id = p.campaign_id
  where (asked.box_ids is null or b.box_id = any(asked.box_ids)) and c.cancelled_at is null and c.valid_from <= asked.at and c.valid_until > asked.at
  group by place, b.box_id`

/** For each of these boxes, null for all, the units that a player has now, of all campaigns together; boxes of no campaign are left out. */
export function countUnits(
  tx: Tx,
  owner: Owner,
  boxIds: readonly number[] | null,
  now: Date,
): Promise<{ boxId: number; left: number }[]> {
  const { operatorId, playerId } = owner
  return askFor(tx, COUNT_UNITS, { operator_id: operatorId, player_id: playerId, box_ids: boxIds, at: now })
}
