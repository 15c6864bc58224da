import { element } from './dom.js'

/** The fields of an address, in the order of an envelope, and whom to write to. */

/** A place to try things with; Coffer checks what is written, so that the page shows what it says. */
const SAMPLE = /** @type {Record<string, string>} */ ({
  ...{
    name: 'Ada Example',
    line1: '1 Long Lane',
    postalCode: 'BA1 1AA',
    city: 'Bath',
    region: 'Somerset',
    country: 'GB',
  },
  email: 'ada@example.com',
})
const ADDRESS = [
  { name: 'name', words: 'Name', isWide: true },
  { name: 'line1', words: 'Street', isWide: true },
  { name: 'line2', words: 'Second line', isWide: true },
  { name: 'postalCode', words: 'Postal code, if there is one' },
  { name: 'city', words: 'City' },
  { name: 'region', words: 'Region, if there is one' },
  { name: 'country', words: 'Country, two letters' },
  { name: 'phone', words: 'Phone', isWide: true },
]
const REST = [
  { name: 'email', words: 'E-mail', isWide: true },
  { name: 'notes', words: 'Note for the delivery', isWide: true },
]

/**
 * The fields of an address with what is known of it.
 * @param {Record<string, string | null>} [known]
 */
export function addressFields(known = SAMPLE) {
  return ADDRESS.map((field) => labelled(field, known[field.name] ?? ''))
}

/** Whom to write to, and a note. */
export function contactFields() {
  return REST.map((field) => labelled(field, SAMPLE[field.name] ?? ''))
}

/** @param {{name: string, words: string, isWide?: boolean}} field @param {string} value */
function labelled({ name, words, isWide = false }, value) {
  const input = /** @type {HTMLInputElement} */ (element('input', ''))
  Object.assign(input, { name, value, autocomplete: 'off' })
  return element('label', isWide ? 'wide' : '', element('span', '', words), input)
}

/** What stands in these fields. @param {HTMLElement} place */
export function addressIn(place) {
  return Object.fromEntries(ADDRESS.map(({ name }) => [name, textIn(place, name)]))
}

/** Everything that an order needs to know of where it goes. @param {HTMLElement} place */
export function deliveryIn(place) {
  const notes = textIn(place, 'notes')
  return { address: addressIn(place), contact: { email: textIn(place, 'email') }, ...(notes && { notes }) }
}

/** @param {HTMLElement} place @param {string} name */
function textIn(place, name) {
  return /** @type {HTMLInputElement} */ (place.querySelector(`[name=${name}]`)).value.trim()
}
