import { addressFields, addressIn, contactFields, deliveryIn } from './address-form.js'
import { read, send } from './api.js'
import { button, byId, chip, countQuestions, element, showRows } from './dom.js'
import { moneyText } from './money.js'
import { shortName, statusOf } from './order-words.js'
import { picked, pickOf } from './picks.js'
import { doJob, sayState } from './staff-job.js'

/**
 * The staff's side of shipping orders: what Coffer has of them, and what can be changed while one is pending.
 * @typedef {import('./orders.js').Order} Order
 */

const CLOSED = new Set(['delivered', 'returned', 'cancelled'])
const REASONS = /** @type {Record<string, string>} */ ({
  ...{ NOT_FOUND: 'is gone', NOT_PHYSICAL: 'is nothing to send', NOT_UNRESOLVED: 'is no longer free' },
  ITEM_BUSY: 'is about to be cashed back',
})

const place = /** @type {HTMLButtonElement} */ (byId('place-order'))
let afterwards = () => {}
const question = countQuestions()

export const orderDesk = { name: 'orders', path: '/api/s2s/shipping/orders', refresh }

/** @param {() => void} onVault */
export function openOrderDesk(onVault) {
  afterwards = onVault
  byId('order-delivery').append(...addressFields(), ...contactFields())
  byId('order-delivery').addEventListener('input', showWhere)
  showWhere()
  byId('order-items').addEventListener('change', () => {
    forgetQuote()
    showQuote()
  })
  byId('order-form').addEventListener('submit', (event) => {
    event.preventDefault()
    act('orders', { inventoryItemIds: picked('order-items'), ...deliveryIn(byId('order-delivery')) })
  })
}

/** @param {'orders' | 'orders/remove-item' | 'orders/address' | 'orders/cancel'} name @param {Record<string, unknown>} wish */
async function act(name, wish) {
  await doJob(orderDesk, () => send(name, wish))
  afterwards()
}

async function refresh() {
  const { items, orders } = await read('orders/desk')
  showRows(byId('order-items'), items, JSON.stringify, pickOf)
  if (items.length === 0)
    byId('order-items').replaceChildren(element('p', 'lesson', 'Nothing in the vault can be sent.'))
  showRows(byId('desk-orders'), orders, JSON.stringify, orderRow)
  const open = orders.filter(({ status }) => !CLOSED.has(status)).length
  sayState('orders', open === 0 ? '' : `${open} open`)
  await showQuote()
}

function showWhere() {
  const { name, city } = addressIn(byId('order-delivery'))
  byId('order-where').textContent = [name, city].filter(Boolean).join(', ')
}

/** What was quoted was for other things: nothing can be ordered from the change until it is asked anew. */
function forgetQuote() {
  place.disabled = true
  byId('order-quote').textContent = ''
}

/** What the things that are picked would cost together, before anything is ordered. */
async function showQuote() {
  const isNewest = question()
  const ids = picked('order-items')
  if (ids.length === 0) {
    forgetQuote()
    return
  }
  try {
    const { quote } = await send('orders/quote', { inventoryItemIds: ids })
    if (!isNewest()) return
    byId('order-quote').textContent = quoteWords(quote)
    place.disabled = !quote.canBeOrdered
  } catch (problem) {
    if (!isNewest()) return
    forgetQuote()
    byId('order-quote').textContent = /** @type {Error} */ (problem).message
  }
}

/** @param {import('./api.js').SiteAnswers['POST orders/quote']['quote']} quote */
function quoteWords({ items, itemsValueTotalMinor, minimumMinor, shippingCostMinor, currency }) {
  const refused = items.flatMap(({ name, reason }) =>
    reason === null ? [] : [`${name ?? 'One thing'} ${REASONS[reason]}.`],
  )
  if (refused.length > 0) return refused.join(' ')
  const worth = `Worth ${moneyText(itemsValueTotalMinor, currency)}`
  if (itemsValueTotalMinor < minimumMinor)
    return `${worth}. The least that is sent is ${moneyText(minimumMinor, currency)}.`
  const waits = items.filter(({ waitingForStock }) => waitingForStock).length
  const stock = waits === 0 ? '' : ` ${waits === 1 ? 'One of them waits' : `${waits} of them wait`} for stock.`
  return `${worth}. Shipping costs ${moneyText(shippingCostMinor, currency)}; Coffer charges nothing for it here.${stock}`
}

/** @param {Order} order */
function orderRow(order) {
  const { publicId, status, items } = order
  const { word, tone } = statusOf(status)
  const name = element('strong', '', `Order ${shortName(publicId)}`)
  name.title = publicId
  const row = element('li', 'slip', element('span', 'line', name, chip(word, tone)))
  row.dataset.testid = 'desk-order'
  row.dataset.id = publicId
  row.dataset.status = status
  const isPending = status === 'pending'
  if (items.length > 0) row.append(element('ul', 'lines', ...items.map((item) => lineOf(publicId, item, isPending))))
  if (isPending) row.append(tools(order))
  return row
}

/** @param {string} publicId @param {Order['items'][number]} item @param {boolean} isPending */
function lineOf(publicId, { inventoryItemId, name, waitingForStock }, isPending) {
  const line = element('li', 'line', element('span', 'pick-name', name))
  if (waitingForStock) line.append(chip('Waits for stock', 'wait'))
  if (!isPending) return line
  const off = button('Take off', 'quiet small', () => act('orders/remove-item', { publicId, inventoryItemId }))
  off.setAttribute('aria-label', `Take off: ${name}`)
  line.append(off)
  return line
}

/** @param {Order} order */
function tools({ publicId, address }) {
  const form = element('form', 'fields', ...addressFields(address))
  form.hidden = true
  const save = element('button', 'quiet wide', 'Save the address')
  form.append(save)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    act('orders/address', { publicId, address: addressIn(form) })
  })
  const change = button('Change address', 'quiet small', () => {
    form.hidden = !form.hidden
    change.setAttribute('aria-expanded', String(!form.hidden))
  })
  change.setAttribute('aria-expanded', 'false')
  const cancel = button('Cancel the order', 'quiet small', () => act('orders/cancel', { publicId }))
  return element('div', 'order-tools', element('div', 'slip-tools', change, cancel), form)
}
