import { runStaticChecks } from './run/static-checks.ts'
import { runAllTests } from './run/tests.ts'

/**
 * `npm test`: types, lint and every test. All of it runs, whatever failed before; the runner's summary comes last. With `-- --phases` it
 * tells after that where the time went.
 */
const sound = await runStaticChecks()
const code = await runAllTests(process.argv.slice(2))
if (!sound) console.error('\nTypes or lint failed, see the top.')
process.exitCode = sound ? code : 1
