import { type ApiKeyStatus, SCOPES, type Scope } from '@coffer/contract/api-keys'
import type { Random } from '../kernel/index.ts'
import type { Operator } from './operator.ts'

export type ApiKey = {
  operatorId: number
  keyId: string
  /** Rises with each key that is created. */
  keyNumber: number
  scopes: readonly string[]
  requireNonce: boolean
  createdAt: Date
  lastUsedAt: Date | null
  /** Set when the key was rotated: it works until then. */
  endsAt: Date | null
  revokedAt: Date | null
}

/** Who sends a signed request, and what the key may do. */
export type Caller = { operator: Operator; scopes: readonly string[]; keyId: string }

/** The secret is shown once; afterwards it exists only sealed. */
export type NewKey = { keyId: string; keySecret: string }

export const ALL_SCOPES: readonly Scope[] = SCOPES

export function newKey(live: boolean, random: Random): NewKey {
  return {
    keyId: `ck_${live ? 'live' : 'test'}_${random.bytes(12).toString('hex')}`,
    keySecret: `cks_${random.bytes(32).toString('base64url')}`,
  }
}

const KEY_ID = /^ck_(live|test)_[0-9a-f]{24}$/

/** Whether a text could be the id of a key at all. */
export function isKeyId(text: string): boolean {
  return KEY_ID.test(text)
}

export function isUsable(key: Pick<ApiKey, 'endsAt' | 'revokedAt'>, now: Date): boolean {
  return ['active', 'ending'].includes(statusOfKey(key, now))
}

export function statusOfKey({ endsAt, revokedAt }: Pick<ApiKey, 'endsAt' | 'revokedAt'>, now: Date): ApiKeyStatus {
  if (revokedAt !== null) return 'revoked'
  if (endsAt === null) return 'active'
  return endsAt > now ? 'ending' : 'ended'
}
