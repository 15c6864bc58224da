import type { Campaign } from '@coffer/contract/campaigns'
import { campaignStatus } from './campaign.ts'
import type { CampaignRecord } from './store.ts'

/** A campaign as its operator sees it at a moment. */
export function campaignView(row: CampaignRecord, now: Date): Campaign {
  return {
    extId: row.extId,
    status: campaignStatus(row, now),
    boxIds: row.boxIds,
    quantity: row.quantity,
    validFrom: row.validFrom.toISOString(),
    validUntil: row.validUntil.toISOString(),
    createdAt: row.createdAt.toISOString(),
    cancelledAt: row.cancelledAt?.toISOString() ?? null,
    playerCount: row.playerCount,
    grantedCount: row.grantedCount,
    usedCount: row.usedCount,
  }
}
