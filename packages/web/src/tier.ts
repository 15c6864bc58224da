/** Value tier of a prize, 1 (least) to 5. */
export type Tier = 1 | 2 | 3 | 4 | 5

/**
 * Tier of a prize by its value against the price of the box: below half of it, below it, below three times, below twenty times, above.
 * Both in minor units of one currency.
 */
export function tierOf(valueMinor: number, priceMinor: number): Tier {
  if (valueMinor * 2 < priceMinor) return 1
  if (valueMinor < priceMinor) return 2
  if (valueMinor < priceMinor * 3) return 3
  if (valueMinor < priceMinor * 20) return 4
  return 5
}
