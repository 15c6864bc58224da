import { CONTAINS_PERSONAL_DATA, type EventType } from '@coffer/contract/deliveries'
import type { CursorPair } from '@coffer/contract/shapes'
import type { Delivery, DeliveryDetail } from '@coffer/contract/webhooks'
import { type Actor, appendAudit } from '../audit/index.ts'
import { invalidField, later, type PageRequest, pageOf, present, Refusal } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import {
  bringForward,
  type DeliveryFilter,
  type DeliveryRow,
  findDelivery,
  hasFailedDeliveries,
  listAttemptRows,
  listDeliveryRows,
  reviveDeliveries,
} from './delivery-store.ts'
import { claimRelease, listBack, markReleased } from './endpoint-store.ts'
import { bodyOf, deliveryNumber } from './message.ts'
import { openPayloads } from './payloads.ts'
import { deleteTakenEvents, listEventsBefore, upsertForgottenBefore } from './store.ts'
import { attemptView, deliveryView } from './view.ts'

/** A page of an operator's deliveries, newest first. */
export async function readDeliveries(
  ctx: Context,
  filter: DeliveryFilter,
  request: PageRequest,
): Promise<{ deliveries: Delivery[]; cursor: CursorPair }> {
  const ordered = { ...filter, outOfOrderMs: ctx.limits.rowsOutOfOrderMs }
  const rows = await ctx.tx(filter.operatorId, (tx) => listDeliveryRows(tx, ordered, request))
  const page = pageOf(rows, request, (row) => ({ sort: null, id: row.delivery_id }))
  return { deliveries: page.rows.map(deliveryView), cursor: page.cursor }
}

type DeliveryReader = {
  operatorId: number
  /** Who asks, for the audit log. */
  actor: Actor
  /** Returns whether they may read personal data. Throws when they must confirm their session first. */
  authorizePersonalRead: () => boolean
  /** Whether they are staff. A backend reads every body that is not sealed. */
  isStaff: boolean
}

/**
 * One delivery with its body and its newest attempts. A body that can contain personal data (`isPersonal`) is null for a reader who may not see it;
 * each view of it is recorded. Throws DELIVERY_NOT_FOUND.
 */
export async function readDelivery(
  ctx: Context,
  reader: DeliveryReader,
  name: string,
): Promise<{ delivery: DeliveryDetail; isPersonal: boolean; endpointEnabled: boolean }> {
  const { operatorId, isStaff } = reader
  const deliveryId = deliveryNumber(name)
  return ctx.tx(operatorId, async (tx) => {
    const row = await findDelivery(tx, operatorId, deliveryId)
    if (!row) throw new Refusal('DELIVERY_NOT_FOUND')
    const attempts = await listAttemptRows(tx, operatorId, deliveryId, ctx.limits.webhookAttemptsShownCount)
    const isPersonal = row.payload_sealed !== null || (isStaff && containsPersonalData(row.type))
    const body = isPersonal && !reader.authorizePersonalRead() ? null : await readBody(ctx, tx, row, operatorId)
    if (isPersonal && body !== null) {
      const details = { event: row.idempotency_key }
      const entry = { actor: reader.actor, action: 'webhook.personal_data_read' as const, details, at: ctx.clock.now() }
      await appendAudit(ctx, tx, operatorId, entry)
    }
    const delivery = { ...deliveryView(row), body, attempts: attempts.map(attemptView) }
    return { delivery, isPersonal, endpointEnabled: row.enabled }
  })
}

/** True for types that this version does not know. */
function containsPersonalData(type: string): boolean {
  const types: Readonly<Record<string, boolean>> = CONTAINS_PERSONAL_DATA
  return types[type] ?? true
}

async function readBody(ctx: Context, tx: Tx, row: DeliveryRow, operatorId: number): Promise<string> {
  const { type, player_external_id: playerExternalId, idempotency_key: idempotencyKey } = row
  const stored = { type, playerExternalId, idempotencyKey, payload: row.payload, payloadSealed: row.payload_sealed }
  const [event] = await openPayloads(ctx, tx, operatorId, [stored])
  return bodyOf(present(event, 'an event was opened'))
}

/** A failed delivery and the actor. */
type ReplayInput = { operatorId: number; name: string; actor: Actor }

/**
 * Sends a failed delivery again, with a whole new budget of attempts: same id, same key, same bytes. Refuses with DELIVERY_NOT_FOUND,
 * and with DELIVERY_NOT_FAILED for one that was delivered or is still being tried.
 */
export async function replayDelivery(ctx: Context, { operatorId, name, actor }: ReplayInput): Promise<Delivery> {
  const deliveryId = deliveryNumber(name)
  return ctx.tx(operatorId, async (tx) => {
    const at = ctx.clock.now()
    const count = await reviveDeliveries(tx, operatorId, { deliveryId }, { now: at, pace: paceOf(ctx) })
    const row = await findDelivery(tx, operatorId, deliveryId)
    if (!row) throw new Refusal('DELIVERY_NOT_FOUND')
    if (count === 0) throw new Refusal('DELIVERY_NOT_FAILED', { state: row.status })
    const details = { endpointId: row.endpoint_id, deliveryId: name }
    await appendAudit(ctx, tx, operatorId, { actor, action: 'webhook.replayed', details, at })
    return deliveryView(row)
  })
}

/** Replayed deliveries are sent at the pace of those that waited for an endpoint. */
function paceOf({ limits }: Context) {
  return { count: limits.webhookReleaseCount, everyMs: limits.webhookReleaseMs }
}

type Replayed = { replayedCount: number; hasMore: boolean }

/**
 * The same for the failed deliveries that match, the oldest first up to a limit. Those that another request is replaying are left to it. `hasMore`:
 * more of them match. Throws a 422 when the period ends before it begins.
 */
export async function replayDeliveries(
  ctx: Context,
  filter: Omit<DeliveryFilter, 'status'>,
  actor: Actor,
): Promise<Replayed> {
  const { operatorId, type, endpointId, from, to, search } = filter
  if (from !== null && to !== null && from >= to) throw invalidField('to', 'must be after `from`')
  return ctx.tx(operatorId, async (tx) => {
    const at = ctx.clock.now()
    const which = { ...filter, count: ctx.limits.webhookReplayCount }
    const replayedCount = await reviveDeliveries(tx, operatorId, which, { now: at, pace: paceOf(ctx) })
    const hasMore = await hasFailedDeliveries(tx, filter)
    if (replayedCount === 0) return { replayedCount, hasMore }
    const occurred = { from, before: to }
    const details = {
      ...(endpointId !== null && { endpointId }),
      type,
      occurred,
      hasSearch: search !== null,
      replayedCount,
    }
    await appendAudit(ctx, tx, operatorId, { actor, action: 'webhook.replayed', details, at })
    return { replayedCount, hasMore }
  })
}

/**
 * Makes deliveries due that wait for their schedule although their endpoint is back: so many of each endpoint at once, those that would
 * come next first, until none waits or the endpoint fails again. Of several processes, one takes each step.
 */
export async function releaseWaiting(ctx: Context): Promise<void> {
  for (const { operatorId, endpointId } of await ctx.systemTx((tx) => listBack(tx, ctx.clock.now()))) {
    await ctx.tx(operatorId, async (tx) => {
      const now = ctx.clock.now()
      const count = ctx.limits.webhookReleaseCount
      if (!(await claimRelease(tx, operatorId, endpointId, { now, nextAt: later(now, ctx.limits.webhookReleaseMs) })))
        return
      const released = await bringForward(tx, operatorId, endpointId, { now, count })
      if (released < count) await markReleased(tx, operatorId, endpointId)
    })
  }
}

/** What every open adds to. All other events are few, or tell what stands nowhere else, and stay. */
const FORGOTTEN_TYPES: readonly EventType[] = ['round_settled', 'bonus_entitlement']

/** `lookedTo`: what comes next is looked at from there; null when nothing more is that old. */
export type Forgotten = { count: number; lookedTo: number | null }

/**
 * Deletes events of rounds that occurred before a moment, with their deliveries and attempts, where no delivery is still to be taken: one
 * batch of those behind `after`, oldest first. An event that an endpoint has not taken stays, however old.
 */
export async function forgetEvents(
  ctx: Context,
  { operatorId, before }: { operatorId: number; before: Date },
  after: number,
): Promise<Forgotten> {
  const limit = ctx.limits.forgetBatchCount
  return ctx.systemTx(async (tx) => {
    const eventIds = await listEventsBefore(tx, operatorId, { after, before, limit })
    const lookedTo = eventIds.at(-1) ?? null
    if (lookedTo === null) return { count: 0, lookedTo }
    await upsertForgottenBefore(tx, operatorId, before)
    return { count: await deleteTakenEvents(tx, operatorId, { eventIds, types: FORGOTTEN_TYPES }), lookedTo }
  })
}
