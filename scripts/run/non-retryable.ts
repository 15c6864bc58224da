import { appendFileSync } from 'node:fs'

/** Where the processes of a run report failures that it never retries. Set by the runner. */
const REPORT = process.env.TEST_NON_RETRYABLE

/**
 * Fails a test for a broken guarantee: a doctor violation, a leaked secret, an unexpected error in the log. The run fails without a retry,
 * also when Node hides this error behind an earlier one of the same test.
 */
export function failWithoutRetry(message: string): never {
  if (REPORT !== undefined) appendFileSync(REPORT, `${message}\n`)
  throw new Error(message)
}
