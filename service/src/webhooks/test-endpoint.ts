import { DATA_VERSION, TEST_EVENT_TYPE } from '@coffer/contract/events'
import type { Delivery } from '@coffer/contract/webhooks'
import { invalidField, present, Refusal } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import { findDelivery } from './delivery-store.ts'
import { findEndpoint } from './endpoint-store.ts'
import { insertEventFor } from './store.ts'
import { deliveryView } from './view.ts'

/** Sends an event that means nothing to one endpoint, through everything that a real one passes. Refuses with ENDPOINT_NOT_FOUND. */
export async function testEndpoint(ctx: Context, operatorId: number, endpointId: number): Promise<Delivery> {
  const now = ctx.clock.now()
  return ctx.tx(operatorId, async (tx) => {
    const endpoint = await findEndpoint(tx, operatorId, endpointId)
    if (!endpoint) throw new Refusal('ENDPOINT_NOT_FOUND')
    if (!endpoint.enabled) throw invalidField('endpointId', 'is disabled: enable it first')
    const deliveryId = await insertEventFor(tx, endpointId, {
      operator_id: operatorId,
      type: TEST_EVENT_TYPE,
      player_external_id: null,
      idempotency_key: `${TEST_EVENT_TYPE}:${ctx.random.bytes(16).toString('hex')}`,
      payload: JSON.stringify({ dataVersion: DATA_VERSION, occurredAt: now.toISOString(), message: 'This is a test.' }),
      payload_sealed: null,
      occurred_at: now,
    })
    return deliveryView(present(await findDelivery(tx, operatorId, deliveryId), 'the delivery was just made'))
  })
}
