import { readDelivery } from '../../webhooks/index.ts'
import { ok, type S2sHandler } from '../handlers.ts'

export const getDelivery: S2sHandler<'getDelivery'> = async (ctx, { operator }, { params }) =>
  ok({ delivery: await readDelivery(ctx, operator.operatorId, params.deliveryId) })
