import { SENT_EVENT_TYPES } from '@coffer/contract/events'
import { WebhookError } from './webhook-error.ts'
import type { CofferEvent } from './wire.ts'

/** An event of a type that this version of the SDK knows; `type` tells what the payload is. */
export type KnownEvent = CofferEvent & { known: true }

/** An event of a newer type, or a test event: answer 2xx, and use what you know of it. */
export type UnknownEvent = {
  known: false
  type: string
  playerExternalId: string | null
  idempotencyKey: string
  payload: Record<string, unknown>
}

/** Ask `known` first: then `type` is one of those listed, and the payload is typed. */
export type WebhookEvent = KnownEvent | UnknownEvent

/** Reads a body whose signature holds. Throws WebhookError. */
export function readEvent(body: Uint8Array): WebhookEvent {
  const event = parse(body)
  if (!isEnvelope(event)) throw new WebhookError('MALFORMED_EVENT', 'The body is signed, but it is no event.')
  const { type, playerExternalId, idempotencyKey, payload } = event
  const known = (SENT_EVENT_TYPES as readonly string[]).includes(type)
  return { known, type, playerExternalId: playerExternalId ?? null, idempotencyKey, payload } as WebhookEvent
}

function isEnvelope(value: unknown): value is Omit<UnknownEvent, 'known'> {
  if (typeof value !== 'object' || value === null) return false
  const { type, idempotencyKey, payload } = value as Record<string, unknown>
  return (
    typeof type === 'string' && typeof idempotencyKey === 'string' && typeof payload === 'object' && payload !== null
  )
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'))
  } catch {
    return undefined
  }
}
