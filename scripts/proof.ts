import {
  filesLeft,
  isProven,
  readRecord,
  reasonForNoResume,
  sourceId,
  startRecord,
  summaryOf,
} from './run/proof-record.ts'
import { freshSeed, setSeed } from './run/seed.ts'
import { proofFiles } from './run/test-files.ts'
import { runProof } from './run/tests.ts'

/**
 * `npm run proof [-- PART…]`: the tests that take too long for `npm test`, and those of its tests that have a larger size here, with a fresh
 * seed and without a retry. PART is a piece of the path of those to run. `--resume` runs the files that the last whole run did not finish, with
 * its seed; a file that has failed stays failed.
 */
const RECORD = '.coffer/proof.ndjson'
/** A run of a part leaves the record of the last whole run as it is. */
const RECORD_OF_PART = '.coffer/proof-part.ndjson'

const parts = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))
const options = process.argv.slice(2).filter((argument) => argument.startsWith('-'))
const unknown = options.filter((option) => option !== '--resume')
if (unknown.length > 0)
  refuse(`${unknown.join(' ')} is not an option here. Some tests of one file: TEST_SCOPE=proof npm run t -- FILE …`)
if (process.env.npm_config_resume) refuse('npm keeps this option to itself. Write: npm run proof -- --resume')

const path = parts.length === 0 ? RECORD : RECORD_OF_PART
const files = options.includes('--resume') ? resume() : begin()
const code = await runProof(files, path)
const record = readRecord(path)!
console.log(['', ...summaryOf(record)].join('\n'))
if (code !== 0 && isProven(record)) console.log('The run failed outside these files, see above.')
const isSame = record.source === sourceId()
if (!isSame) console.log('The source has changed during the run, which shows nothing.')
process.exitCode = code === 0 && isSame && isProven(record) ? 0 : 1

function begin(): string[] {
  const files = proofFiles().filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)))
  if (files.length === 0) refuse(`No file of the proof has ${parts.join(' or ')} in its path.`)
  startRecord(path, { source: sourceId(), seed: setSeed(freshSeed), files })
  return files
}

function resume(): string[] {
  if (parts.length > 0) refuse('--resume takes no part: it runs what the last whole run did not finish.')
  const record = readRecord(path)
  const reason = reasonForNoResume(record, sourceId())
  if (record === null || reason !== null) refuse(`${reason} Start a new one: npm run proof`)
  process.env.TEST_SEED = record.seed
  setSeed(() => record.seed)
  return filesLeft(record)
}

function refuse(message: string): never {
  console.error(message)
  process.exit(1)
}
