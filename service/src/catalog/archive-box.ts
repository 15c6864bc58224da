import { type Actor, type AuditEntry, appendAudit } from '../audit/index.ts'
import { Refusal } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import { announceChanges, lookBefore } from './announce-changes.ts'
import { clearLiveVersion, type LockedBox, lockBox, updateArchived } from './box-store.ts'
import { type Change, startChange } from './change.ts'
import { alertStaff, auditProfitChanges, type ProfitChange } from './profit-change.ts'
import { reviewBoxes } from './review-boxes.ts'
import { versionCurrency } from './version-store.ts'

type ArchiveBox = { operatorId: number; boxId: number; actor: Actor; reason: string }

/**
 * Takes a box off sale, and audits it. The same catalogue file again does not undo it. A box that is archived already stays as it is. Throws
 * UNKNOWN_BOX.
 */
export function archiveBox(ctx: Context, input: ArchiveBox): Promise<void> {
  return setArchived(ctx, input, { action: 'box.archived' }, async ({ tx, operator, now }, { boxId }) => {
    await updateArchived(tx, operator.operatorId, boxId, now)
  })
}

type RestoreBox = ArchiveBox & {
  /** The live version that the change is based on. */
  boxVersionId: number | null
}

/**
 * Puts an archived box back on sale with its live version, and audits it. It stays off sale while it is paused. A live version with prices in another
 * currency than the operator is not sold again: the box waits for the next import that does not archive it, as one that was never published. A box that is not
 * archived stays as it is. Throws UNKNOWN_BOX, and BOX_CHANGED for another live version.
 */
export function restoreBox(ctx: Context, input: RestoreBox): Promise<void> {
  return setArchived(ctx, input, { action: 'box.restored' }, async ({ tx, operator }, { boxId, liveVersionId }) => {
    if (liveVersionId !== input.boxVersionId) throw new Refusal('BOX_CHANGED')
    const { operatorId, currency } = operator
    const isSold = liveVersionId === null || (await versionCurrency(tx, operatorId, liveVersionId)) === currency
    if (!isSold) await clearLiveVersion(tx, operatorId, boxId)
    await updateArchived(tx, operatorId, boxId, null)
  })
}

async function setArchived(
  ctx: Context,
  { operatorId, boxId, actor, reason }: ArchiveBox,
  { action }: Pick<AuditEntry, 'action'>,
  update: (change: Change, box: LockedBox) => Promise<void>,
): Promise<void> {
  const profitChanges = await ctx.tx(operatorId, async (tx): Promise<ProfitChange[]> => {
    const change = await startChange(ctx, tx, operatorId)
    const box = await lockBox(tx, operatorId, boxId)
    if (!box) throw new Refusal('UNKNOWN_BOX')
    if (box.archived === (action === 'box.archived')) return []
    const before = await lookBefore(change, [box.key])
    await update(change, box)
    const profits = await reviewBoxes(change, [box.key])
    await announceChanges(change, before)
    const details = { boxId, boxVersionId: box.liveVersionId, reason }
    await appendAudit(ctx, tx, operatorId, { actor, action, details, at: change.now })
    await auditProfitChanges(change, profits)
    return profits
  })
  alertStaff(ctx, operatorId, profitChanges)
}
