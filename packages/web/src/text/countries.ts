import { COUNTRY_CODES } from '@coffer/contract/countries'

export type Country = { readonly code: string; readonly name: string }

/** Every country by its name in a locale, in that locale's order. */
export function countriesIn(locale: string): readonly Country[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  const order = new Intl.Collator(locale)
  return COUNTRY_CODES.map((code) => ({ code, name: names.of(code) ?? code })).sort((one, other) =>
    order.compare(one.name, other.name),
  )
}

export function countryName(code: string, locale: string): string {
  return new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code
}
