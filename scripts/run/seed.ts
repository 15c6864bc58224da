import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { PROJECT_DIR } from './program.ts'

const SEED_DIGITS = 8
/** The seed of a copy without Git. */
const DEFAULT_SEED = '00c0ffee'

/** The same for every run of a commit, so that a failure that depends on the seed is repeated by the next run. */
export function seedOfCommit(): string {
  try {
    const output = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: PROJECT_DIR, stdio: ['ignore', 'pipe', 'ignore'] })
    return output.toString().slice(0, SEED_DIGITS)
  } catch {
    return DEFAULT_SEED
  }
}

export function freshSeed(): string {
  return randomBytes(SEED_DIGITS / 2).toString('hex')
}

/**
 * Decides the one seed of a run, prints it, hands it to every process of the run and returns it: `TEST_SEED` of the shell, or else `otherwise()`.
 * Ends the process with a message when `TEST_SEED` is not 1 to 8 hexadecimal digits.
 */
export function setSeed(otherwise: () => string): string {
  const seed = process.env.TEST_SEED ?? otherwise()
  if (!/^[0-9a-f]{1,8}$/.test(seed)) {
    console.error(`TEST_SEED must be 1 to 8 digits of 0-9 and a-f, not "${seed}".`)
    process.exit(1)
  }
  process.env.TEST_SEED = seed
  console.log(`TEST_SEED=${seed}`)
  return seed
}
