import { read, send } from './api.js'
import { byId, clock } from './dom.js'
import { moneyText, unitOf } from './money.js'
import { doJob, sayState } from './staff-job.js'

/**
 * What keeps the player from playing.
 * @typedef {{isRestricted: boolean, coolOffUntil: string | null, selfExcluded: boolean, dailySpendMinor: number | null,
 *   dailyOpensCount: number | null, today: {spentMinor: number | null, opensCount: number}}} Restrictions
 */

const spend = /** @type {HTMLInputElement} */ (byId('cap-spend'))
const opens = /** @type {HTMLInputElement} */ (byId('cap-opens'))
let currency = ''
/** The caps as they were read last. */
let known = { spend: '', opens: '' }

export const protection = { name: 'protection', path: '/api/s2s/players/', refresh }

export function openProtection() {
  byId('cool-off').addEventListener('click', () => protect({ coolOff: !isPressed('cool-off') }))
  byId('exclude').addEventListener('click', () => protect({ selfExcluded: !isPressed('exclude') }))
  byId('caps-form').addEventListener('submit', (event) => {
    event.preventDefault()
    const dailySpendMinor = spend.value === '' ? null : Number(spend.value) * unitOf(currency)
    protect({ dailySpendMinor, dailyOpensCount: opens.value === '' ? null : Number(opens.value) })
  })
}

/** @param {Record<string, unknown>} wish */
function protect(wish) {
  return doJob(protection, () => send('restrictions', wish))
}

async function refresh() {
  const answer = await read('restrictions')
  currency = answer.currency
  /** @type {Restrictions} */
  const { isRestricted, coolOffUntil, selfExcluded, dailySpendMinor, dailyOpensCount, today } = answer.restrictions
  const isCooling = coolOffUntil !== null && isRestricted
  sayState('protection', isRestricted ? 'May not play' : 'May play')
  press('cool-off', isCooling, isCooling ? 'Lift the cool-off' : 'Cool off for 15 minutes')
  press('exclude', selfExcluded, selfExcluded ? 'Lift the exclusion' : 'Exclude the player')
  const bets = today.opensCount === 1 ? '1 open' : `${today.opensCount} opens`
  const until = isCooling ? ` Cooling off until ${clock(coolOffUntil)}.` : ''
  const spent = today.spentMinor === null ? 'an unknown sum' : moneyText(today.spentMinor, currency)
  byId('protection-today').textContent = `Today: ${spent} in ${bets}.${until}`
  byId('cap-spend-label').textContent = `Bets a day, in ${currency}`
  showCaps({
    // Whole units: what is typed here is never more exact.
    spend: dailySpendMinor === null ? '' : String(Math.floor(dailySpendMinor / unitOf(currency))),
    opens: dailyOpensCount === null ? '' : String(dailyOpensCount),
  })
}

/** A cap that has not changed leaves alone what is being typed. @param {typeof known} caps */
function showCaps(caps) {
  if (caps.spend !== known.spend) spend.value = caps.spend
  if (caps.opens !== known.opens) opens.value = caps.opens
  known = caps
}

/** @param {string} id */
function isPressed(id) {
  return byId(id).getAttribute('aria-pressed') === 'true'
}

/** @param {string} id @param {boolean} isOn @param {string} words */
function press(id, isOn, words) {
  byId(id).setAttribute('aria-pressed', String(isOn))
  byId(id).textContent = words
}
