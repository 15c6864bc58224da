import { readPage } from '../../kernel/index.ts'
import { listQueue } from '../../kyc/index.ts'
import { type AdminHandler, ok } from '../handlers.ts'

export const listKycQueue: AdminHandler<'listKycQueue'> = async (ctx, _session, { query }) => {
  const { status, operator: operatorSlug = null } = query
  const page = readPage(query, ['kyc queue', status, operatorSlug], ctx.limits.pageCount)
  return ok(await listQueue(ctx, { status, operatorSlug }, page))
}
