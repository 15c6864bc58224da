import { sql } from 'kysely'
import type { Tx } from '../platform/index.ts'
import { STAFF_NAMES } from './staff-list-store.ts'
import { selectStaff } from './store.ts'

/** The staff whose names a reader of an audit log may see. */
export type NamedStaff = {
  /** Whose log it is. Null: the platform. */
  operatorId: number | null
  /** Staff of Coffer are named to each other, and to nobody else. */
  includesPlatform: boolean
}

const STAFF_ACTOR = /^staff:([1-9]\d{0,14})$/

export function isStaffActor(actor: string): boolean {
  return STAFF_ACTOR.test(actor)
}

/** Names of actors that are members of staff, by actor. */
export async function namesOfActors(
  tx: Tx,
  staff: NamedStaff,
  actors: readonly string[],
): Promise<Map<string, string>> {
  const ids = [...new Set(actors)].flatMap((actor) => STAFF_ACTOR.exec(actor)?.[1] ?? []).map(Number)
  if (ids.length === 0) return new Map()
  const rows = await selectNamed(tx, staff).where('staff.staff_id', 'in', ids).execute()
  return new Map(
    rows.map((row) => [
      `staff:${row.staff_id}`,
      row.email ?? row.display_name ?? row.external_id ?? `staff:${row.staff_id}`,
    ]),
  )
}

/** Most people that one search finds. */
const FOUND_COUNT = 1000

/** The actor of this name, and the members of staff whose e-mail, name or external id contains the text, ignoring case. */
export async function findActors(tx: Tx, staff: NamedStaff, text: string): Promise<string[]> {
  const rows = await selectNamed(tx, staff)
    .where(sql<boolean>`strpos(lower(${STAFF_NAMES}), lower(${text})) > 0`)
    .orderBy('staff.staff_id')
    .limit(FOUND_COUNT)
    .execute()
  return [text, ...rows.map(({ staff_id }) => `staff:${staff_id}`)]
}

function selectNamed(tx: Tx, { operatorId, includesPlatform }: NamedStaff) {
  const isPlatform = sql<boolean>`operator_staff.operator_id is null`
  return selectStaff(tx).where((eb) => {
    const isOwn = operatorId === null ? isPlatform : eb('operator_staff.operator_id', '=', operatorId)
    return includesPlatform ? eb.or([isOwn, isPlatform]) : isOwn
  })
}
