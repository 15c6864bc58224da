import { appendAudit } from '../audit/index.ts'
import { invalidField, later } from '../kernel/index.ts'
import { type Context, sealedPlace, type Tx } from '../platform/index.ts'
import { ALL_SCOPES, isUsable, type NewKey, newKey } from './api-key.ts'
import { API_KEY_SECRET, insertKey, lockKey, markKeyEnding, markKeyRevoked } from './key-store.ts'

export type CreateKeyInput = {
  operatorId: number
  /** All of them when omitted. */
  scopes?: readonly string[] | undefined
  /** Whether the key refuses requests without a nonce; false when omitted. */
  requireNonce?: boolean | undefined
  actor: string
}

/** A further API key of an operator. Its secret is shown here and never again. */
export async function createKey(ctx: Context, input: CreateKeyInput): Promise<NewKey> {
  const unknown = (input.scopes ?? []).filter((scope) => !ALL_SCOPES.some((known) => known === scope))
  if (unknown.length > 0) throw invalidField('scopes', `must be among ${ALL_SCOPES.join(', ')}`)
  return ctx.tx(input.operatorId, (tx) => addKey(ctx, tx, input))
}

/** The same inside a running transaction. */
export async function addKey(ctx: Context, tx: Tx, input: CreateKeyInput): Promise<NewKey> {
  const now = ctx.clock.now()
  const key = newKey(ctx.config.environment === 'production', ctx.random)
  const scopes = [...new Set(input.scopes ?? ALL_SCOPES)]
  const requireNonce = input.requireNonce ?? false
  await insertKey(tx, {
    operator_id: input.operatorId,
    key_id: key.keyId,
    secret_sealed: await ctx.sealer.seal(tx, key.keySecret, sealedPlace(API_KEY_SECRET, input.operatorId, key.keyId)),
    scopes,
    require_nonce: requireNonce,
    created_at: now,
  })
  const details = { keyId: key.keyId, scopes, requireNonce }
  await appendAudit(ctx, tx, input.operatorId, { actor: input.actor, action: 'key.created', details, at: now })
  return key
}

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
