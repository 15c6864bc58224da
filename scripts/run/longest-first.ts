import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_DIR } from './program.ts'

/** The test files that take longest, the longest first. One that began late would be waited for alone, beside an idle core. */
const LONG: readonly string[] = [
  'tests/races/crash-points.test.ts',
  'tests/faults/every-fault.test.ts',
  'tests/races/shipping.test.ts',
  'tests/scenarios/demo.test.ts',
  'tests/kill/kill.test.ts',
  'tests/browser/open-a-box.test.ts',
  'tests/api/cli.test.ts',
  'tests/browser/accessibility.test.ts',
  'tests/api/shipping-cli.test.ts',
  'tests/browser/shipping-refusals.test.ts',
  'tests/house/start.test.ts',
  'tests/house/bench.test.ts',
  'tests/api/doctor.test.ts',
  'tests/browser/vault.test.ts',
  'tests/scenarios/shipping-fee.test.ts',
  'tests/scenarios/resolver.test.ts',
  'tests/races/orders.test.ts',
  'tests/sdk/documents.test.ts',
  'tests/sdk/broken-connections.test.ts',
]

/** The same files, with those that take longest before all others. */
export function longestFirst(files: readonly string[]): string[] {
  const gone = LONG.filter((file) => !existsSync(join(PROJECT_DIR, file)))
  if (gone.length > 0) throw new Error(`longest-first.ts names files that are not there: ${gone.join(', ')}`)
  return [...LONG.filter((file) => files.includes(file)), ...files.filter((file) => !LONG.includes(file))]
}
