import { byId } from './dom.js'
import { titleOf } from './forecast.js'
import { moneyText } from './money.js'

/**
 * The last calls of the player's wallet: what came, what the wallet decided, and what Coffer was told.
 * @typedef {{at: string, status: number, body: string}} Reply
 * @typedef {{callId: number, arrivedAt: string, type: string | null, idempotencyKey: string | null, amountMinor: number | null,
 *   currency: string | null, fault: string | null, waitsUntil: string | null, decision: Reply | null, answer: Reply | null,
 *   end: 'answered' | 'cut' | 'left' | null, endedAt: string | null}} Call
 */

const MAX_ROWS = 50
const TYPES = { 'wallet.debit': 'Debit', 'wallet.credit': 'Credit', 'wallet.balance': 'Balance read' }
const NO_ANSWER = { cut: 'the wallet cut the connection', left: 'Coffer hung up before an answer', answered: '' }

const time = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false })
const clock = (/** @type {string} */ at) => time.format(new Date(at))

/** @param {{calls: Call[]}} answer Newest first. */
export function showCalls({ calls }) {
  byId('calls').replaceChildren(...calls.slice(0, MAX_ROWS).map(callItem))
  byId('calls-message').hidden = calls.length > 0
}

/** @param {Call} call */
function callItem(call) {
  const item = document.createElement('li')
  item.dataset.testid = 'wallet-call'
  const money = call.amountMinor === null || !call.currency ? '' : ` ${moneyText(call.amountMinor, call.currency)}`
  const name = TYPES[/** @type {keyof typeof TYPES} */ (call.type)] ?? 'Not a wallet call'
  const head = line('what', name + money)
  const at = document.createElement('time')
  at.dateTime = call.arrivedAt
  at.textContent = clock(call.arrivedAt)
  head.append(at)
  item.append(head)
  if (call.fault) item.append(line('fault', titleOf({ fault: call.fault })))
  item.append(...storyOf(call).map((words) => line('detail', words)))
  if (call.idempotencyKey) item.append(line('key', call.idempotencyKey))
  return item
}

/** @param {Call} call */
function storyOf({ arrivedAt, decision, answer, waitsUntil, end, endedAt }) {
  const isSaid = decision?.body === answer?.body && decision?.status === answer?.status
  const decided = decision
    ? `Wallet: ${meaningOf(decision)}${lateness(arrivedAt, decision.at)}`
    : waitsUntil && !answer
      ? `Wallet: sleeps until ${clock(waitsUntil)}`
      : 'Wallet: never asked'
  const silence = end === null ? 'nothing yet' : `${NO_ANSWER[end]}${lateness(arrivedAt, endedAt ?? arrivedAt)}`
  const told = answer ? meaningOf(answer) + brokenOff(end, endedAt) : silence
  return decision && answer && isSaid && end === 'answered' ? [decided] : [decided, `Coffer: ${told}`]
}

/** @param {Call['end']} end @param {string | null} endedAt */
function brokenOff(end, endedAt) {
  if (end === null) return ', on its way'
  return end === 'left' ? `, but it hung up at ${clock(/** @type {string} */ (endedAt))}` : ''
}

/** @param {string} from @param {string} to */
function lateness(from, to) {
  const seconds = (Date.parse(to) - Date.parse(from)) / 1000
  return seconds < 0.5 ? '' : `, after ${seconds.toFixed(1)} s`
}

/** @param {Reply} reply */
function meaningOf({ status, body }) {
  const value = status === 200 ? parse(body) : null
  if (status !== 200) return `status ${status}`
  if (value?.accepted === true || /^\{"accepted":true,/.test(body)) return 'accepted'
  if (typeof value?.balanceMinor === 'number') return moneyText(value.balanceMinor, value.currency)
  if (value?.accepted === false || value?.errorCode) return `refused, ${value.errorCode ?? 'no reason'}`
  return body === '' ? 'an empty answer' : `\u201c${body.slice(0, 60)}\u201d`
}

/** @param {string} body */
function parse(body) {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

/** @param {string} className @param {string} text */
function line(className, text) {
  const node = document.createElement('span')
  node.className = className
  node.textContent = text
  return node
}
