import { z } from 'zod'
import { SENT_EVENT_TYPES } from './deliveries.ts'
import { DELIVERY_LIST } from './list.ts'
import { filtersOf, pageOfList } from './list-body.ts'
import { defineAdminRoutes } from './route.ts'
import { delivery, deliveryDetail } from './s2s-webhooks.ts'
import { cursorPair, id, idText, timestamp } from './shapes.ts'
import { wireText } from './text.ts'

const endpoint = z.object({
  endpointId: id,
  url: z.string(),
  types: z.array(z.string()).meta({ description: 'The events that it subscribes to' }),
  enabled: z.boolean(),
  createdAt: timestamp,
  failingSince: timestamp
    .nullable()
    .meta({ description: 'Every delivery since then has failed; null when the last was taken' }),
  goneSince: timestamp.nullable().meta({ description: 'It has answered 410 Gone since then' }),
  oldSecretEndsAt: timestamp.nullable().meta({ description: 'A replaced secret signs too until then' }),
})

const secrets = z.object({
  secret: z.string(),
  oldSecret: z.string().nullable().meta({ description: 'A replaced secret that still signs' }),
  oldSecretEndsAt: timestamp.nullable(),
})

const operator = wireText(1, 100).optional().meta({
  description: 'Operator slug. Staff of the platform must name one',
})
const endpointUrl = wireText(1, 2048)
const types = z.array(z.enum(SENT_EVENT_TYPES)).min(1).max(SENT_EVENT_TYPES.length)

const ofOperator = z.object({ operator })
const endpointParams = z.object({ endpointId: idText })
const detail = deliveryDetail.extend({
  isPersonal: z
    .boolean()
    .meta({ description: 'The body contains personal data of a player: who reads it is recorded' }),
  body: z
    .string()
    .nullable()
    .meta({ description: 'Null when it contains personal data and no role has `integration.personal`' }),
})

const deliveryParams = z.object({ deliveryId: wireText(1, 100) })
const one = { 200: z.object({ endpoint }) }
const missing = ['OPERATOR_NOT_FOUND', 'ENDPOINT_NOT_FOUND'] as const

/** An operator's webhook endpoints and what was sent to them. */
export const adminWebhookRoutes = defineAdminRoutes({
  listEndpoints: {
    method: 'GET',
    path: '/api/admin/webhooks/endpoints',
    access: 'integration.read',
    summary: 'List the webhook endpoints, oldest first',
    query: ofOperator,
    success: { 200: z.object({ endpoints: z.array(endpoint) }) },
    refusals: ['OPERATOR_NOT_FOUND'],
  },
  createEndpoint: {
    method: 'POST',
    path: '/api/admin/webhooks/endpoints',
    access: 'integration.manage',
    summary: 'Add a webhook endpoint. It gets the events that occur from now on',
    body: z.object({ url: endpointUrl, types, operator }),
    success: { 201: z.object({ endpoint, secret: z.string() }) },
    refusals: ['OPERATOR_NOT_FOUND'],
  },
  changeEndpoint: {
    method: 'POST',
    path: '/api/admin/webhooks/endpoints/:endpointId',
    access: 'integration.manage',
    summary: 'Change the address or the events of an endpoint. Deliveries that wait go to the new address',
    params: endpointParams,
    body: z.object({ url: endpointUrl.optional(), types: types.optional(), operator }),
    success: one,
    refusals: missing,
  },
  enableEndpoint: {
    method: 'POST',
    path: '/api/admin/webhooks/endpoints/:endpointId/enable',
    access: 'integration.manage',
    summary: 'Send to an endpoint again',
    params: endpointParams,
    body: ofOperator,
    success: one,
    refusals: missing,
  },
  disableEndpoint: {
    method: 'POST',
    path: '/api/admin/webhooks/endpoints/:endpointId/disable',
    access: 'integration.manage',
    summary:
      'Send nothing to an endpoint. It misses the events that occur meanwhile; deliveries that it has yet to get wait',
    params: endpointParams,
    body: ofOperator,
    success: one,
    refusals: missing,
  },
  revealEndpointSecret: {
    method: 'POST',
    path: '/api/admin/webhooks/endpoints/:endpointId/secret',
    access: 'integration.manage',
    summary: 'Show the secret of an endpoint; who looked is recorded',
    params: endpointParams,
    body: ofOperator,
    success: { 200: secrets },
    refusals: missing,
  },
  rotateEndpointSecret: {
    method: 'POST',
    path: '/api/admin/webhooks/endpoints/:endpointId/rotate',
    access: 'integration.manage',
    summary: 'Replace the secret of an endpoint. Deliveries have the signatures of both until the overlap ends',
    params: endpointParams,
    body: z.object({ overlapHours: z.int().min(0).max(168), operator }),
    success: { 200: z.object({ endpoint, secret: z.string() }) },
    refusals: missing,
  },
  testEndpoint: {
    method: 'POST',
    path: '/api/admin/webhooks/endpoints/:endpointId/test',
    access: 'integration.manage',
    summary: 'Send a test event to one endpoint',
    params: endpointParams,
    body: ofOperator,
    success: { 201: z.object({ delivery }) },
    refusals: missing,
  },
  listDeliveries: {
    method: 'POST',
    path: '/api/admin/webhooks/deliveries/list',
    access: DELIVERY_LIST.permission,
    reads: true,
    summary: 'List webhook deliveries, newest first',
    body: pageOfList(DELIVERY_LIST),
    success: { 200: z.object({ deliveries: z.array(delivery), cursor: cursorPair }) },
    refusals: ['OPERATOR_NOT_FOUND'],
  },
  exportDeliveries: {
    method: 'POST',
    path: '/api/admin/webhooks/deliveries/export',
    access: DELIVERY_LIST.permission,
    summary: 'Every delivery that the filters match, as CSV, newest first; the export is recorded',
    body: filtersOf(DELIVERY_LIST),
    success: { 200: 'csv' },
    refusals: ['OPERATOR_NOT_FOUND'],
  },
  getDelivery: {
    method: 'GET',
    path: '/api/admin/webhooks/deliveries/:deliveryId',
    access: DELIVERY_LIST.permission,
    summary: 'One delivery with its body and its attempts. Who looks at a body with personal data is recorded',
    params: deliveryParams,
    query: ofOperator,
    success: { 200: z.object({ delivery: detail }) },
    refusals: ['OPERATOR_NOT_FOUND', 'DELIVERY_NOT_FOUND'],
  },
  replayDelivery: {
    method: 'POST',
    path: '/api/admin/webhooks/deliveries/:deliveryId/replay',
    access: 'integration.manage',
    summary: 'Send a failed delivery again, with the same ID, key and body',
    params: deliveryParams,
    body: ofOperator,
    success: { 200: z.object({ delivery }) },
    refusals: ['OPERATOR_NOT_FOUND', 'DELIVERY_NOT_FOUND', 'DELIVERY_NOT_FAILED'],
  },
  replayDeliveries: {
    method: 'POST',
    path: '/api/admin/webhooks/deliveries/replay',
    access: 'integration.manage',
    summary: 'Send the failed deliveries that the filters match again, the oldest first',
    body: filtersOf(DELIVERY_LIST).omit({ status: true }),
    success: {
      200: z.object({
        replayedCount: z.int().min(0),
        hasMore: z.boolean().meta({ description: 'More of them match than one request replays' }),
      }),
    },
    refusals: ['OPERATOR_NOT_FOUND'],
  },
})

export type EndpointRow = z.infer<typeof endpoint>
export type EndpointSecrets = z.infer<typeof secrets>
export type AdminDelivery = z.infer<typeof detail>
