import { rotateSeed as rotate } from '../../fairness/index.ts'
import { ok, type PlayHandler } from '../handlers.ts'

export const rotateSeed: PlayHandler<'rotateSeed'> = async (ctx, { owner }, { body }) =>
  ok(await rotate(ctx, owner, { clientSeed: body.clientSeed }))
