import { showBox } from '../../catalog/index.ts'
import { ok, type S2sHandler } from '../handlers.ts'

export const getBox: S2sHandler<'getBox'> = async (ctx, { operator }, { params, query }) =>
  ok({ box: await showBox(ctx, operator, params.boxId, { currency: query.currency ?? operator.currency }) })
