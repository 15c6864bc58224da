import type { RestrictionsBody } from '@coffer/contract/players'
import { type Actor, appendAudit } from '../audit/index.ts'
import { getOperator } from '../operators/index.ts'
import type { Context } from '../platform/index.ts'
import {
  changed,
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
  /** Why staff change them; null when the operator's backend does. Kept in the audit log. */
  reason: string | null
}

/**
 * Keeps a player from playing, or lets them again. A change with an effect is audited; an exclusion or a cool-off ends the player's
 * sessions in the same transaction. What was begun before goes on to its end, and money still comes back.
 */
export async function setRestrictions(ctx: Context, input: SetRestrictions): Promise<void> {
  const { operatorId, playerExternalId, change, actor, reason } = input
  await ctx.tx(operatorId, async (tx) => {
    const { playerId } = await ensurePlayer(tx, operatorId, playerExternalId, ctx.clock.now())
    const owner = { operatorId, playerId }
    await lockPlayer(tx, owner)
    const { currency } = await getOperator(tx, operatorId)
    const now = ctx.clock.now()
    const before = restrictionsAt(await findRestrictions(tx, owner), now)
    const after = changed(before, change, currency, now)
    const changes = restrictionChanges(before, after)
    if (changes.length === 0) return
    await saveRestrictions(tx, owner, after, now)
    if (exclusionOf(after, now)) await revokeSessions(tx, owner, now)
    const details = { playerExternalId, changes, ...(reason !== null && { reason }) }
    await appendAudit(ctx, tx, operatorId, { actor, action: 'player.restrictions_changed', details, at: now })
  })
}
