import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { endLateFiles, type Late } from './end-late-files.ts'
import { databaseCpuMs, phaseReport } from './phase-report.ts'

/**
 * Runs batches of test files in the order in which they are named, between a global set-up and its end, when one is named. `node --test`
 * would sort them by name, and wait for ever for a file that does not end. The files of a batch stand with a comma between them, and share a
 * process. `whole` is for a run of everything, which may spend time to save more. `phases` tells at the end where the time went.
 */
const { values, positionals } = parseArgs({
  options: {
    ...{ concurrency: { type: 'string' }, timeout: { type: 'string' }, 'file-timeout': { type: 'string' } },
    ...{ setup: { type: 'string' }, whole: { type: 'boolean', default: false } },
    phases: { type: 'boolean', default: false },
    'test-name-pattern': { type: 'string', multiple: true },
    'test-skip-pattern': { type: 'string', multiple: true },
    'test-only': { type: 'boolean', default: false },
  },
  allowPositionals: true,
})

const imported = (name: string) => ['--import', pathToFileURL(join(import.meta.dirname, name)).href]
const ENDS_ON_TERM = imported('ends-on-term.ts')
const WITHOUT_TRACKING = imported('without-tracking.ts')
const PHASES = imported('phases.ts')

/** Tests that run are ended, and what was set up goes all the same. */
const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort())

const folder = mkdtempSync(join(tmpdir(), 'coffer-batches-'))
const { globalSetup, globalTeardown } = values.setup ? await import(resolve(values.setup)) : {}
const late: Late[] = []
const told = join(folder, 'phases')
if (values.phases) process.env.TEST_PHASES = told
let report: string[] = []
const fileMs = new Map<string, number>()
try {
  const databasePid: number | undefined = await globalSetup?.(values.whole)
  const batches = new Map(
    positionals.map((batch, index) => {
      const files = batch.split(',')
      return [programOf(files, join(folder, `${index}.mjs`)), files] as const
    }),
  )
  endLateFiles(batches, Number(values['file-timeout']), (one) => {
    late.push(one)
    console.error(wordsOf(one))
  })
  const events = run({
    files: [...batches.keys()],
    concurrency: Number(values.concurrency),
    timeout: Number(values.timeout),
    execArgv: [...ENDS_ON_TERM, ...(values.whole ? WITHOUT_TRACKING : []), ...(values.phases ? PHASES : [])],
    testNamePatterns: values['test-name-pattern'],
    testSkipPatterns: values['test-skip-pattern'],
    only: values['test-only'],
    signal: interruption.signal,
  })
  for (const end of ['test:pass', 'test:fail'] as const) {
    events.on(end, ({ nesting, file, details }) => {
      if (nesting > 0 || file === undefined) return
      const name = relative(process.cwd(), file)
      fileMs.set(name, (fileMs.get(name) ?? 0) + details.duration_ms)
    })
  }
  events.on('test:summary', ({ success }) => {
    if (!success) process.exitCode = 1
  })
  for await (const text of events.compose(spec)) process.stdout.write(text)
  if (values.phases) report = phaseReport({ folder: told, batches, fileMs, databaseMs: databaseCpuMs(databasePid) })
} finally {
  rmSync(folder, { recursive: true, force: true })
  await globalTeardown?.()
}
for (const line of report) console.log(line)
for (const one of late) console.error(wordsOf(one))
if (late.length > 0) process.exitCode = 1

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
