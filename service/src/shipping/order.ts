import type { OrderOrigin } from '@coffer/contract/order-names'
import type { Address, ShippingStatus } from '@coffer/contract/shipping'
import { Refusal, type Transitions } from '../kernel/index.ts'

/** How the status of an order moves (interface §3.3, decisions §9). */
export const ORDER_MOVES: Transitions<ShippingStatus> = {
  pending: ['processing', 'cancelled'],
  processing: ['shipped'],
  shipped: ['delivered', 'shipped_with_replacements', 'returned'],
  delivered: ['shipped_with_replacements'],
  shipped_with_replacements: ['delivered'],
  returned: [],
  cancelled: [],
}

/** The statuses that staff can give an order in this status. Cancelling is an operation of its own. */
export function statusesAfter(status: ShippingStatus): ShippingStatus[] {
  return ORDER_MOVES[status].filter((next) => next !== 'cancelled')
}

/** The statuses that staff can give an order now. An erased order, whose address is gone, keeps its status. */
export function nextStatusesOf({ status, erased_at }: { status: ShippingStatus; erased_at: Date | null }) {
  return erased_at === null ? statusesAfter(status) : []
}

/** Statuses in which an order no longer needs its address. A delivered one may still get replacements, until it is erased. */
export const FINISHED_STATUSES: readonly ShippingStatus[] = ['delivered', 'returned', 'cancelled']

/** Whose order is meant: a player's own, or any of the operator's, for the desk. */
export type OrderOwner = { operatorId: number; playerId: number | null }

/** What a player is charged, in the currency of the debit. */
export type Fee = { amountMinor: number; currency: string }

/** Where an order goes, and whom to write to about it. */
export type Delivery = { address: Address; contactEmail: string; userNotes: string | null }

/** An order as it will be placed: frozen when it is asked for. */
export type OrderDraft = Delivery & {
  /** Only orders from the game charge the player. */
  origin: OrderOrigin
  /** The operator's at that moment; that of the cost and of every line. */
  currency: string
  shippingCostMinor: number
  /** The least that it must be worth; 0 for goods that were bought. */
  minimumMinor: number
  lines: readonly DraftLine[]
}

export type DraftLine = {
  inventoryItemId: number
  itemId: number
  name: string
  imageUrl: string | null
  valueMinor: number
  /** What it would cost alone: the item's own, 0 included, else the operator's default. */
  shippingCostMinor: number
  /** A good that was bought with Nuggets for this order: neither cost nor minimum counts it. */
  goesAlong: boolean
}

/** As many lines as an order holds; goods that come later open another one. */
export const ORDER_LINES_COUNT = 50

/** Throws ORDER_CHANGED when the order is not at this version, the number of its notices. Undefined: any version. */
export function refuseOutdated({ notice_count }: { notice_count: number }, version: number | undefined): void {
  if (version !== undefined && version !== notice_count) throw new Refusal('ORDER_CHANGED')
}

/** Equal in every field: what is bought later can go along. */
export function isSameAddress(one: Address, other: Address): boolean {
  return addressKey(one) === addressKey(other)
}

/** An address as one text, in one order of its fields. */
export function addressKey({ name, line1, line2, city, region, postalCode, country, phone }: Address): string {
  return JSON.stringify([name, line1, line2, city, region, postalCode, country, phone])
}
