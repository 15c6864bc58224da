import { createHash } from 'node:crypto'
import { SHOWN_FILE_FAULTS } from '@coffer/contract/item-names'
import { VALUE_FILE_BYTES } from '@coffer/contract/limits'
import type { Actor, AuditEntry } from '../audit/index.ts'
import { invalidField, present, Refusal } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context } from '../platform/index.ts'
import { type Change, startChange } from './change.ts'
import { type Fault, refuseFaults } from './faults.ts'
import { listWaiting } from './held-value-store.ts'
import { alertLeaps, holdInTransaction } from './hold-leaps.ts'
import { pathOf, planValueFile } from './plan-value-file.ts'
import { alertStaff } from './profit-change.ts'
import { type PlannedPoint, putValues } from './put-values.ts'
import { readValueFile, type ValueFile } from './value-file.ts'
import type { Leap } from './value-step.ts'
import { lockValues, readValues, type ValuesInForce } from './values-in-force.ts'

/** A file of values that a member of staff uploads. */
export type StaffFile = ValueFile & { sha256: string }

/** Reads a file. Throws a 422 that names `file` when it is too large. Its other faults are those of its plan. */
export function readStaffFile({ limits }: Pick<Context, 'limits'>, text: string): StaffFile {
  if (Buffer.byteLength(text) > VALUE_FILE_BYTES) {
    throw invalidField('file', `must have at most ${VALUE_FILE_BYTES} bytes`)
  }
  const sha256 = createHash('sha256').update(text).digest('hex')
  return { ...readValueFile(text, limits.staffValueRowsCount), sha256 }
}

/** An item of which a file states a new value, in minor units of `currency`. `isHeld`: the value waits for a second person. */
export type ChangedItem = {
  itemId: number
  line: number
  fromMinor: number
  valueMinor: number
  currency: string
  isHeld: boolean
}

/** What a file changes when a member of staff sets its values. */
export type StaffFilePlan = {
  /** Identifies what the plan is based on: the file, and the values, the currency and the limit in force. */
  basis: string
  rowsCount: number
  /** Rows that state no new value. */
  unchangedCount: number
  setCount: number
  heldCount: number
  points: readonly PlannedPoint[]
  leaps: readonly Leap[]
  items: readonly ChangedItem[]
}

type Scope = Pick<Change, 'tx' | 'operator' | 'now'>

/** Plans a file without locks, for its preview. `waiting`: values that wait for a second person now, by item ID. Throws like `setFileValues`. */
export async function planFilePreview(
  ctx: Context,
  scope: Scope,
  file: StaffFile,
): Promise<StaffFilePlan & { waiting: ReadonlyMap<number, number> }> {
  const { inForce, ...plan } = await planStaffFile(ctx, scope, file, readValues)
  const held = await listWaiting(scope.tx, scope.operator.operatorId, scope.now)
  const current = held.filter(({ item_id, from_minor, currency }) => {
    const item = inForce.get(item_id)
    return item?.valueMinor === from_minor && item.currency === currency
  })
  return { ...plan, waiting: new Map(current.map(({ item_id, value_minor }) => [item_id, value_minor])) }
}

/** Plans a file that has each item once. Unlike `importValues` it separates values that leap from the others. */
async function planStaffFile(
  ctx: Context,
  scope: Scope,
  file: StaffFile,
  read: typeof lockValues,
): Promise<StaffFilePlan & { inForce: ValuesInForce }> {
  const { points, leaps, faults, inForce } = await planValueFile(scope, file, read)
  refuseFile([...faults, ...repeatedItems(file), ...tooManyLeaps(leaps, ctx.limits.heldValuesCount)])
  const lines = new Map(file.rows.map(({ line }) => [pathOf(line), line]))
  const itemOf = ({ itemId, valueMinor, currency }: PlannedPoint | Leap, path: string) => ({
    ...{ itemId, valueMinor, currency },
    line: present(lines.get(path), 'a value is stated by a row'),
    fromMinor: present(inForce.get(itemId), 'an item that changes has a value').valueMinor,
  })
  const set = points.map((point): ChangedItem => ({ ...itemOf(point, point.valuePath), isHeld: false }))
  const held = leaps.map((leap): ChangedItem => ({ ...itemOf(leap, leap.path), isHeld: true }))
  const rowsCount = file.rows.length
  return {
    ...{ rowsCount, unchangedCount: rowsCount - set.length - held.length },
    ...{ setCount: set.length, heldCount: held.length, points, leaps, items: [...set, ...held] },
    ...{ basis: basisOf(file, scope.operator, inForce), inForce },
  }
}

/** With one value of each item, the value that is previewed is the one that is set, and the one that is held is the one in the file. */
function repeatedItems({ rows }: StaffFile): Fault[] {
  const first = new Map<string, number>()
  return rows.flatMap(({ item, line }) => {
    const before = first.get(item)
    if (before === undefined) first.set(item, line)
    return before === undefined ? [] : [{ path: pathOf(line), message: `is about the same item as line ${before}` }]
  })
}

function tooManyLeaps(leaps: readonly Leap[], heldValuesCount: number): Fault[] {
  if (leaps.length <= heldValuesCount) return []
  const message = `has ${leaps.length} values that need approval; split it into files with at most ${heldValuesCount} of them`
  return [{ path: 'file', message }]
}

/** Refuses a file with the first of its faults, by line. */
function refuseFile(faults: readonly Fault[]): void {
  const lineOf = ({ path }: Fault) => Number(/^line (\d+)$/.exec(path)?.[1] ?? 0)
  const byLine = [...faults].sort((one, other) => lineOf(one) - lineOf(other))
  const others = byLine.length - SHOWN_FILE_FAULTS
  const more = others > 0 ? [{ path: 'file', message: `has ${others} more faults` }] : []
  refuseFaults([...byLine.slice(0, SHOWN_FILE_FAULTS), ...more])
}

function basisOf({ sha256 }: StaffFile, { currency, settings }: Operator, inForce: ValuesInForce): string {
  const revisions = [...inForce.values()]
    .map(({ itemId, currency, newest }) => [itemId, newest.revisionId, currency] as const)
    .sort(([one], [other]) => one - other)
  const basis = [sha256, currency, settings.collectibles.maxStepBps, revisions]
  return createHash('sha256').update(JSON.stringify(basis)).digest('hex')
}

type SetFileValues = {
  operatorId: number
  /** The text of the file. */
  file: string
  /** `basis` of the preview that the change is based on. */
  basis: string
  reason: string
  actor: Actor
}

type FileValuesSet = Pick<StaffFilePlan, 'rowsCount' | 'unchangedCount' | 'setCount' | 'heldCount'>

/**
 * Sets the values of a file, and audits them. Values that leap wait for a second person. Throws a 422 that names faults by their lines, and
 * VALUES_CHANGED.
 */
export async function setFileValues(ctx: Context, input: SetFileValues): Promise<FileValuesSet> {
  const { operatorId, actor, reason } = input
  const file = readStaffFile(ctx, input.file)
  const { plan, held, isNewlyHeld, profitChanges } = await ctx.tx(operatorId, async (tx) => {
    const change = await startChange(ctx, tx, operatorId)
    const plan = await planStaffFile(ctx, change, file, lockValues)
    if (plan.basis !== input.basis) throw new Refusal('VALUES_CHANGED')
    const { held, entries } = await holdInTransaction(ctx, tx, operatorId, { statedBy: actor, reason }, plan.leaps)
    const isNewlyHeld = entries.length > 0
    const set = plan.points.length > 0 || isNewlyHeld ? entriesOf(plan, file, input, change.now) : []
    return { plan, held, isNewlyHeld, profitChanges: await putValues(change, plan.points, [...set, ...entries]) }
  })
  alertStaff(ctx, operatorId, profitChanges)
  if (isNewlyHeld) alertLeaps(ctx, operatorId, actor, { leaps: plan.leaps, held })
  const { rowsCount, unchangedCount, setCount, heldCount } = plan
  return { rowsCount, unchangedCount, setCount, heldCount }
}

/** The entry of the file, and one for each value that it sets. */
function entriesOf(
  { rowsCount, setCount, heldCount, items }: StaffFilePlan,
  { sha256: fileSha256 }: StaffFile,
  { reason, actor }: SetFileValues,
  at: Date,
): AuditEntry[] {
  const details = { rowsCount, setCount, heldCount, fileSha256, reason }
  const set = items.filter(({ isHeld }) => !isHeld)
  return [
    { actor, action: 'item.values_set', details, at },
    ...set.map(({ itemId, fromMinor: from, valueMinor: to, currency }): AuditEntry => {
      return { actor, action: 'item.value_set', details: { itemId, from, to, currency, reason, fileSha256 }, at }
    }),
  ]
}
