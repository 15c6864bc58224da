import type { HeldData, PersonalData } from '@coffer/contract/admin'
import { appendAudit } from '../audit/index.ts'
import type { Owner } from '../kernel/index.ts'
import { eraseKycOf } from '../kyc/index.ts'
import type { Context } from '../platform/index.ts'
import { requirePlayer } from '../reports/index.ts'
import { eraseOrders } from '../shipping/index.ts'
import type { Employer } from '../staff/index.ts'
import { countHeld, readPersonalData } from './read-personal-data.ts'

/**
 * Erases the verifications and the finished orders of a player, reads back what is left, and records both counts in the audit log. Each
 * verification and each group of orders is erased and recorded in a transaction of its own, so that an erasure that was interrupted is
 * completed by another one. Throws PLAYER_NOT_FOUND.
 */
export async function erasePersonalData(
  ctx: Context,
  employer: Employer,
  owner: Owner,
  reason: string,
): Promise<PersonalData> {
  const { player } = await requirePlayer(ctx, owner)
  const { actor } = employer
  const before = await ctx.tx(owner.operatorId, (tx) => countHeld(ctx, tx, owner))
  await eraseKycOf(ctx, owner, { requestId: null, actor, because: 'asked' })
  await eraseOrders(ctx, owner, actor)
  await ctx.systemTx(async (tx) => {
    const after = await countHeld(ctx, tx, owner)
    const names = Object.keys(after) as (keyof HeldData)[]
    const changes = names.map((name) => ({ name, from: before[name], to: after[name] }))
    const details = { playerExternalId: player.externalId, reason, changes }
    await appendAudit(ctx, tx, owner.operatorId, {
      ...{ actor, action: 'player.data_erased', details, at: ctx.clock.now() },
    })
  })
  return readPersonalData(ctx, employer, owner)
}
