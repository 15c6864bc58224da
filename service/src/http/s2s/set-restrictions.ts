import { readRestrictions } from '../../rounds/index.ts'
import { setRestrictions } from '../../sessions/index.ts'
import { ok, type S2sHandler } from '../handlers.ts'

export const setRestrictionsHandler: S2sHandler<'setRestrictions'> = async (ctx, { operator, keyId }, input) => {
  const { playerExternalId } = input.params
  const { operatorId } = operator
  await setRestrictions(ctx, { operatorId, playerExternalId, change: input.body, actor: keyId })
  return ok({ restrictions: await readRestrictions(ctx, operator, playerExternalId) })
}
