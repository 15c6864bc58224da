import { CAMPAIGN_DAYS, CAMPAIGN_STATUSES, type CampaignStatus } from '@coffer/contract/campaigns'
import { days, invalidField, knownOrAll, later } from '../kernel/index.ts'

/** When a campaign gives opens: from `validFrom` on and before `validUntil`, unless it was cancelled. */
export type CampaignPeriod = { validFrom: Date; validUntil: Date; cancelledAt: Date | null }

/** What the clock makes of a campaign. One that is over cannot be cancelled, so a cancel is the last word. */
export function campaignStatus(period: CampaignPeriod, now: Date): CampaignStatus {
  if (period.cancelledAt !== null) return 'cancelled'
  if (now >= period.validUntil) return 'ended'
  return now < period.validFrom ? 'scheduled' : 'active'
}

/** What a player may still open; nothing any more when the campaign is over. */
export function leftCount(status: CampaignStatus, player: { grantedCount: number; usedCount: number }): number {
  const isOver = status === 'ended' || status === 'cancelled'
  return isOver ? 0 : player.grantedCount - player.usedCount
}

/** Throws a 422 that names the field when a new campaign would be over at once, or last too long. */
export function assertPeriod(validFrom: Date, validUntil: Date, now: Date): void {
  if (validUntil <= validFrom) throw invalidField('validUntil', 'must be after validFrom')
  if (validUntil <= now) throw invalidField('validUntil', 'must be in the future')
  if (validUntil > later(validFrom, days(CAMPAIGN_DAYS))) {
    throw invalidField('validUntil', `must be at most ${CAMPAIGN_DAYS} days after validFrom`)
  }
}

/** The statuses that a list is asked for; none known means all. */
export function askedStatuses(text: string | undefined): CampaignStatus[] {
  return knownOrAll(CAMPAIGN_STATUSES, (text ?? '').split(','))
}
