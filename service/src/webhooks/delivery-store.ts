import { EVENT_TYPES, TEST_EVENT_TYPE } from '@coffer/contract/events'
import { DELIVERY_STATUSES, type DeliveryStatus } from '@coffer/contract/webhooks'
import { type RawBuilder, sql } from 'kysely'
import { type Cursor, later } from '../kernel/index.ts'
import { type MergedList, readMerged, type Tx } from '../platform/index.ts'
import { listEndpoints } from './endpoint-store.ts'
import { deliveryNumberOf, type SealableEvent } from './message.ts'
import type { WebhookAttemptsTable } from './tables.ts'

/** Enabled endpoints of all operators that something is due for. */
export async function listDueEndpoints(tx: Tx, now: Date): Promise<{ operatorId: number; endpointId: number }[]> {
  const { rows } = await sql<{ operatorId: number; endpointId: number }>`
    select operator_id as "operatorId", endpoint_id as "endpointId"
    from webhook_endpoints endpoint
    where enabled and exists (
      select from webhook_deliveries delivery
      where delivery.operator_id = endpoint.operator_id and delivery.endpoint_id = endpoint.endpoint_id
        and status = 'pending' and next_attempt_at <= ${now}
    )`.execute(tx)
  return rows
}

/** A delivery that this process is to send now; the attempt is recorded. `attemptCount` is that of the attempts before it. */
export type Claimed = SealableEvent & { deliveryId: number; attemptId: number; attemptCount: number }

/**
 * Takes what is due for an endpoint, oldest first, and records an attempt of each. Whoever takes a delivery has until `lostAt`; then it
 * is due again.
 */
export async function claimDeliveries(
  tx: Tx,
  { operatorId, endpointId, url }: { operatorId: number; endpointId: number; url: string },
  at: { now: Date; lostAt: Date; count: number },
): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with due as (
      select operator_id, delivery_id
      from webhook_deliveries
      where operator_id = ${operatorId} and endpoint_id = ${endpointId} and status = 'pending'
        and next_attempt_at <= ${at.now}
      order by next_attempt_at, delivery_id
      limit ${at.count}
      for update skip locked
    ), attempts as (
      insert into webhook_attempts (operator_id, delivery_id, started_at, url)
      select operator_id, delivery_id, ${at.now}, ${url} from due
      returning operator_id, delivery_id, attempt_id
    ), claimed as (
      update webhook_deliveries delivery
      set last_attempt_id = attempts.attempt_id, last_attempt_at = ${at.now},
        next_attempt_at = ${at.lostAt}
      from attempts
      where delivery.operator_id = ${operatorId} and delivery.delivery_id = attempts.delivery_id
        and delivery.delivery_id = any (array(select delivery_id from due))
      returning delivery.operator_id, delivery.delivery_id, event_id, attempt_id, attempt_count
    )
    select delivery_id as "deliveryId", attempt_id as "attemptId", attempt_count as "attemptCount", type,
      player_external_id as "playerExternalId", idempotency_key as "idempotencyKey", payload,
      payload_sealed as "payloadSealed"
    from claimed join outbox_events using (operator_id, event_id)
    order by delivery_id`.execute(tx)
  return rows
}

/** How an attempt ended, and what its delivery becomes. */
export type AttemptEnd = Pick<Claimed, 'deliveryId' | 'attemptId'> & {
  endedAt: Date
  statusCode: number | null
  reason: string | null
  status: DeliveryStatus
  /** Null exactly when it is not tried again. */
  nextAttemptAt: Date | null
  notBefore: Date | null
  /** False for an attempt that spends nothing of the budget. */
  isCounted: boolean
}

/**
 * Ends attempts. A delivery that was taken is delivered, whatever has become of it meanwhile: the receiver has it. Any other waits for its
 * next attempt, or is parked when there is none; nothing, when a later attempt has taken over. Only attempts whose end is known count: one
 * that was lost with its process spends nothing. Of two attempts at one delivery, the one that was taken decides, or the later one.
 */
export async function markAttemptsEnded(tx: Tx, operatorId: number, ends: readonly AttemptEnd[]): Promise<void> {
  await sql`
    with ended as (
      select * from json_to_recordset(${JSON.stringify(ends)}::json) as ended ("deliveryId" bigint, "attemptId" bigint, "endedAt" timestamptz,
        "statusCode" integer, reason text, status text, "nextAttemptAt" timestamptz, "notBefore" timestamptz, "isCounted" boolean)
    ), attempts as (
      update webhook_attempts attempt
      set ended_at = "endedAt", status_code = "statusCode", reason = ended.reason
      from ended
      where attempt.operator_id = ${operatorId} and attempt.attempt_id = "attemptId"
        and attempt.attempt_id = any (array(select "attemptId" from ended))
    ), decisive as (
      select distinct on ("deliveryId") * from ended order by "deliveryId", status <> 'delivered', "attemptId" desc
    )
    update webhook_deliveries delivery
    set status = decisive.status, next_attempt_at = "nextAttemptAt",
      delivered_at = case when decisive.status = 'delivered' then "endedAt" end,
      not_before = case when decisive.status = 'delivered' then not_before else "notBefore" end,
      attempt_count = attempt_count + case when "isCounted" and last_attempt_id = "attemptId" then 1 else 0 end
    from decisive
    where delivery.operator_id = ${operatorId} and delivery.delivery_id = "deliveryId"
      and delivery.delivery_id = any (array(select "deliveryId" from ended))
      and case when decisive.status = 'delivered' then delivery.status <> 'delivered'
        else delivery.status = 'pending' and last_attempt_id = "attemptId" end`.execute(tx)
}

/**
 * Makes due what waits for its schedule, the next first: not what is under way, what was brought forward before, or what the receiver
 * asked more time for. The budget of attempts stays. Returns how many.
 */
export async function bringForward(
  tx: Tx,
  operatorId: number,
  endpointId: number,
  { now, count }: { now: Date; count: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhook_deliveries set next_attempt_at = ${now}, brought_forward = true
    where operator_id = ${operatorId} and delivery_id = any (array(
      select delivery_id
      from webhook_deliveries delivery
      where operator_id = ${operatorId} and endpoint_id = ${endpointId} and status = 'pending'
        and next_attempt_at > ${now} and not brought_forward and (not_before is null or not_before <= ${now})
        and exists (
          select from webhook_attempts attempt
          where attempt.operator_id = delivery.operator_id and attempt_id = last_attempt_id and ended_at is not null
        )
      order by next_attempt_at, delivery_id
      limit ${count}
      for update of delivery skip locked
    ))`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Failed deliveries become due with a new budget, `pace.count` of them every `pace.everyMs`, the first now. Returns how many. */
export async function reviveDeliveries(
  tx: Tx,
  operatorId: number,
  which: { deliveryId: number } | (Omit<DeliveryFilter, 'status'> & { count: number }),
  { now, pace }: { now: Date; pace: { count: number; everyMs: number } },
): Promise<number> {
  const chosen =
    'deliveryId' in which
      ? sql`array[${which.deliveryId}::bigint]`
      : // As an array: a subquery of a join may run again for each row, and find and lock others each time.
        sql`array(
          select delivery_id from webhook_deliveries delivery where ${matching({ ...which, operatorId, status: 'failed' })}
          order by delivery_id limit ${which.count}
          for no key update skip locked
        )`
  // In steps, so that events that occur meanwhile are not sent after all of these.
  const { numAffectedRows } = await sql`
    update webhook_deliveries delivery
    set status = 'pending', attempt_count = 0, not_before = null, brought_forward = false,
      next_attempt_at = ${now}::timestamptz + (place - 1) / ${pace.count}::integer * ${pace.everyMs}::integer * interval '1 ms'
    from unnest(${chosen}) with ordinality as chosen (chosen_id, place)
    where operator_id = ${operatorId} and status = 'failed' and delivery_id = chosen_id`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

export async function hasFailedDeliveries(tx: Tx, filter: Omit<DeliveryFilter, 'status'>): Promise<boolean> {
  const { rows } = await sql`
    select from webhook_deliveries delivery where ${matching({ ...filter, status: 'failed' })} limit 1`.execute(tx)
  return rows.length > 0
}

/** Counts failed deliveries, up to `limit`. */
export async function countFailed(tx: Tx, operatorId: number, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from webhook_deliveries where operator_id = ${operatorId} and status = 'failed'
      -- The order of an index of failed ones: without it the planner may read deliveries until it has found enough.
      order by occurred_at limit ${limit}
    ) failed`.execute(tx)
  return rows[0]!.count
}

/** The condition that a delivery matches a filter. */
function matching({ operatorId, search, status, type, endpointId, from, to }: DeliveryFilter): RawBuilder<unknown> {
  const conditions = [
    sql`delivery.operator_id = ${operatorId}`,
    ...(search === null ? [] : [sql`delivery.delivery_id = any(${named(operatorId, search)})`]),
    ...(status === null ? [] : [sql`delivery.status = ${status}`]),
    ...(type === null ? [] : [sql`delivery.type = ${type}`]),
    ...(endpointId === null ? [] : [sql`delivery.endpoint_id = ${endpointId}`]),
    ...(from === null ? [] : [sql`delivery.occurred_at >= ${from}`]),
    ...(to === null ? [] : [sql`delivery.occurred_at < ${to}`]),
  ]
  return sql.join(conditions, sql` and `)
}

/** The ids of deliveries that have this name, or whose event has this idempotency key: one of each endpoint at most. */
function named(operatorId: number, search: string): RawBuilder<unknown> {
  return sql`array(
    select delivery_id from webhook_deliveries where operator_id = ${operatorId} and delivery_id = ${deliveryNumberOf(search) ?? 0}
    union all
    select delivery_id
    from outbox_events join webhook_deliveries using (operator_id, event_id)
    where operator_id = ${operatorId} and idempotency_key = ${search}
  )`
}

export type DeliveryFilter = {
  operatorId: number
  /** A delivery's name or an idempotency key. */
  search: string | null
  status: DeliveryStatus | null
  type: string | null
  endpointId: number | null
  from: Date | null
  to: Date | null
}

export type DeliveryRow = {
  delivery_id: number
  endpoint_id: number
  url: string
  enabled: boolean
  type: string
  player_external_id: string | null
  idempotency_key: string
  payload: string | null
  payload_sealed: Buffer | null
  status: DeliveryStatus
  attempt_count: number
  occurred_at: Date
  last_attempt_at: Date | null
  next_attempt_at: Date | null
  delivered_at: Date | null
}

/**
 * `limit + 1` deliveries beyond the cursor, newest first, or in reverse for `prev`. Deliveries stand in the order of their events' times, but
 * for `outOfOrderMs`.
 */
export async function listDeliveryRows(
  tx: Tx,
  filter: DeliveryFilter & { outOfOrderMs: number },
  page: { limit: number; cursor: Cursor | null },
): Promise<DeliveryRow[]> {
  const { operatorId, search, from, to } = filter
  if (search !== null) return listNamedRows(tx, filter, page)
  const found = await readMerged<{ delivery_id: number }>(
    tx,
    {
      table: 'webhook_deliveries',
      id: 'delivery_id',
      equal: { operator_id: operatorId },
      ...(await partsOf(tx, filter)),
      ...(from || to ? { within: await idsWithin(tx, filter) } : {}),
      between: { column: 'occurred_at', from, before: to },
    },
    page,
  )
  const ids = found.map(({ delivery_id }) => delivery_id)
  return selectDeliveries(tx, operatorId)
    .where((eb) => eb('delivery.delivery_id', '=', eb.fn.any(eb.val(ids))))
    .orderBy('delivery.delivery_id', page.cursor?.direction === 'prev' ? 'asc' : 'desc')
    .execute()
}

function listNamedRows(
  tx: Tx,
  filter: DeliveryFilter,
  { limit, cursor }: { limit: number; cursor: Cursor | null },
): Promise<DeliveryRow[]> {
  const isBackwards = cursor?.direction === 'prev'
  return selectDeliveries(tx, filter.operatorId)
    .where(sql<boolean>`${matching(filter)}`)
    .$if(cursor !== null, (query) => query.where('delivery.delivery_id', isBackwards ? '>' : '<', cursor?.id ?? 0))
    .orderBy('delivery.delivery_id', isBackwards ? 'asc' : 'desc')
    .limit(limit + 1)
    .execute()
}

const TYPES: readonly string[] = [...EVENT_TYPES, TEST_EVENT_TYPE]

/** What is asked for of each column of the index of lists; none where everything is. */
async function partsOf(
  tx: Tx,
  { operatorId, status, type, endpointId }: DeliveryFilter,
): Promise<Pick<MergedList, 'among' | 'amongIds'>> {
  if (status === null && type === null && endpointId === null) return { among: {} }
  const endpoints = endpointId === null ? await listEndpoints(tx, operatorId) : [{ endpointId }]
  return {
    amongIds: { endpoint_id: endpoints.map((endpoint) => endpoint.endpointId) },
    among: { type: type === null ? TYPES : [type], status: status === null ? DELIVERY_STATUSES : [status] },
  }
}

/** Ids from the first to the last that can have occurred in the time of a filter. */
async function idsWithin(
  tx: Tx,
  { operatorId, from, to, outOfOrderMs }: DeliveryFilter & { outOfOrderMs: number },
): Promise<{ from: number; before: number | null }> {
  const next = (comparison: '<' | '>=', at: Date) =>
    tx
      .selectFrom('webhook_deliveries')
      .select('delivery_id')
      .where('operator_id', '=', operatorId)
      .where('occurred_at', comparison, at)
      .orderBy('occurred_at', comparison === '<' ? 'desc' : 'asc')
      .limit(1)
      .executeTakeFirst()
  const last = from && (await next('<', later(from, -outOfOrderMs)))
  const first = to && (await next('>=', later(to, outOfOrderMs)))
  return { from: last ? last.delivery_id + 1 : Number.MIN_SAFE_INTEGER, before: first?.delivery_id ?? null }
}

export function findDelivery(tx: Tx, operatorId: number, deliveryId: number): Promise<DeliveryRow | undefined> {
  return selectDeliveries(tx, operatorId).where('delivery.delivery_id', '=', deliveryId).executeTakeFirst()
}

/** The deliveries of events with these idempotency keys, oldest first: one to each endpoint at most. */
export function listDeliveriesOfEvents(
  tx: Tx,
  operatorId: number,
  idempotencyKeys: readonly string[],
): Promise<DeliveryRow[]> {
  return selectDeliveries(tx, operatorId)
    .where('event.idempotency_key', '=', (eb) => eb.fn.any(eb.val([...idempotencyKeys])))
    .orderBy('delivery.delivery_id')
    .execute()
}

function selectDeliveries(tx: Tx, operatorId: number) {
  return tx
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('outbox_events as event', (join) =>
      join.onRef('event.operator_id', '=', 'delivery.operator_id').onRef('event.event_id', '=', 'delivery.event_id'),
    )
    .innerJoin('webhook_endpoints as endpoint', (join) =>
      join
        .onRef('endpoint.operator_id', '=', 'delivery.operator_id')
        .onRef('endpoint.endpoint_id', '=', 'delivery.endpoint_id'),
    )
    .select([
      'delivery.delivery_id',
      'delivery.endpoint_id',
      'endpoint.url',
      'endpoint.enabled',
      'delivery.type',
      'event.player_external_id',
      'event.idempotency_key',
      'event.payload',
      'event.payload_sealed',
      'delivery.status',
      'delivery.attempt_count',
      'delivery.occurred_at',
      'delivery.last_attempt_at',
      'delivery.next_attempt_at',
      'delivery.delivered_at',
    ])
    .where('delivery.operator_id', '=', operatorId)
}

export type AttemptRow = Omit<WebhookAttemptsTable, 'attempt_id' | 'operator_id' | 'delivery_id'>

/** The newest attempts, oldest first. */
export async function listAttemptRows(
  tx: Tx,
  operatorId: number,
  deliveryId: number,
  count: number,
): Promise<AttemptRow[]> {
  const newestFirst = await tx
    .selectFrom('webhook_attempts')
    .select(['started_at', 'ended_at', 'status_code', 'reason', 'url'])
    .where('operator_id', '=', operatorId)
    .where('delivery_id', '=', deliveryId)
    .orderBy('attempt_id', 'desc')
    .limit(count)
    .execute()
  return newestFirst.reverse()
}
