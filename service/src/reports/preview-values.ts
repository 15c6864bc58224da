import type { ItemValuePreview, ValueFilePreview } from '@coffer/contract/admin'
import { SHOWN_BOXES, SHOWN_FILE_ITEMS } from '@coffer/contract/item-names'
import { AmountOutOfRange } from '@coffer/contract/money'
import {
  type ChangedItem,
  findListedItem,
  isUpgraderPrize,
  itemsByIds,
  mostAfter,
  planFilePreview,
  previewBoxes,
  readStaffFile,
  type StaffFile,
} from '../catalog/index.ts'
import { previewVaults } from '../inventory/index.ts'
import { invalidField, makeSlots, present, Refusal, withSlot } from '../kernel/index.ts'
import { getOperator, type Operator } from '../operators/index.ts'
import { beginSnapshot, type Context, type Tx } from '../platform/index.ts'

/** Limits the previews that a process computes concurrently: a preview reads all prizes of the boxes that contain the items. */
const PREVIEWS = makeSlots(2)

/** Previews another value of an item. Throws UNKNOWN_ITEM, and a 422 for a value with which sums would be too large. */
export async function previewItemValue(
  ctx: Context,
  operatorId: number,
  change: { itemId: number; valueMinor: number },
): Promise<ItemValuePreview> {
  return runPreview(ctx, operatorId, 'valueMinor', (tx) => previewItem(ctx, tx, operatorId, change))
}

/** Previews a file of values. Throws a 422 that names faults by their lines, and `file` when sums would be too large. */
export async function previewValueFile(ctx: Context, operatorId: number, text: string): Promise<ValueFilePreview> {
  const file = readStaffFile(ctx, text)
  return runPreview(ctx, operatorId, 'file', (tx) => previewFile(ctx, tx, operatorId, file))
}

/** Runs a preview, which reads one state of the database. `field`: the field that has the values. */
async function runPreview<T>(
  ctx: Context,
  operatorId: number,
  field: string,
  preview: (tx: Tx) => Promise<T>,
): Promise<T> {
  const inSnapshot = async (tx: Tx) => {
    await beginSnapshot(tx)
    return preview(tx)
  }
  try {
    return await withSlot(PREVIEWS, () => ctx.tx(operatorId, inSnapshot))
  } catch (error) {
    if (!(error instanceof AmountOutOfRange)) throw error
    throw invalidField(field, 'is too large for the collectibles in vaults: their sum cannot be counted')
  }
}

async function previewItem(
  ctx: Context,
  tx: Tx,
  operatorId: number,
  { itemId, valueMinor }: { itemId: number; valueMinor: number },
): Promise<ItemValuePreview> {
  const operator = await getOperator(tx, operatorId)
  const item = await findListedItem(tx, operatorId, itemId)
  if (!item) throw new Refusal('UNKNOWN_ITEM')
  const largestValueMinor = mostAfter(item.valueMinor, operator.settings.collectibles.maxStepBps)
  const values = new Map([[itemId, valueMinor]])
  return {
    ...{ fromMinor: item.valueMinor, valueMinor, currency: item.currency, revisionId: item.revisionId },
    largestValueMinor,
    needsApproval: valueMinor > largestValueMinor,
    isUpgraderPrize: isUpgraderPrize({ ...item, archived: item.archivedAt !== null }),
    ...(await effectsOf(ctx, tx, operator, values)),
  }
}

async function previewFile(ctx: Context, tx: Tx, operatorId: number, file: StaffFile): Promise<ValueFilePreview> {
  const operator = await getOperator(tx, operatorId)
  const scope = { tx, operator, now: ctx.clock.now() }
  const { basis, rowsCount, unchangedCount, setCount, heldCount, ...plan } = await planFilePreview(ctx, scope, file)
  const ids = plan.items.map(({ itemId }) => itemId)
  const catalogue = await itemsByIds(tx, operatorId, ids)
  const itemOf = ({ itemId }: ChangedItem) => present(catalogue.get(itemId), 'an item is never deleted')
  const set = plan.items.filter(({ isHeld }) => !isHeld)
  const waits = ({ itemId, valueMinor, isHeld }: ChangedItem) => isHeld && plan.waiting.get(itemId) === valueMinor
  return {
    ...{ basis, currency: operator.currency, rowsCount, unchangedCount, setCount, heldCount },
    waitingCount: plan.items.filter(waits).length,
    items: [...plan.items]
      .sort(bySize)
      .slice(0, SHOWN_FILE_ITEMS)
      .map((item) => {
        const { itemId, line, fromMinor, valueMinor, isHeld: needsApproval } = item
        const { key, name } = itemOf(item)
        const heldValueMinor = plan.waiting.get(itemId) ?? null
        const largestValueMinor = mostAfter(fromMinor, operator.settings.collectibles.maxStepBps)
        return {
          ...{ itemId, key, name, line, fromMinor, valueMinor, largestValueMinor, needsApproval, heldValueMinor },
        }
      }),
    upgraderPrizeCount: set.filter((item) => isUpgraderPrize(itemOf(item))).length,
    ...(await effectsOf(ctx, tx, operator, new Map(set.map(({ itemId, valueMinor }) => [itemId, valueMinor])))),
  }
}

/** Orders items that wait for a second person first, then by the size of the change relative to the value, the largest first, then by line. */
function bySize(one: ChangedItem, other: ChangedItem): number {
  if (one.isHeld !== other.isHeld) return one.isHeld ? -1 : 1
  const sizeOf = ({ fromMinor, valueMinor }: ChangedItem) => BigInt(Math.abs(valueMinor - fromMinor))
  const ofOne = sizeOf(one) * BigInt(other.fromMinor)
  const ofOther = sizeOf(other) * BigInt(one.fromMinor)
  if (ofOne !== ofOther) return ofOne > ofOther ? -1 : 1
  return one.line - other.line
}

type Effects = Pick<ValueFilePreview, 'boxCount' | 'boxes' | 'vaults'>

/** The effects of other values of items, by item ID. */
async function effectsOf(
  ctx: Context,
  tx: Tx,
  operator: Operator,
  values: ReadonlyMap<number, number>,
): Promise<Effects> {
  const effects = await previewBoxes(tx, operator, values)
  return {
    boxCount: effects.length,
    boxes: effects.slice(0, SHOWN_BOXES).map(({ box, before, after }) => ({
      ...{ boxId: box.boxId, slug: box.slug, name: box.name, priceMinor: box.priceMinor, currency: box.currency },
      ...{ currentRtpBps: before.currentRtpBps, newRtpBps: after.currentRtpBps },
      ...{ isUnprofitable: before.isUnprofitable, willBeUnprofitable: after.isUnprofitable },
      ...{ isPaused: before.isPaused, willBePaused: after.isPaused },
    })),
    vaults: await previewVaults(ctx, tx, operator, values),
  }
}
