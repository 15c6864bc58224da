import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { addressHas, COUNTRY_CODES, type CountryPart } from '@coffer/contract/countries'
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
