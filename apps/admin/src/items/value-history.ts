import type { AdminItem } from '@coffer/contract/admin'
import { money, signedChange, signedMoney } from '../text/numbers.ts'
import { moment } from '../text/time.ts'

type Value = AdminItem['values'][number]

/** A value with the one before it in the same currency; null for the first one. */
export type ValueRow = Value & { readonly previousMinor: number | null }

/** The values of an item, newest first. */
export function valueRows(values: readonly Value[]): ValueRow[] {
  const last = new Map<string, number>()
  const rows = values.map((value) => {
    const previousMinor = last.get(value.currency) ?? null
    last.set(value.currency, value.valueMinor)
    return { ...value, previousMinor }
  })
  return rows.reverse()
}

/** The change against the value before it, such as "+€2.00 (+20.0%)". */
export function changeText({ valueMinor, previousMinor, currency }: ValueRow): string {
  if (previousMinor === null) return '–'
  if (previousMinor === valueMinor) return 'No change'
  const change = signedChange(previousMinor, valueMinor)
  const amount = signedMoney(valueMinor - previousMinor, currency)
  return change === null ? amount : `${amount} (${change})`
}

export type Point = { readonly atMs: number; readonly valueMinor: number }

/** The values in the current currency as a line up to `readAt`, and the line in words. */
export type ValueLine = { readonly points: readonly Point[]; readonly label: string }

/** `unchangedSince`: the time of the first value, when all values in the current currency are the same. */
type ValueHistory = { readonly line: ValueLine } | { readonly unchangedSince: string | null }

export function valueHistory({ values, valueMinor, currency }: AdminItem, readAt: string): ValueHistory {
  const own = values.filter((value) => value.currency === currency)
  const amounts = own.map((value) => value.valueMinor)
  const [first] = own
  if (first === undefined || new Set(amounts).size === 1) return { unchangedSince: first?.recordedAt ?? null }
  const points = own.map((value) => ({ atMs: Date.parse(value.recordedAt), valueMinor: value.valueMinor }))
  const lowest = money(Math.min(...amounts), currency)
  const highest = money(Math.max(...amounts), currency)
  const period = `Value from ${moment(first.recordedAt)} to ${moment(readAt)}`
  const label = `${period}: lowest ${lowest}, highest ${highest}, now ${money(valueMinor, currency)}`
  // The value in force holds until the item was read. A value may be dated later than that by the clock of the browser.
  const endMs = Math.max(Date.parse(readAt), ...points.map(({ atMs }) => atMs))
  return { line: { points: [...points, { atMs: endMs, valueMinor }], label } }
}
