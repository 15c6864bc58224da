import { createHash } from 'node:crypto'
import { SHOWN_FILE_FAULTS } from '@coffer/contract/item-names'
import { VALUE_FILE_BYTES } from '@coffer/contract/limits'
import type { Actor, AuditEntry } from '../audit/index.ts'
import { invalidField, present, Refusal } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import { type Change, startChange } from './change.ts'
import { type Fault, refuseFaults } from './faults.ts'
import { alertOfLeaps, keepLeaps } from './hold-leaps.ts'
import { basisOf, planValueFile, type ValueFilePlan } from './plan-value-file.ts'
import { alertStaff } from './profit-change.ts'
import { type PlannedPoint, putValues } from './put-values.ts'
import { readValueFile } from './value-file.ts'
import type { Leap } from './value-step.ts'
import { lockValues, type ValuesInForce } from './values-in-force.ts'

/** An item of which a file states a new value. `line`: the line of the file that states the value. Amounts are minor units of `currency`. */
export type ChangedItem = {
  itemId: number
  line: number
  fromMinor: number
  valueMinor: number
  currency: string
  isHeld: boolean
}

/** What a file of values changes when a member of staff sets its values. */
export type UploadPlan = {
  /** Identifies the values in force that the plan is based on. */
  basis: string
  rowsCount: number
  /** Rows that state no new value. */
  unchangedCount: number
  points: readonly PlannedPoint[]
  leaps: readonly Leap[]
  /** In no order. */
  items: readonly ChangedItem[]
}

/**
 * Plans the values of a CSV file that a member of staff uploads. Unlike `importValues` it keeps the values that leap apart from the others. Throws a
 * 422 that names faults by their lines.
 */
export async function planUpload(
  ctx: Context,
  scope: Pick<Change, 'tx' | 'operator' | 'now'>,
  text: string,
  read: typeof lockValues,
): Promise<UploadPlan> {
  if (Buffer.byteLength(text) > VALUE_FILE_BYTES) {
    throw invalidField('file', `must have at most ${VALUE_FILE_BYTES} bytes`)
  }
  const file = readValueFile(text, ctx.limits.valueFileRowsCount)
  const plan = await planValueFile(scope, file, read)
  const { points, leaps, inForce } = plan
  refuseUpload([...plan.faults, ...leapFaults(plan, ctx.limits.heldValuesCount)])
  const stated = [
    ...points.map(({ itemId, valueMinor, currency, valuePath: path }) => {
      return { itemId, valueMinor, currency, path, isHeld: false }
    }),
    ...leaps.map(({ itemId, valueMinor, currency, path }) => ({ itemId, valueMinor, currency, path, isHeld: true })),
  ]
  const rowsCount = file.rows.length
  return {
    ...{ basis: basisOf(inForce), rowsCount, unchangedCount: rowsCount - stated.length, points, leaps },
    items: changedItems(stated, inForce),
  }
}

type Stated = { itemId: number; valueMinor: number; currency: string; path: string; isHeld: boolean }

/** The items, each with the last value that is stated of it. After a conversion it can be the same number in another currency. */
function changedItems(stated: readonly Stated[], inForce: ValuesInForce): ChangedItem[] {
  const last = new Map(stated.map((one) => [one.itemId, one]))
  return [...last.values()].map(({ path, ...item }) => {
    const { valueMinor: fromMinor } = present(inForce.get(item.itemId), 'an item that changes has a value')
    return { ...item, fromMinor, line: Number(path.slice('line '.length)) }
  })
}

/** A value that waits for a second person must be the only new one of its item, because what it rises from must not change before. */
function leapFaults({ points, leaps }: ValueFilePlan, heldValuesCount: number): Fault[] {
  const counts = new Map<number, number>()
  for (const { itemId } of [...points, ...leaps]) counts.set(itemId, (counts.get(itemId) ?? 0) + 1)
  const faults = leaps
    .filter(({ itemId }) => counts.get(itemId) !== 1)
    .map(({ path, mostMinor }): Fault => {
      const message = `must be at most ${mostMinor}, or be the only new value of the item, which then waits for another person`
      return { path, message }
    })
  if (leaps.length <= heldValuesCount) return faults
  const message = `has ${leaps.length} values that would wait for another person; one file can have ${heldValuesCount}`
  return [...faults, { path: 'file', message }]
}

/** Refuses a file with the first of its faults, by line. */
function refuseUpload(faults: readonly Fault[]): void {
  const lineOf = ({ path }: Fault) => (path.startsWith('line ') ? Number(path.slice('line '.length)) : 0)
  const byLine = [...faults].sort((one, other) => lineOf(one) - lineOf(other))
  const others = byLine.length - SHOWN_FILE_FAULTS
  const more = others > 0 ? [{ path: 'file', message: `has ${others} more faults` }] : []
  refuseFaults([...byLine.slice(0, SHOWN_FILE_FAULTS), ...more])
}

export type SetValues = {
  operatorId: number
  file: string
  /** Of the preview that the change is based on. */
  basis: string
  reason: string
  actor: Actor
}

export type ValuesSet = { rowsCount: number; unchangedCount: number; setCount: number; heldCount: number }

/**
 * Sets the values of a file from now on, and audits each of them. Values that leap wait for a second person. Throws a 422 that names faults by their
 * lines, and VALUES_CHANGED.
 */
export async function setValues(ctx: Context, input: SetValues): Promise<ValuesSet> {
  const { operatorId, actor, reason } = input
  const { plan, held, profitChanges } = await ctx.tx(operatorId, async (tx) => {
    const change = await startChange(ctx, tx, operatorId)
    const plan = await planUpload(ctx, change, input.file, lockValues)
    if (plan.basis !== input.basis) throw new Refusal('VALUES_CHANGED')
    const { held, entries } = await keepLeaps(ctx, tx, operatorId, { statedBy: actor, reason }, plan.leaps)
    const set = plan.points.length > 0 || entries.length > 0 ? entriesOf(plan, input, change.now) : []
    return { plan, held, profitChanges: await putValues(change, plan.points, [...set, ...entries]) }
  })
  alertStaff(ctx, operatorId, profitChanges)
  alertOfLeaps(ctx, operatorId, actor, { leaps: plan.leaps, held })
  return { rowsCount: plan.rowsCount, unchangedCount: plan.unchangedCount, ...countItems(plan) }
}

/** How many items get a value, and how many wait for a second person. */
export function countItems({ items }: UploadPlan): { setCount: number; heldCount: number } {
  const heldCount = items.filter(({ isHeld }) => isHeld).length
  return { setCount: items.length - heldCount, heldCount }
}

/** The entry of the file, and one of each item whose value it sets. */
function entriesOf(plan: UploadPlan, { file, reason, actor }: SetValues, at: Date): AuditEntry[] {
  const fileSha256 = createHash('sha256').update(file).digest('hex')
  const details = { rowsCount: plan.rowsCount, ...countItems(plan), fileSha256, reason }
  const set = plan.items.filter(({ isHeld }) => !isHeld)
  return [
    { actor, action: 'item.values_set', details, at },
    ...set.map(({ itemId, fromMinor: from, valueMinor: to, currency }): AuditEntry => {
      return { actor, action: 'item.value_set', details: { itemId, from, to, currency, reason, fileSha256 }, at }
    }),
  ]
}
