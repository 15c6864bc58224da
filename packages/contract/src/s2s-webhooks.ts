import { z } from 'zod'
import { DELIVERY_STATUSES } from './deliveries.ts'
import { defineSignedRoutes } from './route.ts'
import { cursorPair, id, idText, listQuery, moment, timestamp } from './shapes.ts'
import { wireText } from './text.ts'

/** Webhook deliveries as their receiver's developers see them (decisions §12). */

/** One event on its way to one endpoint. `failed` is parked: nothing is sent any more until it is replayed. */
export const delivery = z.object({
  id: z.string().meta({ description: 'The same in every attempt: the header `webhook-id`' }),
  endpointId: id,
  url: z.string(),
  type: z.string(),
  playerExternalId: z.string().nullable(),
  idempotencyKey: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  attemptCount: z.int().min(0),
  occurredAt: timestamp,
  lastAttemptAt: timestamp.nullable(),
  nextAttemptAt: timestamp.nullable(),
  deliveredAt: timestamp.nullable(),
})

export const deliveryAttempt = z.object({
  startedAt: timestamp,
  endedAt: timestamp.nullable(),
  url: z.string().nullable().meta({ description: 'Where it was sent; null when it was not recorded' }),
  statusCode: z.int().nullable(),
  reason: z.string().nullable().meta({ description: 'Why it failed; null when it was delivered or is under way' }),
})

/** With the exact body that is posted, and every attempt, oldest first. */
export const deliveryDetail = delivery.extend({
  body: z
    .string()
    .nullable()
    .meta({ description: 'Null when it holds personal data and the key lacks the scope `kyc`' }),
  attempts: z.array(deliveryAttempt),
})

const deliveryParams = z.object({ deliveryId: wireText(1, 100) })

export const webhookRoutes = defineSignedRoutes({
  listDeliveries: {
    method: 'GET',
    path: '/api/s2s/webhooks/deliveries',
    summary: 'Webhook deliveries, newest first',
    query: z.object({
      status: z.enum(DELIVERY_STATUSES).optional(),
      type: wireText(1, 100).optional(),
      endpointId: idText.optional(),
      from: moment.optional(),
      to: moment.optional(),
      ...listQuery,
    }),
    success: { 200: z.object({ deliveries: z.array(delivery), cursor: cursorPair }) },
    refusals: [],
  },
  getDelivery: {
    method: 'GET',
    path: '/api/s2s/webhooks/deliveries/:deliveryId',
    summary: 'One delivery, with its body and its attempts',
    params: deliveryParams,
    success: { 200: z.object({ delivery: deliveryDetail }) },
    refusals: ['DELIVERY_NOT_FOUND'],
  },
  replayDelivery: {
    method: 'POST',
    path: '/api/s2s/webhooks/deliveries/:deliveryId/replay',
    repeat: 'refused',
    summary: 'Send a failed delivery again, with the same id, key and body',
    params: deliveryParams,
    success: { 200: z.object({ delivery }) },
    refusals: ['DELIVERY_NOT_FOUND', 'DELIVERY_NOT_FAILED'],
  },
  replayDeliveries: {
    method: 'POST',
    path: '/api/s2s/webhooks/deliveries/replay',
    repeat: 'refused',
    summary: 'Send every failed delivery of events that occurred in a time again',
    body: z.object({ from: moment, to: moment }),
    success: { 200: z.object({ replayedCount: z.int().min(0) }) },
    refusals: [],
  },
  testEndpoint: {
    method: 'POST',
    path: '/api/s2s/webhooks/endpoints/:endpointId/test',
    repeat: 'refused',
    summary: 'Send a test event to one endpoint',
    params: z.object({ endpointId: idText }),
    success: { 201: z.object({ delivery }) },
    refusals: ['ENDPOINT_NOT_FOUND'],
  },
})

export { DELIVERY_STATUSES, type DeliveryStatus } from './deliveries.ts'
export type Delivery = z.infer<typeof delivery>
export type DeliveryDetail = z.infer<typeof deliveryDetail>
