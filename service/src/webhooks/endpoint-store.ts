import { type Selectable, sql } from 'kysely'
import { present } from '../kernel/index.ts'
import type { Tx } from '../platform/index.ts'
import type { Endpoint, SealedSecrets } from './endpoint.ts'
import type { WebhookEndpointsTable } from './tables.ts'

const COLUMNS = [
  'operator_id',
  'endpoint_id',
  'url',
  'types',
  'enabled',
  'version',
  'may_be_private',
  'created_at',
  'failing_since',
  'gone_at',
  'previous_secret_ends_at',
] as const

function toEndpoint(row: Pick<Selectable<WebhookEndpointsTable>, (typeof COLUMNS)[number]>): Endpoint {
  const { operator_id: operatorId, endpoint_id: endpointId, url, types, enabled, version } = row
  return {
    ...{ operatorId, endpointId, url, types, enabled, version },
    mayBePrivate: row.may_be_private,
    createdAt: row.created_at,
    failingSince: row.failing_since,
    goneAt: row.gone_at,
    oldSecretEndsAt: row.previous_secret_ends_at,
  }
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
  const row = await selectEndpoint(tx, operatorId, endpointId).executeTakeFirst()
  return row ? toEndpoint(row) : null
}

/** Finds an endpoint and locks it until the transaction ends. */
export async function lockEndpoint(tx: Tx, operatorId: number, endpointId: number): Promise<Endpoint | null> {
  const row = await selectEndpoint(tx, operatorId, endpointId).forNoKeyUpdate().executeTakeFirst()
  return row ? toEndpoint(row) : null
}

function selectEndpoint(tx: Tx, operatorId: number, endpointId: number) {
  return tx
    .selectFrom('webhook_endpoints')
    .select(COLUMNS)
    .where('operator_id', '=', operatorId)
    .where('endpoint_id', '=', endpointId)
}

/** What an endpoint is sent with, read anew for each batch: a secret that was replaced counts at once. */
export async function findSendable(
  tx: Tx,
  operatorId: number,
  endpointId: number,
): Promise<(Endpoint & { secrets: SealedSecrets }) | null> {
  const row = await tx
    .selectFrom('webhook_endpoints')
    .select([...COLUMNS, 'secret_sealed', 'previous_secret_sealed'])
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
    may_be_private: boolean
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

/** The sealed secrets. Null when there is no such endpoint. */
export async function findSecrets(tx: Tx, operatorId: number, endpointId: number): Promise<SealedSecrets | null> {
  return (await selectSecrets(tx, operatorId, endpointId).executeTakeFirst()) ?? null
}

/** Finds the sealed secrets and locks them until the transaction ends. Null when there is no such endpoint. */
export async function lockSecrets(tx: Tx, operatorId: number, endpointId: number): Promise<SealedSecrets | null> {
  return (await selectSecrets(tx, operatorId, endpointId).forNoKeyUpdate().executeTakeFirst()) ?? null
}

function selectSecrets(tx: Tx, operatorId: number, endpointId: number) {
  return tx
    .selectFrom('webhook_endpoints')
    .select(['secret_sealed', 'previous_secret_sealed', 'previous_secret_ends_at', 'version'])
    .where('operator_id', '=', operatorId)
    .where('endpoint_id', '=', endpointId)
}

/** `previous` goes on signing until `endsAt`, beside the new one. */
export async function replaceSecret(
  tx: Tx,
  operatorId: number,
  endpointId: number,
  { sealed, previous, endsAt }: { sealed: Buffer; previous: Buffer; endsAt: Date },
): Promise<void> {
  await tx
    .updateTable('webhook_endpoints')
    .set(({ eb }) => ({
      ...{ previous_secret_sealed: previous, previous_secret_ends_at: endsAt, secret_sealed: sealed },
      version: eb('version', '+', 1),
    }))
    .where('operator_id', '=', operatorId)
    .where('endpoint_id', '=', endpointId)
    .execute()
}

type EndpointColumn = 'enabled' | 'url' | 'types' | 'gone_at' | 'version' | 'may_be_private'

export async function updateEndpoint(
  tx: Tx,
  operatorId: number,
  endpointId: number,
  change: Partial<Pick<Selectable<WebhookEndpointsTable>, EndpointColumn>>,
): Promise<void> {
  await tx
    .updateTable('webhook_endpoints')
    .set(change)
    .where('operator_id', '=', operatorId)
    .where('endpoint_id', '=', endpointId)
    .execute()
}

/**
 * Records that the endpoint took an event at this URL. The first time after a failure, its pending deliveries are released. Writes only changes, and
 * only while the endpoint has the URL.
 */
export async function markTaken(tx: Tx, operatorId: number, { endpointId, url }: SentTo, now: Date): Promise<void> {
  await sql`
    update webhook_endpoints
    set gone_at = null, failing_since = null,
      release_at = case when failing_since is null then release_at else ${now}::timestamptz end
    where operator_id = ${operatorId} and endpoint_id = ${endpointId} and url = ${url}
      and (gone_at is not null or failing_since is not null)`.execute(tx)
}

/**
 * Records that the endpoint did not take an event at this URL, and whether it answered 410. Writes only changes, and only while the endpoint has the
 * URL.
 */
export async function markFailing(
  tx: Tx,
  operatorId: number,
  { endpointId, url }: SentTo,
  { now, isGone }: { now: Date; isGone: boolean },
): Promise<void> {
  await sql`
    update webhook_endpoints
    set failing_since = coalesce(failing_since, ${now}::timestamptz), release_at = null,
      gone_at = case when ${isGone} then coalesce(gone_at, ${now}::timestamptz) else gone_at end
    where operator_id = ${operatorId} and endpoint_id = ${endpointId} and url = ${url}
      and (failing_since is null or (${isGone} and gone_at is null))`.execute(tx)
}

/** An endpoint and the URL that it had when it was sent to. */
type SentTo = { endpointId: number; url: string }

/** Enabled endpoints of all operators that are back, and of whose waiting deliveries the next are to be made due. */
export async function listBack(tx: Tx, now: Date): Promise<{ operatorId: number; endpointId: number }[]> {
  const rows = await tx
    .selectFrom('webhook_endpoints')
    .select(['operator_id', 'endpoint_id'])
    .where('release_at', '<=', now)
    .where('enabled', '=', true)
    .orderBy('release_at')
    .execute()
  return rows.map(({ operator_id: operatorId, endpoint_id: endpointId }) => ({ operatorId, endpointId }))
}

/** False when another process has taken this step, or the endpoint has failed again. */
export async function claimRelease(
  tx: Tx,
  operatorId: number,
  endpointId: number,
  { now, nextAt }: { now: Date; nextAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_endpoints')
    .set({ release_at: nextAt })
    .where('operator_id', '=', operatorId)
    .where('endpoint_id', '=', endpointId)
    .where('release_at', '<=', now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function markReleased(tx: Tx, operatorId: number, endpointId: number): Promise<void> {
  await tx
    .updateTable('webhook_endpoints')
    .set({ release_at: null })
    .where('operator_id', '=', operatorId)
    .where('endpoint_id', '=', endpointId)
    .execute()
}
