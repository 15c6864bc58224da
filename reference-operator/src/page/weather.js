import { change, player, read, remove } from './api.js'
import { showCalls } from './calls.js'
import { byId, countQuestions, oncePerBurst } from './dom.js'
import { openForecast, titleOf } from './forecast.js'
import { notice } from './notice.js'

/**
 * The rules at work on this casino's wallet, and what sort of wallet it is.
 * @typedef {import('./api.js').SiteAnswers['GET faults']} Weather
 * @typedef {Weather['rules'][number]} Rule
 */

const CACHE_WORDS = {
  'accepted-only': 'A key that was accepted gets that answer again. One that was refused is decided anew.',
  all: 'The first answer for a key is the answer for ever: what was refused once stays refused.',
}
const CALLS = { 'wallet.debit': 'debits', 'wallet.credit': 'credits', 'wallet.balance': 'balance reads' }

const cache = /** @type {HTMLSelectElement} */ (byId('cache'))
const broken = /** @type {HTMLInputElement} */ (byId('broken'))
const callsBox = /** @type {HTMLDetailsElement} */ (byId('calls-box'))
/** What was asked before a choice would take it back for a moment. */
const question = countQuestions()

/** Opens the panel. Rejects when the casino does not answer. */
export async function openWeather() {
  const weather = await read('faults')
  openForecast(weather.faults, (rule) => apply(change('POST', 'faults', rule)))
  cache.addEventListener('change', () => apply(change('PUT', 'faults', { cache: cache.value })))
  broken.addEventListener('change', () => apply(change('PUT', 'faults', { atomic: !broken.checked })))
  byId('fair').addEventListener('click', () => apply(remove('faults')))
  callsBox.addEventListener('toggle', refreshWeather)
  show(weather)
}

/** Looks at the weather again, and at the calls when they are open. */
export const refreshWeather = oncePerBurst(() => {
  // Without an answer what stands here may be old, which the wallet's own light shows.
  ask(read('faults')).catch(() => {})
  if (callsBox.open) read('calls').then(showCalls, () => {})
})

/** @param {Promise<Weather>} answer */
function apply(answer) {
  ask(answer).catch((problem) => {
    notice(problem)
    refreshWeather()
  })
}

/** Shows what was asked for last. @param {Promise<Weather>} answer */
async function ask(answer) {
  const isNewest = question()
  const weather = await answer
  if (isNewest()) show(weather)
}

/** @param {Weather} weather */
function show(weather) {
  const { rules } = weather
  cache.value = weather.cache
  byId('cache-words').textContent = CACHE_WORDS[/** @type {keyof typeof CACHE_WORDS} */ (weather.cache)]
  broken.checked = !weather.atomic
  const isFair = rules.length === 0 && weather.atomic
  const count = rules.length === 1 ? '1 rule' : `${rules.length} rules`
  byId('weather-state').textContent = isFair ? 'Fair' : rules.length === 0 ? 'Broken' : count
  byId('weather-state').classList.toggle('rough', !isFair)
  byId('fair').hidden = isFair && weather.cache === 'accepted-only'
  byId('rules').hidden = rules.length === 0
  byId('rules').replaceChildren(...rules.map(ruleItem))
}

/** @param {Rule} rule */
function ruleItem(rule) {
  const item = document.createElement('li')
  item.dataset.testid = 'fault-rule'
  const name = textElement('span', 'what', titleOf(rule))
  const detail = textElement('span', 'detail', scopeOf(rule))
  const words = document.createElement('div')
  words.append(name, detail)
  const off = /** @type {HTMLButtonElement} */ (textElement('button', 'quiet', 'Switch off'))
  off.type = 'button'
  off.setAttribute('aria-label', `Switch off: ${titleOf(rule)}`)
  off.addEventListener('click', () => apply(remove('faults', rule.ruleId)))
  item.append(words, off)
  return item
}

/** @param {Rule} rule */
function scopeOf({ when, times }) {
  const calls = CALLS[/** @type {keyof typeof CALLS} */ (when.type)] ?? 'all calls'
  const whose = when.player === undefined ? 'every player' : when.player === player ? 'this player' : when.player
  const key = when.idempotencyKey === undefined ? [] : [`key ${when.idempotencyKey}`]
  const left = times === undefined ? 'until switched off' : times === 1 ? '1 more call' : `${times} more calls`
  return [calls, whose, ...key, left].join(' \u00b7 ')
}

/** @param {string} tag @param {string} className @param {string} text */
function textElement(tag, className, text) {
  const node = document.createElement(tag)
  node.className = className
  node.textContent = text
  return node
}
