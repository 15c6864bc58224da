import type { Random } from './random.ts'

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz'

/** A prefix and 26 lower-case Crockford base32 characters: 130 random bits. */
export function publicId(prefix: 'rnd' | 'ord', random: Random): string {
  let text = ''
  for (const byte of random.bytes(26)) text += CROCKFORD[byte & 31]
  return `${prefix}_${text}`
}

/** A bearer token: a prefix and 256 random bits in base64url. */
export function bearerToken(prefix: 'lt' | 'ps' | 'ks' | 'kt' | 'st' | 'ss', random: Random): string {
  return `${prefix}_${random.bytes(32).toString('base64url')}`
}

const TOKEN = /^[a-z]{2}_[A-Za-z0-9_-]{43}$/

/** Whether a text could be such a token at all. */
export function isBearerToken(prefix: Parameters<typeof bearerToken>[0], text: string): boolean {
  return text.startsWith(`${prefix}_`) && TOKEN.test(text)
}

/** Who a player is inside Coffer: the operator first, in every query. */
export type Owner = { readonly operatorId: number; readonly playerId: number }

/** The player of a row. */
export function ownerOf(row: { operator_id: number; player_id: number }): Owner {
  return { operatorId: row.operator_id, playerId: row.player_id }
}
