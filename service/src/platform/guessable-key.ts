/** Of 32 random bytes more than 20 differ; fewer than 16 do not once in 10^15 keys. */
const DISTINCT_COUNT = 16

/**
 * Whether a key shows a pattern that nobody's random bytes have: hardly any different bytes, one that is said again and again, or steps
 * that are all the same. A key that only looks random is not found out.
 */
export function isGuessable(key: Buffer): boolean {
  return new Set(key).size < DISTINCT_COUNT || isRepeated(key) || hasEqualSteps(key)
}

function isRepeated(key: Buffer): boolean {
  const half = key.length / 2
  return key.subarray(0, half).equals(key.subarray(half))
}

/** 00 01 02 …, ff fe fd …, 00 11 22 … */
function hasEqualSteps(key: Buffer): boolean {
  const steps = [...key.subarray(1)].map((byte, index) => (byte - (key[index] ?? 0) + 256) % 256)
  return new Set(steps).size === 1
}
