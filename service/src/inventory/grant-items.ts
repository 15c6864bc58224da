import type { ItemType } from '@coffer/contract/shapes'
import type { CatalogueItem } from '../catalog/index.ts'
import { hours, later, type Owner } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { stateWhenWon } from './item.ts'
import { type InventoryRecord, insertItems } from './store.ts'

/** A prize as it was offered: its catalogue item may be worth something else by now, and may even be of another type. */
export type Grant = {
  item: CatalogueItem
  type: Exclude<ItemType, 'nuggets'>
  valueMinor: number
  currency: string
  boxName: string | null
}

/**
 * Puts won items into the vault, in the transaction that settles their round. The won value and the rules of the cashback are
 * stored with the item for ever. Nuggets prizes are not inventory.
 */
export async function grantItems(
  ctx: Context,
  tx: Tx,
  to: { operator: Operator; owner: Owner; roundPublicId: string },
  grants: readonly Grant[],
): Promise<InventoryRecord[]> {
  if (grants.length === 0) return []
  const now = ctx.clock.now()
  const { expiryDays } = to.operator.settings.inventory
  const rows = grants.map(({ item, type, valueMinor, currency, boxName }) => {
    const state = stateWhenWon(type)
    return {
      ...termsOf(item, to.operator),
      operator_id: to.owner.operatorId,
      player_id: to.owner.playerId,
      type,
      currency,
      won_value_minor: valueMinor,
      state,
      acquisition_type: 'game_win' as const,
      round_public_id: to.roundPublicId,
      box_name: boxName,
      expires_at: state === 'unresolved' && expiryDays !== null ? later(now, hours(24 * expiryDays)) : null,
      created_at: now,
    }
  })
  return insertItems(tx, rows)
}

/** What an item keeps for ever of its catalogue item and of the rules in force when it comes into the vault. */
export function termsOf(item: CatalogueItem, { settings }: Operator) {
  return {
    item_id: item.itemId,
    name: item.name,
    image_url: item.imageUrl,
    percent_bps: settings.cashback.percentBps,
    credited_rise_bps: settings.collectibles.creditedRiseBps,
    cashback: item.cashback,
    is_collectible: item.isCollectible,
    won_revision_id: item.revisionId,
  }
}
