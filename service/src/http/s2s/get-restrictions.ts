import { readRestrictions } from '../../rounds/index.ts'
import { ok, type S2sHandler } from '../handlers.ts'

export const getRestrictions: S2sHandler<'getRestrictions'> = async (ctx, { operator }, { params }) =>
  ok({ restrictions: await readRestrictions(ctx, operator, params.playerExternalId) })
