import { runStaticChecks } from './run/static-checks.ts'
import { runAllTests } from './run/tests.ts'

/** `npm test`: types, lint and every test. All of it runs, whatever failed before; the runner's summary comes last. */
const sound = await runStaticChecks()
const code = await runAllTests()
if (!sound) console.error('\nTypes or lint failed, see the top.')
process.exitCode = sound ? code : 1
