import { resolve } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { parseArgs } from 'node:util'

/** Runs test files in the order in which they are named, between a global set-up and its end. `node --test` would sort them by name. */
const { values, positionals } = parseArgs({
  options: { concurrency: { type: 'string' }, timeout: { type: 'string' }, setup: { type: 'string', default: '' } },
  allowPositionals: true,
})

/** Tests that run are ended, and what was set up goes all the same. */
const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort())

const { globalSetup, globalTeardown } = await import(resolve(values.setup))
try {
  await globalSetup()
  const [concurrency, timeout] = [Number(values.concurrency), Number(values.timeout)]
  const events = run({ files: positionals, concurrency, timeout, signal: interruption.signal })
  events.on('test:summary', ({ success }) => {
    if (!success) process.exitCode = 1
  })
  for await (const text of events.compose(spec)) process.stdout.write(text)
} finally {
  await globalTeardown()
}
