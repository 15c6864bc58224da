import type { Header } from './types.ts'

const header = (description: string): Header => ({ description, schema: { type: 'integer', minimum: 0 } })

/** What a limited route says of the limit; on a 429 always, else when the process knows. */
export const RATE_LIMIT_HEADERS: Record<string, Header> = {
  'Retry-After': header('Seconds until the same request may be sent again; at least 1.'),
  'RateLimit-Limit': header('How many requests a full bucket holds.'),
  'RateLimit-Remaining': header('How many of them are left.'),
  'RateLimit-Reset': header('Seconds until the bucket is full again.'),
}

/** The same by name, for the answers that carry them. */
export const rateLimitHeaders = Object.fromEntries(
  Object.keys(RATE_LIMIT_HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
)
