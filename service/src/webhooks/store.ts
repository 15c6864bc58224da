import type { Generated } from 'kysely'
import type { Tx } from '../platform/index.ts'

type OutboxEventsTable = {
  operator_id: number
  event_id: Generated<number>
  type: string
  player_external_id: string | null
  idempotency_key: string
  payload: string
  occurred_at: Date
}

declare module '../platform/database.ts' {
  interface Tables {
    outbox_events: OutboxEventsTable
  }
}

export async function insertEvent(tx: Tx, row: Omit<OutboxEventsTable, 'event_id'>): Promise<void> {
  await tx.insertInto('outbox_events').values(row).execute()
}
