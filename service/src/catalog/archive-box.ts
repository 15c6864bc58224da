import { type Actor, appendAudit } from '../audit/index.ts'
import { Refusal } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import { announceChanges, lookBefore } from './announce-changes.ts'
import { type LockedBox, lockBox, updateArchived } from './box-store.ts'
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
  return setArchived(ctx, input, 'box.archived')
}

type RestoreBox = ArchiveBox & {
  /** The live version that the change is based on. */
  boxVersionId: number | null
}

/**
 * Puts an archived box back on sale with its live version, and audits it. A box that is not archived stays as it is. Throws UNKNOWN_BOX, BOX_CHANGED for
 * another live version, and UNSUPPORTED_CURRENCY when the live version has prices in another currency than the operator.
 */
export function restoreBox(ctx: Context, input: RestoreBox): Promise<void> {
  return setArchived(ctx, input, 'box.restored', (change, box) => refuseOtherVersion(change, box, input.boxVersionId))
}

async function setArchived(
  ctx: Context,
  { operatorId, boxId, actor, reason }: ArchiveBox,
  action: 'box.archived' | 'box.restored',
  check: (change: Change, box: LockedBox) => Promise<void> = async () => {},
): Promise<void> {
  const isArchived = action === 'box.archived'
  const profitChanges = await ctx.tx(operatorId, async (tx): Promise<ProfitChange[]> => {
    const change = await startChange(ctx, tx, operatorId)
    const box = await lockBox(tx, operatorId, boxId)
    if (!box) throw new Refusal('UNKNOWN_BOX')
    if (box.archived === isArchived) return []
    await check(change, box)
    const before = await lookBefore(change, [box.key])
    await updateArchived(tx, operatorId, boxId, isArchived ? change.now : null)
    const profits = await reviewBoxes(change, [box.key])
    await announceChanges(change, before)
    const details = { boxId, boxVersionId: box.liveVersionId, reason }
    await appendAudit(ctx, tx, operatorId, { actor, action, details, at: change.now })
    await auditProfitChanges(change, profits)
    return profits
  })
  alertStaff(ctx, operatorId, profitChanges)
}

async function refuseOtherVersion(
  { tx, operator }: Change,
  { liveVersionId }: LockedBox,
  boxVersionId: number | null,
): Promise<void> {
  if (liveVersionId !== boxVersionId) throw new Refusal('BOX_CHANGED')
  if (liveVersionId === null) return
  const currency = await versionCurrency(tx, operator.operatorId, liveVersionId)
  if (currency === operator.currency) return
  const message = `the live version has prices in ${currency}, and the operator has ${operator.currency}`
  throw new Refusal('UNSUPPORTED_CURRENCY', { fields: { boxVersionId: [message] } })
}
