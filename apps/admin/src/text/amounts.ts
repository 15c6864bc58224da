import { exponentOf } from '@coffer/contract/currencies'
import { parseMoney, typedMoney } from '@coffer/web'
import { money } from './numbers.ts'

const LOCALE = 'en-GB'

/** An amount as the viewer types it, such as 12.50. */
export const typedAmount = (minor: number, currency: string) => typedMoney(minor, currency, LOCALE)

type ReadAmount =
  | { readonly minor: number; readonly fault?: never }
  | { readonly minor?: never; readonly fault: string }

/** The minor units of a typed amount, or why it is not valid. `orElse`: the end of a sentence, such as ", or leave the field empty". */
export function readAmount(text: string, currency: string, largestMinor: number, orElse = ''): ReadAmount {
  const minor = parseMoney(text, currency, LOCALE)
  if (minor === null) return { fault: `Enter ${amountIn(currency)}${orElse}.` }
  if (minor > largestMinor) return { fault: `Enter at most ${money(largestMinor, currency)}.` }
  return { minor }
}

function amountIn(currency: string): string {
  const digits = exponentOf(currency)
  return digits === 0 ? `a whole amount in ${currency}` : `an amount in ${currency} with at most ${digits} decimals`
}
