import { replayDelivery } from '../../webhooks/index.ts'
import { ok, type S2sHandler } from '../handlers.ts'

export const replayDeliveryHandler: S2sHandler<'replayDelivery'> = async (ctx, { operator }, { params }) =>
  ok({ delivery: await replayDelivery(ctx, operator.operatorId, params.deliveryId) })
