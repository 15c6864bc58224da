import type { Campaign, CampaignPlayer } from '@coffer/contract/campaigns'
import type { CursorPair } from '@coffer/contract/shapes'
import { type PageRequest, pageOf, present, Refusal } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import { externalIdsOf } from '../players/index.ts'
import { leftCount } from './campaign.ts'
import { type CampaignFilter, findCampaign, listCampaignPlayers, listCampaignRows } from './store.ts'
import { campaignView } from './view.ts'

/** A page of an operator's campaigns, newest first. */
export async function listCampaigns(
  ctx: Context,
  filter: CampaignFilter,
  request: PageRequest,
): Promise<{ campaigns: Campaign[]; cursor: CursorPair }> {
  const now = ctx.clock.now()
  const found = await ctx.tx(filter.operatorId, (tx) => listCampaignRows(tx, filter, request, now))
  const { rows, cursor } = pageOf(found, request, (row) => ({ sort: null, id: row.campaignId }))
  return { campaigns: rows.map((row) => campaignView(row, now)), cursor }
}

/** One campaign with what each player has used. Throws CAMPAIGN_NOT_FOUND. */
export function getCampaign(
  ctx: Context,
  operatorId: number,
  extId: string,
): Promise<{ campaign: Campaign; players: CampaignPlayer[] }> {
  return ctx.tx(operatorId, async (tx) => {
    const row = await findCampaign(tx, operatorId, extId)
    if (!row) throw new Refusal('CAMPAIGN_NOT_FOUND')
    const campaign = campaignView(row, ctx.clock.now())
    const players = await listCampaignPlayers(tx, operatorId, row.campaignId)
    const names = await externalIdsOf(
      tx,
      operatorId,
      players.map(({ playerId }) => playerId),
    )
    return {
      campaign,
      players: players.map((player) => ({
        playerExternalId: present(names.get(player.playerId), 'a player that is referred to exists'),
        usedCount: player.usedCount,
        leftCount: leftCount(campaign.status, player),
      })),
    }
  })
}
