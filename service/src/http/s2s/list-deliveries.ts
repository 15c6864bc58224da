import { readPage } from '../../kernel/index.ts'
import { readDeliveries } from '../../webhooks/index.ts'
import { ok, type S2sHandler } from '../handlers.ts'

export const listDeliveries: S2sHandler<'listDeliveries'> = async (ctx, { operator }, { query }) => {
  const { operatorId } = operator
  const { status = null, type = null, endpointId = null, from = null, to = null } = query
  const page = readPage(query, ['deliveries', operatorId, status, type, endpointId, from, to], ctx.limits.pageCount)
  const period = { from: from === null ? null : new Date(from), to: to === null ? null : new Date(to) }
  return ok(await readDeliveries(ctx, { operatorId, status, type, endpointId, ...period }, page))
}
