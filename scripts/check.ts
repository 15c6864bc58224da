import { seedOfCommit, setSeed } from './run/seed.ts'
import { runStaticChecks } from './run/static-checks.ts'
import { allTestFiles, isArchitectureRule } from './run/test-files.ts'
import { runPlainTests } from './run/tests.ts'

/** `npm run check`: types, lint and architecture rules, quick enough to run before every commit. */
setSeed(seedOfCommit)
const sound = await runStaticChecks()
const code = await runPlainTests(allTestFiles().filter(isArchitectureRule))
process.exitCode = sound ? code : 1
