import type { InventoryRow } from '@coffer/contract/shapes'
import { signal } from '@preact/signals'
import { api } from './api.ts'
import { createPaged } from './paged.ts'
import { current } from './session.ts'

export type VaultFilter = 'unresolved' | 'all'

const LISTED = 'unresolved,ship_requested,fulfilled,cashed_back,expired,forwarded_to_casino,consumed'

export const vaultFilter = signal<VaultFilter>('unresolved')

export const vault = createPaged<InventoryRow>(async (cursor) => {
  const state = vaultFilter.peek() === 'all' ? LISTED : 'unresolved'
  const query = { state, ...shownCurrency(), limit: '24', ...(cursor && { cursor }) }
  const answer = await api.call('listInventory', { query })
  return { rows: answer.items, cursor: answer.cursor }
})

export function showInVault(filter: VaultFilter): Promise<void> {
  vaultFilter.value = filter
  return vault.load()
}

/** The same rows valued in the currency the player plays in; as they are when the service cannot say. */
export async function repriced(items: readonly InventoryRow[]): Promise<readonly InventoryRow[]> {
  const query = shownCurrency()
  if (!query.currency || items.length === 0) return items
  try {
    const known = (await api.call('listInventory', { query: { ...query, state: LISTED, limit: '50' } })).items
    return items.map((item) => known.find((row) => row.id === item.id) ?? item)
  } catch {
    return items
  }
}

function shownCurrency(): { currency?: string } {
  const { currency, bootstrap } = current()
  return currency === bootstrap.tenant.currency ? {} : { currency }
}
