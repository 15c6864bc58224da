import type { InventoryRow } from '@coffer/contract/shapes'
import { createPaged } from '../kit/paged.ts'
import { route } from '../kit/route.ts'
import { LISTED, queryOf, type VaultView, viewPath } from '../kit/vault-view.ts'
import { api } from '../session/api.ts'
import { current } from '../session/session.ts'

export type VaultList = ReturnType<typeof createPaged<InventoryRow>>

const lists = new Map<string, VaultList>()

/** The items of a view, kept until {@link refreshVault}; whoever shows it loads it. */
export function vaultList(view: VaultView): VaultList {
  const key = viewPath(view)
  const known = lists.get(key)
  if (known) return known
  const made = createPaged<InventoryRow>(async (cursor) => {
    const query = { ...queryOf(view), ...shownCurrency(), limit: '24', ...(cursor && { cursor }) }
    const answer = await api.call('listInventory', { query })
    return { rows: answer.items, cursor: answer.cursor }
  })
  lists.set(key, made)
  return made
}

/** Items or their currency have changed: reads what is shown anew, and forgets the rest. */
export async function refreshVault(): Promise<void> {
  const now = route.peek()
  const shown = now.screen === 'vault' ? viewPath(now.view) : null
  for (const key of lists.keys()) if (key !== shown) lists.delete(key)
  if (shown !== null) await lists.get(shown)?.load()
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

/** An item that has just been won; null when it cannot be read now. */
export async function findItem(id: number): Promise<InventoryRow | null> {
  try {
    const { items } = await api.call('listInventory', { query: { ...shownCurrency(), state: LISTED, limit: '50' } })
    return items.find((item) => item.id === id) ?? null
  } catch {
    return null
  }
}

export function shownCurrency(): { currency?: string } {
  const { currency, bootstrap } = current()
  return currency === bootstrap.tenant.currency ? {} : { currency }
}
