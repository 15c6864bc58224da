import { readOrder } from '../../shipping/index.ts'
import { ok, type PlayHandler } from '../handlers.ts'

export const getOrderHandler: PlayHandler<'getOrder'> = async (ctx, { owner }, { params }) =>
  ok({ order: await readOrder(ctx, owner, params.publicId), balanceAfterMinor: null })
