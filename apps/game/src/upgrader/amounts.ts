/** How many amounts are offered to choose from. */
const OFFERED = 5
/** Which of them stands there before the player has chosen. */
const FIRST = 2

/** Round amounts within the limits, the smallest first: 1, 2 and 5, times powers of ten. Minor units; pure. */
export function quickAmounts(minMinor: number, maxMinor: number): number[] {
  const found: number[] = []
  for (let power = 1; power <= maxMinor && found.length < OFFERED; power *= 10) {
    for (const amount of [power, power * 2, power * 5]) {
      if (amount >= minMinor && amount <= maxMinor && found.length < OFFERED) found.push(amount)
    }
  }
  return found
}

export function firstAmount(minMinor: number, maxMinor: number): number {
  const amounts = quickAmounts(minMinor, maxMinor)
  return amounts[FIRST] ?? amounts.at(-1) ?? minMinor
}
