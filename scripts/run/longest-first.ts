import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_DIR } from './program.ts'

/**
 * The test files that take longest, in the order in which they begin: one that began late would be waited for alone, beside an idle core.
 * Those of one line share a process, as long as it is not the last one that ends.
 */
const LONG: readonly (readonly string[])[] = [
  ['tests/browser/accessibility.test.ts', 'tests/browser/vault.test.ts', 'tests/browser/upgrader.test.ts'],
  ['tests/races/shipping.test.ts'],
  ['tests/api/bad-input.test.ts', 'tests/api/isolation.test.ts', 'tests/api/doctor.test.ts'],
  ['tests/faults/every-fault.test.ts'],
  ['tests/browser/open-a-box.test.ts', 'tests/browser/desk.test.ts', 'tests/browser/collection.test.ts'],
  ['tests/browser/shipping.test.ts', 'tests/browser/shipping-refusals.test.ts', 'tests/browser/orders.test.ts'],
  ['tests/races/upgrader.test.ts', 'tests/races/items.test.ts', 'tests/races/orders.test.ts'],
  ['tests/scenarios/demo.test.ts'],
  ['tests/scenarios/shipping-fee.test.ts', 'tests/scenarios/resolver.test.ts', 'tests/api/rate-limits.test.ts'],
  ['tests/house/start.test.ts'],
  ['tests/races/crash-points.test.ts'],
  ['tests/api/cli.test.ts', 'tests/api/shipping-cli.test.ts'],
  ['tests/sdk/documents.test.ts'],
  ['tests/sdk/broken-connections.test.ts'],
]
/** Of the others so many share a process: one in so many of those that are left, within limits. */
const BATCH_FILES_COUNT = { least: 4, most: 20 }
const BATCH_SHARE = 6

/**
 * The same files by process. Those that take longest come first. Files share one: to load and to warm up what they all use takes a process
 * longer than most of them. Batches get smaller, so that all cores end together. A file that
 * awaits something before its tests are there shares with none.
 */
export function inBatches(files: readonly string[]): string[][] {
  const named = LONG.flat()
  const gone = named.filter((file) => !existsSync(join(PROJECT_DIR, file)))
  if (gone.length > 0) throw new Error(`longest-first.ts names files that are not there: ${gone.join(', ')}`)
  const batches = LONG.map((group) => group.filter((file) => files.includes(file))).filter(({ length }) => length > 0)
  const short = files.filter((file) => !named.includes(file))
  const left = short.filter((file) => !awaitsAtItsTop(file))
  const { least, most } = BATCH_FILES_COUNT
  while (left.length > 0)
    batches.push(left.splice(0, Math.min(most, Math.max(least, Math.ceil(left.length / BATCH_SHARE)))))
  return [...batches, ...short.filter(awaitsAtItsTop).map((file) => [file])]
}

/** While it waits, the tests of others in its process may all have ended, and with them what it has just set up for its own. */
function awaitsAtItsTop(file: string): boolean {
  return /^(const .* = )?await /m.test(readFileSync(join(PROJECT_DIR, file), 'utf8'))
}
