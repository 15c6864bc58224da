import type { EventType } from '@coffer/contract/events'
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
  listAttemptRows,
  listDeliveryRows,
  reviveDeliveries,
} from './delivery-store.ts'
import { claimRelease, listBack, markReleased } from './endpoint-store.ts'
import { bodyOf, deliveryNumber } from './message.ts'
import { openPayloads } from './payloads.ts'
import { deleteTakenEvents, listEventsBefore, upsertForgottenBefore } from './store.ts'
import { deliveryView } from './view.ts'

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
  mayReadPersonalData: boolean
}

/**
 * One delivery with its body and its attempts. A body that holds personal data is null for a reader who may not see it; one who does is
 * recorded. Refuses with DELIVERY_NOT_FOUND.
 */
export async function readDelivery(ctx: Context, reader: DeliveryReader, name: string): Promise<DeliveryDetail> {
  const { operatorId } = reader
  const deliveryId = deliveryNumber(name)
  return ctx.tx(operatorId, async (tx) => {
    const row = await findDelivery(tx, operatorId, deliveryId)
    if (!row) throw new Refusal('DELIVERY_NOT_FOUND')
    const attempts = await listAttemptRows(tx, operatorId, deliveryId, ctx.limits.webhookAttemptsShownCount)
    const body = await readBody(ctx, tx, reader, row)
    return {
      ...deliveryView(row),
      body,
      attempts: attempts.map((attempt) => ({
        startedAt: attempt.started_at.toISOString(),
        endedAt: attempt.ended_at?.toISOString() ?? null,
        statusCode: attempt.status_code,
        reason: attempt.reason,
      })),
    }
  })
}

async function readBody(ctx: Context, tx: Tx, reader: DeliveryReader, row: DeliveryRow): Promise<string | null> {
  const { operatorId, actor, mayReadPersonalData } = reader
  const { type, player_external_id: playerExternalId, idempotency_key: idempotencyKey } = row
  const isSealed = row.payload_sealed !== null
  if (isSealed && !mayReadPersonalData) return null
  const stored = { type, playerExternalId, idempotencyKey, payload: row.payload, payloadSealed: row.payload_sealed }
  const [event] = await openPayloads(ctx, tx, operatorId, [stored])
  if (isSealed) {
    const details = { event: idempotencyKey }
    await appendAudit(ctx, tx, operatorId, {
      actor,
      action: 'webhook.personal_data_read',
      details,
      at: ctx.clock.now(),
    })
  }
  return bodyOf(present(event, 'an event was opened'))
}

/**
 * Sends a failed delivery again, with a whole new budget of attempts: same id, same key, same bytes. Refuses with DELIVERY_NOT_FOUND,
 * and with DELIVERY_NOT_FAILED for one that was delivered or is still being tried.
 */
export async function replayDelivery(ctx: Context, operatorId: number, name: string): Promise<Delivery> {
  const deliveryId = deliveryNumber(name)
  return ctx.tx(operatorId, async (tx) => {
    const count = await reviveDeliveries(tx, operatorId, { deliveryId }, ctx.clock.now())
    const row = await findDelivery(tx, operatorId, deliveryId)
    if (!row) throw new Refusal('DELIVERY_NOT_FOUND')
    if (count === 0) throw new Refusal('DELIVERY_NOT_FAILED', { state: row.status })
    return deliveryView(row)
  })
}

/** The same for failed deliveries of events that occurred from `from` until before `to`, the oldest first up to a limit. Returns how many. */
export async function replayDeliveries(ctx: Context, operatorId: number, from: Date, to: Date): Promise<number> {
  if (from >= to) throw invalidField('to', 'must be after `from`')
  const which = { from, to, count: ctx.limits.webhookReplayCount }
  return ctx.tx(operatorId, (tx) => reviveDeliveries(tx, operatorId, which, ctx.clock.now()))
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
