/** What endpoints of a bench are subscribed to: nothing that an open emits, so that opens cost the same with them and without. */
export const BACKLOG_TYPE = 'box_archived'

/** Of the length that a settled round's has. */
const PAYLOAD_CHARACTERS = 700

/**
 * Statements that put so many waiting deliveries into the outbox, each of an event of its own and spread evenly over all endpoints that
 * are subscribed. Foreign keys are not checked while they run: they name nothing but what is there.
 */
export function backlogStatements(count: number): string[] {
  return [
    'set session_replication_role = replica',
    `insert into outbox_events (operator_id, type, player_external_id, idempotency_key, payload, occurred_at)
     select endpoint.operator_id, '${BACKLOG_TYPE}', 'player-' || n, 'bench:' || endpoint_id || ':' || n,
       json_build_object('dataVersion', 2, 'endpointId', endpoint_id, 'text', repeat('x', ${PAYLOAD_CHARACTERS}))::text,
       timestamptz '2026-01-01' + n * interval '1 second'
     from (select *, row_number() over (order by endpoint_id) as place, count(*) over () as places from webhook_endpoints) endpoint,
       generate_series(1, ${count}) n
     where n % places = place - 1`,
    `insert into webhook_deliveries
       (operator_id, endpoint_id, event_id, type, occurred_at, status, attempt_count, next_attempt_at)
     select operator_id, (payload::json ->> 'endpointId')::bigint, event_id, type, occurred_at, 'pending', 0, occurred_at
     from outbox_events where idempotency_key like 'bench:%'`,
    'set session_replication_role = origin',
    'vacuum analyze outbox_events, webhook_deliveries, webhook_attempts',
  ]
}

/** While they are disabled, nothing is sent and opens go on alone. */
export function enableStatement(enabled: boolean): string {
  return `update webhook_endpoints set enabled = ${enabled}`
}

/** Deliveries that are not recorded as taken. */
export const WAITING = `select count(*)::int as count from webhook_deliveries where status = 'pending'`
