import { decodeUtf8, invalidField } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { startChange } from './change.ts'
import { refuseFaults } from './faults.ts'
import { holdLeaps, type StatedBy } from './hold-leaps.ts'
import { alertStaff } from './profit-change.ts'
import { planValues, putValues } from './put-values.ts'
import { readValueFile, type ValueFile } from './value-file.ts'
import { listItemIds, listPastValues, lockItems } from './value-store.ts'

export type ImportedValues = { rowsCount: number; recordedCount: number; unchangedCount: number }

/**
 * Tells the values of a CSV file, in the order of its rows, all or nothing. Rows that say nothing new add no point. Throws a 422 that
 * names every fault by its line, and VALUE_STEP_TOO_LARGE, which names every leap by its line.
 */
export async function importValues(
  ctx: Context,
  operatorId: number,
  bytes: Uint8Array,
  { statedBy = null }: { statedBy?: StatedBy } = {},
): Promise<ImportedValues> {
  const { limits } = ctx
  if (bytes.length > limits.valueFileBytes) {
    throw invalidField('file', `must have at most ${limits.valueFileBytes} bytes`)
  }
  const decoded = decodeUtf8(bytes)
  if ('fault' in decoded) throw invalidField('file', decoded.fault)
  const file = readValueFile(decoded.text, limits.valueFileRowsCount)
  const { points, profitChanges } = await holdLeaps(ctx, operatorId, statedBy, () => bring(ctx, operatorId, file))
  alertStaff(ctx, operatorId, profitChanges)
  const rowsCount = file.rows.length
  return { rowsCount, recordedCount: points.length, unchangedCount: rowsCount - points.length }
}

function bring(ctx: Context, operatorId: number, file: ValueFile) {
  return ctx.tx(operatorId, async (tx) => {
    const change = await startChange(ctx, tx, operatorId)
    const { stated, strangers } = await findItems(tx, operatorId, file)
    // A row that confirmed a value added no point, so the same file again names a moment that lies behind the last one.
    const past = await listPastValues(tx, operatorId, stated)
    const { points, faults } = await planValues(
      change,
      stated.filter((_, place) => !past.has(place)),
    )
    refuseFaults([...file.faults, ...strangers, ...faults])
    return { points, profitChanges: await putValues(change, points) }
  })
}

/** The items that rows name, and a fault for each row that names none. */
async function findItems(tx: Tx, operatorId: number, { namedBy, rows }: ValueFile) {
  const names = [...new Set(rows.map(({ item }) => item))]
  const ids = namedBy === 'key' ? await listItemIds(tx, operatorId, names) : await knownIds(tx, operatorId, names)
  const found = rows.map((row) => ({
    ...row,
    path: `line ${row.line}`,
    valuePath: `line ${row.line}`,
    itemId: ids.get(row.item),
  }))
  return {
    stated: found.flatMap((row) => (row.itemId === undefined ? [] : [{ ...row, itemId: row.itemId }])),
    strangers: found
      .filter(({ itemId }) => itemId === undefined)
      .map(({ path, item }) => ({ path, message: `there is no item ${item}` })),
  }
}

async function knownIds(tx: Tx, operatorId: number, names: readonly string[]): Promise<Map<string, number>> {
  const numbers = names.map(Number).filter((id) => Number.isSafeInteger(id))
  const items = await lockItems(tx, operatorId, numbers)
  return new Map([...items.keys()].map((id) => [String(id), id]))
}
