/**
 * Money is a safe integer of minor units at every boundary. Products and quotients go through BigInt here and nowhere else;
 * the direction of the rounding is in the name.
 */

/** floor(value · numerator / denominator), exact. Throws AmountOutOfRange when the result is no safe integer, RangeError when the denominator is 0. */
export function mulDivFloor(value: number | bigint, numerator: number | bigint, denominator: number | bigint): number {
  return toSafe(floorDivide(BigInt(value) * BigInt(numerator), BigInt(denominator)))
}

/** ceil(value · numerator / denominator), exact. Throws like {@link mulDivFloor}. */
export function mulDivCeil(value: number | bigint, numerator: number | bigint, denominator: number | bigint): number {
  return toSafe(-floorDivide(-(BigInt(value) * BigInt(numerator)), BigInt(denominator)))
}

/** {@link mulDivFloor}, and the largest safe integer where the result would be beyond it: for bounds that amounts are compared with. */
export function mulDivFloorCapped(
  value: number | bigint,
  numerator: number | bigint,
  denominator: number | bigint,
): number {
  return toCapped(floorDivide(BigInt(value) * BigInt(numerator), BigInt(denominator)))
}

/** {@link mulDivCeil}, capped like {@link mulDivFloorCapped}. */
export function mulDivCeilCapped(
  value: number | bigint,
  numerator: number | bigint,
  denominator: number | bigint,
): number {
  return toCapped(-floorDivide(-(BigInt(value) * BigInt(numerator)), BigInt(denominator)))
}

/** Sum of minor units. Throws AmountOutOfRange when the sum is no safe integer. */
export function sumMinor(parts: readonly number[]): number {
  return toSafe(parts.reduce((sum, part) => sum + BigInt(part), 0n))
}

function floorDivide(dividend: bigint, divisor: bigint): bigint {
  if (divisor === 0n) throw new RangeError('division by zero')
  const quotient = dividend / divisor
  const inexact = quotient * divisor !== dividend
  return inexact && dividend < 0n !== divisor < 0n ? quotient - 1n : quotient
}

/** An amount that no safe integer can hold, in the currency that it was asked for. */
export class AmountOutOfRange extends RangeError {
  constructor() {
    super('amount is beyond the safe integers')
    this.name = 'AmountOutOfRange'
  }
}

function toSafe(value: bigint): number {
  if (value > MAX_SAFE || value < -MAX_SAFE) throw new AmountOutOfRange()
  return Number(value)
}

function toCapped(value: bigint): number {
  return toSafe(value > MAX_SAFE ? MAX_SAFE : value)
}

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER)
