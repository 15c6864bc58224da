import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/verify-a-round.md'), 'utf8')

test('each program of the guide to verifying a round prints what stands beside it', async (t) => {
  const programs = [...guide.matchAll(/```js\n(.*?)```/gs)].map((match) => match[1]!)
  assert.equal(programs.length, 2)
  const print = t.mock.method(console, 'log', () => {})
  for (const program of programs) {
    print.mock.resetCalls()
    const promised = [...program.matchAll(/^console\.log\(.*\) \/\/ (.+)$/gm)].map((match) => match[1])
    assert.ok(promised.length > 0)
    await import(`data:text/javascript,${encodeURIComponent(program)}`)
    assert.deepEqual(
      print.mock.calls.map((call) => call.arguments.map(String).join(' ')),
      promised,
    )
  }
})
