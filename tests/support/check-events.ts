import assert from 'node:assert/strict'
import { type EventType, envelopeOf, SENT_EVENT_TYPES, TEST_EVENT_TYPE } from '@coffer/contract/events'
import type { Service } from '@coffer/service'
import { openPayloads } from '@coffer/service/administration'
import type { Rows } from './rows.ts'

type EventRow = {
  operatorId: string
  type: string
  playerExternalId: string | null
  idempotencyKey: string
  payload: string | null
  payloadSealed: Buffer | null
}

const EVENTS = `select operator_id as "operatorId", type, player_external_id as "playerExternalId",
    idempotency_key as "idempotencyKey", payload, payload_sealed as "payloadSealed"
  from outbox_events`

/** Every event that was written is of a known type, and is what the exported schema of its type says, with nothing more. */
export async function checkEvents({ ctx }: Service, rows: Rows): Promise<void> {
  const written = await rows.query<EventRow>(EVENTS)
  for (const [operatorId, sealed] of Map.groupBy(written, (row) => Number(row.operatorId))) {
    const events = await ctx.tx(operatorId, (tx) => openPayloads(ctx, tx, operatorId, sealed))
    for (const { operatorId: _of, ...row } of events) {
      if (row.type === TEST_EVENT_TYPE) continue
      assert.ok(SENT_EVENT_TYPES.includes(row.type as EventType), `an event of the unknown type ${row.type}`)
      const event = { ...row, payload: JSON.parse(row.payload) }
      const read = envelopeOf(row.type as EventType).parse(event)
      assert.deepEqual(read, event, `${row.type} says more than its schema`)
    }
  }
}
