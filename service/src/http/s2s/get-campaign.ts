import { getCampaign } from '../../campaigns/index.ts'
import { ok, type S2sHandler } from '../handlers.ts'

export const getCampaignHandler: S2sHandler<'getCampaign'> = async (ctx, { operator }, { params }) =>
  ok(await getCampaign(ctx, operator.operatorId, params.extId))
