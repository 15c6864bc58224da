import { type RawBuilder, sql } from 'kysely'
import { many, type Tx, write } from '../platform/index.ts'
import type { OutboxEventsTable } from './tables.ts'

type NewEvent = Omit<OutboxEventsTable, 'event_id'>

const INSERT_EVENTS = many<Omit<NewEvent, 'payload_sealed'> & { payload_sealed: string | null }>`
  with event as (
    insert into outbox_events
      (operator_id, type, player_external_id, idempotency_key, payload, payload_sealed, occurred_at)
    select operator_id, type, player_external_id, idempotency_key, payload, decode(payload_sealed, 'hex'), occurred_at
    from rows as row (operator_id bigint, type text, player_external_id text,
      idempotency_key text, payload text, payload_sealed text, occurred_at timestamptz)
    returning operator_id, event_id, type, occurred_at
  )
  insert into webhook_deliveries
    (operator_id, endpoint_id, event_id, type, occurred_at, status, attempt_count, next_attempt_at)
  select operator_id, endpoint_id, event_id, event.type, occurred_at, 'pending', 0, occurred_at
  from event join webhook_endpoints using (operator_id)
  where enabled and event.type = any (types)
  order by event_id, endpoint_id`

/** One statement for events and their deliveries: they are true together. */
export function insertEvent(tx: Tx, row: NewEvent): void {
  write(tx, INSERT_EVENTS, { ...row, payload_sealed: row.payload_sealed?.toString('hex') ?? null })
}

/** An event for one endpoint only, whatever it is subscribed to. Returns its delivery. */
export async function insertEventFor(
  tx: Tx,
  endpointId: number,
  row: Omit<OutboxEventsTable, 'event_id'>,
): Promise<number> {
  const { event_id } = await tx.insertInto('outbox_events').values(row).returning('event_id').executeTakeFirstOrThrow()
  const { delivery_id } = await tx
    .insertInto('webhook_deliveries')
    .values({
      ...{ operator_id: row.operator_id, endpoint_id: endpointId, event_id, status: 'pending', attempt_count: 0 },
      ...{ type: row.type, occurred_at: row.occurred_at, next_attempt_at: row.occurred_at },
    })
    .returning('delivery_id')
    .executeTakeFirstOrThrow()
  return delivery_id
}

/** The sealed payload of an event, to be sent again without what was erased; null when there is none. */
export async function findSealedPayload(tx: Tx, operatorId: number, idempotencyKey: string): Promise<Buffer | null> {
  const found = await tx
    .selectFrom('outbox_events')
    .select('payload_sealed')
    .where('operator_id', '=', operatorId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
  return found?.payload_sealed ?? null
}

/** Run as the system: nobody else may touch what was emitted. */
export async function replaceSealedPayload(
  tx: Tx,
  operatorId: number,
  idempotencyKey: string,
  sealed: Buffer,
): Promise<void> {
  await tx
    .updateTable('outbox_events')
    .set({ payload_sealed: sealed })
    .where('operator_id', '=', operatorId)
    .where('idempotency_key', '=', idempotencyKey)
    .where('payload_sealed', 'is not', null)
    .execute()
}

/** A condition for events with one of these keys that show an order with personal data. */
function showsPersonalData(operatorId: number, idempotencyKeys: readonly string[]): RawBuilder<unknown> {
  return sql`operator_id = ${operatorId} and idempotency_key = any(${[...idempotencyKeys]}::text[])
    and shows_person(payload::jsonb)`
}

/** Erases the personal data of orders in events. Run as the system: no request may change an event. */
export async function eraseEvents(
  tx: Tx,
  operatorId: number,
  { idempotencyKeys, at }: { idempotencyKeys: readonly string[]; at: Date },
): Promise<void> {
  await sql`
    update outbox_events
    set payload = jsonb_set(erased_order(payload::jsonb), '{order,erasedAt}', to_jsonb(${at.toISOString()}::text))::text
    where ${showsPersonalData(operatorId, idempotencyKeys)}`.execute(tx)
}

/** Counts the events with one of these keys that show an order with personal data. */
export async function countEventsWithPersonalData(
  tx: Tx,
  operatorId: number,
  idempotencyKeys: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from outbox_events where ${showsPersonalData(operatorId, idempotencyKeys)}`.execute(tx)
  return rows[0]!.count
}

/** Ids of events of any type behind `after`, up to the first one that is younger: events stand in the order of their making. */
export async function listEventsBefore(
  tx: Tx,
  operatorId: number,
  { after, before, limit }: { after: number; before: Date; limit: number },
): Promise<number[]> {
  const rows = await tx
    .selectFrom('outbox_events')
    .select(['event_id', 'occurred_at'])
    .where('operator_id', '=', operatorId)
    .where('event_id', '>', after)
    .orderBy('event_id')
    .limit(limit)
    .execute()
  const young = rows.findIndex((row) => row.occurred_at >= before)
  return (young < 0 ? rows : rows.slice(0, young)).map((row) => row.event_id)
}

/** Says up to when events of rounds may be missing from now on. It never goes back. For system transactions. */
export async function upsertForgottenBefore(tx: Tx, operatorId: number, before: Date): Promise<void> {
  await sql`
    insert into event_retention (operator_id, forgotten_before) values (${operatorId}, ${before})
    on conflict (operator_id) do update
    set forgotten_before = greatest(event_retention.forgotten_before, excluded.forgotten_before)`.execute(tx)
}

/**
 * Deletes those of these events that are of such a type and that every endpoint has taken, with their deliveries and attempts. What another
 * process is deleting is left to it. Returns how many events. For system transactions.
 */
export async function deleteTakenEvents(
  tx: Tx,
  operatorId: number,
  { eventIds, types }: { eventIds: readonly number[]; types: readonly string[] },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with going as (
      select event_id from outbox_events event
      where operator_id = ${operatorId} and event_id = any (${[...eventIds]}::bigint[]) and type = any (${[...types]}::text[])
        and not exists (
          select from webhook_deliveries delivery
          where delivery.operator_id = event.operator_id and delivery.event_id = event.event_id and status <> 'delivered'
        )
      for update skip locked
    ), deliveries as (
      delete from webhook_deliveries
      where operator_id = ${operatorId} and event_id = any (array(select event_id from going))
      returning delivery_id
    ), attempts as (
      delete from webhook_attempts
      where operator_id = ${operatorId} and delivery_id = any (array(select delivery_id from deliveries))
    )
    delete from outbox_events
    where operator_id = ${operatorId} and event_id = any (array(select event_id from going))`.execute(tx)
  return Number(numAffectedRows)
}
