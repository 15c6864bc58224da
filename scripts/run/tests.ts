import { availableParallelism } from 'node:os'
import { inBatches } from './batches.ts'
import { runLive } from './program.ts'
import { allTestFiles } from './test-files.ts'

/** More than the cores: many tests wait for a database or a browser. Node's own default on two cores is one. */
const CONCURRENCY_COUNT = availableParallelism() + 1
/** For a test, and for a process with all the files that it runs. They end only what hangs: the longest test takes a tenth on idle cores. */
const TIMEOUT_MS = 1_800_000
const FILE_TIMEOUT_MS = 3_600_000
const GLOBAL_SETUP = 'tests/support/global-setup.ts'
const FLAKY_REPORT = '.coffer/flaky.json'

/** Runs every test, the longest files first, with one database cluster and one browser for all of them. Failed files may run again. */
export function runAllTests(options: readonly string[]): Promise<number> {
  const batches = inBatches(allTestFiles()).map((files) => files.join(','))
  const ofWholeRun = ['--whole', '--retry', `--flaky-report=${FLAKY_REPORT}`]
  return runBatches(batches, [`--setup=${GLOBAL_SETUP}`, ...ofWholeRun, ...options])
}

/** Runs files of the proof at their full size, and adds the result of each to the file `results`. */
export function runProof(files: readonly string[], results: string): Promise<number> {
  process.env.TEST_SCOPE = 'proof'
  return runBatches(files, [`--setup=${GLOBAL_SETUP}`, '--whole', `--results=${results}`])
}

/** Runs test files with one database cluster and one browser for all of them. Returns the runner's exit code. */
export function runTests(files: readonly string[], options: readonly string[] = []): Promise<number> {
  return runBatches(files, [`--setup=${GLOBAL_SETUP}`, ...options])
}

/** Runs test files that need neither database nor browser. */
export function runPlainTests(files: readonly string[]): Promise<number> {
  return runBatches(files, [])
}

function runBatches(batches: readonly string[], options: readonly string[]): Promise<number> {
  const limits = [`--concurrency=${CONCURRENCY_COUNT}`, `--timeout=${TIMEOUT_MS}`, `--file-timeout=${FILE_TIMEOUT_MS}`]
  return runLive(process.execPath, ['scripts/run/in-order.ts', ...limits, ...options, ...batches])
}
