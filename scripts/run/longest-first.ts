import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_DIR } from './program.ts'

/** The test files that take longest, the longest first. One that began late would be waited for alone, beside an idle core. */
const LONG: readonly string[] = [
  'tests/races/crash-points.test.ts',
  'tests/faults/every-fault.test.ts',
  'tests/races/shipping.test.ts',
  'tests/scenarios/demo.test.ts',
  'tests/browser/accessibility.test.ts',
  'tests/kill/kill.test.ts',
  'tests/browser/open-a-box.test.ts',
  'tests/api/cli.test.ts',
  'tests/api/shipping-cli.test.ts',
  'tests/browser/shipping-refusals.test.ts',
  'tests/house/start.test.ts',
  'tests/house/bench.test.ts',
  'tests/api/bad-input.test.ts',
  'tests/api/doctor.test.ts',
  'tests/browser/upgrader.test.ts',
  'tests/browser/desk.test.ts',
  'tests/browser/vault.test.ts',
  'tests/browser/shipping.test.ts',
  'tests/scenarios/shipping-fee.test.ts',
  'tests/api/isolation.test.ts',
  'tests/races/upgrader.test.ts',
  'tests/api/rate-limits.test.ts',
  'tests/races/items.test.ts',
  'tests/scenarios/resolver.test.ts',
  'tests/races/orders.test.ts',
  'tests/sdk/documents.test.ts',
  'tests/sdk/broken-connections.test.ts',
]
/** So many files share a process at most, and one in so many of those that are left. */
const BATCH_FILES_COUNT = 12
const BATCH_SHARE = 6

/**
 * The same files by process. Those that take longest come first and have one for themselves. The others share one: to load and
 * to warm up what they all use takes a process longer than most of them. Batches get smaller, so that all cores end together. A file that
 * awaits something before its tests are there shares with none.
 */
export function inBatches(files: readonly string[]): string[][] {
  const gone = LONG.filter((file) => !existsSync(join(PROJECT_DIR, file)))
  if (gone.length > 0) throw new Error(`longest-first.ts names files that are not there: ${gone.join(', ')}`)
  const batches = LONG.filter((file) => files.includes(file)).map((file) => [file])
  const short = files.filter((file) => !LONG.includes(file))
  const left = short.filter((file) => !awaitsAtItsTop(file))
  while (left.length > 0)
    batches.push(left.splice(0, Math.min(BATCH_FILES_COUNT, Math.ceil(left.length / BATCH_SHARE))))
  return [...batches, ...short.filter(awaitsAtItsTop).map((file) => [file])]
}

/** While it waits, the tests of others in its process may all have ended, and with them what it has just set up for its own. */
function awaitsAtItsTop(file: string): boolean {
  return /^(const .* = )?await /m.test(readFileSync(join(PROJECT_DIR, file), 'utf8'))
}
