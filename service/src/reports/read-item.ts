import type { AdminHeldValue, AdminItem, AdminItemChange } from '@coffer/contract/admin'
import { SHOWN_BOXES, SHOWN_ITEM_CHANGES, SHOWN_VALUES } from '@coffer/contract/item-names'
import { actorIdOf } from '../audit/index.ts'
import { findListedItem, findWaiting, type HeldValueRecord, listBoxesOfItem, listRevisions } from '../catalog/index.ts'
import { Refusal } from '../kernel/index.ts'
import { getOperator } from '../operators/index.ts'
import type { Context } from '../platform/index.ts'
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
