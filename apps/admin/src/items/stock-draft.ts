import { STOCK_MAX } from '@coffer/contract/limits'
import { count } from '../text/numbers.ts'

export type StockMode = 'add' | 'remove' | 'set' | 'stop'

/** The ways to change a stock, in the order of the choice. */
export const STOCK_MODES: Readonly<Record<StockMode, string>> = {
  add: 'Add pieces',
  remove: 'Remove pieces',
  set: 'Set the number',
  stop: 'Stop counting',
}

/** The ways to change the stock of an item. `stock`: null when its pieces are not counted. */
export function offeredModes(stock: number | null): readonly StockMode[] {
  return stock === null ? ['set'] : (Object.keys(STOCK_MODES) as StockMode[])
}

/** The stock after a change, or why it is not valid. Null: pieces are not counted. */
type CheckedStock =
  | { readonly after: number | null; readonly fault?: never }
  | { readonly after?: never; readonly fault: string }

/** Checks a change of a stock. `text`: the content of the field for the number. */
export function checkStock(mode: StockMode, text: string, before: number | null): CheckedStock {
  if (mode === 'stop') return { after: null }
  const pieces = /^\d{1,15}$/.test(text.trim()) ? Number(text.trim()) : null
  const least = mode === 'set' ? 0 : 1
  if (pieces === null || pieces < least || pieces > STOCK_MAX) {
    return { fault: `Enter a whole number from ${least} to ${count(STOCK_MAX)}.` }
  }
  if (mode === 'set') return pieces === before ? { fault: 'The stock is already this number.' } : { after: pieces }
  const after = (before ?? 0) + (mode === 'add' ? pieces : -pieces)
  if (after < 0) return { fault: `Enter at most ${count(before ?? 0)}: there are no more pieces.` }
  return after > STOCK_MAX ? { fault: `The stock can be at most ${count(STOCK_MAX)}.` } : { after }
}
