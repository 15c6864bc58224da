import { createHook } from 'node:async_hooks'

/**
 * Imported before the tests of a whole run. To know which test an error belongs to that nobody caught, Node follows every promise and
 * every request through hooks, for an eighth of the time that a test process takes. Without them such an error still fails the run, in
 * the name of its process, and is shown here; `npm run t -- FILE` then tells the test. Nothing of ours uses hooks.
 */
Object.getPrototypeOf(createHook({})).enable = function enable() {
  return this
}

/** Node would say the message alone. Both leave it to Node what becomes of the process. */
process.on('uncaughtExceptionMonitor', (error) => console.error(error))
process.on('unhandledRejection', (reason) => {
  throw reason
})
