import { createHmac } from 'node:crypto'
import { sign } from '@coffer/operator-sdk'

/** An endpoint's secret as Coffer gives it: `whsec_` and base64 of 32 bytes. */
export const ENDPOINT_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

export type DeliveryWish = {
  secret?: string
  event?: object
  /** What is posted in place of the event that was signed. */
  sentBody?: string
  /** Seconds from now, of both timestamps. */
  skewSeconds?: number
  deliveryId?: string
  /** Headers that replace others; undefined takes one away. */
  headers?: Record<string, string | undefined>
  /** Milliseconds since 1970. */
  now?: number
}

/** An event as Coffer posts it. */
export function eventOf(key: string, type = 'round_settled', payload: object = { dataVersion: 2 }) {
  return { type, playerExternalId: 'ann', idempotencyKey: key, payload }
}

/** Posts a delivery as Coffer does, signed in both ways. */
export function postDelivery(url: string, wish: DeliveryWish = {}, signal?: AbortSignal): Promise<Response> {
  const {
    secret = ENDPOINT_SECRET,
    event = eventOf('round_settled:rnd_1'),
    skewSeconds = 0,
    deliveryId = 'whd_1',
  } = wish
  const body = JSON.stringify(event)
  const timestamp = Math.floor((wish.now ?? Date.now()) / 1000) + skewSeconds
  const nonce = 'n'.repeat(16)
  const { headers } = sign({ secret, method: 'POST', path: new URL(url).pathname, body, timestamp, nonce })
  const all: Record<string, string | undefined> = {
    'content-type': 'application/json',
    ...headers,
    'webhook-id': deliveryId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': standardSignature(secret, `${deliveryId}.${timestamp}.${body}`),
    ...wish.headers,
  }
  const sent = Object.entries(all).filter((line): line is [string, string] => line[1] !== undefined)
  return fetch(url, { method: 'POST', headers: sent, body: wish.sentBody ?? body, signal: signal ?? null })
}

/** One signature as Standard Webhooks writes it, of `{id}.{timestamp}.{body}`. */
export function standardSignature(secret: string, content: string): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
}
