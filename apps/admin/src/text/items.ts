import type { AdminItem, AdminItemRow } from '@coffer/contract/admin'
import type { ItemStatus, ItemType, StockStatus, ValueStatus } from '@coffer/contract/item-names'
import { count, countOf, money } from './numbers.ts'

export const ITEM_TYPE_TEXT: Readonly<Record<ItemType, string>> = {
  physical: 'Physical',
  digital: 'Digital',
  bonus: 'Bonus',
  nuggets: 'Nuggets',
}

export const ITEM_STATUS_TEXT: Readonly<Record<ItemStatus, string>> = {
  active: 'In the catalogue',
  archived: 'Archived',
}

export const STOCK_STATUS_TEXT: Readonly<Record<StockStatus, string>> = {
  in_stock: 'In stock',
  out_of_stock: 'Out of stock',
  not_counted: 'Not counted',
}

export const VALUE_STATUS_TEXT: Readonly<Record<ValueStatus, string>> = { waiting: 'Waiting for approval' }

/** True for an item that can be shipped, delivered or cashed back. */
export function isGoods({ type }: Pick<AdminItemRow, 'type'>): boolean {
  return type === 'physical' || type === 'digital'
}

/** True for an item that cashback could pay, but does not. */
export function lacksCashback(item: Pick<AdminItemRow, 'type' | 'cashback'>): boolean {
  return !item.cashback && isGoods(item)
}

/** A number of pieces, such as "1 piece" or "12 pieces"; null: they are not counted. */
export function piecesText(stock: number | null): string {
  return stock === null ? 'not counted' : countOf(stock, { one: 'piece', many: 'pieces' })
}

/** The pieces that shipping orders wait for; null when there are none. */
export function waitingPieces({ waitingForStock }: AdminItem): string | null {
  if (waitingForStock === 0) return null
  const text = { one: 'piece on orders waits for stock', many: 'pieces on orders wait for stock' }
  return countOf(waitingForStock, text)
}

/** The stock of an item as a number. */
export function stockText(stock: number | null): string {
  return stock === null ? 'Not counted' : count(stock)
}

/** The default cost of shipping an item. */
export function defaultCost({ defaultShippingCostMinor, currency }: AdminItem): string {
  return money(defaultShippingCostMinor, currency)
}
