import { formatBps, formatChange, formatMoney } from '@coffer/web'

const LOCALE = 'en-GB'
const COUNT = new Intl.NumberFormat(LOCALE)

/** A count with grouped digits, such as 1,204. */
export const count = (value: number) => COUNT.format(value)

/** A count with its noun, such as "1 open" or "12 opens". */
export function countOf(value: number, { one, many }: { readonly one: string; readonly many: string }): string {
  return `${count(value)} ${value === 1 ? one : many}`
}

/** An amount of minor units, such as €1,204.50. A negative amount has a minus sign, not a hyphen. */
export function money(minor: number, currency: string): string {
  return formatMoney(minor, currency, LOCALE).replace('-', '−')
}

/** An amount with its sign, such as +€3.00 or −€12.00. */
export function signedMoney(minor: number, currency: string): string {
  return minor > 0 ? `+${money(minor, currency)}` : money(minor, currency)
}

/** The change of an amount in percent with its sign, such as +2.5%; null when it was 0 before. */
export function signedChange(fromMinor: number, toMinor: number): string | null {
  const change = formatChange(fromMinor, toMinor, LOCALE)
  return change === null ? null : `${toMinor < fromMinor ? '−' : '+'}${change}`
}

/** Basis points in percent with two decimals. A negative percentage has a minus sign, not a hyphen. */
export const percent = (bps: number) => formatBps(bps, LOCALE).replace('-', '−')

export const yesOrNo = (value: boolean) => (value ? 'Yes' : 'No')
