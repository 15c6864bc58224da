import { createCampaign } from '../../campaigns/index.ts'

import { created, replayHeaders, type S2sHandler } from '../handlers.ts'

export const createCampaignHandler: S2sHandler<'createCampaign'> = async (ctx, { operator, keyId }, { body }) => {
  const { operatorId } = operator
  const { campaign, replayed } = await createCampaign(ctx, { operatorId, body, actor: keyId })
  return { ...created({ campaign }), headers: replayHeaders(replayed) }
}
