import { appendAudit } from '../audit/index.ts'
import { invalidField } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import { lockKey, markKeyRevoked } from './key-store.ts'

/** Ends an API key at once. Revoking it again changes nothing. */
export async function revokeKey(
  ctx: Context,
  input: { operatorId: number; keyId: string; actor: string },
): Promise<void> {
  const { operatorId, keyId, actor } = input
  const now = ctx.clock.now()
  await ctx.tx(operatorId, async (tx) => {
    const key = await lockKey(tx, operatorId, keyId)
    if (!key) throw invalidField('keyId', 'is not a key of this operator')
    if (key.revokedAt) return
    await markKeyRevoked(tx, key, now)
    await appendAudit(ctx, tx, operatorId, { actor, action: 'key.revoked', details: { keyId }, at: now })
  })
}
