/** Scopes and statuses of API keys. This file does not import the validation library, so that the pages can use it. */

/** What an API key may do; a new key may do all of it. */
export const SCOPES = [
  'play',
  'inventory',
  'shipping',
  'kyc',
  'funding',
  'restrictions',
  'webhooks',
  'admin:sso',
  'read',
] as const
export type Scope = (typeof SCOPES)[number]

/** `ending`: replaced, works until its overlap ends. `ended`: replaced, no longer works. */
export const API_KEY_STATUSES = ['active', 'ending', 'ended', 'revoked'] as const
export type ApiKeyStatus = (typeof API_KEY_STATUSES)[number]
