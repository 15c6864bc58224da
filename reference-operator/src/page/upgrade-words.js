import { moneyText, percentText } from './money.js'

/**
 * What an Upgrader round came to, in words, from an answer or from an event.
 * @typedef {{chanceBps: number, rolledBps: number, isWin: boolean, target: {name: string, valueMinor: number, currency: string}}} Upgrade
 */

/** @param {Upgrade} upgrade @param {string} stake What was staked, in words. */
export function upgradeWords({ chanceBps, rolledBps, isWin, target }, stake) {
  const roll = `Rolled ${percentText(rolledBps)}; a roll below ${percentText(chanceBps)} wins.`
  const prize = `${target.name}, worth ${moneyText(target.valueMinor, target.currency)}`
  if (isWin) return `${roll} Won: ${prize}. It is in the vault. Staked: ${stake}.`
  return `${roll} Not won: ${prize}. Spent: ${stake}.`
}

/** A chance as it is offered: `50%`. @param {number} bps */
export function chanceText(bps) {
  return percentText(bps).replace('.00', '')
}

/** @param {number} minor @param {string} currency @param {number} itemCount 0 for a stake of money. */
export function stakeWords(minor, currency, itemCount) {
  const worth = moneyText(minor, currency)
  if (itemCount === 0) return worth
  return itemCount === 1 ? `one thing, counted ${worth}` : `${itemCount} things, counted ${worth}`
}

/** What the event of a delivery says, in words; null when it is no Upgrader round. @param {string} body As it came. */
export function eventWords(body) {
  const payload = payloadOf(body)
  const outcome = payload?.outcome
  if (outcome?.kind !== 'upgrader') return null
  return upgradeWords(outcome, stakeWords(payload.betMinor, payload.currency, outcome.stakeItemIds.length))
}

/** @param {string} body @returns {any} */
function payloadOf(body) {
  try {
    return JSON.parse(body)?.payload
  } catch {
    return null
  }
}
