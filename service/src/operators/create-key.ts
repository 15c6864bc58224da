import { appendAudit } from '../audit/index.ts'
import { invalidField } from '../kernel/index.ts'
import { type Context, sealedPlace, type Tx } from '../platform/index.ts'
import { ALL_SCOPES, type NewKey, newKey } from './api-key.ts'
import { API_KEY_SECRET, insertKey } from './key-store.ts'

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
