import type { ApiKey, Operator } from '../operators/index.ts'
import { moment } from './columns.ts'

/** An operator as commands print it: nothing secret. */
export function operatorInJson({ operatorId, slug, name, currency, locale, status, createdAt, ...rest }: Operator) {
  const { currencies, enabledGames, wallet } = rest.settings
  const own = { operatorId, slug, name, currency, locale, status }
  const oldSecretEndsAt = rest.previousOutbound?.endsAt ?? null
  const walletUrl = wallet.url || null
  return { ...own, currencies, enabledGames, walletUrl, oldSecretEndsAt, createdAt, updatedAt: rest.updatedAt }
}

/** A key as commands print it: never its secret. */
export function keyInJson({ operatorId: _operatorId, keyNumber: _keyNumber, ...key }: ApiKey) {
  return key
}

export const KEY_HEADINGS = ['KEY', 'STATE', 'LAST USED', 'NONCE', 'SCOPES']

export function keyRow(key: ApiKey, now: Date): string[] {
  return [
    key.keyId,
    stateOf(key, now),
    moment(key.lastUsedAt),
    key.requireNonce ? 'required' : 'optional',
    key.scopes.join(','),
  ]
}

function stateOf({ revokedAt, endsAt }: ApiKey, now: Date): string {
  if (revokedAt !== null) return `revoked ${moment(revokedAt)}`
  if (endsAt === null) return 'works'
  return endsAt > now ? `works until ${moment(endsAt)}` : `ended ${moment(endsAt)}`
}
