import type { Generated } from 'kysely'
import { assert, type Owner } from '../kernel/index.ts'
import { askFor, inLockOrder, lookup, type Tx } from '../platform/index.ts'
import type { Restrictions } from './restriction.ts'

declare module '../platform/database.ts' {
  interface Tables {
    restrictions: RestrictionsTable
    restriction_changes: RestrictionChangesTable
  }
}

type RestrictionColumns = {
  self_excluded: boolean
  cool_off_until: Date | null
  daily_spend_minor: number | null
  daily_spend_currency: string | null
  daily_opens_count: number | null
}

type RestrictionsTable = RestrictionColumns & { operator_id: number; player_id: number; updated_at: Date }

/** What held from each change on. Rows are never changed. */
type RestrictionChangesTable = RestrictionColumns & {
  operator_id: number
  change_id: Generated<number>
  player_id: number
  changed_at: Date
}

export type StoredRestrictions = Restrictions & { updatedAt: Date }

const FIND_RESTRICTIONS = lookup<{ operator_id: number; player_id: number }, StoredRestrictions>`
  select place, self_excluded as "selfExcluded", cool_off_until as "coolOffUntil",
    daily_spend_minor as "dailySpendMinor", daily_spend_currency as "dailySpendCurrency",
    daily_opens_count as "dailyOpensCount", updated_at as "updatedAt"
  from rows as asked (place int, operator_id bigint, player_id bigint)
  join restrictions using (operator_id, player_id)`

/** Null for a player who has never had any. */
export async function findRestrictions(tx: Tx, owner: Owner): Promise<StoredRestrictions | null> {
  const [found] = await askFor(tx, FIND_RESTRICTIONS, { operator_id: owner.operatorId, player_id: owner.playerId })
  return found ?? null
}

/** The number of changes of a player's restrictions. */
export async function countRestrictionChanges(tx: Tx, owner: Owner): Promise<number> {
  const { count } = await tx
    .selectFrom('restriction_changes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('operator_id', '=', owner.operatorId)
    .where('player_id', '=', owner.playerId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Until the transaction ends, nobody else counts towards the caps of this player. */
export async function lockRestrictions(tx: Tx, owner: Owner): Promise<void> {
  inLockOrder(tx, 'restrictions', owner.playerId)
  const locked = await tx
    .selectFrom('restrictions')
    .select('player_id')
    .where('operator_id', '=', owner.operatorId)
    .where('player_id', '=', owner.playerId)
    .forUpdate()
    .executeTakeFirst()
  assert(locked !== undefined, 'restrictions that were read exist')
}

/** Puts restrictions in force, and remembers from when on they held. */
export async function saveRestrictions(tx: Tx, owner: Owner, restrictions: Restrictions, at: Date): Promise<void> {
  const columns: RestrictionColumns = {
    self_excluded: restrictions.selfExcluded,
    cool_off_until: restrictions.coolOffUntil,
    daily_spend_minor: restrictions.dailySpendMinor,
    daily_spend_currency: restrictions.dailySpendCurrency,
    daily_opens_count: restrictions.dailyOpensCount,
  }
  const key = { operator_id: owner.operatorId, player_id: owner.playerId }
  const row = { ...columns, updated_at: at }
  await tx
    .insertInto('restrictions')
    .values({ ...key, ...row })
    .onConflict((conflict) => conflict.columns(['operator_id', 'player_id']).doUpdateSet(row))
    .execute()
  await tx
    .insertInto('restriction_changes')
    .values({ ...key, ...columns, changed_at: at })
    .execute()
}
