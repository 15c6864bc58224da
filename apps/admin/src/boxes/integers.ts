/** The square root, rounded down. By Newton's method from above. */
export function squareRoot(value: bigint): bigint {
  if (value < 2n) return value
  let root = 1n << BigInt((value.toString(2).length + 1) >> 1)
  for (;;) {
    const next = (root + value / root) >> 1n
    if (next >= root) return root
    root = next
  }
}

/** Rounds a quotient down, also below 0. `divisor`: above 0. */
export function floorDivide(value: bigint, divisor: bigint): bigint {
  const quotient = value / divisor
  return value < 0n && quotient * divisor !== value ? quotient - 1n : quotient
}

/** The number; null if it is not a safe integer. */
export function safeNumber(value: bigint): number | null {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : null
}
