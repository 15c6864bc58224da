import { readPage } from '../../kernel/index.ts'
import { readUnresolved } from '../../wallet/index.ts'
import { ok, type S2sHandler } from '../handlers.ts'

export const unresolvedHandler: S2sHandler<'unresolved'> = async (ctx, { operator }, { query }) =>
  ok(await readUnresolved(ctx, operator, readPage(query, ['unresolved', operator.operatorId], ctx.limits.pageCount)))
