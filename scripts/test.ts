import { seedOfCommit, setSeed } from './run/seed.ts'
import { runStaticChecks } from './run/static-checks.ts'
import { runAllTests } from './run/tests.ts'

/**
 * `npm test`: types, lint and every test. All of it runs, whatever failed before; the runner's summary and the flaky files come last. With
 * `-- --no-retry` no failed file runs again.
 */
setSeed(seedOfCommit)
const sound = await runStaticChecks()
const code = await runAllTests(process.argv.slice(2))
if (!sound) console.error('\nTypes or lint failed, see the top.')
process.exitCode = sound ? code : 1
