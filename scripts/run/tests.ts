import { globSync } from 'node:fs'
import { inBatches } from './longest-first.ts'
import { PROJECT_DIR, runLive } from './program.ts'

/** More than the cores: many tests wait for a database or a browser. Node's own default on two cores is one. */
const CONCURRENCY_COUNT = 4
/** For a test, and for a process with all the files that it runs: the longest takes a third of it on idle cores, and they seldom are. */
const TIMEOUT_MS = 600_000
const FILE_TIMEOUT_MS = 900_000
const GLOBAL_SETUP = 'tests/support/global-setup.ts'

/** Every test file of the project, in a fixed order. */
export function allTestFiles(): string[] {
  const exclude = (name: string) => name === 'node_modules' || name === 'dist' || name.startsWith('.')
  return globSync('**/*.test.ts', { cwd: PROJECT_DIR, exclude }).sort()
}

/** Runs every test, the longest files first, with one database cluster and one browser for all of them. */
export function runAllTests(options: readonly string[]): Promise<number> {
  const batches = inBatches(allTestFiles()).map((files) => files.join(','))
  return runBatches(batches, [`--setup=${GLOBAL_SETUP}`, '--whole', ...options])
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
