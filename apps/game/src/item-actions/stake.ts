import type { InventoryRow, UpgraderMode } from '@coffer/contract/shapes'
import { batch, signal } from '@preact/signals'
import { cashedBack } from '../cashback/credit.ts'
import { stopSelecting } from '../items/selection.ts'
import { hrefOf } from '../kit/route.ts'
import { hasGame } from '../session/games.ts'
import { ordered } from '../shipping/orders.ts'
import { clearUpgrade } from './upgrade.ts'
import { upgraderOffer } from './upgrader-config.ts'

/** As many items as one stake holds. */
export const MOST_STAKED = 50

/** What the player wants to stake from; it counts where the operator has it. */
export const wantedMode = signal<UpgraderMode>('balance')
/** The items that are to be staked, by id, in the order of the choice. */
export const picked = signal<ReadonlyMap<number, InventoryRow>>(new Map())

/** Whether an item can be staked, as far as this tab knows. */
export function canStake(item: InventoryRow): boolean {
  const offer = hasGame('upgrader') ? upgraderOffer() : null
  return offer?.available === true && offer.modes.items && isStakable(item)
}

export function isStakable({ id, state, type, acquisitionType }: InventoryRow): boolean {
  const isThing = type === 'physical' || type === 'digital'
  const isOpen = state === 'unresolved' && acquisitionType === 'game_win'
  return isThing && isOpen && !cashedBack.value.has(id) && !ordered.value.has(id)
}

/** Goes to the Upgrader with these items picked. */
export function stakeThese(items: readonly InventoryRow[]): void {
  batch(() => {
    wantedMode.value = 'items'
    picked.value = new Map(items.map((item) => [item.id, item]))
    stopSelecting()
    clearUpgrade()
  })
  location.hash = hrefOf({ screen: 'upgrader' })
}

export function togglePick(item: InventoryRow): void {
  clearUpgrade()
  const now = new Map(picked.value)
  if (!now.delete(item.id)) now.set(item.id, item)
  picked.value = now
}

export function unpick(ids: readonly number[]): void {
  picked.value = new Map([...picked.value].filter(([id]) => !ids.includes(id)))
}
