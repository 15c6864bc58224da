import { cancelCampaign } from '../../campaigns/index.ts'
import { ok, type S2sHandler } from '../handlers.ts'

export const cancelCampaignHandler: S2sHandler<'cancelCampaign'> = async (ctx, { operator, keyId }, { params }) => {
  const { operatorId } = operator
  return ok({ campaign: await cancelCampaign(ctx, { operatorId, extId: params.extId, actor: keyId }) })
}
