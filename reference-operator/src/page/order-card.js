import { facts } from './detail.js'
import { chip, clock, element, timeElement } from './dom.js'
import { artOf } from './lobby.js'
import { moneyText } from './money.js'
import { addressText, changeWords, shortName, statusOf } from './order-words.js'

/**
 * One shipping order: what is in it, how far it is, and what was told of it.
 * @typedef {import('./orders.js').OrderCopy} OrderCopy
 * @typedef {import('./orders.js').Order} Order
 * @typedef {import('./orders.js').Notice} Notice
 */

/** @param {OrderCopy} copy @param {string} serviceOrigin */
export function orderCard({ order, notices }, serviceOrigin) {
  const items = order.items.map((item) => itemPiece(item, serviceOrigin))
  const card = element(
    'article',
    'panel order',
    head(order),
    ...refundWords(notices),
    ...(items.length > 0 ? [element('ul', 'order-items', ...items)] : []),
    steps(order),
    story(order),
    heard(notices),
  )
  const row = element('li', '', card)
  row.dataset.testid = 'order'
  row.dataset.id = order.publicId
  row.dataset.status = order.status
  return row
}

/** @param {Order} order */
function head({ publicId, status, items, itemsValueTotalMinor, currency, createdAt }) {
  const { word, tone } = statusOf(status)
  const name = element('h3', '', `Order ${shortName(publicId)}`)
  name.title = publicId
  const words = element('p', 'told', 'Placed ', timeElement(createdAt))
  const line = element('header', 'order-head', element('div', '', name, words), chip(word, tone))
  if (items.length > 0) line.append(element('strong', '', moneyText(itemsValueTotalMinor, currency)))
  return line
}

/** What a cancel gave back, and what is left to the casino. @param {Notice[]} notices */
function refundWords(notices) {
  const cancel = notices.find(({ changes }) => changes.includes('cancelled'))
  if (!cancel) return []
  const { refundedMinor, refundedCurrency } = cancel
  if (refundedMinor && refundedCurrency) {
    return [
      element('p', 'told refund', `Coffer gives the shipping fee back: ${moneyText(refundedMinor, refundedCurrency)}.`),
    ]
  }
  const words = element('p', 'own-refund', 'Coffer had charged nothing: refund your own charge if you made one.')
  words.dataset.testid = 'own-refund'
  return [words]
}

/** @param {Order['items'][number]} item @param {string} serviceOrigin */
function itemPiece({ name, imageUrl, valueMinor, currency, waitingForStock }, serviceOrigin) {
  const words = element(
    'div',
    '',
    element('span', 'pick-name', name),
    element('span', 'told', moneyText(valueMinor, currency)),
  )
  if (waitingForStock) words.append(chip('Waits for stock', 'wait'))
  return element('li', '', artOf(imageUrl, serviceOrigin), words)
}

/** Where the order was, where it is, and where it is still to go. @param {Order} order */
function steps({ status, timeline }) {
  const done = timeline.map(({ status: reached, at }, index) => {
    const isLast = index === timeline.length - 1
    const step = element('li', isLast ? 'now' : 'done', element('span', '', statusOf(reached).word), timeElement(at))
    if (isLast) step.setAttribute('aria-current', 'step')
    return step
  })
  const ahead = statusOf(status).next.map((next) => {
    return element('li', 'ahead', element('span', '', statusOf(next).word), element('span', 'unseen', ' still to come'))
  })
  const list = element('ol', 'steps', ...done, ...ahead)
  list.setAttribute('aria-label', 'How far it is')
  list.dataset.tone = statusOf(status).tone
  return list
}

/** @param {Order} order */
function story({ address, userNotes, currency, shippingCostMinor, realizedTotalCostMinor, fee, ...order }) {
  const isTracked = order.carrier !== null || order.trackingNumber !== null || order.trackingUrl !== null
  const charged = fee === null ? 'nothing' : moneyText(fee.amountMinor, fee.currency)
  const cost = `${moneyText(shippingCostMinor, currency)}; Coffer charged ${charged}`
  return facts([
    ['Goes to', addressText(address)],
    ['Note', userNotes],
    ['Sent with', isTracked ? tracking(order) : null],
    ['Shipping', cost],
    ['Really cost', realizedTotalCostMinor === null ? null : moneyText(realizedTotalCostMinor, currency)],
  ])
}

/** @param {Pick<Order, 'carrier' | 'trackingNumber' | 'trackingUrl'>} order */
function tracking({ carrier, trackingNumber, trackingUrl }) {
  const words = [carrier, trackingNumber].filter(Boolean).join(' ') || 'a parcel service'
  if (trackingUrl === null || !/^https?:\/\//i.test(trackingUrl)) return words
  const link = /** @type {HTMLAnchorElement} */ (element('a', '', words))
  Object.assign(link, { href: trackingUrl, target: '_blank', rel: 'noopener noreferrer' })
  return link
}

/** @param {Notice[]} notices */
function heard(notices) {
  const words = notices.length === 1 ? '1 notice' : `${notices.length} notices`
  const rows = notices.toReversed().map(({ occurredAt, changes, isLate }) => {
    const late = isLate ? [chip('Came late, copy kept', 'wait')] : []
    return element('li', 'line', element('span', '', changeWords(changes)), ...late, timeElement(occurredAt))
  })
  const summary = element(
    'summary',
    '',
    element('span', '', words),
    element('span', 'told', `last ${clock(notices.at(-1)?.occurredAt ?? '')}`),
  )
  const fold = element('details', 'fold job heard', summary, element('ol', 'list', ...rows))
  fold.dataset.testid = 'notices'
  return fold
}
