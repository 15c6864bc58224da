/** What the states and changes of a shipping order are called. */

/** A tone is one of a chip's, or `over`. @type {Record<string, {word: string, tone: string, next: string[]}>} */
export const STATUSES = {
  pending: { word: 'Pending', tone: 'wait', next: ['processing', 'shipped', 'delivered'] },
  processing: { word: 'Processing', tone: 'wait', next: ['shipped', 'delivered'] },
  shipped: { word: 'Shipped', tone: 'wait', next: ['delivered'] },
  delivered: { word: 'Delivered', tone: 'good', next: [] },
  shipped_with_replacements: { word: 'Replacements sent', tone: 'wait', next: ['delivered'] },
  returned: { word: 'Came back', tone: 'bad', next: [] },
  cancelled: { word: 'Cancelled', tone: 'over', next: [] },
}

/** A status of a newer Coffer is called what it is. @param {string} status */
export function statusOf(status) {
  return STATUSES[status] ?? { word: status, tone: '', next: [] }
}

/** @type {Record<string, string>} */
const CHANGES = {
  created: 'placed',
  items_added: 'items added',
  item_removed: 'item taken off',
  status: 'status',
  cancelled: 'cancelled',
  tracking: 'tracking',
  address: 'address',
  backorder: 'stock',
  replacements_sent: 'replacements sent',
  details: 'details',
}

/** @param {string[]} changes */
export function changeWords(changes) {
  return changes.map((change) => CHANGES[change] ?? change).join(', ')
}

const SHORT = 10

/** Enough of an order's id to tell it from others. @param {unknown} publicId */
export function shortName(publicId) {
  const text = String(publicId)
  return text.length > SHORT ? `${text.slice(0, SHORT)}\u2026` : text
}

/** The lines of an address that one reads. @param {Record<string, string | null>} address */
export function addressText({ name, line1, line2, postalCode, city, region, country }) {
  const place = [postalCode, city].filter(Boolean).join(' ')
  return [name, line1, line2, place, region, country].filter(Boolean).join(', ')
}
