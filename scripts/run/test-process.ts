import { isMainThread } from 'node:worker_threads'

/**
 * Imported before the tests of a process. Threads and forked programs import the same, but run no tests.
 *
 * Node ends a process that receives TERM without an `exit` event, on which helpers end what they have started. And it takes a process that ends
 * with code 0 in the middle of its tests for one that has passed.
 */
const isForked = process.channel !== undefined
if (process.env.NODE_TEST_CONTEXT !== undefined && isMainThread && !isForked) {
  process.on('SIGTERM', () => process.exit(1))
  let hasNothingLeft = false
  // Not emitted when something calls `process.exit`.
  process.once('beforeExit', () => {
    hasNothingLeft = true
  })
  process.on('exit', (code) => {
    if (hasNothingLeft || code !== 0) return
    console.error('The process exited before its tests had ended.')
    process.exitCode = 1
  })
}
