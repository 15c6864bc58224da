import { player, read, slug } from './api.js'
import { byId } from './dom.js'
import { learnCurrencies, moneyText } from './money.js'
import { shortName } from './order-words.js'

/**
 * The player's balance and ledger, live.
 * @typedef {{id: number, type: string, amountMinor: number, currency: string, balanceAfterMinor: number,
 *   idempotencyKey: string | null, reference: any, askedAt: string | null, occurredAt: string, copy: number}} Entry
 */

const MAX_ROWS = 100
/** From here on a movement counts as late. */
const LATE_MS = 1000
const WORDS = {
  opening: () => 'Welcome balance',
  top_up: () => 'Top-up',
  adjustment: () => 'Adjustment',
  round: () => 'Round played',
  refund: (/** @type {any} */ { orderPublicId }) =>
    orderPublicId ? `Shipping fee back: order ${shortName(orderPublicId)}` : 'Refund',
  shipping: (/** @type {any} */ { orderPublicId }) => `Shipping fee of order ${shortName(orderPublicId)}`,
  cashback: (/** @type {any} */ reference) => `Cashed back: ${reference.itemName}`,
}

const figure = /** @type {HTMLElement} */ (document.querySelector('[data-testid=balance]'))
const time = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false })

/** @type {Map<string, number>} */
const balances = new Map()
/** @type {Set<number>} */
const shown = new Set()
let currency = ''
let newest = 0

/** Shows another currency's balance. @param {string} code */
export function showCurrency(code) {
  currency = code
  showBalance()
}

/** Reads the wallet again. Resolves to the player. */
export async function refreshWallet() {
  const answer = await read('ledger')
  learnCurrencies(answer.balances.map((row) => ({ code: row.currency, exponent: row.exponent })))
  for (const row of answer.balances) balances.set(row.currency, row.balanceMinor)
  for (const entry of answer.entries.reverse()) addRow(entry, false)
  showBalance()
  return answer.player
}

/**
 * Follows the wallet from now on.
 * @param {{onEntry: (entry: Entry) => void, onBell: Record<string, () => void>}} listeners `onBell` by the name of an event that says that
 *   something changed; each is called once at the beginning too, and after every break.
 */
export function followWallet({ onEntry, onBell }) {
  const source = new EventSource(`/c/${slug}/api/ledger/stream?${new URLSearchParams({ player })}`)
  source.addEventListener('open', () => {
    setLive(true)
    refreshWallet().catch(() => setLive(false))
    for (const listener of Object.values(onBell)) listener()
  })
  for (const [name, listener] of Object.entries(onBell)) source.addEventListener(name, listener)
  source.addEventListener('error', () => setLive(false))
  source.addEventListener('entry', (event) => {
    const entry = JSON.parse(event.data)
    if (!shown.has(entry.id)) addEntry(entry)
    onEntry(entry)
  })
}

/** @param {Entry} entry */
function addEntry(entry) {
  balances.set(entry.currency, entry.balanceAfterMinor)
  addRow(entry, true)
  showBalance()
}

/** @param {boolean} isLive */
function setLive(isLive) {
  const live = byId('live')
  live.textContent = isLive ? 'Live' : 'Reconnecting'
  live.classList.toggle('on', isLive)
}

function showBalance() {
  const minor = balances.get(currency)
  const text = minor === undefined ? 'Opens with the first game' : moneyText(minor, currency)
  if (figure.textContent !== text) {
    figure.textContent = text
    figure.dataset.minor = String(minor ?? '')
    figure.classList.toggle('unopened', minor === undefined)
  }
  const rest = [...balances].filter(([code]) => code !== currency).map(([code, amount]) => moneyText(amount, code))
  byId('others').hidden = rest.length === 0
  byId('others').textContent = `Also in the wallet: ${rest.join(', ')}`
}

/**
 * @param {Entry} entry
 * @param {boolean} isNew
 */
function addRow(entry, isNew) {
  if (shown.has(entry.id) || entry.id < newest) return
  shown.add(entry.id)
  newest = entry.id
  const row = document.createElement('tr')
  row.dataset.testid = 'ledger-row'
  row.dataset.type = entry.type
  row.dataset.amountMinor = String(entry.amountMinor)
  row.className = isNew ? 'new' : ''
  row.append(movementCell(entry), amountCell(entry), numberCell(moneyText(entry.balanceAfterMinor, entry.currency)))
  const body = byId('ledger')
  body.prepend(row)
  while (body.children.length > MAX_ROWS) body.lastElementChild?.remove()
}

/** @param {Entry} entry */
function movementCell(entry) {
  const cell = document.createElement('td')
  const kind = /** @type {keyof typeof WORDS} */ (entry.reference?.kind ?? entry.type)
  const what = element('span', 'what', WORDS[kind]?.(entry.reference) ?? kind)
  const detail = element('span', 'detail', '')
  const at = document.createElement('time')
  at.dateTime = entry.occurredAt
  at.textContent = time.format(new Date(entry.occurredAt))
  detail.append(at, ` \u00b7 ${entry.type.replace('_', '-')}`)
  cell.append(what, detail)
  for (const oddity of odditiesOf(entry)) cell.append(element('span', 'oddity', oddity))
  if (entry.idempotencyKey) cell.append(keyCode(entry.idempotencyKey))
  return cell
}

/** A key that breaks behind its colons, where it must break. @param {string} key */
function keyCode(key) {
  const code = element('code', '', '')
  code.append(...key.split(/(?<=:)/).flatMap((part) => [part, document.createElement('wbr')]))
  return code
}

/** What a wallet in good weather never does. @param {Entry} entry */
function odditiesOf({ askedAt, occurredAt, copy }) {
  const lateMs = askedAt === null ? 0 : Date.parse(occurredAt) - Date.parse(askedAt)
  const late = `Applied late: asked at ${time.format(new Date(askedAt ?? occurredAt))}`
  const again = `Moved again for the same key: movement ${copy + 1}`
  return [...(lateMs >= LATE_MS ? [late] : []), ...(copy > 0 ? [again] : [])]
}

/** @param {Entry} entry */
function amountCell({ amountMinor, currency: code }) {
  const cell = numberCell(moneyText(amountMinor, code, { signed: true }))
  cell.classList.add(amountMinor < 0 ? 'loss' : 'gain')
  return cell
}

/** @param {string} text */
function numberCell(text) {
  return element('td', 'number', text)
}

/**
 * @param {string} tag
 * @param {string} className
 * @param {string} text
 */
function element(tag, className, text) {
  const node = document.createElement(tag)
  node.className = className
  node.textContent = text
  return node
}
