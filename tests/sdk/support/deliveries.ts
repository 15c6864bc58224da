import { createHash, createHmac, randomBytes } from 'node:crypto'

export const makeSecret = () => `whsec_${randomBytes(32).toString('base64')}`

export const ARCHIVED = {
  type: 'box_archived',
  playerExternalId: null,
  idempotencyKey: 'box_archived:7:1',
  payload: {
    dataVersion: 2,
    occurredAt: '2024-06-03T12:00:00.000Z',
    boxId: 7,
    slug: 'a-b\u00f6x',
    lastBoxVersionId: null,
  },
}

export type SignedDelivery = { headers: Record<string, string>; body: string }

/** A delivery by the words of decisions §1, made with nothing but HMAC: both sets of headers. */
export function signedDelivery(
  secrets: readonly string[],
  { event = ARCHIVED as unknown, id = 'whd_1', timestamp = Math.floor(Date.now() / 1000), path = '/webhooks' } = {},
): SignedDelivery {
  const body = typeof event === 'string' ? event : JSON.stringify(event)
  const standard = secrets.map((secret) => {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  const nonce = 'abcdefghijklmnop'
  const hash = createHash('sha256').update(body).digest('hex')
  const canonical = `${timestamp}\nPOST\n${path}\n${hash}\n${nonce}`
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': standard.join(' '),
      'x-timestamp': String(timestamp),
      'x-nonce': nonce,
      'x-signature': createHmac('sha256', secrets[0]!).update(canonical).digest('hex'),
    },
  }
}
