import { z } from 'zod'
import { type EventType, SENT_EVENT_TYPES } from './deliveries.ts'
import { GAME_KEYS, roundOutcome } from './games.ts'
import { kycRequestFields } from './s2s-kyc.ts'
import { backendOrder, SHIPPING_CHANGES } from './s2s-shipping.ts'
import { backendBoxRow, bps, FUNDINGS, facts, id, minor, timestamp } from './shapes.ts'
import { wireText } from './text.ts'

/** Events that an operator's webhook endpoints hear of (interface §6, decisions §12). */

/**
 * Version of the payloads. It rises when something that receivers read is said in another way. A field more is no new version: receivers
 * tolerate what they do not know.
 */
export const DATA_VERSION = 2

const dataVersion = z.literal(DATA_VERSION)

export const BOX_CHANGES = ['name', 'description', 'image', 'attributes', 'active', 'refundable'] as const

export type BoxChange = (typeof BOX_CHANGES)[number]

/** The payload of each event, by type. */
export const EVENT_PAYLOADS = {
  round_settled: z.object({
    dataVersion,
    occurredAt: timestamp,
    roundPublicId: z.string(),
    gameKey: z.enum(GAME_KEYS),
    betMinor: minor,
    payoutMinor: minor,
    currency: z.string(),
    playerBetMinor: minor.nullable(),
    playerCurrency: z.string().nullable(),
    funding: z.enum(FUNDINGS),
    boxId: id.nullable(),
    outcome: roundOutcome,
    facts,
  }),
  bonus_entitlement: z.object({
    dataVersion,
    occurredAt: timestamp,
    itemId: id,
    name: z.string(),
    valueMinor: minor,
    currency: z.string(),
    roundPublicId: z.string(),
    metadata: z.record(z.string(), z.unknown()),
  }),
  fulfillment_notice: z.object({
    dataVersion,
    occurredAt: timestamp,
    playerExternalId: z.string(),
    changes: z.array(z.enum(SHIPPING_CHANGES)).min(1),
    order: backendOrder,
    shippingRefundedMinor: minor.nullable().meta({
      description:
        'What goes back to the player\u2019s wallet with a cancel, 0 when the player was charged nothing; else null',
    }),
    shippingRefundedCurrency: z.string().nullable(),
  }),
  box_version_published: z.object({
    dataVersion,
    occurredAt: timestamp,
    boxId: id,
    boxVersionId: id,
    previousBoxVersionId: id.nullable(),
    versionNumber: z.int().min(1),
    name: z.string(),
    slug: z.string(),
    priceMinor: minor,
    currency: z.string(),
    rtpBps: bps,
    snapshotUrl: z.string(),
    snapshotHash: z.string(),
  }),
  box_updated: z.object({
    dataVersion,
    occurredAt: timestamp,
    boxId: id,
    changes: z.array(z.enum(BOX_CHANGES)).min(1),
    box: backendBoxRow,
  }),
  box_archived: z.object({
    dataVersion,
    occurredAt: timestamp,
    boxId: id,
    slug: z.string(),
    lastBoxVersionId: id.nullable(),
  }),
  kyc_status_changed: z.object({ dataVersion, occurredAt: timestamp, ...kycRequestFields }),
  settings_changed: z.object({ dataVersion, occurredAt: timestamp }),
} as const satisfies Record<EventType, z.ZodType>

/** Everything an endpoint may subscribe to. */
export const EVENT_TYPES: readonly string[] = SENT_EVENT_TYPES

/** What is posted to an endpoint, whatever its type. Receivers dedupe on `idempotencyKey`. */
export const eventEnvelope = z.object({
  type: wireText(1, 100),
  playerExternalId: wireText(1, 190).nullable(),
  idempotencyKey: wireText(1, 400),
  payload: z.record(z.string(), z.unknown()),
})

/** The whole delivery of one type. */
export function envelopeOf<Type extends EventType>(type: Type) {
  return eventEnvelope.extend({ type: z.literal(type), payload: EVENT_PAYLOADS[type] })
}

export { type EventType, SENT_EVENT_TYPES, TEST_EVENT_TYPE } from './deliveries.ts'
export type EventPayload<Type extends EventType> = z.infer<(typeof EVENT_PAYLOADS)[Type]>
export type CofferEvent = {
  [Type in EventType]: {
    type: Type
    playerExternalId: string | null
    idempotencyKey: string
    payload: EventPayload<Type>
  }
}[EventType]
