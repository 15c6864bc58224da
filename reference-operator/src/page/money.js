/** Amounts are integers of minor units; they are written with digits only, never divided. */

/** @type {Map<string, number>} */
const exponents = new Map()

/** @param {{code: string, exponent: number}[]} currencies */
export function learnCurrencies(currencies) {
  for (const { code, exponent } of currencies) exponents.set(code, exponent)
}

/**
 * `€12.05`, or `+€12.05` when signed.
 * @param {number} minor
 * @param {string} currency
 * @param {{signed?: boolean}} [options]
 */
export function moneyText(minor, currency, { signed = false } = {}) {
  const exponent = exponents.get(currency) ?? 2
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: exponent,
    maximumFractionDigits: exponent,
    signDisplay: signed ? 'exceptZero' : 'auto',
  })
  return format.format(/** @type {any} */ (decimal(minor, exponent))).replace('-', '\u2212')
}

/**
 * `12.05%`, or `+12.05%` when signed, as the game writes it.
 * @param {number} bps
 * @param {{signed?: boolean}} [options]
 */
export function percentText(bps, { signed = false } = {}) {
  const shown = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  const format = new Intl.NumberFormat('en', {
    style: 'percent',
    ...shown,
    signDisplay: signed ? 'exceptZero' : 'auto',
  })
  return format.format(/** @type {any} */ (decimal(bps, 4))).replace('-', '\u2212')
}

/** By how many basis points an amount has changed, without what is less than one; null when it was nothing. @param {number} from @param {number} to */
export function changeBps(from, to) {
  return from === 0 ? null : Number(((BigInt(to) - BigInt(from)) * 10_000n) / BigInt(from))
}

/** An amount that has changed by so many percent, without what is less than a minor unit. @param {number} minor @param {number} percent */
export function changedBy(minor, percent) {
  return Number((BigInt(minor) * BigInt(100 + percent)) / 100n)
}

/** @param {string} currency */
export function unitOf(currency) {
  return 10 ** (exponents.get(currency) ?? 2)
}

/**
 * @param {number} minor
 * @param {number} exponent
 */
function decimal(minor, exponent) {
  const digits = String(Math.abs(minor)).padStart(exponent + 1, '0')
  const whole = digits.slice(0, digits.length - exponent)
  const fraction = exponent === 0 ? '' : `.${digits.slice(-exponent)}`
  return (minor < 0 ? '-' : '') + whole + fraction
}
