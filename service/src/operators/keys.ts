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

/** A further API key of an operator. Its secret is shown here and never again. Throws API_KEY_LIMIT_REACHED. */
export async function createKey(ctx: Context, input: CreateKeyInput): Promise<NewKey & { key: ApiKeyRow }> {
  const unknown = (input.scopes ?? []).filter((scope) => !ALL_SCOPES.some((known) => known === scope))
  if (unknown.length > 0) throw invalidField('scopes', `must be among ${ALL_SCOPES.join(', ')}`)
  return ctx.tx(input.operatorId, async (tx) => {
    const added = await addKey(ctx, tx, input)
    await refuseTooManyKeys(ctx, tx, input.operatorId)
    return { ...added, key: await readKey(ctx, tx, input.operatorId, added.keyId) }
  })
}

/** Adds an API key in a running transaction. Does not check the limit. */
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

/** Comes after {@link addKey}: its audit entry locks the operator's log, so concurrent requests cannot exceed the limit. */
async function refuseTooManyKeys(ctx: Context, tx: Tx, operatorId: number): Promise<void> {
  const usableCount = await countUsableKeys(tx, operatorId, ctx.clock.now())
  if (usableCount > ctx.limits.apiKeysCount) throw new Refusal('API_KEY_LIMIT_REACHED')
}

export type RotateKeyInput = {
  operatorId: number
  keyId: string
  /** Both keys work for so long. */
  overlapMs: number
  actor: Actor
}

/** `key` and `replaced` are the new and the old key as the admin shows them. */
type RotatedKey = NewKey & { endsAt: Date; key: ApiKeyRow; replaced: ApiKeyRow }

/**
 * Replaces a key with a new one of the same scopes. The old key works until the overlap ends. Throws API_KEY_NOT_FOUND, API_KEY_ENDED,
 * API_KEY_LIMIT_REACHED, and API_KEY_ROTATED when the key was already replaced.
 */
export async function rotateKey(ctx: Context, input: RotateKeyInput): Promise<RotatedKey> {
  const { operatorId, keyId, overlapMs, actor } = input
  return ctx.tx(operatorId, async (tx) => {
    const old = await lockKey(tx, operatorId, keyId)
    // After the lock, so that a concurrent rotation or revocation is not later than this time.
    const now = ctx.clock.now()
    if (!old) throw new Refusal('API_KEY_NOT_FOUND')
    if (!isUsable(old, now)) throw new Refusal('API_KEY_ENDED')
    if (old.endsAt) throw new Refusal('API_KEY_ROTATED')
    const endsAt = later(now, overlapMs)
    await markKeyEnding(tx, old, endsAt)
    const added = await addKey(ctx, tx, { operatorId, scopes: old.scopes, requireNonce: old.requireNonce, actor })
    // Without an overlap the number of usable keys does not rise.
    if (overlapMs > 0) await refuseTooManyKeys(ctx, tx, operatorId)
    const details = { keyId, replacedBy: added.keyId, endsAt }
    await appendAudit(ctx, tx, operatorId, { actor, action: 'key.rotated', details, at: now })
    const key = await readKey(ctx, tx, operatorId, added.keyId)
    return { ...added, endsAt, key, replaced: await readKey(ctx, tx, operatorId, keyId) }
  })
}

/** Revokes an API key and returns it. Revoking it again changes nothing. Throws API_KEY_NOT_FOUND. */
export async function revokeKey(
  ctx: Context,
  input: { operatorId: number; keyId: string; actor: Actor },
): Promise<ApiKeyRow> {
  const { operatorId, keyId, actor } = input
  return ctx.tx(operatorId, async (tx) => {
    const key = await lockKey(tx, operatorId, keyId)
    if (!key) throw new Refusal('API_KEY_NOT_FOUND')
    if (!key.revokedAt) {
      const at = ctx.clock.now()
      await markKeyRevoked(tx, key, at)
      await appendAudit(ctx, tx, operatorId, { actor, action: 'key.revoked', details: { keyId }, at })
    }
    return readKey(ctx, tx, operatorId, keyId)
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

async function readKey(ctx: Context, tx: Tx, operatorId: number, keyId: string): Promise<ApiKeyRow> {
  const key = await findOperatorKey(tx, operatorId, keyId)
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
