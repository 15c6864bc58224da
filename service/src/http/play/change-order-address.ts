import { changeAddress } from '../../shipping/index.ts'
import { ok, type PlayHandler } from '../handlers.ts'

export const changeOrderAddressHandler: PlayHandler<'changeOrderAddress'> = async (ctx, { owner }, { params, body }) =>
  ok({ order: await changeAddress(ctx, owner, { publicId: params.publicId, address: body.address }) })
