import { send } from './api.js'
import { moneyText, unitOf } from './money.js'
import { notice } from './notice.js'

/** What the casino's staff can do for, or against, the player. */

const TOP_UP_UNITS = 100
const TOP_UP_UNITS_WITHOUT_MINOR = 10_000

const topUp = /** @type {HTMLButtonElement} */ (document.getElementById('top-up'))
const blocked = /** @type {HTMLButtonElement} */ (document.getElementById('blocked'))
const funding = /** @type {HTMLSelectElement} */ (document.getElementById('funding'))

/** Who pays for the next box: `player` or `operator`. */
export function chosenFunding() {
  return funding.value
}

/** @param {boolean} isBlocked */
export function showBlocked(isBlocked) {
  blocked.setAttribute('aria-pressed', String(isBlocked))
  blocked.textContent = isBlocked ? 'Unblock the player' : 'Block the player'
}

/** @param {string} currency */
export function showTopUp(currency) {
  topUp.textContent = `Top up ${moneyText(topUpMinor(currency), currency)}`
}

/**
 * @param {() => string} currency The one chosen now.
 * @param {() => void} onChange
 */
export function openDesk(currency, onChange) {
  topUp.addEventListener('click', () => {
    send('top-up', { currency: currency(), amountMinor: topUpMinor(currency()) }).then(onChange, notice)
  })
  blocked.addEventListener('click', () => {
    const wanted = blocked.getAttribute('aria-pressed') !== 'true'
    send('blocked', { blocked: wanted }).then(({ player }) => showBlocked(player?.blocked ?? wanted), notice)
  })
}

/** @param {string} currency */
function topUpMinor(currency) {
  const unit = unitOf(currency)
  return unit === 1 ? TOP_UP_UNITS_WITHOUT_MINOR : TOP_UP_UNITS * unit
}
