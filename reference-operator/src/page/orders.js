import { read } from './api.js'
import { button, byId, oncePerBurst, showRows } from './dom.js'
import { orderCard } from './order-card.js'
import { isShown, lightTab, showTab, whenShown } from './tabs.js'

/**
 * The player's shipping orders, as this casino has heard of them.
 * @typedef {{publicId: string, status: string, currency: string, shippingCostMinor: number, realizedTotalCostMinor: number | null,
 *   itemsValueTotalMinor: number, address: Record<string, string | null>, contact: {email: string}, userNotes: string | null, createdAt: string,
 *   carrier: string | null, trackingNumber: string | null, trackingUrl: string | null,
 *   fee: {amountMinor: number, currency: string, refundedMinor: number} | null, timeline: {status: string, at: string}[],
 *   items: {inventoryItemId: number, name: string, imageUrl: string | null, valueMinor: number, currency: string, waitingForStock: boolean}[]}} Order
 * @typedef {{occurredAt: string, changes: string[], refundedMinor: number | null, refundedCurrency: string | null, isLate: boolean}} Notice
 * @typedef {{occurredAt: string, order: Order, notices: Notice[]}} OrderCopy
 */

let serviceOrigin = ''
/** What was heard of last, so that a change lights the tab. */
let last = ''

/** @param {string} origin Where the pictures are. */
export function openOrders(origin) {
  serviceOrigin = origin
  byId('orders-to-staff').addEventListener('click', () => {
    showTab('staff')
    const job = /** @type {HTMLDetailsElement} */ (byId('job-orders'))
    job.open = true
  })
  whenShown('orders', load)
}

/** Looks again at what was heard. */
export const refreshOrders = oncePerBurst(load)

async function load() {
  try {
    const { orders } = await read('orders')
    show(orders)
    say('')
  } catch (problem) {
    if (isShown('orders')) say(/** @type {Error} */ (problem).message)
  }
}

/** @param {OrderCopy[]} orders */
function show(orders) {
  const count = orders.length
  byId('orders-count').textContent = count === 0 ? '' : count === 1 ? '1 order' : `${count} orders`
  byId('orders-empty').hidden = count > 0
  const card = (/** @type {OrderCopy} */ copy) => orderCard(copy, serviceOrigin)
  showRows(byId('orders'), orders, JSON.stringify, card)
  const newest =
    orders
      .map(({ occurredAt }) => occurredAt)
      .toSorted()
      .at(-1) ?? 'none'
  if (last !== '' && newest !== last) lightTab('orders')
  last = newest
}

/** @param {string} words */
function say(words) {
  const message = byId('orders-message')
  message.hidden = words === ''
  message.textContent = words
  if (words) message.append(button('Try again', 'quiet', load))
}
