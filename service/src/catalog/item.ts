/** Prizes of the Upgrader go into the vault, to be cashed back or shipped from there; these are the types that can be. */
export const WINNABLE_TYPES = ['physical', 'digital'] as const
export type WinnableType = (typeof WINNABLE_TYPES)[number]

/** Whether an item can be aimed at, whatever it is worth. Stock is no question: what is not there is waited for. */
export function isUpgraderPrize<Item extends { upgraderPrize: boolean; archived: boolean; type: string }>(
  item: Item,
): item is Item & { type: WinnableType } {
  return item.upgraderPrize && !item.archived && WINNABLE_TYPES.some((type) => type === item.type)
}

/** True if a prize can be cashed back while cashback is on. Lists of boxes apply the same rule in SQL (`isCashedBack`). */
export function isCashable({ cashback, type }: { cashback: boolean; type: string }): boolean {
  return cashback && WINNABLE_TYPES.some((winnable) => winnable === type)
}

/** An item's metadata as it may leave: keys that begin with `_`, at any depth, are for staff only. Null when nothing is left. */
export function publicMetadata(metadata: Record<string, unknown> | null): Record<string, unknown> | null {
  const shown = shownOf(metadata ?? {})
  return Object.keys(shown).length === 0 ? null : shown
}

function shownOf(object: object): Record<string, unknown> {
  const shown = Object.entries(object).filter(([name]) => !name.startsWith('_'))
  return Object.fromEntries(shown.map(([name, value]) => [name, shownValue(value)]))
}

function shownValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shownValue)
  return typeof value === 'object' && value !== null ? shownOf(value) : value
}
