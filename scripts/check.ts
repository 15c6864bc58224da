import { runStaticChecks } from './run/static-checks.ts'
import { allTestFiles, runPlainTests } from './run/tests.ts'

/** These start a whole database, the whole product or runs of their own; `npm test` runs them. */
const SLOW = ['a-new-game', 'bench', 'embedded-postgres', 'kept-database', 'run', 'start'].map(
  (name) => `tests/house/${name}.test.ts`,
)

/** `npm run check`: types, lint and house rules, quick enough to run before every commit. */
const rules = allTestFiles().filter((file) => file.startsWith('tests/house/') && !SLOW.includes(file))
const sound = await runStaticChecks()
const code = await runPlainTests(rules)
process.exitCode = sound ? code : 1
