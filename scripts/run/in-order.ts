import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

/**
 * Runs batches of test files in the order in which they are named, between a global set-up and its end. `node --test` would sort
 * them by name. The files of a batch stand with a comma between them, and share a process.
 */
const { values, positionals } = parseArgs({
  options: { concurrency: { type: 'string' }, timeout: { type: 'string' }, setup: { type: 'string', default: '' } },
  allowPositionals: true,
})

const WITHOUT_TRACKING = ['--import', pathToFileURL(join(import.meta.dirname, 'without-tracking.ts')).href]

/** Tests that run are ended, and what was set up goes all the same. */
const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort())

const folder = mkdtempSync(join(tmpdir(), 'coffer-batches-'))
const { globalSetup, globalTeardown } = await import(resolve(values.setup))
try {
  await globalSetup(true)
  const [concurrency, timeout] = [Number(values.concurrency), Number(values.timeout)]
  const files = positionals.map((batch, index) => programOf(batch.split(','), join(folder, `${index}.mjs`)))
  const events = run({ files, concurrency, timeout, execArgv: WITHOUT_TRACKING, signal: interruption.signal })
  events.on('test:summary', ({ success }) => {
    if (!success) process.exitCode = 1
  })
  for await (const text of events.compose(spec)) process.stdout.write(text)
} finally {
  rmSync(folder, { recursive: true, force: true })
  await globalTeardown()
}

/** What a process runs: a file as it is, or several that one made for it imports. Each test still tells the file that holds it. */
function programOf(files: readonly string[], path: string): string {
  const [only, ...others] = files
  if (only !== undefined && others.length === 0) return only
  writeFileSync(path, files.map((file) => `import '${pathToFileURL(resolve(file))}'\n`).join(''))
  return path
}
