import { freshSeed, setSeed } from './run/seed.ts'
import { runProof } from './run/tests.ts'

/**
 * `npm run proof [-- PART…]`: the tests that take too long for `npm test`, with a fresh seed and without a retry. PART is a piece of the path
 * of those to run.
 */
const parts = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))
const options = process.argv.slice(2).filter((argument) => argument.startsWith('-'))
setSeed(freshSeed)
process.exitCode = await runProof(parts, options)
