import { createHash } from 'node:crypto'

/** What is stored of a bearer token, a link or a cookie. Each has 256 random bits, so a plain hash cannot be turned back. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
