import { changeAddress } from '../../shipping/index.ts'
import { ok, type S2sHandler } from '../handlers.ts'
import { orderOwner } from './order-owner.ts'

export const changeOrderAddressHandler: S2sHandler<'changeOrderAddress'> = async (
  ctx,
  { operator },
  { params, body },
) => {
  const owner = await orderOwner(ctx, operator, body.playerExternalId)
  return ok({ order: await changeAddress(ctx, owner, { publicId: params.publicId, address: body.address }) })
}
