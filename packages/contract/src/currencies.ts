/**
 * Exponent of the minor unit of each live ISO 4217 currency. `Intl` differs for 16 of them, so it is never asked.
 * `tests/house/places.test.ts` compares the table with the packages of that data.
 */
const EXPONENTS: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2:
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP ' +
    'CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR ' +
    'JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN ' +
    'NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP ' +
    'SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}

/** Exponents of currencies that have ended: what was bought, won or charged in them is still read, paid and converted. */
const ENDED_EXPONENTS: Readonly<Record<number, string>> = { 2: 'ANG BGN' }

const byCode = (exponents: Readonly<Record<number, string>>): [code: string, exponent: number][] =>
  Object.entries(exponents).flatMap(([exponent, codes]) =>
    codes.split(' ').map((code): [string, number] => [code, Number(exponent)]),
  )

const LIVE: ReadonlyMap<string, number> = new Map(byCode(EXPONENTS))
const KNOWN: ReadonlyMap<string, number> = new Map([...LIVE, ...byCode(ENDED_EXPONENTS)])

/** Every live currency, in alphabetical order. */
export const CURRENCIES: readonly string[] = [...LIVE.keys()].sort()

/** True for an ISO 4217 code in capital letters whose amounts can be read: of a live currency, or of one that has ended. */
export function isCurrency(code: string): boolean {
  return KNOWN.has(code)
}

/** True for a currency that something new may be in. */
export function isLiveCurrency(code: string): boolean {
  return LIVE.has(code)
}

/** Number of digits of the minor unit: 2 for EUR, 0 for JPY, 3 for KWD. Throws RangeError for an unknown code. */
export function exponentOf(code: string): number {
  const exponent = KNOWN.get(code)
  if (exponent === undefined) throw new RangeError(`unknown currency ${code}`)
  return exponent
}

/** Decimal digits of an amount, without grouping or symbol: (1205, 'EUR') is '12.05'. */
export function decimalOf(minor: number, currency: string): string {
  const exponent = exponentOf(currency)
  const digits = String(Math.abs(minor)).padStart(exponent + 1, '0')
  const sign = minor < 0 ? '-' : ''
  if (exponent === 0) return sign + digits
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}
