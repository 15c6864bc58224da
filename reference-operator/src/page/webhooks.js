import { read, send } from './api.js'
import { openArrival } from './arrival.js'
import { openDeliveries, refreshDeliveries } from './deliveries.js'
import { button, byId, chip, element, mark, oncePerBurst, showRows, timeElement } from './dom.js'
import { notice } from './notice.js'
import { openReceiver, showRules } from './receiver.js'
import { isShown, lightTab, whenShown } from './tabs.js'

/**
 * What arrived at this casino's webhook receiver.
 * @typedef {{arrivalId: number, arrivedAt: string, deliveryId: string | null, type: string | null, player: string | null,
 *   idempotencyKey: string | null, standard: string, envelope: string, verdict: 'first' | 'duplicate' | 'refused' | 'dropped',
 *   fault: string | null, status: number | null, endedAt: string | null}} Arrival
 */

export const VERDICTS = {
  first: { word: 'First', tone: 'good' },
  duplicate: { word: 'Duplicate', tone: 'wait' },
  refused: { word: 'Refused', tone: 'bad' },
  dropped: { word: 'Not taken', tone: 'bad' },
}
const MAX_ROWS = 100

let newest = 0

/** Opens the panel. Rejects when the casino does not answer. */
export async function openWebhooks() {
  const state = await read('webhooks')
  openReceiver(state, show)
  openDeliveries()
  byId('test-event').addEventListener('click', sendTest)
  for (const name of ['arrivals', 'deliveries']) byId(`show-${name}`).addEventListener('click', () => showList(name))
  whenShown('webhooks', refreshWebhooks)
  show(state)
}

/** Looks at the receiver again. */
export const refreshWebhooks = oncePerBurst(() => {
  read('webhooks').then(show, () => {})
  if (isShown('webhooks') && !byId('deliveries-view').hidden) refreshDeliveries()
})

/** @param {import('./api.js').SiteAnswers['GET webhooks']} state */
function show({ url, hasSecret, endpointId, arrivals, rules }) {
  byId('webhook-url').textContent = url
  byId('test-event').hidden = endpointId === null
  showRules(rules)
  showRows(byId('arrivals'), arrivals.slice(0, MAX_ROWS), JSON.stringify, arrivalRow)
  byId('arrivals-message').hidden = arrivals.length > 0
  if (!hasSecret) sayNoSecret()
  const top = arrivals[0]?.arrivalId ?? 0
  if (newest > 0 && top > newest) lightTab('webhooks')
  newest = Math.max(top, newest, 1)
}

function sayNoSecret() {
  const words = 'This casino has no webhook secret, so it turns every delivery away. '
  const how = 'Make an endpoint with coffer webhook create and give the casino its secret.'
  byId('arrivals-message').replaceChildren(element('p', '', element('strong', '', words), how))
  byId('arrivals-message').hidden = false
}

/** @param {Arrival} arrival */
function arrivalRow(arrival) {
  const { word, tone } = VERDICTS[arrival.verdict]
  const name = arrival.type ?? 'No event'
  const head = element('span', 'line', chip(name, 'type'), chip(word, tone), timeElement(arrival.arrivedAt))
  const signatures = element('span', 'line checks', ...checks(arrival), answerWord(arrival))
  const row = button('', 'entry', () => openArrival(arrival.arrivalId))
  row.append(head, ...who(arrival), signatures)
  const item = element('li', '', row)
  item.dataset.testid = 'arrival'
  item.dataset.verdict = arrival.verdict
  return item
}

/** @param {{player: string | null, idempotencyKey: string | null}} row */
function who({ player, idempotencyKey }) {
  const words = [player === null ? [] : [element('span', 'who', player)]].flat()
  return idempotencyKey === null ? words : [...words, element('code', 'key', idempotencyKey)]
}

/** @param {Arrival} arrival */
function checks({ standard, envelope }) {
  return [check('Standard Webhooks', standard), check('X-Signature', envelope)]
}

/** @param {string} name @param {string} result */
function check(name, result) {
  const isOk = result === 'ok'
  const words = element('span', 'unseen', isOk ? ' fits' : ' does not fit')
  const sign = isOk ? mark('yes', 'good') : mark('no', 'bad')
  return element('span', 'check', sign, ` ${name}`, words)
}

/** @param {Arrival} arrival */
function answerWord({ status, endedAt }) {
  if (endedAt === null) return element('span', 'told', 'no answer yet')
  return element('span', 'told', status === null ? 'not answered' : `answered ${status}`)
}

/** @param {string} name */
function showList(name) {
  for (const one of ['arrivals', 'deliveries']) {
    byId(`${one}-view`).hidden = one !== name
    byId(`show-${one}`).setAttribute('aria-pressed', String(one === name))
  }
  if (name === 'deliveries') refreshDeliveries()
}

function sendTest() {
  byId('test-event').setAttribute('aria-busy', 'true')
  send('deliveries/test', {})
    .then(refreshWebhooks, notice)
    .finally(() => byId('test-event').removeAttribute('aria-busy'))
}
