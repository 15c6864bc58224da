import { read, send } from './api.js'
import { byId, countQuestions, element, oncePerBurst, showRows } from './dom.js'
import { moneyText, unitOf } from './money.js'
import { picked, pickOf } from './picks.js'
import { doJob, fillChoice, sayState } from './staff-job.js'
import { chanceText, stakeWords, upgradeWords } from './upgrade-words.js'

/**
 * A play of the Upgrader that the staff makes for the player: the four calls of the backend API.
 * @typedef {{itemId: number, name: string, valueMinor: number, currency: string, rtpBps: number}} Prize
 */

const select = (/** @type {string} */ id) => /** @type {HTMLSelectElement} */ (byId(id))
const mode = select('upgrade-mode')
const chance = select('upgrade-chance')
const prize = select('upgrade-prize')
const currency = select('currency')
const wager = /** @type {HTMLInputElement} */ (byId('upgrade-wager'))
const play = /** @type {HTMLButtonElement} */ (byId('upgrade-play'))

let afterwards = () => {}
const question = countQuestions()
let noLoss = false
/** Of the play that is not decided yet; a decided one is followed by another. */
let click = newClick()

export const upgrader = { name: 'upgrader', path: '/api/s2s/upgrader/', refresh }

/** `crypto.randomUUID` is missing where the page came over plain http from another machine. */
function newClick() {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
}

/** @param {() => void} onVault */
export function openUpgrader(onVault) {
  afterwards = onVault
  const again = oncePerBurst(showPrizes)
  byId('upgrade-form').addEventListener('input', ({ target }) => {
    if (target === prize) return
    forgetOffer()
    again()
  })
  byId('upgrade-form').addEventListener('submit', async (event) => {
    event.preventDefault()
    await doJob(upgrader, playOne)
    afterwards()
  })
}

async function refresh() {
  const { isOffered, config } = await read('upgrader', { currency: currency.value })
  byId('upgrade-form').hidden = !isOffered
  byId('upgrade-message').hidden = isOffered
  if (!isOffered) return
  noLoss = config.noLoss
  fillChoice(mode, [
    ...(config.modes.balance ? [{ value: 'balance', text: 'an amount' }] : []),
    ...(config.modes.items ? [{ value: 'items', text: 'things of the vault' }] : []),
  ])
  const isFirst = chance.options.length === 0
  const presets = config.chancePresetsBps.map((bps) => ({
    value: String(bps),
    text: chanceText(bps),
  }))
  fillChoice(chance, presets)
  if (isFirst) chance.value = String(config.defaultChanceBps)
  showLimits(config)
  const { items } = await read('upgrader/stakes')
  showRows(byId('upgrade-items'), items, JSON.stringify, pickOf)
  if (items.length === 0)
    byId('upgrade-items').replaceChildren(element('p', 'lesson', 'Nothing stands free in the vault.'))
  await showPrizes()
}

/** @param {{minWagerMinor: number, maxWagerMinor: number, currency: string}} config */
function showLimits({ minWagerMinor, maxWagerMinor, currency: code }) {
  const [least, most] = [Math.ceil(minWagerMinor / unitOf(code)), Math.floor(maxWagerMinor / unitOf(code))]
  const limits = `${moneyText(minWagerMinor, code)} to ${moneyText(maxWagerMinor, code)}`
  byId('upgrade-amount-label').textContent = `Amount in ${code}, ${limits}`
  Object.assign(wager, { min: String(least), max: String(most) })
  const isWithin = Number(wager.value) >= least && Number(wager.value) <= most
  if (!isWithin) wager.value = String(Math.min(least * 10, most))
}

/** What is staked, as it is sent; null while nothing is. */
function stake() {
  if (mode.value === 'balance')
    return wager.validity.valid && wager.value !== ''
      ? { wagerMinor: Number(wager.value) * unitOf(currency.value) }
      : null
  const stakeItemIds = picked('upgrade-items')
  return stakeItemIds.length === 0 ? null : { stakeItemIds }
}

/** What is offered was for another stake: nothing can be played from the change until it is asked anew, and an answer on its way is late. */
function forgetOffer() {
  question()
  play.disabled = true
}

/** What the stake can win at the chance; nothing is staked by looking. */
async function showPrizes() {
  const isNewest = question()
  byId('upgrade-amount').hidden = mode.value !== 'balance'
  byId('upgrade-items').hidden = mode.value !== 'items'
  const staked = stake()
  /** @type {Prize[]} */
  let prizes = []
  let words = mode.value === 'balance' ? 'Choose an amount within the limits.' : 'Choose what to stake.'
  try {
    if (staked) {
      const answer = await send('upgrader/prizes', { ...aim(), ...staked })
      prizes = answer.prizes
      words = bandWords(answer)
    }
  } catch (problem) {
    words = /** @type {Error} */ (problem).message
  }
  if (!isNewest()) return
  fillChoice(
    prize,
    prizes.map(({ itemId, name, valueMinor, currency: code }) => ({
      value: String(itemId),
      text: `${name}, ${moneyText(valueMinor, code)}`,
    })),
  )
  byId('upgrade-told').textContent = words
  play.disabled = prizes.length === 0
}

/** @param {{wagerMinor: number, currency: string, targetBand: {lowerMinor: number, upperMinor: number}, prizes: Prize[], stake?: {items: unknown[]}}} answer */
function bandWords({ wagerMinor, currency: code, targetBand: { lowerMinor, upperMinor }, prizes, stake: things }) {
  const staked = stakeWords(wagerMinor, code, things?.items.length ?? 0)
  const band = `Prizes from ${moneyText(lowerMinor, code)} to ${moneyText(upperMinor, code)}`
  return `Staked: ${staked}. ${band}: ${prizes.length === 0 ? 'none in the catalogue' : prizes.length}.`
}

function aim() {
  return { chanceBps: Number(chance.value), currency: currency.value }
}

async function playOne() {
  const staked = stake()
  if (!staked) return
  byId('upgrade-result').textContent = ''
  try {
    const wish = { ...aim(), ...staked, clientActionId: click, targetItemId: Number(prize.value) }
    const { round, stake: things } = await send('upgrader/play', wish)
    click = newClick()
    byId('upgrade-result').textContent = resultWords(round, things?.items.length ?? 0)
    sayState('upgrader', round.isWin ? 'Won' : 'Not won')
  } catch (problem) {
    // While nobody can say how a play ended, only the same click may follow.
    const { status } = /** @type {{status?: number}} */ (problem)
    if (status !== 503 && status !== 0) click = newClick()
    throw problem
  }
}

/** @param {import('./api.js').SiteAnswers['POST upgrader/play']['round']} round @param {number} itemCount */
function resultWords(round, itemCount) {
  const words = upgradeWords(round, stakeWords(round.betMinor, round.currency, itemCount))
  if (round.isWin || !noLoss) return words
  return `${words} With no-loss on, the casino owes the player Nuggets worth the stake.`
}
