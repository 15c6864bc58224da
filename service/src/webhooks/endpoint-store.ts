import { sql } from 'kysely'
import { present } from '../kernel/index.ts'
import type { Tx } from '../platform/index.ts'
import type { Endpoint } from './endpoint.ts'
import type { WebhookEndpointsTable } from './tables.ts'

const COLUMNS = ['operator_id', 'endpoint_id', 'url', 'types', 'enabled', 'gone_at'] as const

function toEndpoint(
  row: Pick<WebhookEndpointsTable, Exclude<(typeof COLUMNS)[number], 'endpoint_id'>> & { endpoint_id: number },
): Endpoint {
  const { operator_id: operatorId, endpoint_id: endpointId, url, types, enabled, gone_at: goneAt } = row
  return { operatorId, endpointId, url, types, enabled, goneAt }
}

/** The operator's endpoints, oldest first. */
export async function listEndpoints(tx: Tx, operatorId: number): Promise<Endpoint[]> {
  const rows = await tx
    .selectFrom('webhook_endpoints')
    .select(COLUMNS)
    .where('operator_id', '=', operatorId)
    .orderBy('endpoint_id')
    .execute()
  return rows.map(toEndpoint)
}

export async function findEndpoint(tx: Tx, operatorId: number, endpointId: number): Promise<Endpoint | null> {
  const row = await tx
    .selectFrom('webhook_endpoints')
    .select(COLUMNS)
    .where('operator_id', '=', operatorId)
    .where('endpoint_id', '=', endpointId)
    .executeTakeFirst()
  return row ? toEndpoint(row) : null
}

export type SealedSecrets = Pick<
  WebhookEndpointsTable,
  'secret_sealed' | 'previous_secret_sealed' | 'previous_secret_ends_at'
>

/** What an endpoint is sent with, read anew for each batch: a secret that was replaced counts at once. */
export async function findSendable(
  tx: Tx,
  operatorId: number,
  endpointId: number,
): Promise<(Endpoint & { secrets: SealedSecrets }) | null> {
  const row = await tx
    .selectFrom('webhook_endpoints')
    .select([...COLUMNS, 'secret_sealed', 'previous_secret_sealed', 'previous_secret_ends_at'])
    .where('operator_id', '=', operatorId)
    .where('endpoint_id', '=', endpointId)
    .where('enabled', '=', true)
    .executeTakeFirst()
  return row ? { ...toEndpoint(row), secrets: row } : null
}

export async function insertEndpoint(
  tx: Tx,
  row: Pick<WebhookEndpointsTable, 'operator_id' | 'url' | 'types' | 'secret_sealed' | 'created_at'> & {
    endpoint_id: number
  },
): Promise<void> {
  await tx
    .insertInto('webhook_endpoints')
    .values({ ...row, enabled: true })
    .execute()
}

/** The id of the next endpoint, before there is one: its secret is sealed for it. */
export async function takeEndpointId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('webhook_endpoints_endpoint_id_seq') as id`.execute(tx)
  return present(rows[0], 'a sequence has a next number').id
}

/** The sealed secret in force, which nobody else replaces until the transaction ends. Null when there is no such endpoint. */
export async function lockSecret(tx: Tx, operatorId: number, endpointId: number): Promise<Buffer | null> {
  const row = await tx
    .selectFrom('webhook_endpoints')
    .select('secret_sealed')
    .where('operator_id', '=', operatorId)
    .where('endpoint_id', '=', endpointId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.secret_sealed ?? null
}

/** The secret that was in force goes on signing until `endsAt`, beside the new one. */
export async function replaceSecret(
  tx: Tx,
  operatorId: number,
  endpointId: number,
  { sealed, previous, endsAt }: { sealed: Buffer; previous: Buffer; endsAt: Date },
): Promise<void> {
  await tx
    .updateTable('webhook_endpoints')
    .set({ previous_secret_sealed: previous, previous_secret_ends_at: endsAt, secret_sealed: sealed })
    .where('operator_id', '=', operatorId)
    .where('endpoint_id', '=', endpointId)
    .execute()
}

/** False when there is no such endpoint. */
export async function updateEndpoint(
  tx: Tx,
  operatorId: number,
  endpointId: number,
  change: Pick<WebhookEndpointsTable, 'enabled'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_endpoints')
    .set(change)
    .where('operator_id', '=', operatorId)
    .where('endpoint_id', '=', endpointId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Its last answer was 410, since so long; null when it takes events. Written only when it changes. */
export async function markGone(tx: Tx, operatorId: number, endpointId: number, goneAt: Date | null): Promise<void> {
  await tx
    .updateTable('webhook_endpoints')
    .set({ gone_at: goneAt })
    .where('operator_id', '=', operatorId)
    .where('endpoint_id', '=', endpointId)
    .where('gone_at', goneAt === null ? 'is not' : 'is', null)
    .execute()
}
