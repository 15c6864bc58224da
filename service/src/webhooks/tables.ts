import type { DeliveryStatus } from '@coffer/contract/webhooks'
import type { Generated } from 'kysely'
import type { SealedColumn } from '../platform/index.ts'

export type OutboxEventsTable = {
  operator_id: number
  event_id: Generated<number>
  type: string
  player_external_id: string | null
  idempotency_key: string
  /** Null exactly when it is sealed. */
  payload: string | null
  /** The payload of an event that holds personal data. */
  payload_sealed: Buffer | null
  occurred_at: Date
}

export type WebhookEndpointsTable = {
  operator_id: number
  endpoint_id: Generated<number>
  url: string
  types: string[]
  enabled: boolean
  secret_sealed: Buffer
  previous_secret_sealed: Buffer | null
  previous_secret_ends_at: Date | null
  gone_at: Date | null
  failing_since: Date | null
  release_at: Date | null
  created_at: Date
  version: Generated<number>
  may_be_private: Generated<boolean>
}

export type WebhookDeliveriesTable = {
  operator_id: number
  delivery_id: Generated<number>
  endpoint_id: number
  event_id: number
  type: string
  occurred_at: Date
  status: DeliveryStatus
  attempt_count: number
  next_attempt_at: Date | null
  last_attempt_id: number | null
  last_attempt_at: Date | null
  delivered_at: Date | null
  not_before: Date | null
  brought_forward: Generated<boolean>
}

export type WebhookAttemptsTable = {
  operator_id: number
  attempt_id: Generated<number>
  delivery_id: number
  started_at: Date
  ended_at: Date | null
  status_code: number | null
  reason: string | null
  url: string | null
}

/** Before this moment the events of an operator's rounds may be gone. No row: all are there. */
type EventRetentionTable = {
  operator_id: number
  forgotten_before: Date
}

declare module '../platform/database.ts' {
  interface Tables {
    outbox_events: OutboxEventsTable
    webhook_endpoints: WebhookEndpointsTable
    webhook_deliveries: WebhookDeliveriesTable
    webhook_attempts: WebhookAttemptsTable
    event_retention: EventRetentionTable
  }
}

const ENDPOINT = { purpose: 'webhook-endpoint', table: 'webhook_endpoints', operator: 'operator_id' } as const
const BY_ID = { key: 'endpoint_id', keyType: 'bigint', row: ['endpoint_id'] } as const
export const ENDPOINT_SECRET: SealedColumn = { ...ENDPOINT, ...BY_ID, column: 'secret_sealed' }
export const PREVIOUS_ENDPOINT_SECRET: SealedColumn = { ...ENDPOINT, ...BY_ID, column: 'previous_secret_sealed' }
