import { read } from './api.js'
import { moneyText, percentText } from './money.js'

/** The boxes on sale, as cards. */

/**
 * @typedef {{boxId: number, name: string, imageUrl: string | null, priceMinor: number, currency: string,
 *   rtpBps: number | null, maxPrizeMinor: number | null}} Box
 */

const list = /** @type {HTMLElement} */ (document.getElementById('boxes'))
const count = /** @type {HTMLElement} */ (document.getElementById('boxes-count'))
const message = /** @type {HTMLElement} */ (document.getElementById('boxes-message'))

/**
 * Shows the boxes priced in a currency.
 * @param {string} currency
 * @param {string} serviceOrigin
 * @param {(box: Box, card: HTMLElement) => void} onPick
 */
export async function showBoxes(currency, serviceOrigin, onPick) {
  list.setAttribute('aria-busy', 'true')
  try {
    const { boxes } = await read('boxes', { currency })
    list.replaceChildren(...boxes.map((box) => cardOf(box, serviceOrigin, onPick)))
    const words = boxes.length === 1 ? '1 on sale' : `${boxes.length} on sale`
    count.textContent = boxes.length === 0 ? '' : words
    say(
      boxes.length === 0 ? 'No boxes are on sale yet. Publish one with coffer catalog import, and it stands here.' : '',
    )
  } catch (problem) {
    list.replaceChildren()
    const again = () => showBoxes(currency, serviceOrigin, onPick)
    say(/** @type {Error} */ (problem).message, again)
  }
  list.setAttribute('aria-busy', 'false')
}

/**
 * @param {string} text
 * @param {() => void} [again]
 */
function say(text, again) {
  message.textContent = text
  message.hidden = text === ''
  if (!again) return
  const button = document.createElement('button')
  button.className = 'quiet'
  button.textContent = 'Try again'
  button.addEventListener('click', again)
  message.append(button)
}

/**
 * @param {Box} box
 * @param {string} serviceOrigin
 * @param {(box: Box, card: HTMLElement) => void} onPick
 */
function cardOf(box, serviceOrigin, onPick) {
  const item = document.createElement('li')
  const card = document.createElement('button')
  card.className = 'card'
  card.dataset.testid = 'box-card'
  card.dataset.boxId = String(box.boxId)
  card.append(
    artOf(box.imageUrl, serviceOrigin),
    span('name', box.name),
    span('price', moneyText(box.priceMinor, box.currency)),
  )
  if (box.maxPrizeMinor !== null)
    card.append(span('fact', `Largest prize ${moneyText(box.maxPrizeMinor, box.currency)}`))
  if (box.rtpBps !== null) card.append(span('fact', `RTP ${percentText(box.rtpBps)}`))
  card.addEventListener('click', () => onPick(box, card))
  item.append(card)
  return item
}

/**
 * The picture of a box or a thing behind glass.
 * @param {string | null} imageUrl
 * @param {string} serviceOrigin
 */
export function artOf(imageUrl, serviceOrigin) {
  const vitrine = span('vitrine', '')
  if (imageUrl === null) return vitrine
  const image = document.createElement('img')
  image.src = new URL(imageUrl, serviceOrigin).href
  image.alt = ''
  image.width = image.height = 160
  image.addEventListener('error', () => image.remove())
  vitrine.append(image)
  return vitrine
}

/**
 * @param {string} className
 * @param {string} text
 */
function span(className, text) {
  const node = document.createElement('span')
  node.className = className
  node.textContent = text
  return node
}
