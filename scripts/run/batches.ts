import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_DIR } from './program.ts'

/** The test files that take longest. They go to the first processes in turn, so that none is waited for at the end. */
const LONG = [
  ...['tests/races/lost-commits.test.ts', 'tests/faults/every-fault.test.ts', 'tests/races/crash-points.test.ts'],
  ...['tests/scenarios/demo.test.ts', 'tests/api/doctor.test.ts', 'tests/house/run.test.ts'],
  ...['tests/house/start.test.ts', 'tests/api/bad-input.test.ts', 'tests/api/isolation.test.ts'],
]
/** One process for the files of this folder: they share a browser. */
const BROWSER = 'tests/browser/'
/** Of the short files that are left a process gets one in so many, and at least so many. So processes get shorter, and all cores end together. */
const SHARE = 4
const LEAST_COUNT = 8
const FIRST_COUNT = 6

/**
 * The same files by process. To load and to warm up what all files use takes a process more than two seconds, so many share one. A file that
 * awaits something before its tests are registered shares with none.
 */
export function inBatches(files: readonly string[]): string[][] {
  const gone = LONG.filter((file) => !existsSync(join(PROJECT_DIR, file)))
  if (gone.length > 0) throw new Error(`batches.ts names files that are not there: ${gone.join(', ')}`)
  const alone = files.filter(awaitsAtItsTop)
  const browser = files.filter((file) => file.startsWith(BROWSER))
  const long = LONG.filter((file) => files.includes(file))
  const left = files.filter((file) => ![...alone, ...browser, ...long].includes(file))
  const batches: string[][] = []
  while (left.length > 0) batches.push(left.splice(0, Math.max(LEAST_COUNT, Math.ceil(left.length / SHARE))))
  for (const [place, file] of long.entries()) batches[place % FIRST_COUNT]?.unshift(file)
  return [browser, ...batches, ...alone.map((file) => [file])].filter(({ length }) => length > 0)
}

/** While it waits, the tests of others in its process may all have ended, and with them what it has just set up for its own. */
function awaitsAtItsTop(file: string): boolean {
  return /^(const .* = )?await /m.test(readFileSync(join(PROJECT_DIR, file), 'utf8'))
}
