import { Writable } from 'node:stream'
import { inspect } from 'node:util'
import { makeLog } from '@coffer/service/platform'
import { failWithoutRetry } from '../../scripts/run/non-retryable.ts'

const ERROR_LEVELS = new Set(['error', 'fatal'])

/** A log whose lines a test can read. */
export function readableLog() {
  const lines: Record<string, unknown>[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      for (const line of String(chunk).split('\n').filter(Boolean)) lines.push(JSON.parse(line))
      done()
    },
  })
  return {
    log: makeLog('debug', stream),
    lines,
    /** No bug was logged: an error in the log is a failed test, whatever the answers said. */
    assertNoErrors() {
      const errors = lines.filter((line) => ERROR_LEVELS.has(String(line.level)))
      if (errors.length > 0) failWithoutRetry(`The log contains errors: ${inspect(errors, { depth: 5 })}`)
    },
  }
}
