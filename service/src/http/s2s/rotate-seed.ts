import { rotateSeed as rotate } from '../../fairness/index.ts'
import { ok, type S2sHandler } from '../handlers.ts'
import { ensureOwner } from './ensure-owner.ts'

export const rotateSeed: S2sHandler<'rotateSeed'> = async (ctx, { operator }, { body }) => {
  const owner = await ensureOwner(ctx, operator.operatorId, body.playerExternalId)
  return ok(await rotate(ctx, owner, { clientSeed: body.clientSeed }))
}
