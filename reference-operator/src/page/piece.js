import { priceChart } from './chart.js'
import { dayText } from './chart-scale.js'
import { facts } from './detail.js'
import { byId, element } from './dom.js'
import { artOf } from './lobby.js'
import { changeBps, moneyText, percentText } from './money.js'

/**
 * One thing of the collection: its price, its chart, and what is known of it.
 * @typedef {import('./api.js').SiteAnswers['GET collection/item']} CollectedItem
 */

/** Told elsewhere on the card. */
const HOUSE_KEYS = new Set(['category', 'schema_version'])

/**
 * How an amount has changed, in words, and whether that is good.
 * @param {number} fromMinor @param {number} toMinor
 */
export function changeOf(fromMinor, toMinor) {
  const bps = changeBps(fromMinor, toMinor)
  const tone = toMinor > fromMinor ? 'gain' : toMinor < fromMinor ? 'loss' : ''
  return { tone, words: toMinor === fromMinor ? 'As won' : bps === null ? 'New' : percentText(bps, { signed: true }) }
}

/** @param {CollectedItem} answer @param {string} serviceOrigin */
export function showPiece({ item, history, asOf }, serviceOrigin) {
  const place = byId('piece')
  place.dataset.id = String(item.id)
  const wonValueMinor = worthAtWin(history)
  const chart = priceChart({ ...history, wonValueMinor }, asOf)
  place.replaceChildren(head(item, wonValueMinor, serviceOrigin), chart, storyOf(item))
}

/**
 * What the market said on the day of the win: the value that held then. A box pays by the value that it was published with, which the
 * market may have left behind.
 * @param {CollectedItem['history']} history
 */
function worthAtWin({ points, wonAt, wonValueMinor }) {
  const won = Date.parse(wonAt)
  const before = points.filter((point) => Date.parse(point.recordedAt) <= won)
  return before.at(-1)?.valueMinor ?? wonValueMinor
}

/** @param {CollectedItem['item']} item @param {number} wonMinor @param {string} serviceOrigin */
function head(item, wonMinor, serviceOrigin) {
  const title = element('h3', '', item.name)
  title.id = 'piece-title'
  const { tone, words } = changeOf(wonMinor, item.valueMinor)
  const change = moneyText(item.valueMinor - wonMinor, item.currency, { signed: true })
  const since = element('p', `since ${tone}`, tone ? `${change} (${words})` : 'As on the day of the win')
  if (tone) since.append(element('span', 'told', ' since the win'))
  const worth = element('p', 'piece-worth', moneyText(item.valueMinor, item.currency))
  worth.dataset.testid = 'piece-worth'
  return element(
    'header',
    'piece-head',
    artOf(item.imageUrl, serviceOrigin),
    element('div', '', title, element('p', 'told', wordsOf(item.collectibleCategory ?? 'collectible'))),
    element('div', 'piece-figures', worth, since),
  )
}

/** @param {CollectedItem['item']} item */
function storyOf(item) {
  const cashback = item.cashbackMinor === null ? 'not offered' : moneyText(item.cashbackMinor, item.currency)
  const story = facts([
    ['Won on', dayText(item.wonAt)],
    ['From', item.sourceBoxName],
    ['Worth in that box', item.wonValueMinor === undefined ? null : moneyText(item.wonValueMinor, item.currency)],
    ['Cash back now', cashback],
  ])
  const known = Object.entries(item.metadata ?? {})
    .filter(([name]) => !HOUSE_KEYS.has(name))
    .sort()
  return element('div', 'piece-story', story, ...(known.length > 0 ? [metadataTable(known)] : []))
}

/** @param {[string, unknown][]} known */
function metadataTable(known) {
  const rows = known.map(([name, value]) => {
    const title = element('th', '', wordsOf(name))
    title.setAttribute('scope', 'row')
    return element('tr', '', title, element('td', '', valueText(value)))
  })
  const caption = element('caption', 'unseen', 'What is known of it')
  const table = element('table', 'metadata', caption, element('tbody', '', ...rows))
  table.dataset.testid = 'metadata'
  return table
}

/** @param {unknown} value */
function valueText(value) {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** `trading_card` as `Trading card`. @param {string} name */
function wordsOf(name) {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
