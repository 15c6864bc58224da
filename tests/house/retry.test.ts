import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { Outcome } from '../../scripts/run/outcome.ts'
import { startProgress } from '../../scripts/run/progress.ts'
import { reasonForNoRetry } from '../../scripts/run/retry.ts'
import { bareEnvironment } from '../support/bare-environment.ts'

const PROJECT_DIR = join(import.meta.dirname, '../..')
const SEED = '5eed'

const IMPORTS = `
  import assert from 'node:assert/strict'
  import { existsSync, writeFileSync } from 'node:fs'
  import { test } from 'node:test'
  import { failWithoutRetry } from '${pathToFileURL(join(PROJECT_DIR, 'scripts/run/non-retryable.ts')).href}'
  const mark = import.meta.filename + '.ran'
  const isFirst = !existsSync(mark)
  writeFileSync(mark, '')
`
const PASSES = `test('passes', () => {})`
const FAILS_ONCE = `test('fails once', () => { if (isFirst) throw new Error('the first time') })`
const FAILS = `test('fails', () => { throw new Error('every time') })`
const CRASHES_ONCE = `test('crashes once', () => { if (isFirst) process.exit(7) })`
const FAILS_FOR_GOOD = `test('breaks a guarantee', () => { if (isFirst) failWithoutRetry('The doctor found violations') })`
/** Node reports the first error of a test and drops the one of its \`after\`. */
const FAILS_FOR_GOOD_UNSEEN = `test('breaks a guarantee', (t) => {
  t.after(() => { if (isFirst) failWithoutRetry('The doctor found violations') })
  if (isFirst) throw new Error('something else')
})`
const LOSES_MONEY_ONCE = `test('loses money once', async (t) => {
  await t.test('inner', () => { if (isFirst) assert.equal(1, 2) })
})`

test('a run in which every test passes is green, with no flaky file', async (t) => {
  const { code, output, flaky } = await runFiles(t, { 'a.test.mjs': PASSES })
  assert.deepEqual([code, flaky], [0, []], output)
  assert.match(output, /Flaky test files: 0\s*$/)
})

test('a file that fails and then passes alone is reported as flaky, and the run is green', async (t) => {
  const { code, output, flaky } = await runFiles(t, { 'a.test.mjs': PASSES, 'b.test.mjs': FAILS_ONCE })
  assert.deepEqual([code, flaky], [0, ['b.test.mjs']], output)
  assert.match(output, /Flaky test files: 1\n\nFLAKY .*b\.test\.mjs .*TEST_SEED=5eed\n\nFirst output:\n✖ fails once/)
  assert.match(output, /Error: the first time[\s\S]*Second output:\n✔ fails once \(.*\)\s*$/)
})

test('a file that fails twice fails the run', async (t) => {
  const { code, output, flaky } = await runFiles(t, { 'a.test.mjs': FAILS, 'b.test.mjs': FAILS_ONCE })
  assert.deepEqual([code, flaky], [1, ['b.test.mjs']], output)
  assert.match(output, /Failed twice: .*a\.test\.mjs/)
})

test('a suite with a failed test is reported when it ends, and counted', async (t) => {
  const text = `import { suite } from 'node:test'\nsuite('several', () => { ${FAILS} })`
  const { output } = await runFiles(t, { 'a.test.mjs': text })
  assert.match(output, /✖ .*a\.test\.mjs: several/)
})

test('three flaky files fail the run', async (t) => {
  const names = ['a.test.mjs', 'b.test.mjs', 'c.test.mjs']
  const { code, output, flaky } = await runFiles(t, Object.fromEntries(names.map((name) => [name, FAILS_ONCE])))
  assert.deepEqual([code, flaky], [1, names], output)
  assert.match(output, /Flaky test files: 3, more than 2/)
})

test('six failed files fail the run without a retry', async (t) => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}.test.mjs`)
  const { code, output, flaky } = await runFiles(t, Object.fromEntries(names.map((name) => [name, FAILS_ONCE])))
  assert.deepEqual([code, flaky], [1, null], output)
  assert.match(output, /not run again: 6 files failed, more than 5/)
})

test('a broken guarantee fails the run without a retry, also behind another error', async (t) => {
  for (const text of [FAILS_FOR_GOOD, FAILS_FOR_GOOD_UNSEEN]) {
    const { code, output, flaky } = await runFiles(t, { 'a.test.mjs': text, 'b.test.mjs': FAILS_ONCE })
    assert.deepEqual([code, flaky], [1, null], output)
    assert.match(output, /not run again: a guarantee is broken:\nThe doctor found violations/)
  }
})

test('an assertion in races fails the run without a retry, another error does not', async (t) => {
  const money = await runFiles(t, { 'tests/races/a.test.mjs': LOSES_MONEY_ONCE })
  assert.deepEqual([money.code, money.flaky], [1, null], money.output)
  assert.match(money.output, /not run again: an assertion about money failed in .*a\.test\.mjs/)
  const other = await runFiles(t, { 'tests/races/a.test.mjs': FAILS_ONCE })
  assert.deepEqual([other.code, other.flaky], [0, ['tests/races/a.test.mjs']], other.output)
})

test('a process that crashes fails all its files, and each of them runs again alone', async (t) => {
  const files = { 'a.test.mjs': PASSES, 'b.test.mjs': CRASHES_ONCE }
  const { code, output, flaky } = await runFiles(t, files, { areOneBatch: true })
  assert.deepEqual([code, flaky], [0, ['a.test.mjs', 'b.test.mjs']], output)
})

test('an architecture rule that fails is never retried', () => {
  const outcome = new Outcome(new Map())
  outcome.addLate(['tests/house/words.test.ts'])
  assert.match(reasonForNoRetry(outcome, [])!, /an architecture rule failed in tests\/house\/words\.test\.ts/)
  const ofProcess = new Outcome(new Map())
  ofProcess.addLate(['tests/house/start.test.ts'])
  assert.equal(reasonForNoRetry(ofProcess, []), null)
})

test('a quiet run prints its phase and progress every ten seconds', (t) => {
  t.mock.timers.enable({ apis: ['setInterval', 'Date'] })
  const lines: string[] = []
  const pass = (seconds: number) => {
    for (let second = 0; second < seconds; second++) t.mock.timers.tick(1_000)
  }
  let count = 0
  const progress = startProgress((line) => lines.push(line))
  progress.phase('running tests', () => `${count} of 3 files ended`)
  count = 2
  pass(9)
  progress.printed()
  pass(9)
  assert.deepEqual(lines, ['[ 0:00] running tests: 0 of 3 files ended'])
  pass(1)
  assert.equal(lines.at(-1), '[ 0:19] running tests: 2 of 3 files ended')
  pass(60)
  assert.equal(lines.length, 8)
  progress.end()
  pass(60)
  assert.equal(lines.length, 8)
})

/** Runs files as `npm test` does. `flaky` are the files of the report; null when none was written. */
async function runFiles(t: TestContext, files: Readonly<Record<string, string>>, { areOneBatch = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-retry-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), IMPORTS + text)
  }
  const report = join(folder, 'report/flaky.json')
  mkdirSync(dirname(report))
  writeFileSync(report, '{ "seed": "of an earlier run", "files": [] }')
  const paths = Object.keys(files).map((name) => join(folder, name))
  const limits = ['--concurrency=2', '--timeout=600000', '--file-timeout=600000']
  const batches = areOneBatch ? [paths.join(',')] : paths
  const args = ['scripts/run/in-order.ts', ...limits, '--retry', `--flaky-report=${report}`, ...batches]
  const env = { ...bareEnvironment(), TEST_SEED: SEED }
  const runner = spawn(process.execPath, args, { cwd: PROJECT_DIR, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [runner.stdout, runner.stderr]) stream.on('data', (chunk) => (output += chunk))
  const [code] = await once(runner, 'close')
  const written = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null
  if (written) assert.equal(written.seed, SEED)
  const flaky = written?.files.map(({ file }: { file: string }) => file.slice(file.indexOf(folder) + folder.length + 1))
  return { code, output, flaky: (flaky as string[] | undefined) ?? null }
}
