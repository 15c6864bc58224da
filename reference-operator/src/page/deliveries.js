import { read, send } from './api.js'
import { facts, openDetail, textBlock } from './detail.js'
import { button, byId, chip, clock, element, pretty, showRows, timeElement, verdict } from './dom.js'
import { notice } from './notice.js'
import { personalNote, personalQuery } from './personal.js'

/**
 * Coffer's own list of deliveries to this casino, as the SDK reads it.
 * @typedef {{id: string, url: string, type: string, playerExternalId: string | null, idempotencyKey: string, status: string,
 *   attemptCount: number, occurredAt: string, lastAttemptAt: string | null, nextAttemptAt: string | null,
 *   deliveredAt: string | null}} Delivery
 */

const TONES = /** @type {Record<string, string>} */ ({ delivered: 'good', pending: 'wait', failed: 'bad' })
const EMPTY = {
  '': 'Coffer has nothing for this casino yet. Open a box, or send a test event.',
  pending: 'Nothing is on its way.',
  delivered: 'Nothing was delivered yet.',
  failed: 'Nothing failed. A delivery fails when every attempt did, a little more than three days after the first.',
}

const status = /** @type {HTMLSelectElement} */ (byId('delivery-status'))
/** @type {Delivery[]} */
let shown = []
/** @type {string | null} */
let next = null

export function openDeliveries() {
  status.addEventListener('change', refreshDeliveries)
  byId('refresh-deliveries').addEventListener('click', refreshDeliveries)
  byId('more-deliveries').addEventListener('click', () => load(next))
  byId('replay-failed').addEventListener('click', replayFailed)
}

export function refreshDeliveries() {
  return load(null)
}

/** @param {string | null} cursor Where to go on; null begins with the newest. */
async function load(cursor) {
  byId('deliveries').setAttribute('aria-busy', 'true')
  try {
    const query = { ...(status.value && { status: status.value }), ...(cursor && { cursor }) }
    const answer = await read('deliveries', query)
    shown = cursor ? [...shown, ...answer.deliveries] : answer.deliveries
    next = answer.cursor.next
    const words = EMPTY[/** @type {keyof typeof EMPTY} */ (status.value)]
    say(shown.length === 0 ? words : '')
  } catch (problem) {
    say(/** @type {Error} */ (problem).message)
  }
  showRows(byId('deliveries'), shown, JSON.stringify, deliveryRow)
  byId('more-deliveries').hidden = next === null
  byId('deliveries').removeAttribute('aria-busy')
}

/** @param {string} words */
function say(words) {
  byId('deliveries-message').textContent = words
  byId('deliveries-message').hidden = words === ''
}

/** @param {Delivery} delivery */
function deliveryRow(delivery) {
  const { type, idempotencyKey, playerExternalId, occurredAt } = delivery
  const head = element(
    'span',
    'line',
    chip(type, 'type'),
    chip(delivery.status, TONES[delivery.status]),
    timeElement(occurredAt),
  )
  const row = button('', 'entry', () => openDelivery(delivery.id))
  const who = playerExternalId === null ? [] : [element('span', 'who', playerExternalId)]
  row.append(head, ...who, element('code', 'key', idempotencyKey), element('span', 'line told', storyOf(delivery)))
  const item = element('li', '', row)
  item.dataset.testid = 'delivery'
  item.dataset.status = delivery.status
  if (delivery.status === 'failed') item.append(button('Send it again', 'quiet', () => replay(delivery.id)))
  return item
}

/** @param {Delivery} delivery */
function storyOf({ attemptCount, nextAttemptAt, deliveredAt, lastAttemptAt }) {
  const tries = attemptCount === 1 ? '1 attempt' : `${attemptCount} attempts`
  if (deliveredAt) return `${tries}, delivered at ${clock(deliveredAt)}`
  if (nextAttemptAt) return `${tries}, next at ${clock(nextAttemptAt)}`
  return lastAttemptAt ? `${tries}, the last at ${clock(lastAttemptAt)}` : tries
}

/** @param {string} deliveryId @param {boolean} [shows] What is personal too. */
async function openDelivery(deliveryId, shows = false) {
  try {
    const { delivery } = await read('deliveries/one', { deliveryId, ...personalQuery(shows) })
    openDetail(delivery.type, contentOf(delivery))
  } catch (problem) {
    notice(problem)
  }
}

/** @param {Delivery & {body: string | null, personal: 'none' | 'masked' | 'shown', attempts: {startedAt: string, endedAt: string | null, statusCode: number | null, reason: string | null}[]}} delivery */
function contentOf(delivery) {
  const attempts = delivery.attempts.map(({ startedAt, statusCode, reason }, index) => {
    const result = reason ?? (statusCode === null ? 'under way' : 'delivered')
    const words = `${index + 1}. ${clock(startedAt)}: ${statusCode === null ? '' : `status ${statusCode}, `}${result}`
    return verdict(reason === null, words)
  })
  return [
    facts([
      ['Status', chip(delivery.status, TONES[delivery.status])],
      ['Story', storyOf(delivery)],
      ['Address', element('code', '', delivery.url)],
      ['Key', element('code', '', delivery.idempotencyKey)],
      ['Delivery', element('code', '', delivery.id)],
    ]),
    ...(attempts.length > 0 ? [element('h3', '', 'Attempts'), element('ol', 'verdicts', ...attempts)] : []),
    ...personalNote(delivery.personal, (shows) => openDelivery(delivery.id, shows)),
    ...bodyBlocks(delivery.body),
  ]
}

/** @param {string | null} body */
function bodyBlocks(body) {
  if (body !== null) return [textBlock('Event', pretty(body)), textBlock('Raw body', body)]
  return [
    element('p', 'lead', 'It holds personal data, which this casino\u2019s key may not read: it lacks the scope kyc.'),
  ]
}

/** @param {string} deliveryId */
function replay(deliveryId) {
  send('deliveries/replay', { deliveryId }).then(refreshDeliveries, notice)
}

async function replayFailed() {
  try {
    const { replayedCount } = await send('deliveries/replay-failed', {})
    await refreshDeliveries()
    notice(replayedCount === 0 ? 'No delivery has failed, so nothing was sent again.' : `Sent again: ${replayedCount}.`)
  } catch (problem) {
    notice(problem)
  }
}
