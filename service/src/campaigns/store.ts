import type { CampaignStatus } from '@coffer/contract/campaigns'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Cursor } from '../kernel/index.ts'
import { inLockOrder, type Tx } from '../platform/index.ts'
import type { CampaignPeriod } from './campaign.ts'
import type { CampaignsTable } from './tables.ts'

/** A campaign with its boxes, and what its players have had of it together. */
export type CampaignRecord = CampaignPeriod & {
  campaignId: number
  extId: string
  quantity: number
  createdAt: Date
  boxIds: number[]
  playerCount: number
  grantedCount: number
  usedCount: number
}

/** Writes a campaign unless its extId is taken; null then. Whoever makes the same one at once is waited for. */
export async function insertCampaign(tx: Tx, row: Insertable<CampaignsTable>): Promise<number | null> {
  const inserted = await tx
    .insertInto('campaigns')
    .values(row)
    .onConflict((conflict) => conflict.columns(['operator_id', 'ext_id']).doNothing())
    .returning('campaign_id')
    .executeTakeFirst()
  return inserted?.campaign_id ?? null
}

/** Writes the boxes and the players of a campaign, in the order given, in two statements however many there are. */
export async function insertParts(
  tx: Tx,
  { operatorId, campaignId, quantity }: { operatorId: number; campaignId: number; quantity: number },
  parts: { boxIds: readonly number[]; playerIds: readonly number[] },
): Promise<void> {
  await sql`
    insert into campaign_boxes (operator_id, campaign_id, box_id, position)
    select ${operatorId}::bigint, ${campaignId}::bigint, box_id, place
    from unnest(${[...parts.boxIds]}::bigint[]) with ordinality as box (box_id, place)`.execute(tx)
  await sql`
    insert into campaign_players (operator_id, campaign_id, player_id, position, granted_count, used_count)
    select ${operatorId}::bigint, ${campaignId}::bigint, player_id, place, ${quantity}::integer, 0
    from unnest(${[...parts.playerIds]}::bigint[]) with ordinality as player (player_id, place)`.execute(tx)
}

const SELECT = sql`
  select c.campaign_id as "campaignId", c.ext_id as "extId", c.quantity, c.created_at as "createdAt",
    c.valid_from as "validFrom", c.valid_until as "validUntil", c.cancelled_at as "cancelledAt",
    boxes.ids as "boxIds", players.count as "playerCount", players.granted as "grantedCount", players.used as "usedCount"
  from campaigns c
  cross join lateral (
    select json_agg(box_id order by position) as ids from campaign_boxes
    where operator_id = c.operator_id and campaign_id = c.campaign_id
  ) boxes
  cross join lateral (
    select count(*) as count, sum(granted_count) as granted, sum(used_count) as used from campaign_players
    where operator_id = c.operator_id and campaign_id = c.campaign_id
  ) players`

export async function findCampaign(tx: Tx, operatorId: number, extId: string): Promise<CampaignRecord | null> {
  const { rows } = await sql<CampaignRecord>`${SELECT}
    where c.operator_id = ${operatorId} and c.ext_id = ${extId}`.execute(tx)
  return rows[0] ?? null
}

/** The number of campaigns that have not ended and give free opens of a box. */
export async function countCampaignsOfBox(tx: Tx, operatorId: number, boxId: number, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from campaign_boxes box
    join campaigns c on c.operator_id = box.operator_id and c.campaign_id = box.campaign_id
    where box.operator_id = ${operatorId} and box.box_id = ${boxId} and c.cancelled_at is null and c.valid_until > ${now}`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

export type CampaignFilter = { operatorId: number; playerId: number | null; statuses: readonly CampaignStatus[] }

/** `limit + 1` campaigns beyond the cursor, newest first, or in reverse for `prev`, by what they are at a moment. */
export async function listCampaignRows(
  tx: Tx,
  { operatorId, playerId, statuses }: CampaignFilter,
  page: { limit: number; cursor: Cursor | null },
  now: Date,
): Promise<CampaignRecord[]> {
  const backwards = page.cursor?.direction === 'prev'
  const conditions = [
    sql`c.operator_id = ${operatorId}`,
    sql`(${sql.join(
      statuses.map((status) => isStatus(status, now)),
      sql` or `,
    )})`,
  ]
  if (playerId !== null) conditions.push(holdsPlayer(playerId))
  if (page.cursor) conditions.push(sql`c.campaign_id ${backwards ? sql`>` : sql`<`} ${page.cursor.id}`)
  const { rows } = await sql<CampaignRecord>`${SELECT}
    where ${sql.join(conditions, sql` and `)}
    order by c.campaign_id ${backwards ? sql`asc` : sql`desc`} limit ${page.limit + 1}`.execute(tx)
  return rows
}

const holdsPlayer = (playerId: number) => sql`exists (
  select from campaign_players
  where operator_id = c.operator_id and campaign_id = c.campaign_id and player_id = ${playerId})`

/** What `campaignStatus` says, in SQL, of the campaign `c`. */
export function isStatus(status: CampaignStatus, now: Date): RawBuilder<unknown> {
  if (status === 'cancelled') return sql`c.cancelled_at is not null`
  const period = {
    scheduled: sql`c.valid_from > ${now}`,
    active: sql`c.valid_from <= ${now} and c.valid_until > ${now}`,
    ended: sql`c.valid_until <= ${now}`,
  }[status]
  return sql`(c.cancelled_at is null and ${period})`
}

/**
 * Waits for the rounds that are taking units of a campaign, and keeps others from doing so until this transaction ends. They lock a
 * player's units, so all players' are locked.
 */
export async function lockCampaign(tx: Tx, operatorId: number, extId: string): Promise<CampaignPeriod | null> {
  inLockOrder(tx, 'free opens of campaigns', extId)
  const row = await tx
    .selectFrom('campaigns')
    .select(['campaign_id', 'valid_from as validFrom', 'valid_until as validUntil', 'cancelled_at as cancelledAt'])
    .where('operator_id', '=', operatorId)
    .where('ext_id', '=', extId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return null
  await sql`
    select from campaign_players where operator_id = ${operatorId} and campaign_id = ${row.campaign_id}
    order by player_id for no key update`.execute(tx)
  return row
}

export async function markCancelled(tx: Tx, operatorId: number, extId: string, at: Date): Promise<void> {
  await tx
    .updateTable('campaigns')
    .set({ cancelled_at: at })
    .where('operator_id', '=', operatorId)
    .where('ext_id', '=', extId)
    .execute()
}

export type CampaignPlayerRecord = { playerId: number; grantedCount: number; usedCount: number }

/** The players of a campaign in the order in which it was asked for. */
export function listCampaignPlayers(tx: Tx, operatorId: number, campaignId: number): Promise<CampaignPlayerRecord[]> {
  return tx
    .selectFrom('campaign_players')
    .select(['player_id as playerId', 'granted_count as grantedCount', 'used_count as usedCount'])
    .where('operator_id', '=', operatorId)
    .where('campaign_id', '=', campaignId)
    .orderBy('position')
    .execute()
}
