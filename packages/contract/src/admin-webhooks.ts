import { z } from 'zod'
import { ofOperator, operator, overlapHours, version } from './admin-fields.ts'
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
  version: z.int().meta({ description: 'Rises with each change of the URL, the events or the secret' }),
  createdAt: timestamp,
  failingSince: timestamp
    .nullable()
    .meta({ description: 'Every delivery since then has failed; null when the last was taken' }),
  goneAt: timestamp.nullable().meta({ description: 'It has answered 410 Gone since then' }),
  oldSecretEndsAt: timestamp.nullable().meta({ description: 'A replaced secret signs too until then' }),
})

const secrets = z.object({
  secret: z.string(),
  oldSecret: z.string().nullable().meta({ description: 'A replaced secret that still signs' }),
  oldSecretEndsAt: timestamp.nullable(),
})

const endpointUrl = wireText(1, 2048)
const types = z.array(z.enum(SENT_EVENT_TYPES)).min(1).max(SENT_EVENT_TYPES.length)

const endpointParams = z.object({ endpointId: idText })
const detail = deliveryDetail.extend({
  endpointEnabled: z.boolean().meta({ description: 'False: it waits until the endpoint is enabled' }),
  isPersonal: z
    .boolean()
    .meta({ description: 'The body can contain personal data of a player: each view of it is recorded' }),
  body: z
    .string()
    .nullable()
    .meta({ description: 'Null when it can contain personal data and no role has `deliveries.personal`' }),
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
    summary: 'Change the URL or the events of an endpoint. Pending deliveries are sent to the new URL',
    params: endpointParams,
    body: z.object({ url: endpointUrl.optional(), types: types.optional(), version, operator }),
    success: one,
    refusals: [...missing, 'ENDPOINT_CHANGED'],
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
      'Send nothing to an endpoint. Events that occur meanwhile are never sent to it; pending deliveries are sent once it is enabled',
    params: endpointParams,
    body: ofOperator,
    success: one,
    refusals: missing,
  },
  revealEndpointSecret: {
    method: 'POST',
    path: '/api/admin/webhooks/endpoints/:endpointId/secret',
    access: 'integration.manage',
    summary: 'Show the secret of an endpoint. Each view is recorded',
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
    body: z.object({ overlapHours, version, operator }),
    success: { 200: z.object({ endpoint, secret: z.string() }) },
    refusals: [...missing, 'ENDPOINT_CHANGED'],
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
    summary:
      'One delivery with its body and its attempts. Each view of a body that can contain personal data is recorded',
    params: deliveryParams,
    query: ofOperator,
    success: { 200: z.object({ delivery: detail }) },
    refusals: ['OPERATOR_NOT_FOUND', 'DELIVERY_NOT_FOUND'],
  },
  replayDelivery: {
    method: 'POST',
    path: '/api/admin/webhooks/deliveries/:deliveryId/replay',
    access: 'integration.manage',
    summary: 'Replay a failed delivery, with the same ID, key and body',
    params: deliveryParams,
    body: ofOperator,
    success: { 200: z.object({ delivery }) },
    refusals: ['OPERATOR_NOT_FOUND', 'DELIVERY_NOT_FOUND', 'DELIVERY_NOT_FAILED'],
  },
  replayDeliveries: {
    method: 'POST',
    path: '/api/admin/webhooks/deliveries/replay',
    access: 'integration.manage',
    summary: 'Replay the failed deliveries that the filters match, the oldest first',
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
