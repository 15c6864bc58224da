import type { PersonalData, StoredData } from '@coffer/contract/admin'
import { appendAudit } from '../audit/index.ts'
import type { Owner } from '../kernel/index.ts'
import { eraseKycOf } from '../kyc/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { requirePlayer } from '../reports/index.ts'
import { eraseOrders } from '../shipping/index.ts'
import type { Employer } from '../staff/index.ts'
import { countStoredData, readPersonalData } from './read-personal-data.ts'

/**
 * Erases the verifications and the finished orders of a player, and reads back what is left. The audit log records what is stored before the
 * first step and after the last one. Each verification and each batch of orders is erased in a transaction of its own, so that another
 * erasure completes one that was interrupted. Throws PLAYER_NOT_FOUND.
 */
export async function erasePersonalData(
  ctx: Context,
  employer: Employer,
  owner: Owner,
  reason: string,
): Promise<PersonalData> {
  const { player } = await requirePlayer(ctx, owner)
  const { actor } = employer
  const record = (tx: Tx, action: 'player.data_erasure_started' | 'player.data_erased', details: object) =>
    appendAudit(ctx, tx, owner.operatorId, {
      ...{ actor, action, at: ctx.clock.now() },
      details: { playerExternalId: player.externalId, reason, ...details },
    })
  const { before, startEntryNumber } = await ctx.systemTx(async (tx) => {
    const before = await countStoredData(ctx, tx, owner)
    const changes = namesOf(before).map((name) => ({ name, from: before[name], to: null }))
    return { before, startEntryNumber: await record(tx, 'player.data_erasure_started', { changes }) }
  })
  await eraseKycOf(ctx, owner, { requestId: null, actor, because: 'asked' })
  await eraseOrders(ctx, owner, actor)
  await ctx.systemTx(async (tx) => {
    const after = await countStoredData(ctx, tx, owner)
    const changes = namesOf(after).map((name) => ({ name, from: before[name], to: after[name] }))
    await record(tx, 'player.data_erased', { startEntryNumber, changes })
  })
  return readPersonalData(ctx, employer, owner)
}

function namesOf(stored: StoredData): (keyof StoredData)[] {
  return Object.keys(stored) as (keyof StoredData)[]
}
