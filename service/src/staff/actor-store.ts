import { sql } from 'kysely'
import type { Tx } from '../platform/index.ts'
import { STAFF_NAMES } from './staff-list-store.ts'
import { selectStaff } from './store.ts'

/** The staff whose names a reader of an audit log may see. */
export type NamedStaff = {
  /** The employer whose log is read. Null: the platform. */
  operatorId: number | null
  /** True for readers who work for Coffer. Operators do not see the names of Coffer's staff. */
  includesPlatform: boolean
}

const STAFF_PREFIX = 'staff:'
const STAFF_ACTOR = /^staff:[1-9]\d{0,14}$/

/** A member of staff as an actor; `name` is null when the reader may not see it. */
export type StaffActor = { name: string | null; isPlatformStaff: boolean }

/** The members of staff among these actors, by actor. */
export async function staffAmong(
  tx: Tx,
  reader: NamedStaff,
  actors: readonly string[],
): Promise<Map<string, StaffActor>> {
  const found = new Map<string, StaffActor>()
  for (const actor of actors) {
    // Only its own staff and staff of the platform act in the log of an operator.
    if (STAFF_ACTOR.test(actor)) found.set(actor, { name: null, isPlatformStaff: true })
  }
  if (found.size === 0) return found
  const ids = [...found.keys()].map((actor) => Number(actor.slice(STAFF_PREFIX.length)))
  const rows = await selectNamed(tx, reader).where('staff.staff_id', 'in', ids).execute()
  for (const { staff_id, operator_id, email, display_name, external_id } of rows) {
    const name = email ?? display_name ?? external_id
    found.set(`${STAFF_PREFIX}${staff_id}`, { name, isPlatformStaff: operator_id === null })
  }
  return found
}

/** The actor with this id, and the members of staff whose e-mail, name or external id contains the text, ignoring case. */
export async function findActors(tx: Tx, staff: NamedStaff, text: string): Promise<string[]> {
  const rows = await selectNamed(tx, staff)
    .where(sql<boolean>`strpos(lower(${STAFF_NAMES}), lower(${text})) > 0`)
    .execute()
  return [text, text.toLowerCase(), ...rows.map(({ staff_id }) => `staff:${staff_id}`)]
}

function selectNamed(tx: Tx, { operatorId, includesPlatform }: NamedStaff) {
  const isPlatform = sql<boolean>`operator_staff.operator_id is null`
  return selectStaff(tx).where((eb) => {
    const isOwn = operatorId === null ? isPlatform : eb('operator_staff.operator_id', '=', operatorId)
    return includesPlatform ? eb.or([isOwn, isPlatform]) : isOwn
  })
}
