import type { AdminHeldValue, AdminItem, AdminItemChange, ItemValuePreview } from '@coffer/contract/admin'
import { SHOWN_BOXES, SHOWN_ITEM_CHANGES, SHOWN_VALUES } from '@coffer/contract/item-names'
import { AmountOutOfRange } from '@coffer/contract/money'
import { actorIdOf } from '../audit/index.ts'
import {
  findListedItem,
  findWaiting,
  type HeldValueRecord,
  isUpgraderPrize,
  listBoxesOfItem,
  listRevisions,
  mostAfter,
  previewBoxes,
} from '../catalog/index.ts'
import { previewVaults } from '../inventory/index.ts'
import { invalidField, makeSlots, Refusal, withSlot } from '../kernel/index.ts'
import { getOperator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { countWaiting } from '../shipping/index.ts'
import { type NamedOperator, type StaffSession, showActor, showAudit } from '../staff/index.ts'

/** The member of staff who reads, and the operator. */
type Reader = NamedOperator & { session: StaffSession }

/** An item of the catalogue, as staff see it. Throws UNKNOWN_ITEM. */
export async function readItem(ctx: Context, reader: Reader, itemId: number): Promise<AdminItem> {
  const { operatorId } = reader
  const found = await ctx.tx(operatorId, async (tx) => {
    const operator = await getOperator(tx, operatorId)
    const item = await findListedItem(tx, operatorId, itemId)
    if (!item) throw new Refusal('UNKNOWN_ITEM')
    const waiting = await findWaiting(tx, operatorId, itemId)
    return {
      ...{ operator, item, held: waiting && waiting.expires_at > ctx.clock.now() ? waiting : null },
      values: await listRevisions(tx, operatorId, itemId, SHOWN_VALUES),
      boxes: await listBoxesOfItem(tx, operatorId, itemId, SHOWN_BOXES),
      waitingForStock: (await countWaiting(tx, operatorId, [itemId])).get(itemId) ?? 0,
    }
  })
  const { operator, item, held } = found
  const { createdAt, archivedAt, ...shown } = item
  return {
    ...shown,
    createdAt: createdAt.toISOString(),
    archivedAt: archivedAt?.toISOString() ?? null,
    defaultShippingCostMinor: operator.settings.shipping.defaultCostMinor,
    waitingForStock: found.waitingForStock,
    heldValue: held && (await heldView(ctx, reader, held, item)),
    values: found.values.map(({ recordedAt, ...value }) => ({ ...value, recordedAt: recordedAt.toISOString() })),
    ...found.boxes,
    changes: await readChanges(ctx, reader, itemId),
  }
}

async function heldView(
  ctx: Context,
  reader: Reader,
  held: HeldValueRecord,
  item: { valueMinor: number; currency: string },
): Promise<AdminHeldValue> {
  return {
    ...{ heldValueId: held.held_value_id, fromMinor: held.from_minor, valueMinor: held.value_minor },
    currency: held.currency,
    ...(await showActor(ctx, reader, held.asked_by)),
    askedAt: held.asked_at.toISOString(),
    expiresAt: held.expires_at.toISOString(),
    reason: held.reason,
    isOwn: held.asked_by === actorIdOf(reader.actor),
    isOutdated: held.from_minor !== item.valueMinor || held.currency !== item.currency,
  }
}

/** Reads the audit log, which has the actor and the reason of each change. */
async function readChanges(ctx: Context, reader: Reader, itemId: number): Promise<AdminItemChange[]> {
  const { entries } = await showAudit(ctx, reader, {
    object: String(itemId),
    objectType: 'item',
    sort: '-entryNumber',
    limit: SHOWN_ITEM_CHANGES,
  })
  return entries.map(({ entryNumber, at, actor, actorName, isPlatformStaff, action, reason, changes, details }) => ({
    ...{ entryNumber, at, actor, actorName, isPlatformStaff },
    action: action as AdminItemChange['action'],
    currency: typeof details.currency === 'string' ? details.currency : null,
    ...{ reason, changes },
  }))
}

/** Limits the previews that a process computes concurrently: a preview reads all prizes of the boxes that contain the item. */
const PREVIEWS = makeSlots(2)

/** Previews another value of an item. Throws UNKNOWN_ITEM, and a 422 for a value with which sums would be too large. */
export async function previewItemValue(
  ctx: Context,
  operatorId: number,
  change: { itemId: number; valueMinor: number },
): Promise<ItemValuePreview> {
  try {
    return await withSlot(PREVIEWS, () => ctx.tx(operatorId, (tx) => previewIn(ctx, tx, operatorId, change)))
  } catch (error) {
    if (!(error instanceof AmountOutOfRange)) throw error
    throw invalidField('valueMinor', 'is too large for the collectibles in vaults: their sum cannot be counted')
  }
}

async function previewIn(
  ctx: Context,
  tx: Tx,
  operatorId: number,
  { itemId, valueMinor }: { itemId: number; valueMinor: number },
): Promise<ItemValuePreview> {
  const operator = await getOperator(tx, operatorId)
  const item = await findListedItem(tx, operatorId, itemId)
  if (!item) throw new Refusal('UNKNOWN_ITEM')
  const largestValueMinor = mostAfter(item.valueMinor, operator.settings.collectibles.maxStepBps)
  const effects = await previewBoxes(tx, operator, { itemId, valueMinor })
  return {
    ...{ fromMinor: item.valueMinor, valueMinor, currency: item.currency, revisionId: item.revisionId },
    largestValueMinor,
    needsApproval: valueMinor > largestValueMinor,
    isUpgraderPrize: isUpgraderPrize({ ...item, archived: item.archivedAt !== null }),
    boxCount: effects.length,
    boxes: effects.slice(0, SHOWN_BOXES).map(({ box, before, after }) => ({
      ...{ boxId: box.boxId, slug: box.slug, name: box.name, priceMinor: box.priceMinor, currency: box.currency },
      ...{ currentRtpBps: before.currentRtpBps, newRtpBps: after.currentRtpBps },
      ...{ isUnprofitable: before.isUnprofitable, willBeUnprofitable: after.isUnprofitable },
      ...{ isPaused: before.isPaused, willBePaused: after.isPaused },
    })),
    vaults: await previewVaults(ctx, tx, operator, { itemId, valueMinor }),
  }
}
