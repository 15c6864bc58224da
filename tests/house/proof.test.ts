import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import {
  filesLeft,
  isProven,
  readRecord,
  reasonForNoResume,
  startRecord,
  summaryOf,
  WITHOUT_GIT,
} from '../../scripts/run/proof-record.ts'
import { proofFiles } from '../../scripts/run/test-files.ts'
import { bareEnvironment } from '../support/bare-environment.ts'
import { eventually } from '../support/eventually.ts'
import { PROJECT_DIR, readSourceTree } from './support/source-tree.ts'

const PASSES = `
  import { suite, test } from 'node:test'
  test('passes', async (t) => { await t.test('inner', () => {}) })
  suite('several', () => { test('another', () => {}) })`
const FAILS = `
  import { test } from 'node:test'
  test('fails', () => { throw new Error('always') })`
const NEVER_ENDS = `
  import { writeFileSync } from 'node:fs'
  import { test } from 'node:test'
  test('never ends', () => new Promise(() => { setInterval(() => {}, 1000); writeFileSync(import.meta.filename + '.ran', '') }))`

test('each file that ends adds its result to the record, and a run with a failed file has proven nothing', async (t) => {
  const stage = prepare(t, { 'a.mjs': PASSES, 'b.mjs': FAILS })
  const [passing, failing] = stage.files as [string, string]
  const [code] = await once(stage.run(), 'close')
  assert.equal(code, 1)
  const record = readRecord(stage.record)!
  const results = new Map(record.results.map(({ file, passed, testsCount }) => [file, [passed, testsCount]]))
  assert.deepEqual(results, new Map(Object.entries({ [passing]: [true, 3], [failing]: [false, 1] })))
  assert.deepEqual([filesLeft(record), isProven(record)], [[], false])
  assert.equal(isProven({ ...record, results: record.results.map((one) => ({ ...one, passed: true })) }), true)
})

test('an interrupted run keeps the results of the files that had ended, and leaves the others for --resume', async (t) => {
  const stage = prepare(t, { 'a.mjs': PASSES, 'b.mjs': NEVER_ENDS })
  const [passing, endless] = stage.files as [string, string]
  const runner = stage.run()
  const closed = once(runner, 'close')
  await eventually(
    () => existsSync(`${endless}.ran`) && readRecord(stage.record)!.results.length > 0,
    'one file has ended and the other runs',
  )
  runner.kill('SIGTERM')
  const [code] = await closed
  assert.equal(code, 1)
  const record = readRecord(stage.record)!
  assert.deepEqual([record.results.map(({ file }) => file), filesLeft(record)], [[passing], [endless]])
  assert.deepEqual([isProven(record), reasonForNoResume(record, 'source')], [false, null])
})

test('a run resumes only when there is one, of the same source, with files left', () => {
  const record = { source: 'abc', seed: '5eed', files: ['a.test.ts'], results: [] }
  const result = { file: 'a.test.ts', passed: true, testsCount: 1, seconds: 1 }
  assert.equal(reasonForNoResume(record, 'abc'), null)
  assert.equal(reasonForNoResume(null, 'abc'), 'There is no run to resume.')
  assert.match(reasonForNoResume({ ...record, source: WITHOUT_GIT }, WITHOUT_GIT)!, /^Without Git/)
  assert.equal(reasonForNoResume(record, 'def'), 'The last run was of abc, and this is def.')
  assert.equal(reasonForNoResume({ ...record, results: [result] }, 'abc'), 'All files of the last run have ended.')
})

test('a record whose last line was cut short has the lines before it', (t) => {
  const { record: path, files } = prepare(t, {})
  const whole = readRecord(path)
  appendFileSync(path, '{"file":"tests/a.pro')
  assert.deepEqual(readRecord(path), whole)
  assert.deepEqual(whole, { source: 'source', seed: '5eed', files, results: [] })
  writeFileSync(path, '')
  assert.equal(readRecord(path), null)
})

test('the summary has a line for each file, the seed and the sums', () => {
  const files = ['tests/a.proof.ts', 'tests/races/b.test.ts', 'tests/c.proof.ts']
  const results = [
    { file: 'tests/a.proof.ts', passed: true, testsCount: 12, seconds: 61.4 },
    { file: 'tests/races/b.test.ts', passed: false, testsCount: 3, seconds: 5 },
  ]
  assert.deepEqual(summaryOf({ source: 'abc', seed: '5eed', files, results }), [
    'Proof of abc, TEST_SEED=5eed',
    'passed   tests/a.proof.ts          12 tests    1 min  1 s',
    'FAILED   tests/races/b.test.ts      3 tests    0 min  5 s',
    'not run  tests/c.proof.ts',
    '3 files: 1 passed, 1 failed, 1 not run; 15 tests',
    'Continue a whole run with: npm run proof -- --resume',
  ])
})

test('the runner finds every test that has a larger size in a proof', () => {
  const files = proofFiles()
  const importing = readSourceTree().flatMap(({ path, text }) =>
    /^import .* from '.*\/(in-proof|seeded)\.ts'$/m.test(text) ? [path] : [],
  )
  const missed = importing.filter((path) => path !== 'tests/fairness/support/seeded.ts' && !files.includes(path))
  assert.ok(importing.length > 10)
  assert.deepEqual(missed, [], 'import inProof in the test itself')
})

/** Files that a run may name, and a record that names them. */
function prepare(t: TestContext, texts: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-proof-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const files = Object.keys(texts).map((name) => join(folder, name))
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text)
  const record = join(folder, 'record/proof.ndjson')
  startRecord(record, { source: 'source', seed: '5eed', files })
  const limits = ['--concurrency=2', '--timeout=600000', '--file-timeout=600000']
  const run = () =>
    spawn(process.execPath, ['scripts/run/in-order.ts', ...limits, `--results=${record}`, ...files], {
      ...{ cwd: PROJECT_DIR, env: bareEnvironment(), stdio: 'ignore' },
    })
  return { files, record, run }
}
