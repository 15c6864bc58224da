import type { Tx } from '../platform/index.ts'
import type { Change } from './change.ts'
import type { Fault } from './faults.ts'
import { planValues, type StatedItemValue, type ValuePlan } from './put-values.ts'
import type { ValueFile } from './value-file.ts'
import { listItemIds, listPastValues } from './value-store.ts'
import type { lockValues, ValuesInForce } from './values-in-force.ts'

/** `inForce`: the values in force of the items that the file names. */
export type ValueFilePlan = ValuePlan & { inForce: ValuesInForce }

/** What the rows of a file add to the histories of items, in their order. Faults have the line of their row as their path, such as `line 2`. */
export async function planValueFile(
  scope: Pick<Change, 'tx' | 'operator' | 'now'>,
  file: ValueFile,
  read: typeof lockValues,
): Promise<ValueFilePlan> {
  const { tx, operator } = scope
  const { operatorId } = operator
  const idOf = await findIds(tx, operatorId, file)
  const ids = new Set(file.rows.map(({ item }) => idOf(item)).filter((id) => id !== undefined))
  const inForce = await read(tx, operatorId, [...ids])
  const stated: StatedItemValue[] = []
  const faults: Fault[] = [...file.faults]
  for (const { line, item, currency, valueMinor, recordedAt } of file.rows) {
    const path = pathOf(line)
    const known = inForce.get(idOf(item) ?? 0)
    if (known === undefined) faults.push({ path, message: `there is no item ${item}` })
    else if (currency !== null && currency !== known.currency) {
      faults.push({ path, message: `must have a value in ${known.currency}, the currency of the item` })
    } else stated.push({ itemId: known.itemId, valueMinor, recordedAt, path, valuePath: path })
  }
  // A row that confirmed a value added no point, so in the same file again its moment is before the newest point.
  const past = await listPastValues(tx, operatorId, stated)
  const plan = await planValues(
    scope,
    stated.filter((_, place) => !past.has(place)),
    inForce,
  )
  return { ...plan, faults: [...faults, ...plan.faults], inForce }
}

/** Finds the ids of the items that rows name. An id that is named may be of no item. */
async function findIds(tx: Tx, operatorId: number, { namedBy, rows }: ValueFile) {
  if (namedBy === 'id') {
    return (item: string) => {
      const id = Number(item)
      return Number.isSafeInteger(id) && String(id) === item ? id : undefined
    }
  }
  const ids = await listItemIds(tx, operatorId, [...new Set(rows.map(({ item }) => item))])
  return (item: string) => ids.get(item)
}

/** The path of a line of a file in a refusal. */
export function pathOf(line: number): string {
  return `line ${line}`
}
