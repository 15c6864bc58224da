import type { ShippingOrder, ShippingStatus } from '@coffer/contract/shipping'
import { readUrl } from '@coffer/web'

export type Step = {
  readonly status: ShippingStatus
  /** When it came about; null while it is still to come. */
  readonly at: string | null
}

/** What follows when nothing goes wrong. Where a course has ended, nothing does. */
const NEXT: Readonly<Record<ShippingStatus, readonly ShippingStatus[]>> = {
  pending: ['processing', 'shipped', 'delivered'],
  processing: ['shipped', 'delivered'],
  shipped: ['delivered'],
  shipped_with_replacements: ['delivered'],
  delivered: [],
  returned: [],
  cancelled: [],
}

/** What an order has been through, and what comes next. */
export function courseOf({ status, timeline }: Pick<ShippingOrder, 'status' | 'timeline'>): readonly Step[] {
  return [...timeline, ...NEXT[status].map((next) => ({ status: next, at: null }))]
}

/** The last item of an order that was paid for stays on it: such an order is cancelled as a whole. */
export function canTakeOff({ status, items, fee }: Pick<ShippingOrder, 'status' | 'items' | 'fee'>): boolean {
  return status === 'pending' && (items.length > 1 || fee === null)
}

/** The address of a carrier's page, where it is one that a link may open. */
export function trackingLink({ trackingUrl }: Pick<ShippingOrder, 'trackingUrl'>): string | null {
  const protocol = readUrl(trackingUrl ?? '')?.protocol
  return protocol === 'https:' || protocol === 'http:' ? trackingUrl : null
}
