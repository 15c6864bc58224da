import type { Campaign, CampaignBody } from '@coffer/contract/campaigns'
import { type Actor, appendAudit } from '../audit/index.ts'
import { boxesByIds } from '../catalog/index.ts'
import { present, Refusal } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { ensurePlayers } from '../players/index.ts'
import { assertPeriod, campaignStatus } from './campaign.ts'
import { findCampaign, insertCampaign, insertParts, lockCampaign, markCancelled } from './store.ts'
import { campaignView } from './view.ts'

type CreateCampaignInput = { operatorId: number; body: CampaignBody; actor: Actor }

/**
 * Gives players free opens for a time; players are made on first sight. An extId that is there already gives its campaign, whatever
 * else is asked. Throws a 422 that names the field for a period that cannot be, UNKNOWN_BOX, and BOX_NOT_PLAYABLE for a box that is
 * archived or was never published.
 */
export function createCampaign(
  ctx: Context,
  input: CreateCampaignInput,
): Promise<{ campaign: Campaign; replayed: boolean }> {
  const { operatorId, body } = input
  return ctx.tx(operatorId, async (tx) => {
    const now = ctx.clock.now()
    const first = await findCampaign(tx, operatorId, body.extId)
    const created = first === null && (await insertNew(ctx, tx, input, now))
    const campaign = first ?? (await findCampaign(tx, operatorId, body.extId))
    return {
      campaign: campaignView(present(campaign, 'an extId that is taken has its campaign'), now),
      replayed: !created,
    }
  })
}

/** False when another request has just made it. */
async function insertNew(
  ctx: Context,
  tx: Tx,
  { operatorId, body, actor }: CreateCampaignInput,
  now: Date,
): Promise<boolean> {
  const { extId, quantity, boxIds, playerExternalIds } = body
  const validFrom = body.validFrom === undefined ? now : new Date(body.validFrom)
  const validUntil = new Date(body.validUntil)
  assertPeriod(validFrom, validUntil, now)
  await assertBoxes(tx, operatorId, boxIds)
  const campaignId = await insertCampaign(tx, {
    operator_id: operatorId,
    ext_id: extId,
    quantity,
    valid_from: validFrom,
    valid_until: validUntil,
    created_at: now,
    cancelled_at: null,
  })
  if (campaignId === null) return false
  const players = await ensurePlayers(tx, operatorId, playerExternalIds, now)
  const playerIds = playerExternalIds.map((id) => present(players.get(id), 'players are made on first sight'))
  await insertParts(tx, { operatorId, campaignId, quantity }, { boxIds, playerIds })
  const details = { extId, boxIds, quantity, validFrom, validUntil, playerCount: playerIds.length }
  await appendAudit(ctx, tx, operatorId, { actor, action: 'campaign.created', details, at: now })
  return true
}

async function assertBoxes(tx: Tx, operatorId: number, boxIds: readonly number[]): Promise<void> {
  const boxes = await boxesByIds(tx, operatorId, boxIds)
  if (boxes.length < boxIds.length) throw new Refusal('UNKNOWN_BOX')
  if (boxes.some((box) => box.archived || box.liveVersionId === null)) throw new Refusal('BOX_NOT_PLAYABLE')
}

type CancelCampaignInput = { operatorId: number; extId: string; actor: Actor }

/**
 * Ends a campaign now: no open that comes later takes of it, and what was opened stays. One that is over stays as it is. Throws
 * CAMPAIGN_NOT_FOUND.
 */
export function cancelCampaign(ctx: Context, { operatorId, extId, actor }: CancelCampaignInput): Promise<Campaign> {
  return ctx.tx(operatorId, async (tx) => {
    const period = await lockCampaign(tx, operatorId, extId)
    if (!period) throw new Refusal('CAMPAIGN_NOT_FOUND')
    // Only now: rounds that were waited for have taken their units before this moment.
    const now = ctx.clock.now()
    const status = campaignStatus(period, now)
    if (status === 'scheduled' || status === 'active') {
      await markCancelled(tx, operatorId, extId, now)
      await appendAudit(ctx, tx, operatorId, { actor, action: 'campaign.cancelled', details: { extId }, at: now })
    }
    return campaignView(present(await findCampaign(tx, operatorId, extId), 'a campaign is never deleted'), now)
  })
}
