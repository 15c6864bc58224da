import type { Campaign } from '@coffer/contract/campaigns'
import { appendAudit } from '../audit/index.ts'
import { present, Refusal } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import { campaignStatus } from './campaign.ts'
import { findCampaign, lockCampaign, markCancelled } from './store.ts'
import { campaignView } from './view.ts'

export type CancelCampaignInput = { operatorId: number; extId: string; actor: string }

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
