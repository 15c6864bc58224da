import { decodeUtf8, invalidField } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import { startChange } from './change.ts'
import { holdLeaps, type StatedBy } from './hold-leaps.ts'
import { planValueFile } from './plan-value-file.ts'
import { alertStaff } from './profit-change.ts'
import { acceptedPoints, putValues } from './put-values.ts'
import { readValueFile, type ValueFile } from './value-file.ts'
import { lockValues } from './values-in-force.ts'

export type ImportedValues = { rowsCount: number; recordedCount: number; unchangedCount: number }

/**
 * Sets the values of a CSV file, in the order of its rows, all or nothing. Rows without a new value add no point. Throws a 422 that
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
  const { points, profitChanges } = await holdLeaps(ctx, operatorId, statedBy, () =>
    importInTransaction(ctx, operatorId, file),
  )
  alertStaff(ctx, operatorId, profitChanges)
  const rowsCount = file.rows.length
  return { rowsCount, recordedCount: points.length, unchangedCount: rowsCount - points.length }
}

function importInTransaction(ctx: Context, operatorId: number, file: ValueFile) {
  return ctx.tx(operatorId, async (tx) => {
    const change = await startChange(ctx, tx, operatorId)
    const points = acceptedPoints(await planValueFile(change, file, lockValues))
    return { points, profitChanges: await putValues(change, points) }
  })
}
