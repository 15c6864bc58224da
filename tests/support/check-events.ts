import assert from 'node:assert/strict'
import { type EventType, envelopeOf, SENT_EVENT_TYPES, TEST_EVENT_TYPE } from '@coffer/contract/events'
import { openRows } from './rows.ts'

type EventRow = { type: string; playerExternalId: string | null; idempotencyKey: string; payload: string }

const EVENTS = `select type, player_external_id as "playerExternalId", idempotency_key as "idempotencyKey", payload from outbox_events`

/** Every event that was written is of a known type, and is what the exported schema of its type says, with nothing more. */
export async function checkEvents(databaseUrl: string): Promise<void> {
  for (const row of await openRows(databaseUrl).query<EventRow>(EVENTS)) {
    if (row.type === TEST_EVENT_TYPE) continue
    assert.ok(SENT_EVENT_TYPES.includes(row.type as EventType), `an event of the unknown type ${row.type}`)
    const event = { ...row, payload: JSON.parse(row.payload) }
    const read = envelopeOf(row.type as EventType).parse(event)
    assert.deepEqual(read, event, `${row.type} says more than its schema`)
  }
}
