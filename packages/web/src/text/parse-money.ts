import { decimalOf, exponentOf } from '@coffer/contract/currencies'

/** An amount as a person types it, with the locale's own sign before the fraction: (120500, 'EUR', 'de') is `1205,00`. */
export function typedMoney(minor: number, currency: string, locale: string): string {
  return decimalOf(minor, currency).replace('.', decimalSign(locale))
}

/**
 * The minor units that a typed amount means: ('1,205.5', 'EUR', 'en') is 120550. Null when it is no amount, or has more digits than
 * the currency. The locale decides which of `.` and `,` groups thousands; the other one, or either where no thousands are grouped,
 * stands before the fraction.
 */
export function parseMoney(text: string, currency: string, locale: string): number | null {
  const plain = text.replace(/\s/g, '')
  const parts = partsOf(plain, decimalSign(locale)) ?? /^(\d+)[.,](\d*)$/.exec(plain)
  if (!parts) return null
  const [, whole = '', fraction = ''] = parts
  const exponent = exponentOf(currency)
  if (fraction.length > exponent) return null
  const minor = BigInt(whole.replace(/[.,]/g, '') + fraction.padEnd(exponent, '0'))
  return minor <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(minor) : null
}

function partsOf(plain: string, decimal: '.' | ','): RegExpExecArray | null {
  return decimal === '.'
    ? /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d*))?$/.exec(plain)
    : /^(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d*))?$/.exec(plain)
}

function decimalSign(locale: string): '.' | ',' {
  const parts = new Intl.NumberFormat(locale, { minimumFractionDigits: 1 }).formatToParts(0)
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ',' : '.'
}
