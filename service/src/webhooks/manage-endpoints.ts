import { DATA_VERSION, EVENT_TYPES, TEST_EVENT_TYPE } from '@coffer/contract/events'
import type { Delivery } from '@coffer/contract/webhooks'
import { appendAudit } from '../audit/index.ts'
import { invalidField, later, present, Refusal } from '../kernel/index.ts'
import { type Context, savedUrlFault, sealedPlace } from '../platform/index.ts'
import { findDelivery } from './delivery-store.ts'
import { type EndpointSecret, newEndpointSecret, openSecrets } from './endpoint.ts'
import {
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  lockSecrets,
  replaceSecret,
  takeEndpointId,
  updateEndpoint,
} from './endpoint-store.ts'
import { insertEventFor } from './store.ts'
import { ENDPOINT_SECRET, PREVIOUS_ENDPOINT_SECRET } from './tables.ts'
import { deliveryView } from './view.ts'

type CreateEndpointInput = {
  operatorId: number
  url: string
  /** All of them when omitted. */
  types?: readonly string[] | undefined
  actor: string
}

/** A place that hears of events from now on. Its secret is shown here. Refuses an address we would not call. */
export async function createEndpoint(ctx: Context, input: CreateEndpointInput): Promise<EndpointSecret> {
  const { operatorId, url, actor } = input
  const types = [...new Set(input.types ?? EVENT_TYPES)]
  const unknown = types.filter((type) => !EVENT_TYPES.includes(type))
  if (unknown.length > 0 || types.length === 0) throw invalidField('types', `must be among ${EVENT_TYPES.join(', ')}`)
  if (url.length > ctx.limits.webhookUrlCharacters) {
    throw invalidField('url', `must have at most ${ctx.limits.webhookUrlCharacters} characters`)
  }
  const fault = savedUrlFault(url, ctx.config)
  if (fault !== null) throw invalidField('url', `is refused: ${fault}`)
  const secret = newEndpointSecret(ctx.random)
  const now = ctx.clock.now()
  return ctx.tx(operatorId, async (tx) => {
    const count = ctx.limits.webhookEndpointsCount
    if ((await listEndpoints(tx, operatorId)).length >= count) {
      throw invalidField('url', `would be one too many: an operator has at most ${count} endpoints`)
    }
    const endpointId = await takeEndpointId(tx)
    await insertEndpoint(tx, {
      ...{ operator_id: operatorId, endpoint_id: endpointId, url, types, created_at: now },
      secret_sealed: await ctx.sealer.seal(tx, secret, sealedPlace(ENDPOINT_SECRET, operatorId, endpointId)),
    })
    await appendAudit(ctx, tx, operatorId, {
      actor,
      action: 'webhook.created',
      details: { endpointId, url, types },
      at: now,
    })
    return { endpointId, secret }
  })
}

type RotateSecretInput = { operatorId: number; endpointId: number; overlapMs: number; actor: string }

/**
 * A new secret; deliveries carry the signatures of both until the overlap ends. The old one is that of `X-Signature`, also when it is itself in
 * its overlap: a receiver is never asked to know a secret sooner than it was told. Refuses with ENDPOINT_NOT_FOUND.
 */
export async function rotateEndpointSecret(
  ctx: Context,
  { operatorId, endpointId, overlapMs, actor }: RotateSecretInput,
): Promise<EndpointSecret & { oldEndsAt: Date }> {
  const secret = newEndpointSecret(ctx.random)
  const now = ctx.clock.now()
  const oldEndsAt = later(now, overlapMs)
  return ctx.tx(operatorId, async (tx) => {
    const sealed = await lockSecrets(tx, operatorId, endpointId)
    if (sealed === null) throw new Refusal('ENDPOINT_NOT_FOUND')
    const [newest, old = newest] = openSecrets(ctx, { operatorId, endpointId }, sealed, now)
    await replaceSecret(tx, operatorId, endpointId, {
      sealed: await ctx.sealer.seal(tx, secret, sealedPlace(ENDPOINT_SECRET, operatorId, endpointId)),
      // Sealed for its column, so the old secret is sealed anew for the one that it goes to.
      previous: await ctx.sealer.seal(tx, old, sealedPlace(PREVIOUS_ENDPOINT_SECRET, operatorId, endpointId)),
      endsAt: oldEndsAt,
    })
    const details = { endpointId, oldEndsAt }
    await appendAudit(ctx, tx, operatorId, { actor, action: 'webhook.secret_rotated', details, at: now })
    return { endpointId, secret, oldEndsAt }
  })
}

type EnableEndpointInput = { operatorId: number; endpointId: number; enabled: boolean; actor: string }

/**
 * A disabled endpoint gets no new deliveries, and those that it has wait until it is enabled again. Refuses with
 * ENDPOINT_NOT_FOUND.
 */
export async function setEndpointEnabled(
  ctx: Context,
  { operatorId, endpointId, enabled, actor }: EnableEndpointInput,
): Promise<void> {
  await ctx.tx(operatorId, async (tx) => {
    if (!(await updateEndpoint(tx, operatorId, endpointId, { enabled }))) throw new Refusal('ENDPOINT_NOT_FOUND')
    const action = enabled ? 'webhook.enabled' : 'webhook.disabled'
    await appendAudit(ctx, tx, operatorId, { actor, action, details: { endpointId }, at: ctx.clock.now() })
  })
}

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
