import { replayDeliveries } from '../../webhooks/index.ts'
import { ok, type S2sHandler } from '../handlers.ts'

export const replayDeliveriesHandler: S2sHandler<'replayDeliveries'> = async (ctx, { operator }, { body }) =>
  ok({ replayedCount: await replayDeliveries(ctx, operator.operatorId, new Date(body.from), new Date(body.to)) })
