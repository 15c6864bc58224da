import { readAtOnce } from './api.js'
import { button, byId, chip, countQuestions, element, showRows } from './dom.js'
import { artOf } from './lobby.js'
import { changeBps, moneyText, percentText } from './money.js'
import { notice } from './notice.js'
import { changeOf, showPiece } from './piece.js'
import { isShown, showTab, whenShown } from './tabs.js'

/**
 * What the player has won that keeps a price of its own.
 * @typedef {{id: number, itemId: number, name: string, imageUrl: string | null, valueMinor: number, currency: string, wonValueMinor?: number,
 *   currentValueMinor?: number | null, currentRevisionId?: number}} Thing
 * @typedef {{count: number, currency: string, totalCurrentValueMinor: number, totalWonValueMinor: number}} Portfolio
 */

/** @type {() => string} */
let currency = () => ''
let serviceOrigin = ''
/** @type {Thing[]} */
let shown = []
/** @type {string | null} */
let next = null
/** @type {number | null} The one looked at. */
let chosen = null
/** Answers may overtake each other: of several that were asked for, the last one counts. */
const question = { list: countQuestions(), piece: countQuestions() }

/** @param {{currency: () => string, serviceOrigin: string}} house */
export function openCollection(house) {
  currency = house.currency
  serviceOrigin = house.serviceOrigin
  whenShown('collection', () => load(null))
  byId('more-things').addEventListener('click', () => load(next))
  byId('collection-to-lobby').addEventListener('click', () => showTab('lobby'))
}

/** Reads again, when the panel is in view. @param {number} [itemId] Whose price has moved: a thing of it is shown. */
export function refreshCollection(itemId) {
  const looksAt = shown.find(({ id }) => id === chosen)?.itemId
  if (itemId !== undefined && looksAt !== itemId) chosen = shown.find((thing) => thing.itemId === itemId)?.id ?? chosen
  if (isShown('collection')) load(null)
}

/** What the thing that is looked at is in the catalogue; null while none is. */
export function itemLookedAt() {
  return shown.find(({ id }) => id === chosen)?.itemId ?? null
}

/** Shows one thing, wherever the player is. @param {number} inventoryItemId */
export function showThing(inventoryItemId) {
  chosen = inventoryItemId
  if (!isShown('collection')) showTab('collection')
  else look(inventoryItemId)
  byId('piece').scrollIntoView({ block: 'start' })
}

/** @param {string | null} cursor Where to go on; null begins with the newest. */
async function load(cursor) {
  const isNewest = question.list()
  try {
    const query = { currency: currency(), ...(cursor && { cursor }) }
    const answer = await readAtOnce('collection', query)
    if (!isNewest()) return
    shown = cursor ? [...shown, ...answer.items] : answer.items
    next = answer.cursor.next
    showTotals(answer.portfolio)
    showThings()
    say('')
    if (!cursor) await look(chosen ?? dearest()?.id ?? null)
  } catch (problem) {
    if (isNewest()) say(/** @type {Error} */ (problem).message)
  }
}

function dearest() {
  return shown.toSorted((a, b) => b.valueMinor - a.valueMinor)[0]
}

/** @param {string} words */
function say(words) {
  const message = byId('collection-message')
  message.hidden = words === ''
  message.textContent = words
  if (words) message.append(button('Try again', 'quiet', () => load(null)))
}

/** @param {Portfolio} portfolio */
function showTotals({ count, currency: code, totalCurrentValueMinor: now, totalWonValueMinor: won }) {
  byId('collection-count').textContent = count === 0 ? '' : count === 1 ? '1 thing' : `${count} things`
  byId('collection-full').hidden = count === 0
  byId('collection-empty').hidden = count > 0
  const bps = changeBps(won, now)
  const change = element('dd', changeOf(won, now).tone, moneyText(now - won, code, { signed: true }))
  if (bps !== null) change.append(element('span', 'percent', percentText(bps, { signed: true })))
  change.dataset.testid = 'portfolio-change'
  const worth = element('dd', '', moneyText(now, code))
  worth.dataset.testid = 'portfolio-now'
  byId('worth').replaceChildren(
    element('div', '', element('dt', '', 'Worth now'), worth),
    element('div', '', element('dt', '', 'When won'), element('dd', '', moneyText(won, code))),
    element('div', '', element('dt', '', 'Change'), change),
  )
}

function showThings() {
  showRows(byId('things'), shown, (thing) => JSON.stringify(thing), thingCard)
  byId('more-things').hidden = next === null
  markChosen()
}

/** @param {Thing} thing */
function thingCard(thing) {
  const card = button('', 'card', () => choose(thing.id))
  card.dataset.testid = 'thing'
  card.dataset.id = String(thing.id)
  card.append(artOf(thing.imageUrl, serviceOrigin), element('span', 'name', thing.name), worthLine(thing))
  return element('li', '', card)
}

/** @param {Thing} thing */
function worthLine({ currentValueMinor, valueMinor, wonValueMinor = valueMinor, currency: code }) {
  if (currentValueMinor === null) return element('span', 'fact', 'No longer in the catalogue')
  const { tone, words } = changeOf(wonValueMinor, valueMinor)
  return element('span', 'worth-line', element('span', 'price', moneyText(valueMinor, code)), chip(words, tone))
}

/** @param {number} id */
async function choose(id) {
  await look(id)
  byId('piece').focus({ preventScroll: true })
  byId('piece').scrollIntoView({ block: 'start' })
}

/** @param {number | null} id */
async function look(id) {
  const isNewest = question.piece()
  byId('piece').hidden = id === null
  if (id === null) return
  try {
    const answer = await readAtOnce('collection/item', { inventoryItemId: String(id), currency: currency() })
    if (!isNewest()) return
    chosen = id
    byId('collection-full').hidden = false
    showPiece(answer, serviceOrigin)
  } catch (problem) {
    if (isNewest()) notice(problem)
  }
  markChosen()
}

function markChosen() {
  for (const node of byId('things').querySelectorAll('button')) {
    node.setAttribute('aria-pressed', String(node.dataset.id === String(chosen)))
  }
}
