import type { RestrictionsBody } from '@coffer/contract/players'
import { type Actor, appendAudit } from '../audit/index.ts'
import { invalidField, type Owner, Refusal } from '../kernel/index.ts'
import { getOperator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import {
  changed,
  countRestrictionChanges,
  ensurePlayer,
  exclusionOf,
  findRestrictions,
  lockPlayer,
  restrictionChanges,
  restrictionsAt,
  saveRestrictions,
} from '../players/index.ts'
import { revokeSessions } from './store.ts'

export type SetRestrictions = {
  operatorId: number
  playerExternalId: string
  change: RestrictionsBody
  actor: Actor
  /** Null for a change by the operator's backend. */
  byStaff: StaffChange | null
}

/** The reason of a change by staff, for the audit log, and what the change is based on. */
export type StaffChange = {
  reason: string
  /** The number of changes so far. */
  version: number
  /** The operator's currency, in which a new limit of spend is. */
  currency: string
}

/**
 * Keeps a player from playing, or lets them again. A change with an effect is audited; an exclusion or a cool-off ends the player's
 * sessions in the same transaction. What was begun before goes on to its end, and money still comes back. Throws RESTRICTIONS_CHANGED for
 * a change by staff that is not based on the current restrictions, and a 422 for one whose cool-off is in the past.
 */
export async function setRestrictions(ctx: Context, input: SetRestrictions): Promise<void> {
  const { operatorId, playerExternalId, change, actor, byStaff } = input
  await ctx.tx(operatorId, async (tx) => {
    const { playerId } = await ensurePlayer(tx, operatorId, playerExternalId, ctx.clock.now())
    const owner = { operatorId, playerId }
    await lockPlayer(tx, owner)
    const { currency } = await getOperator(tx, operatorId)
    const now = ctx.clock.now()
    if (byStaff) {
      await refuseOutdated(tx, owner, byStaff, currency)
      refusePast(change, now)
    }
    const before = restrictionsAt(await findRestrictions(tx, owner), now)
    const after = changed(before, change, currency, now)
    const changes = restrictionChanges(before, after)
    if (changes.length === 0) return
    await saveRestrictions(tx, owner, after, now)
    if (exclusionOf(after, now)) await revokeSessions(tx, owner, now)
    const details = { playerExternalId, changes, ...(byStaff && { reason: byStaff.reason }) }
    await appendAudit(ctx, tx, operatorId, { actor, action: 'player.restrictions_changed', details, at: now })
  })
}

async function refuseOutdated(tx: Tx, owner: Owner, basis: StaffChange, currency: string): Promise<void> {
  const version = await countRestrictionChanges(tx, owner)
  if (basis.version !== version || basis.currency !== currency) throw new Refusal('RESTRICTIONS_CHANGED')
}

function refusePast({ coolOffUntil = null }: RestrictionsBody, now: Date): void {
  if (coolOffUntil !== null && new Date(coolOffUntil) <= now)
    throw invalidField('coolOffUntil', 'must be in the future')
}
