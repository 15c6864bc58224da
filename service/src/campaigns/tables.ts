import type { Generated } from 'kysely'

declare module '../platform/database.ts' {
  interface Tables {
    campaigns: CampaignsTable
    campaign_boxes: CampaignBoxesTable
    campaign_players: CampaignPlayersTable
    campaign_uses: CampaignUsesTable
  }
}

export type CampaignsTable = {
  operator_id: number
  campaign_id: Generated<number>
  ext_id: string
  /** Units for each player, over all boxes together. */
  quantity: number
  valid_from: Date
  valid_until: Date
  created_at: Date
  cancelled_at: Date | null
}

/** `position` keeps the order in which the campaign was asked for. */
type CampaignBoxesTable = { operator_id: number; campaign_id: number; box_id: number; position: number }

type CampaignPlayersTable = {
  operator_id: number
  campaign_id: number
  player_id: number
  position: number
  granted_count: number
  used_count: number
}

/** What one round took from one campaign. */
type CampaignUsesTable = {
  operator_id: number
  campaign_id: number
  player_id: number
  round_public_id: string
  unit_count: number
  used_at: Date
}
