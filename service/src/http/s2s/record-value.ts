import { recordValue } from '../../catalog/index.ts'
import { ok, type S2sHandler } from '../handlers.ts'

export const recordValueHandler: S2sHandler<'recordValue'> = async (ctx, { operator, keyId }, { params, body }) => {
  const recordedAt = body.recordedAt === undefined ? null : new Date(body.recordedAt)
  const told = { valueMinor: body.valueMinor, recordedAt, teller: `key:${keyId}` }
  return ok(await recordValue(ctx, operator.operatorId, params.itemId, told))
}
