/**
 * Imported before the tests of a process. Node would die of a TERM at once, and what waits for its `exit` to end others would not hear of
 * it. A program that a test forks imports the same, but is not told that it runs tests, and ends as it is made to.
 */
if (process.env.NODE_TEST_CONTEXT !== undefined) process.on('SIGTERM', () => process.exit(1))
