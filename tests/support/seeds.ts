import { createHash, randomBytes } from 'node:crypto'

/** All chance of a test comes from here, and is printed so that a failure can be repeated with `TEST_SEED=…`. */
export const TEST_SEED = process.env.TEST_SEED ?? randomBytes(4).toString('hex')

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
