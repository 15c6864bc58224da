import type { ScheduleStatus } from '@coffer/contract/box-names'
import { sql } from 'kysely'
import type { Tx } from '../platform/index.ts'
import type { PlannedPrize } from './plan-version.ts'
import './tables.ts'

/** A version that waits for its time, or was refused at its time; amounts in minor units of `currency`. */
export type ScheduledVersion = {
  scheduledVersionId: number
  boxId: number
  priceMinor: number
  currency: string
  prizes: readonly PlannedPrize[]
  publishAt: Date
  scheduledBy: string
  scheduledAt: Date
  reason: string | null
  status: ScheduleStatus
  /** Reasons why it was refused; null while it waits. */
  faults: readonly string[] | null
}

const COLUMNS = sql`scheduled_version_id as "scheduledVersionId", box_id as "boxId", price_minor as "priceMinor", currency, prizes,
  publish_at as "publishAt", scheduled_by as "scheduledBy", scheduled_at as "scheduledAt", reason, state as status, faults`

/** The scheduled version of a box. A box has at most one. */
export async function findScheduled(tx: Tx, operatorId: number, boxId: number): Promise<ScheduledVersion | null> {
  const { rows } = await sql<ScheduledVersion>`
    select ${COLUMNS} from scheduled_versions
    where operator_id = ${operatorId} and box_id = ${boxId} and state in ('waiting', 'refused')`.execute(tx)
  return rows[0] ?? null
}

/** A scheduled version that waits for its time, locked until the end of the transaction. */
export async function lockWaiting(tx: Tx, operatorId: number, id: number): Promise<ScheduledVersion | null> {
  const { rows } = await sql<ScheduledVersion>`
    select ${COLUMNS} from scheduled_versions
    where operator_id = ${operatorId} and scheduled_version_id = ${id} and state = 'waiting'
    for update`.execute(tx)
  return rows[0] ?? null
}

/** Operators with versions whose time has come. For a system transaction. */
export async function listOperatorsWithDue(tx: Tx, now: Date): Promise<number[]> {
  const { rows } = await sql<{ operatorId: number }>`
    select distinct operator_id as "operatorId" from scheduled_versions
    where state = 'waiting' and publish_at <= ${now}`.execute(tx)
  return rows.map(({ operatorId }) => operatorId)
}

/** IDs of an operator's versions whose time has come, the earliest first. */
export async function listDue(tx: Tx, operatorId: number, now: Date, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select scheduled_version_id as id from scheduled_versions
    where operator_id = ${operatorId} and state = 'waiting' and publish_at <= ${now}
    order by publish_at, scheduled_version_id
    limit ${count}`.execute(tx)
  return rows.map(({ id }) => id)
}

type NewScheduledVersion = Omit<ScheduledVersion, 'scheduledVersionId' | 'status' | 'faults'>

/** Returns the ID of the scheduled version. */
export async function insertScheduled(tx: Tx, operatorId: number, version: NewScheduledVersion): Promise<number> {
  const row = await tx
    .insertInto('scheduled_versions')
    .values({
      ...{ operator_id: operatorId, box_id: version.boxId, price_minor: version.priceMinor },
      ...{ currency: version.currency, prizes: JSON.stringify(version.prizes), publish_at: version.publishAt },
      ...{ scheduled_by: version.scheduledBy, scheduled_at: version.scheduledAt, reason: version.reason },
      ...{ state: 'waiting', box_version_id: null, faults: null },
    })
    .returning('scheduled_version_id')
    .executeTakeFirstOrThrow()
  return row.scheduled_version_id
}

/** The final state of a scheduled version; one that was refused can still be cancelled or replaced. */
type Ending =
  | { state: 'published'; boxVersionId: number }
  | { state: 'refused'; faults: readonly string[] }
  | { state: 'cancelled' | 'replaced' }

/** Ends a version that waits or was refused. */
export async function endScheduled(tx: Tx, operatorId: number, id: number, ending: Ending): Promise<void> {
  await tx
    .updateTable('scheduled_versions')
    .set({
      state: ending.state,
      ...(ending.state === 'published' && { box_version_id: ending.boxVersionId }),
      ...(ending.state === 'refused' && { faults: JSON.stringify(ending.faults) }),
    })
    .where('operator_id', '=', operatorId)
    .where('scheduled_version_id', '=', id)
    .where('state', 'in', ['waiting', 'refused'])
    .execute()
}
