import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AmountOutOfRange, mulDivCeil, mulDivCeilCapped, mulDivFloor, mulDivFloorCapped } from '@coffer/contract/money'
import fc from 'fast-check'
import { seeded } from './support/seeded.ts'

const MAX = BigInt(Number.MAX_SAFE_INTEGER)
/** Products on both sides of the safe integers, and far beyond them. */
const anyFactor = fc.oneof(
  fc.bigInt({ min: -(10n ** 6n), max: 10n ** 6n }),
  fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
)
const anyDivisor = fc.oneof(fc.bigInt({ min: 1n, max: 1_000n }), fc.bigInt({ min: 1n, max: 10n ** 30n }))
const RUNS = seeded(1_000)

const isSafe = (whole: bigint) => whole <= MAX && whole >= -MAX

/** The whole number that stands just below a ratio, or on it, found without any rounding of the language. */
function floorOf(over: bigint, under: bigint): bigint {
  const rest = ((over % under) + under) % under
  return (over - rest) / under
}

test('a product is divided without losing a digit, down or up as the name says, or not at all', () => {
  const holds = fc.property(anyFactor, anyFactor, anyDivisor, (value, numerator, denominator) => {
    const floor = floorOf(value * numerator, denominator)
    const ceil = floor * denominator === value * numerator ? floor : floor + 1n
    for (const [divide, expected] of [
      [mulDivFloor, floor],
      [mulDivCeil, ceil],
    ] as const) {
      if (isSafe(expected)) assert.equal(BigInt(divide(value, numerator, denominator)), expected)
      else assert.throws(() => divide(value, numerator, denominator), AmountOutOfRange)
    }
  })
  fc.assert(holds, RUNS)
})

test('a bound beyond the safe integers stands at the last of them, and every other is the exact one', () => {
  const holds = fc.property(anyFactor, anyFactor, anyDivisor, (value, numerator, denominator) => {
    const floor = floorOf(value * numerator, denominator)
    const ceil = floor * denominator === value * numerator ? floor : floor + 1n
    for (const [divide, expected] of [
      [mulDivFloorCapped, floor],
      [mulDivCeilCapped, ceil],
    ] as const) {
      if (expected > MAX) assert.equal(divide(value, numerator, denominator), Number.MAX_SAFE_INTEGER)
      else if (isSafe(expected)) assert.equal(BigInt(divide(value, numerator, denominator)), expected)
      else assert.throws(() => divide(value, numerator, denominator), AmountOutOfRange)
    }
  })
  fc.assert(holds, RUNS)
})

test('the last safe integer is reached and not passed', () => {
  const last = Number.MAX_SAFE_INTEGER
  for (const [up, expected] of [
    [0, last - 1],
    [1, last],
    [2, last],
    [3, last],
  ] as const) {
    assert.equal(mulDivFloorCapped(BigInt(last) - 1n + BigInt(up), 1, 1), expected)
    assert.equal(mulDivCeilCapped(BigInt(last) - 1n + BigInt(up), 1, 1), expected)
  }
  assert.equal(mulDivCeilCapped(2n * BigInt(last) - 1n, 1, 2), last)
  assert.equal(mulDivFloorCapped(2n * BigInt(last) - 1n, 1, 2), last - 1)
  for (const divide of [mulDivFloor, mulDivCeil]) assert.throws(() => divide(1, 2n ** 53n, 1), AmountOutOfRange)
  for (const divide of [mulDivFloor, mulDivCeil, mulDivFloorCapped, mulDivCeilCapped]) {
    assert.throws(() => divide(1, 1, 0), RangeError)
    assert.throws(() => divide(-1n, 2n ** 53n, 1), AmountOutOfRange)
  }
})
