import type { InventoryRow } from '@coffer/contract/shapes'
import type { UpgraderStake } from '@coffer/contract/upgrader'
import type { ApiFailure } from '@coffer/web'
import { isStakable } from '../item-actions/stake.ts'
import { upgraderOffer } from '../item-actions/upgrader-config.ts'
import { shownCurrency } from '../items/vault-lists.ts'
import { failureOf } from '../kit/answers.ts'
import { createPaged } from '../kit/paged.ts'
import { api } from '../session/api.ts'

type Counted = UpgraderStake['items'][number]

/** An item of the vault, and what it counts for as a stake; null when it cannot be staked just now. */
export type Stakable = { readonly item: InventoryRow; readonly counts: Counted | null }

/** A page is as many items as one stake holds, so that one question answers what each of them counts for. */
const PAGE = '50'

export const stakable = createPaged<Stakable>(async (cursor) => {
  const query = { state: 'unresolved', ...shownCurrency(), limit: PAGE, ...(cursor && { cursor }) }
  const answer = await api.call('listInventory', { query })
  const items = answer.items.filter(isStakable)
  const counts = await countsOf(items.map(({ id }) => id))
  const rows = items.map((item) => ({ item, counts: counts.get(item.id) ?? null }))
  return { rows, cursor: answer.cursor }
})

/** What each of these items counts for; what cannot be staked is left out and the others are asked about again. */
async function countsOf(ids: readonly number[]): Promise<ReadonlyMap<number, Counted>> {
  const chanceBps = upgraderOffer()?.defaultChanceBps ?? 0
  if (ids.length === 0) return new Map()
  try {
    const { stake } = await api.call('upgraderPrizesByItems', { body: { stakeItemIds: [...ids], chanceBps } })
    return new Map(stake.items.map((counted) => [counted.inventoryItemId, counted]))
  } catch (thrown) {
    const refused = refusedItems(failureOf(thrown), ids)
    if (refused.length === 0) throw thrown
    return countsOf(ids.filter((id) => !refused.includes(id)))
  }
}

/** Which of the items that were sent cannot be staked: UPGRADER_ITEM_NOT_OWNED names their places. */
export function refusedItems(failure: ApiFailure, ids: readonly number[]): number[] {
  if (failure.code !== 'UPGRADER_ITEM_NOT_OWNED') return []
  const places = Object.keys(failure.answer?.error.fields ?? {}).map((field) => field.split('.')[1])
  return ids.filter((_, place) => places.includes(String(place)))
}
