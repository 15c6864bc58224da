import { after } from 'node:test'
import { isMainThread } from 'node:worker_threads'

/**
 * Imported before the tests of a process. A program or a thread that a test starts imports the same, but runs no tests and ends as
 * it is made to.
 *
 * Node ends a process that receives TERM without an `exit` event, on which helpers end what they have started. And it takes a process that ends
 * with code 0 in the middle of its tests for one that has passed.
 */
if (process.env.NODE_TEST_CONTEXT !== undefined && isMainThread) {
  process.on('SIGTERM', () => process.exit(1))
  let areTestsOver = false
  after(() => {
    areTestsOver = true
  })
  process.on('exit', () => {
    if (areTestsOver || process.exitCode) return
    console.error('The process ended before its tests.')
    process.exitCode = 1
  })
}
