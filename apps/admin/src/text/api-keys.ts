import { type ApiKeyStatus, SCOPES, type Scope } from '@coffer/contract/api-keys'

export const KEY_STATUS_TEXT: Readonly<Record<ApiKeyStatus, string>> = {
  active: 'Active',
  ending: 'Ending',
  ended: 'Ended',
  revoked: 'Revoked',
}

export const KEY_STATUS_TONE: Readonly<Record<ApiKeyStatus, 'good' | 'info' | 'plain'>> = {
  active: 'good',
  ending: 'info',
  ended: 'plain',
  revoked: 'plain',
}

/** Name of each scope, and what it allows. */
export const SCOPE_TEXT: Readonly<Record<Scope, { readonly name: string; readonly description: string }>> = {
  play: {
    name: 'Play',
    description: 'launches, purchases, opens, cancellations, upgrades and seed rotations for players',
  },
  inventory: { name: 'Items', description: 'cash-back, payouts of items, item values and purchases with Nuggets' },
  shipping: { name: 'Shipping', description: 'places, changes and cancels shipping orders' },
  kyc: { name: 'Verification', description: 'starts and reads verifications, with their personal data' },
  funding: { name: 'Funding', description: 'campaigns of free opens, and opens that the operator pays for' },
  restrictions: { name: 'Restrictions', description: 'sets and lifts exclusions and caps of players' },
  webhooks: { name: 'Webhooks', description: 'replays deliveries and sends test events' },
  'admin:sso': { name: 'Staff sign-in', description: 'signs staff of the operator in to the admin' },
  read: {
    name: 'Read',
    description: 'reads the catalogue, rounds, items, orders, money movements, settings and webhook deliveries',
  },
}

/** The name of a scope, with its code where that differs: developers know it by the code. */
export function scopeLabel(scope: Scope): string {
  const { name } = SCOPE_TEXT[scope]
  return name.toLowerCase() === scope ? name : `${name} (${scope})`
}

const scopes: Readonly<Record<string, { readonly name: string }>> = SCOPE_TEXT

/** The scopes of a key in a few words. An unknown scope, as of a newer version, is named by its code. */
export function scopesText(own: readonly string[]): string {
  if (SCOPES.every((scope) => own.includes(scope))) return 'All'
  return own.map((scope) => (Object.hasOwn(scopes, scope) ? scopes[scope]?.name : undefined) ?? scope).join(', ')
}
