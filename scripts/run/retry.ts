import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Outcome } from './outcome.ts'
import { isArchitectureRule } from './test-files.ts'

/** More failing files than this are broken and not flaky, and more flaky ones than this fail the run all the same. */
const MOST_RETRIED_COUNT = 5
const MOST_FLAKY_COUNT = 2

/** A file that failed in the run and passed when it ran again, alone, with the same seed. */
export type FlakyFile = { file: string; first: string; second: string }

/** Why a run with these failures is red without a retry, in words; null when its failed files may run again. */
export function reasonForNoRetry(outcome: Outcome, nonRetryable: readonly string[]): string | null {
  const { failedFiles, brokenMoneyFiles } = outcome
  const rules = [...failedFiles].filter(isArchitectureRule)
  if (!outcome.isSuccess && failedFiles.size === 0) return 'the run failed outside its test files'
  if (nonRetryable.length > 0) return `a guarantee is broken:\n${nonRetryable.join('\n')}`
  if (brokenMoneyFiles.size > 0) return `an assertion about money failed in ${[...brokenMoneyFiles].join(', ')}`
  if (rules.length > 0) return `an architecture rule failed in ${rules.join(', ')}`
  if (failedFiles.size > MOST_RETRIED_COUNT) return `${failedFiles.size} files failed, more than ${MOST_RETRIED_COUNT}`
  return null
}

/**
 * Runs each failed file once more, alone, and returns those that pass, and the number of those that fail again. `runAlone` runs one file and
 * returns its outcome.
 */
export async function retry(
  outcome: Outcome,
  runAlone: (file: string) => Promise<Outcome>,
): Promise<{ flaky: FlakyFile[]; failedTwice: string[] }> {
  const flaky: FlakyFile[] = []
  const failedTwice: string[] = []
  for (const file of outcome.failedFiles) {
    const again = await runAlone(file)
    if (!again.isSuccess || again.failedFiles.size > 0) failedTwice.push(file)
    else flaky.push({ file, first: await outcome.reportOf(file), second: await again.reportOf(file) })
  }
  return { flaky, failedTwice }
}

export function isWithinBudget(flaky: readonly FlakyFile[]): boolean {
  return flaky.length <= MOST_FLAKY_COUNT
}

/** The end of the report: how many files are flaky, and both outputs of each. */
export function flakyReport(flaky: readonly FlakyFile[]): string {
  const seed = process.env.TEST_SEED
  const count = `Flaky test files: ${flaky.length}${isWithinBudget(flaky) ? '' : `, more than ${MOST_FLAKY_COUNT}`}`
  const parts = flaky.map(
    ({ file, first, second }) =>
      `FLAKY ${file} failed, and passed when it ran again alone. TEST_SEED=${seed}\n\nFirst output:\n${first}\n\nSecond output:\n${second}`,
  )
  return [count, ...parts].join('\n\n')
}

export function writeFlaky(path: string, flaky: readonly FlakyFile[]): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${JSON.stringify({ seed: process.env.TEST_SEED, files: flaky }, null, 2)}\n`)
}

/** The lines that `failWithoutRetry` has written. */
export function readNonRetryable(path: string): string[] {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []
}
