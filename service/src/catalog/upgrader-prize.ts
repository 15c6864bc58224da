import type { CatalogueItem } from './item-store.ts'

/** Prizes of the Upgrader go into the vault, to be cashed back or shipped from there; these are the types that can be. */
export const WINNABLE_TYPES = ['physical', 'digital'] as const
export type WinnableType = (typeof WINNABLE_TYPES)[number]

/** Whether an item can be aimed at, whatever it is worth. Stock is no question: what is not there is waited for. */
export function isUpgraderPrize<Item extends Pick<CatalogueItem, 'upgraderPrize' | 'archived' | 'type'>>(
  item: Item,
): item is Item & { type: WinnableType } {
  return item.upgraderPrize && !item.archived && WINNABLE_TYPES.some((type) => type === item.type)
}
