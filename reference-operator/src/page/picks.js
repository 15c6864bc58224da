import { byId, element } from './dom.js'
import { moneyText } from './money.js'

/**
 * Things of the vault, to be ticked.
 * @typedef {{id: number, name: string, valueMinor: number, currency: string}} Thing
 */

/** @param {Thing} thing */
export function pickOf({ id, name, valueMinor, currency }) {
  const box = /** @type {HTMLInputElement} */ (element('input', ''))
  Object.assign(box, { type: 'checkbox', value: String(id) })
  const label = element('label', 'tick', box, element('span', 'pick-name', name))
  label.append(element('span', 'told', moneyText(valueMinor, currency)))
  return label
}

/** The ids of those that are ticked. @param {string} place */
export function picked(place) {
  const boxes = /** @type {HTMLInputElement[]} */ ([...byId(place).querySelectorAll('input')])
  return boxes.filter(({ checked }) => checked).map(({ value }) => Number(value))
}
