/** Exponent of the minor unit of each live ISO 4217 currency. `Intl` differs for 16 of them, so it is never asked. */
const EXPONENTS: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2:
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP ' +
    'CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR ' +
    'JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN ' +
    'NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP ' +
    'SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD YER ZAR ZMW ZWG',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}

const EXPONENT_BY_CODE: ReadonlyMap<string, number> = new Map(
  Object.entries(EXPONENTS).flatMap(([exponent, codes]) => codes.split(' ').map((code) => [code, Number(exponent)])),
)

/** Every currency that Coffer knows, in alphabetical order. */
export const CURRENCIES: readonly string[] = [...EXPONENT_BY_CODE.keys()].sort()

/** True for a live ISO 4217 code in capital letters. */
export function isCurrency(code: string): boolean {
  return EXPONENT_BY_CODE.has(code)
}

/** Number of digits of the minor unit: 2 for EUR, 0 for JPY, 3 for KWD. Throws RangeError for an unknown code. */
export function exponentOf(code: string): number {
  const exponent = EXPONENT_BY_CODE.get(code)
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
