import { sql } from 'kysely'
import type { Tx } from '../platform/index.ts'
import type { OutboxEventsTable } from './tables.ts'

/** One statement for the event and its deliveries: they are true together, and a settled round pays for one round trip. */
export async function insertEvent(tx: Tx, row: Omit<OutboxEventsTable, 'event_id'>): Promise<void> {
  await sql`
    with event as (
      insert into outbox_events
        (operator_id, type, player_external_id, idempotency_key, payload, payload_sealed, occurred_at)
      values (${row.operator_id}, ${row.type}, ${row.player_external_id}, ${row.idempotency_key}, ${row.payload},
        ${row.payload_sealed}, ${row.occurred_at})
      returning operator_id, event_id, type, occurred_at
    )
    insert into webhook_deliveries
      (operator_id, endpoint_id, event_id, type, occurred_at, status, attempt_count, next_attempt_at)
    select operator_id, endpoint_id, event_id, event.type, occurred_at, 'pending', 0, occurred_at
    from event join webhook_endpoints using (operator_id)
    where enabled and event.type = any (types)`.execute(tx)
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
