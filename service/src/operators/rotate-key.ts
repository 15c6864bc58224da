import { appendAudit } from '../audit/index.ts'
import { invalidField, later } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import { isUsable, type NewKey } from './api-key.ts'
import { addKey } from './create-key.ts'
import { lockKey, markKeyEnding } from './key-store.ts'

export type RotateKeyInput = {
  operatorId: number
  keyId: string
  /** Both keys work for so long. */
  overlapMs: number
  actor: string
}

/** A new key with the rights of an old one, which goes on working until the overlap ends. */
export async function rotateKey(ctx: Context, input: RotateKeyInput): Promise<NewKey & { endsAt: Date }> {
  const { operatorId, keyId, actor } = input
  const now = ctx.clock.now()
  const endsAt = later(now, input.overlapMs)
  return ctx.tx(operatorId, async (tx) => {
    const old = await lockKey(tx, operatorId, keyId)
    if (!old || !isUsable(old, now)) throw invalidField('keyId', 'is not a working key of this operator')
    const key = await addKey(ctx, tx, { operatorId, scopes: old.scopes, requireNonce: old.requireNonce, actor })
    const ends = old.endsAt && old.endsAt < endsAt ? old.endsAt : endsAt
    await markKeyEnding(tx, old, ends)
    const details = { keyId, replacedBy: key.keyId, endsAt: ends }
    await appendAudit(ctx, tx, operatorId, { actor, action: 'key.rotated', details, at: now })
    return { ...key, endsAt: ends }
  })
}
