import { browseBoxes } from '../../catalog/index.ts'
import { ok, type S2sHandler } from '../handlers.ts'

export const listBoxes: S2sHandler<'listBoxes'> = async (ctx, { operator }, { query }) =>
  ok(await browseBoxes(ctx, operator, query, { currency: query.currency ?? operator.currency }))
