import { decimalOf, exponentOf } from '@coffer/contract/currencies'

/**
 * An amount of minor units as a person reads it: (120500, 'EUR', 'en') is €1,205.00. The digits come from the ISO exponent;
 * `Intl` only groups them and sets the symbol. Throws RangeError for an unknown currency.
 */
export function formatMoney(minor: number, currency: string, locale: string): string {
  return formatterOf(currency, locale).format(decimalOf(minor, currency) as Intl.StringNumericLiteral)
}

const formatters = new Map<string, Intl.NumberFormat>()

function formatterOf(currency: string, locale: string): Intl.NumberFormat {
  const key = `${locale} ${currency}`
  const made = formatters.get(key)
  if (made) return made
  const digits = exponentOf(currency)
  const formatter = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  formatters.set(key, formatter)
  return formatter
}
