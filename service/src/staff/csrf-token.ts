import { createHmac } from 'node:crypto'

/** Told to our page and stored nowhere: whoever has the cookie's value can make it, and no other page can read that. */
export function csrfTokenOf(sessionToken: string): string {
  return createHmac('sha256', sessionToken).update('coffer:csrf').digest('base64url')
}
