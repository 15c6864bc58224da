import type { Clock } from './clock.ts'
import type { Random } from './random.ts'

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz'

/** Milliseconds since 1970 fit into so many characters of 5 bits for some 35,000 years. */
const TIME_CHARACTERS_COUNT = 10
const RANDOM_CHARACTERS_COUNT = 16

/**
 * A prefix and 26 lower-case Crockford base32 characters: the millisecond, then 80 random bits. What is made later sorts later, so that rows
 * which are made together lie together in each index that has the id.
 */
export function publicId(prefix: 'rnd' | 'ord', { clock, random }: { clock: Clock; random: Random }): string {
  return `${prefix}_${timeCharacters(clock.now().getTime())}${randomCharacters(RANDOM_CHARACTERS_COUNT, random)}`
}

/** Lower-case Crockford base32 characters of 5 random bits each. */
export function randomCharacters(count: number, random: Random): string {
  let text = ''
  for (const byte of random.bytes(count)) text += CROCKFORD[byte & 31]
  return text
}

function timeCharacters(ms: number): string {
  let text = ''
  for (let left = ms; text.length < TIME_CHARACTERS_COUNT; left = Math.floor(left / 32))
    text = CROCKFORD[left % 32] + text
  return text
}

/** A bearer token: a prefix and 256 random bits in base64url. */
export function bearerToken(prefix: 'lt' | 'ps' | 'ks' | 'kt' | 'st' | 'ss' | 'at', random: Random): string {
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
