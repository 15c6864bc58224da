import { createHmac } from 'node:crypto'
import { Refusal } from '../kernel/index.ts'
import { envelopeHeaders, timestampOf } from '../platform/index.ts'

/** An event as it is sent. */
export type StoredEvent = { type: string; playerExternalId: string | null; idempotencyKey: string; payload: string }

/** An event as it is stored: one of the payloads is null. */
export type SealableEvent = Omit<StoredEvent, 'payload'> & { payload: string | null; payloadSealed: Buffer | null }

/** What a sealed payload is bound to. */
export function payloadPurpose(idempotencyKey: string): string {
  return `event:${idempotencyKey}`
}

/** The body of a delivery: the payload exactly as it was stored, so that every attempt sends the same bytes. */
export function bodyOf({ type, playerExternalId, idempotencyKey, payload }: StoredEvent): string {
  const head = JSON.stringify({ type, playerExternalId, idempotencyKey })
  return `${head.slice(0, -1)},"payload":${payload}}`
}

const PREFIX = 'whd_'

/** A delivery's name on the wire, and the `webhook-id` of each of its attempts. */
export function deliveryName(deliveryId: number): string {
  return `${PREFIX}${deliveryId}`
}

/** Refuses, with DELIVERY_NOT_FOUND, a text that can name no delivery. */
export function deliveryNumber(name: string): number {
  const number = deliveryNumberOf(name)
  if (number === null) throw new Refusal('DELIVERY_NOT_FOUND')
  return number
}

/** Null for a text that can name no delivery. */
export function deliveryNumberOf(name: string): number | null {
  const number = /^whd_[1-9]\d{0,15}$/.test(name) ? Number(name.slice(PREFIX.length)) : Number.NaN
  return Number.isSafeInteger(number) ? number : null
}

/** The newest first; the one before it while it overlaps. */
export type Secrets = readonly [newest: string, ...overlapping: string[]]

export type Signing = {
  id: string
  url: URL
  body: string
  secrets: Secrets
  now: Date
  nonce: string
}

/**
 * Both sets of headers of decisions §1: our envelope, and those that any Standard Webhooks library verifies. The envelope has room for
 * one signature: while a replaced secret overlaps it is that one's, so that a receiver may take the new secret at any moment of the overlap.
 */
export function signedHeaders({ id, url, body, secrets, now, nonce }: Signing): Record<string, string> {
  const timestamp = timestampOf(now)
  const [newest, replaced = newest] = secrets
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => standardSignature(secret, `${id}.${timestamp}.${body}`)).join(' '),
    ...envelopeHeaders(replaced, { url, body, now, nonce }),
  }
}

function standardSignature(secret: string, content: string): string {
  const key = Buffer.from(secret.slice(secret.indexOf('_') + 1), 'base64')
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
}
