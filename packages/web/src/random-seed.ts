const SEED_BYTES = 32

/** A random seed: 64 hexadecimal digits, like the seeds of rounds. */
export function randomSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SEED_BYTES))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
