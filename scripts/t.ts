import { seedOfCommit, setSeed } from './run/seed.ts'
import { runTests } from './run/tests.ts'

/** `npm run t -- FILE… [--test-name-pattern=…]`: some test files, with everything they need around them and the seed of `npm test`. */
const files = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))
const options = process.argv.slice(2).filter((argument) => argument.startsWith('-'))
if (files.length === 0) {
  console.error('Name a test file: npm run t -- tests/api/cashback.test.ts [--test-name-pattern=words]')
  process.exit(1)
}
setSeed(seedOfCommit)
process.exitCode = await runTests(files, options)
