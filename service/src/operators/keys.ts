import type { ApiKeyRow } from '@coffer/contract/admin'
import type { CursorPair } from '@coffer/contract/shapes'
import { type Actor, appendAudit } from '../audit/index.ts'
import { invalidField, later, type PageRequest, pageOf, present, Refusal } from '../kernel/index.ts'
import { type Context, sealedPlace, type Tx } from '../platform/index.ts'
import { ALL_SCOPES, type ApiKey, isUsable, type NewKey, newKey, statusOfKey } from './api-key.ts'
import {
  API_KEY_SECRET,
  countUsableKeys,
  findOperatorKey,
  insertKey,
  type KeyFilter,
  listKeyPage,
  lockKey,
  markKeyEnding,
  markKeyRevoked,
} from './key-store.ts'

export type CreateKeyInput = {
  operatorId: number
  /** All of them when omitted. */
  scopes?: readonly string[] | undefined
  /** Whether the key refuses requests without a nonce; false when omitted. */
  requireNonce?: boolean | undefined
  actor: Actor
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
  // Counted after the audit entry: appending one locks the operator's log, so concurrent requests cannot exceed the limit.
  if ((await countUsableKeys(tx, input.operatorId, now)) > ctx.limits.apiKeysCount) {
    throw new Refusal('API_KEY_LIMIT_REACHED')
  }
  return key
}

export type RotateKeyInput = {
  operatorId: number
  keyId: string
  /** Both keys work for so long. */
  overlapMs: number
  actor: Actor
}

/** A new key with the scopes of an old one, which works until the overlap ends. Throws API_KEY_NOT_FOUND and API_KEY_ENDED. */
export async function rotateKey(ctx: Context, input: RotateKeyInput): Promise<NewKey & { endsAt: Date }> {
  const { operatorId, keyId, actor } = input
  const now = ctx.clock.now()
  const endsAt = later(now, input.overlapMs)
  return ctx.tx(operatorId, async (tx) => {
    const old = await lockKey(tx, operatorId, keyId)
    if (!old) throw new Refusal('API_KEY_NOT_FOUND')
    if (!isUsable(old, now)) throw new Refusal('API_KEY_ENDED')
    const ends = old.endsAt && old.endsAt < endsAt ? old.endsAt : endsAt
    // Before the new key is counted: without an overlap the old one works no longer.
    await markKeyEnding(tx, old, ends)
    const key = await addKey(ctx, tx, { operatorId, scopes: old.scopes, requireNonce: old.requireNonce, actor })
    const details = { keyId, replacedBy: key.keyId, endsAt: ends }
    await appendAudit(ctx, tx, operatorId, { actor, action: 'key.rotated', details, at: now })
    return { ...key, endsAt: ends }
  })
}

/** Revokes an API key. Revoking it again changes nothing. Throws API_KEY_NOT_FOUND. */
export async function revokeKey(
  ctx: Context,
  input: { operatorId: number; keyId: string; actor: Actor },
): Promise<void> {
  const { operatorId, keyId, actor } = input
  const now = ctx.clock.now()
  await ctx.tx(operatorId, async (tx) => {
    const key = await lockKey(tx, operatorId, keyId)
    if (!key) throw new Refusal('API_KEY_NOT_FOUND')
    if (key.revokedAt) return
    await markKeyRevoked(tx, key, now)
    await appendAudit(ctx, tx, operatorId, { actor, action: 'key.revoked', details: { keyId }, at: now })
  })
}

/** A page of an operator's API keys that match the filter. */
export async function readKeys(
  ctx: Context,
  filter: KeyFilter,
  page: PageRequest,
): Promise<{ keys: ApiKeyRow[]; cursor: CursorPair }> {
  const now = ctx.clock.now()
  const found = await ctx.tx(filter.operatorId, (tx) => listKeyPage(tx, filter, page, now))
  const { rows, cursor } = pageOf(found, page, ({ keyNumber }) => ({ sort: null, id: keyNumber }))
  return { keys: rows.map((key) => keyView(key, now)), cursor }
}

/** One of an operator's API keys. */
export async function readKey(ctx: Context, operatorId: number, keyId: string): Promise<ApiKeyRow> {
  const key = await ctx.tx(operatorId, (tx) => findOperatorKey(tx, operatorId, keyId))
  return keyView(present(key, 'keys are never deleted'), ctx.clock.now())
}

/** An API key as the admin shows it. */
function keyView(key: ApiKey, now: Date): ApiKeyRow {
  return {
    keyId: key.keyId,
    status: statusOfKey(key, now),
    scopes: [...key.scopes],
    requireNonce: key.requireNonce,
    createdAt: key.createdAt.toISOString(),
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    endsAt: key.endsAt?.toISOString() ?? null,
    revokedAt: key.revokedAt?.toISOString() ?? null,
  }
}
