import { DATA_VERSION, EVENT_TYPES, TEST_EVENT_TYPE } from '@coffer/contract/events'
import type { Delivery } from '@coffer/contract/webhooks'
import { type Actor, appendAudit } from '../audit/index.ts'
import { invalidField, later, present, Refusal } from '../kernel/index.ts'
import { type Context, savedUrlFault, sealedPlace, urlFault } from '../platform/index.ts'
import { findDelivery } from './delivery-store.ts'
import { type EndpointSecret, newEndpointSecret, openSecrets } from './endpoint.ts'
import {
  findEndpoint,
  findSecrets,
  insertEndpoint,
  listEndpoints,
  lockEndpoint,
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
  /** Whether the URL may lead to a private host that the deployment allows; true when omitted. */
  mayBePrivate?: boolean | undefined
  actor: Actor
}

/** A place that hears of events from now on. Its secret is shown here. Refuses an address we would not call. */
export async function createEndpoint(ctx: Context, input: CreateEndpointInput): Promise<EndpointSecret> {
  const { operatorId, mayBePrivate = true, actor } = input
  const types = subscribedTypes(input.types ?? EVENT_TYPES)
  const url = readUrl(ctx, input.url, mayBePrivate)
  const secret = newEndpointSecret(ctx.random)
  const now = ctx.clock.now()
  return ctx.tx(operatorId, async (tx) => {
    const endpointId = await takeEndpointId(tx)
    await insertEndpoint(tx, {
      ...{
        operator_id: operatorId,
        endpoint_id: endpointId,
        url,
        types,
        may_be_private: mayBePrivate,
        created_at: now,
      },
      secret_sealed: await ctx.sealer.seal(tx, secret, sealedPlace(ENDPOINT_SECRET, operatorId, endpointId)),
    })
    await appendAudit(ctx, tx, operatorId, {
      actor,
      action: 'webhook.created',
      details: { endpointId, url, types },
      at: now,
    })
    // Last: since the entry was added, no other transaction of the operator adds one, so none adds an endpoint.
    const count = ctx.limits.webhookEndpointsCount
    if ((await listEndpoints(tx, operatorId)).length > count) {
      throw invalidField(
        'url',
        `would be one too many: an operator has at most ${count} endpoints. Edit a disabled one`,
      )
    }
    return { endpointId, secret }
  })
}

/** The types, each once. Throws a 422 for none, and for one that is not sent. */
function subscribedTypes(types: readonly string[]): string[] {
  const distinct = [...new Set(types)]
  const isKnown = distinct.every((type) => EVENT_TYPES.includes(type))
  if (!isKnown || distinct.length === 0) throw invalidField('types', `must be among ${EVENT_TYPES.join(', ')}`)
  return distinct
}

/** The URL as it is called. Throws a 422 for one that Coffer would not call. */
function readUrl({ limits, config }: Pick<Context, 'limits' | 'config'>, text: string, mayBePrivate: boolean): string {
  if (text.length > limits.webhookUrlCharacters) {
    throw invalidField('url', `must have at most ${limits.webhookUrlCharacters} characters`)
  }
  const fault = mayBePrivate ? savedUrlFault(text, config) : urlFault(text, { ...config, allowedPrivateHosts: [] })
  if (fault !== null) throw invalidField('url', `is refused: ${fault}`)
  return new URL(text).href
}

/** An endpoint and the actor. */
type EndpointInput = { operatorId: number; endpointId: number; actor: Actor }

type ChangeEndpointInput = EndpointInput & {
  /** The version of the endpoint that the change is based on. */
  version: number
  url?: string | undefined
  types?: readonly string[] | undefined
  mayBePrivate: boolean
}

/**
 * Changes the URL or the events of an endpoint. Pending deliveries are sent to the new URL. Unchanged values are not recorded. Throws
 * ENDPOINT_NOT_FOUND, ENDPOINT_CHANGED, and a 422 for a bad value.
 */
export async function changeEndpoint(ctx: Context, input: ChangeEndpointInput): Promise<void> {
  const { operatorId, endpointId, actor } = input
  const types = input.types && subscribedTypes(input.types)
  const newUrl = input.url && readUrl(ctx, input.url, input.mayBePrivate)
  await ctx.tx(operatorId, async (tx) => {
    const old = await lockEndpoint(tx, operatorId, endpointId)
    if (!old) throw new Refusal('ENDPOINT_NOT_FOUND')
    if (old.version !== input.version) throw new Refusal('ENDPOINT_CHANGED')
    const url = newUrl ?? old.url
    const changes = [
      ...(url === old.url ? [] : [{ field: 'url', from: old.url, to: url }]),
      ...(types === undefined || hasSame(types, old.types) ? [] : [{ field: 'types', from: old.types, to: types }]),
    ]
    if (changes.length === 0) return
    // It was the old URL that answered 410.
    const moved = url === old.url ? {} : { gone_at: null, may_be_private: input.mayBePrivate }
    const change = { url, types: types ?? old.types, version: old.version + 1, ...moved }
    await updateEndpoint(tx, operatorId, endpointId, change)
    const details = { endpointId, changes }
    await appendAudit(ctx, tx, operatorId, { actor, action: 'webhook.changed', details, at: ctx.clock.now() })
  })
}

function hasSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one) => others.includes(one))
}

type RotateSecretInput = EndpointInput & {
  overlapMs: number
  /** The version of the endpoint that the rotation is based on; any when omitted. */
  version?: number | undefined
}

/**
 * A new secret; deliveries carry the signatures of both until the overlap ends. The old one is that of `X-Signature`, also when it is itself in
 * its overlap: a receiver is never asked to know a secret sooner than it was told. Refuses with ENDPOINT_NOT_FOUND.
 */
export async function rotateEndpointSecret(
  ctx: Context,
  { operatorId, endpointId, overlapMs, version, actor }: RotateSecretInput,
): Promise<EndpointSecret & { oldEndsAt: Date }> {
  const secret = newEndpointSecret(ctx.random)
  const now = ctx.clock.now()
  const oldEndsAt = later(now, overlapMs)
  return ctx.tx(operatorId, async (tx) => {
    const sealed = await lockSecrets(tx, operatorId, endpointId)
    if (sealed === null) throw new Refusal('ENDPOINT_NOT_FOUND')
    if (version !== undefined && version !== sealed.version) throw new Refusal('ENDPOINT_CHANGED')
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

export type RevealedSecrets = { secret: string; oldSecret: string | null; oldSecretEndsAt: Date | null }

/** The secrets that sign what is sent to an endpoint now. Each view is recorded. Throws ENDPOINT_NOT_FOUND. */
export async function revealEndpointSecret(
  ctx: Context,
  { operatorId, endpointId, actor }: EndpointInput,
): Promise<RevealedSecrets> {
  const at = ctx.clock.now()
  return ctx.tx(operatorId, async (tx) => {
    const sealed = await findSecrets(tx, operatorId, endpointId)
    if (sealed === null) throw new Refusal('ENDPOINT_NOT_FOUND')
    const [secret, oldSecret = null] = openSecrets(ctx, { operatorId, endpointId }, sealed, at)
    await appendAudit(ctx, tx, operatorId, { actor, action: 'webhook.secret_read', details: { endpointId }, at })
    return { secret, oldSecret, oldSecretEndsAt: oldSecret === null ? null : sealed.previous_secret_ends_at }
  })
}

type EnableEndpointInput = EndpointInput & { enabled: boolean }

/**
 * A disabled endpoint gets no new deliveries, and its pending ones are sent once it is enabled. Enabling an enabled endpoint is not recorded.
 * Throws ENDPOINT_NOT_FOUND.
 */
export async function setEndpointEnabled(
  ctx: Context,
  { operatorId, endpointId, enabled, actor }: EnableEndpointInput,
): Promise<void> {
  await ctx.tx(operatorId, async (tx) => {
    const old = await lockEndpoint(tx, operatorId, endpointId)
    if (!old) throw new Refusal('ENDPOINT_NOT_FOUND')
    if (old.enabled === enabled) return
    await updateEndpoint(tx, operatorId, endpointId, { enabled })
    const action = enabled ? 'webhook.enabled' : 'webhook.disabled'
    await appendAudit(ctx, tx, operatorId, { actor, action, details: { endpointId }, at: ctx.clock.now() })
  })
}

/** Sends a test event to one endpoint, the way that real events are sent. Throws ENDPOINT_NOT_FOUND, and a 422 when it is disabled. */
export async function testEndpoint(ctx: Context, { operatorId, endpointId, actor }: EndpointInput): Promise<Delivery> {
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
    const delivery = deliveryView(present(await findDelivery(tx, operatorId, deliveryId), 'the delivery was just made'))
    const details = { endpointId, deliveryId: delivery.id }
    await appendAudit(ctx, tx, operatorId, { actor, action: 'webhook.tested', details, at: now })
    return delivery
  })
}
