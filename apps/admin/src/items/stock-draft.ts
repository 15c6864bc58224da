import { STOCK_MAX } from '@coffer/contract/limits'
import { count } from '../text/numbers.ts'
import type { StockChange } from './use-item.ts'

export type StockMode = 'add' | 'remove' | 'set' | 'stop'

/** The ways to change a stock, in the order of the choice. */
export const STOCK_MODES: Readonly<Record<StockMode, string>> = {
  add: 'Add pieces',
  remove: 'Remove pieces',
  set: 'Set the number',
  stop: 'Do not count',
}

/** The ways to change the stock of an item. `stock`: null when its pieces are not counted. */
export function offeredModes(stock: number | null): readonly StockMode[] {
  return stock === null ? ['set'] : (Object.keys(STOCK_MODES) as StockMode[])
}

/** A change with the stock after it, or why there is none. */
type CheckedStock =
  | { readonly change: StockChange; readonly after: number | null; readonly fault?: never }
  | { readonly change?: never; readonly fault: string }

/** Checks a change of a stock. `text`: the content of the field for the number. */
export function checkStock(mode: StockMode, text: string, before: number | null): CheckedStock {
  if (mode === 'stop') return { change: { set: { stock: null, before } }, after: null }
  const pieces = /^\d{1,15}$/.test(text.trim()) ? Number(text.trim()) : null
  const least = mode === 'set' ? 0 : 1
  if (pieces === null || pieces < least || pieces > STOCK_MAX) {
    return { fault: `Enter a whole number from ${least} to ${count(STOCK_MAX)}.` }
  }
  if (mode === 'set') {
    if (pieces === before) return { fault: 'This is the number now.' }
    return { change: { set: { stock: pieces, before } }, after: pieces }
  }
  const after = (before ?? 0) + (mode === 'add' ? pieces : -pieces)
  if (after < 0) return { fault: `Enter at most ${count(before ?? 0)}: there are no more pieces.` }
  if (after > STOCK_MAX) return { fault: `The stock can be at most ${count(STOCK_MAX)}.` }
  return { change: { add: mode === 'add' ? pieces : -pieces }, after }
}
