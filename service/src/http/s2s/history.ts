import { readPage } from '../../kernel/index.ts'
import { HISTORY_TYPES, readHistory } from '../../wallet/index.ts'
import { commaList } from '../comma-list.ts'
import { ok, type S2sHandler } from '../handlers.ts'

export const historyHandler: S2sHandler<'history'> = async (ctx, { operator }, { query }) => {
  const asked = commaList(query.types)
  const known = HISTORY_TYPES.filter((type) => asked.includes(type))
  const { playerExternalId = null, from = null, to = null } = query
  const page = readPage(query, [operator.operatorId, playerExternalId, known, from, to], ctx.limits.pageCount)
  const filter = {
    operatorId: operator.operatorId,
    playerExternalId,
    types: known.length > 0 ? known : HISTORY_TYPES,
    from: from === null ? null : new Date(from),
    to: to === null ? null : new Date(to),
  }
  return ok(await readHistory(ctx, filter, page))
}
