import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { addressHas, COUNTRY_CODES, type CountryPart } from '@coffer/contract/countries'
import { CURRENCIES, exponentOf, isCurrency, isLiveCurrency } from '@coffer/contract/currencies'
import { code as isoEntry } from 'currency-codes'
import { formatAddress } from 'localized-address-format'

/** Tables of the world that pages carry, compared with the packages that keep them. */

const read = createRequire(import.meta.url)

test('the countries of the forms are those of ISO 3166-1 and Kosovo', () => {
  const containment: Record<string, { _contains: string[] }> = read('cldr-core/supplemental/territoryContainment.json')
    .supplemental.territoryContainment
  const codes: Record<string, { _numeric?: string }> = read('cldr-core/supplemental/codeMappings.json').supplemental
    .codeMappings
  const within = (region: string): string[] => containment[region]?._contains.flatMap(within) ?? [region]
  const known = new Set(within('001').filter((code) => code === 'XK' || codes[code]?._numeric !== undefined))
  assert.equal(known.size, 250)
  assert.deepEqual([...COUNTRY_CODES].sort(), [...known].sort())
})

test('a country has a postal code and a region where its addresses are written with one', () => {
  const isWritten = (postalCountry: string, part: object) => {
    return formatAddress({ postalCountry, ...part }).some((line) => line.includes('here'))
  }
  const has = (country: string): Record<CountryPart, boolean> => ({
    postalCode: isWritten(country, { postalCode: 'here' }),
    region: isWritten(country, { administrativeArea: 'here' }),
  })
  for (const country of COUNTRY_CODES) {
    const ours = { postalCode: addressHas(country, 'postalCode'), region: addressHas(country, 'region') }
    assert.deepEqual(ours, has(country), country)
  }
})

type Tender = { _from?: string; _to?: string; _tender?: string }
type CurrencyData = { region: Record<string, Record<string, Tender>[]>; fractions: Record<string, { _digits: string }> }

/** Units that contracts count in, and second codes of a currency: ISO 4217 lists them, and no country pays with them. */
const UNITS = ['CLF', 'SVC', 'UYI', 'UYW', 'VED']

test('the currencies are those that are paid with today, and the minor units those of ISO 4217', () => {
  const data: CurrencyData = read('cldr-core/supplemental/currencyData.json').supplemental.currencyData
  const tenders = Object.values(data.region)
    .flat()
    .flatMap((one) => Object.entries(one))
    .filter(([, { _tender: tender }]) => tender !== 'false')
  const paid = new Set(tenders.filter(([, { _to: end }]) => end === undefined).map(([code]) => code))
  assert.deepEqual(CURRENCIES, [...paid, ...UNITS].sort())
  const ended = tenders.map(([code]) => code).filter((code) => !paid.has(code) && !UNITS.includes(code))
  for (const code of ended) assert.equal(isLiveCurrency(code), false, code)
  // What the list of ISO 4217 in the package is too old for has the usual two digits.
  const { _digits: usual } = data.fractions.DEFAULT!
  for (const code of [...CURRENCIES, ...ended.filter(isCurrency)]) {
    assert.equal(exponentOf(code), isoEntry(code)?.digits ?? Number(usual), code)
  }
})

test('a currency that has ended is known where something may be in it, and is none to choose', () => {
  for (const code of ['ANG', 'BGN']) {
    assert.deepEqual([isCurrency(code), isLiveCurrency(code), exponentOf(code)], [true, false, 2], code)
  }
  for (const code of ['HRK', 'SLL', 'ZWL', 'MRO', 'STD', 'BYR', 'CUC', 'XAU', 'XXX']) assert.ok(!isCurrency(code), code)
  for (const code of ['XCG', 'SLE', 'ZWG', 'MRU', 'STN', 'BYN', 'VED', 'VES']) assert.ok(isLiveCurrency(code), code)
})
