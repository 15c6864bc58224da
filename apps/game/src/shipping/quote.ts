import type { InventoryRow } from '@coffer/contract/shapes'
import type { ShippingQuote } from '@coffer/contract/shipping'
import { cashedBack } from '../cashback/credit.ts'
import { createResource } from '../kit/resource.ts'
import { api } from '../session/api.ts'
import { current } from '../session/session.ts'

/** As many items as one order holds. */
export const MOST_ITEMS = 50

let asked: readonly number[] = []

/** What an order of the items that were asked about last would be. */
export const quote = createResource(async () => {
  const answer = await api.call('quoteShipping', { body: { inventoryItemIds: [...asked] } })
  return answer.quote
})

export function askQuote(ids: readonly number[]): void {
  asked = ids
  if (ids.length > 0) void quote.load()
}

/** The quote, where it is of these items. */
export function quoteOf(ids: readonly number[]): ShippingQuote | null {
  const { data } = quote.state.value
  const isOfThese = data?.items.length === ids.length && data.items.every(({ inventoryItemId: id }) => ids.includes(id))
  return data && isOfThese ? data : null
}

export const isShippingOn = () => current().bootstrap.policies.shippingEnabled

export function canShip(item: InventoryRow): boolean {
  return item.shippable && item.state === 'unresolved' && isShippingOn() && !cashedBack.value.has(item.id)
}
