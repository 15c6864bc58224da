import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_DIR } from './program.ts'

/** The test files that take longest. The first processes begin with them, so that no core waits for one at the end. */
const LONG = [
  ...['tests/races/lost-commits.test.ts', 'tests/faults/every-fault.test.ts', 'tests/races/crash-points.test.ts'],
  ...['tests/scenarios/demo.test.ts', 'tests/api/doctor.test.ts', 'tests/house/run.test.ts'],
  ...['tests/house/start.test.ts', 'tests/api/bad-input.test.ts', 'tests/api/isolation.test.ts'],
]
/** One process for the files of this folder: they share a browser. */
const BROWSER = 'tests/browser/'
/** Each process takes a third of the short files that are left, but at least twelve. Later ones are shorter, so all cores end together. */
const SHARE = 3
const LEAST_COUNT = 12
const FIRST_COUNT = 6

/**
 * The same files by process. To load and warm up takes a process more than two seconds, so files share processes. A file that awaits
 * something before its tests are registered has one of its own.
 */
export function inBatches(files: readonly string[]): string[][] {
  const gone = LONG.filter((file) => !existsSync(join(PROJECT_DIR, file)))
  if (gone.length > 0) throw new Error(`batches.ts names files that are not there: ${gone.join(', ')}`)
  const alone = files.filter(awaitsAtItsTop)
  const together = files.filter((file) => !alone.includes(file))
  const browser = together.filter((file) => file.startsWith(BROWSER))
  const long = LONG.filter((file) => together.includes(file))
  const left = together.filter((file) => ![...browser, ...long].includes(file))
  const batches: string[][] = []
  while (left.length > 0) batches.push(left.splice(0, Math.max(LEAST_COUNT, Math.ceil(left.length / SHARE))))
  const first = batches.slice(0, FIRST_COUNT)
  for (const [place, file] of long.entries()) (first[place % first.length] ?? browser).unshift(file)
  return [browser, ...batches, ...alone.map((file) => [file])].filter(({ length }) => length > 0)
}

/** While it waits, the tests of others in its process may all have ended, and with them what it has just set up for its own. */
function awaitsAtItsTop(file: string): boolean {
  return /^(const .* = )?await /m.test(readFileSync(join(PROJECT_DIR, file), 'utf8'))
}
