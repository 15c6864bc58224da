import { createHash, randomBytes } from 'node:crypto'

/** The seed of all randomness in tests, hexadecimal. The runner sets it once for all processes of a run; a failure is repeated with `TEST_SEED=…`. */
export const TEST_SEED = process.env.TEST_SEED ?? randomBytes(4).toString('hex')

/** The same as the 32-bit integer that fast-check takes as its seed. */
export const SEED_NUMBER = Number.parseInt(TEST_SEED, 16) | 0

/** An endless stream of bytes that the seed and a name decide. */
export function seededBytes(name: string): (count: number) => Buffer {
  let block = 0
  return (count) => {
    const parts: Buffer[] = []
    for (let length = 0; length < count; length += 32) {
      parts.push(createHash('sha256').update(`${TEST_SEED}:${name}:${block++}`).digest())
    }
    return Buffer.concat(parts).subarray(0, count)
  }
}
