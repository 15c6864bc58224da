import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { run } from 'node:test'
import { spec, type TestEvent } from 'node:test/reporters'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { endLateFiles, type Late } from './end-late-files.ts'
import { Outcome, type Programs } from './outcome.ts'
import { startProgress } from './progress.ts'
import { addResult } from './proof-record.ts'
import { flakyReport, isWithinBudget, readNonRetryable, reasonForNoRetry, retry, writeFlaky } from './retry.ts'

/**
 * Runs test files with Node's own runner, in the order in which they are named. It adds what `node --test` cannot do, see
 * docs/decisions/0042-the-test-runner.md: files separated by commas share a process, a process that does not end is ended, and `retry` runs up
 * to five failed files again, each alone, and writes those that pass to `flaky-report`. The module `setup` prepares what all of them need; `whole`
 * tells it that enough files run to make compiled programs worth their time. The result of each file that has ended is added to `results`.
 */
const { values, positionals } = parseArgs({
  options: {
    ...{ concurrency: { type: 'string' }, timeout: { type: 'string' }, 'file-timeout': { type: 'string' } },
    ...{ setup: { type: 'string' }, whole: { type: 'boolean', default: false } },
    ...{ retry: { type: 'boolean', default: false }, 'flaky-report': { type: 'string' } },
    ...{ results: { type: 'string' }, 'test-name-pattern': { type: 'string', multiple: true } },
  },
  allowPositionals: true,
  allowNegative: true,
})

const TEST_PROCESS = ['--import', pathToFileURL(join(import.meta.dirname, 'test-process.ts')).href]

/** An interrupted run ends its tests and removes what it has set up. */
const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort())

const folder = mkdtempSync(join(tmpdir(), 'coffer-batches-'))
const { globalSetup, globalTeardown } = values.setup ? await import(resolve(values.setup)) : {}
const nonRetryable = join(folder, 'non-retryable')
process.env.TEST_NON_RETRYABLE = nonRetryable
// The report of an earlier run must not be taken for one of this run.
if (values['flaky-report']) rmSync(values['flaky-report'], { force: true })
const progress = startProgress()
const report: string[] = []
try {
  if (globalSetup) progress.phase('starting the database, building pages and programs')
  await globalSetup?.(values.whole)
  const programs = new Map(
    positionals.map((batch, index) => {
      const files = batch.split(',')
      return [programOf(files, join(folder, `${index}.mjs`)), files] as const
    }),
  )
  const filesCount = [...programs.values()].flat().length
  const outcome = new Outcome(programs, (result) => {
    if (values.results && !interruption.signal.aborted) addResult(values.results, result)
  })
  progress.phase('running tests', () => {
    const { filesCount: ended, testsCount, failedTestsCount } = outcome
    return `${ended} of ${filesCount} files ended, ${testsCount} tests ended, ${failedTestsCount} failed`
  })
  await runPrograms(programs, outcome, (text) => {
    progress.printed()
    process.stdout.write(text)
  })
  process.exitCode = (await judge(outcome)) ? 0 : 1
} finally {
  progress.end()
  rmSync(folder, { recursive: true, force: true })
  await globalTeardown?.()
}
for (const line of report) console.log(line)

/** Whether the run passes, with its failed files run again where that is allowed. */
async function judge(outcome: Outcome): Promise<boolean> {
  if (interruption.signal.aborted) return false
  const broken = readNonRetryable(nonRetryable)
  if (!values.retry) return outcome.isSuccess && outcome.failedFiles.size === 0 && broken.length === 0
  const reason = reasonForNoRetry(outcome, broken)
  if (reason !== null) {
    report.push('', `Failed tests are not run again: ${reason}`)
    return false
  }
  const { flaky, failedTwice } = await retry(outcome, runAlone)
  if (failedTwice.length > 0) report.push('', `Failed twice: ${failedTwice.join(', ')}`)
  report.push('', flakyReport(flaky))
  if (values['flaky-report']) writeFlaky(values['flaky-report'], flaky)
  return failedTwice.length === 0 && readNonRetryable(nonRetryable).length === 0 && isWithinBudget(flaky)
}

/** Runs one test file while no other runs. Its output is kept in its outcome; only a failure is printed. */
async function runAlone(file: string): Promise<Outcome> {
  const programs = new Map([[file, [file]]])
  const outcome = new Outcome(programs)
  progress.phase(`running ${file} again, alone`)
  const texts: string[] = []
  await runPrograms(programs, outcome, (text) => texts.push(text))
  if (!outcome.isSuccess) process.stdout.write(texts.join(''))
  return outcome
}

async function runPrograms(programs: Programs, outcome: Outcome, print: (text: string) => void): Promise<void> {
  const late: Late[] = []
  const stopWatching = endLateFiles(programs, Number(values['file-timeout']), (one) => {
    late.push(one)
    outcome.addLate(one.files)
    console.error(wordsOf(one))
  })
  const events = run({
    files: [...programs.keys()],
    concurrency: Number(values.concurrency),
    timeout: Number(values.timeout),
    execArgv: TEST_PROCESS,
    testNamePatterns: values['test-name-pattern'],
    signal: interruption.signal,
  })
  const watched = async function* (source: AsyncIterable<TestEvent>) {
    for await (const event of source) {
      const failure = outcome.add(event)
      if (failure !== null) console.log(failure)
      yield event
    }
  }
  for await (const text of Readable.from(watched(events)).compose(new spec())) print(String(text))
  stopWatching()
  for (const one of late) console.error(wordsOf(one))
}

function wordsOf({ files, seconds }: Late): string {
  return `\n✖ still running after ${seconds} s, and ended: ${files.join(', ')}`
}

/** What a process runs: a file as it is, or several that one made for it imports. Each test still tells the file that holds it. */
function programOf(files: readonly string[], path: string): string {
  const [only, ...others] = files
  if (only !== undefined && others.length === 0) return only
  writeFileSync(path, files.map((file) => `import '${pathToFileURL(resolve(file))}'\n`).join(''))
  return path
}
