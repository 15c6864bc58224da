import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { makeTestClock } from '../support/test-clock.ts'

suite('the clock of a test', () => {
  test('deadlines come by the time that passes, in their order, and one that was cancelled never comes', async () => {
    const clock = makeTestClock()
    const came: string[] = []
    clock.after(300, () => came.push('third'))
    clock.after(100, () => came.push('first'))
    clock.after(200, () => {
      came.push('second')
      cancel()
    })
    const cancel = clock.after(250, () => came.push('cancelled'))
    clock.advance(1_000)
    clock.advanceMono(1_000)
    await clock.pass(99)
    assert.deepEqual([came, clock.deadlinesCount()], [[], 4])
    await clock.pass(1)
    assert.deepEqual(came, ['first'])
    await clock.pass(200)
    assert.deepEqual([came, clock.deadlinesCount()], [['first', 'second', 'third'], 0])
  })

  test('a deadline that another one sets comes in the same time that passes', async () => {
    const clock = makeTestClock()
    let count = 0
    const beat = () => {
      count += 1
      clock.after(100, beat)
    }
    clock.after(100, beat)
    await clock.pass(1_000)
    assert.equal(count, 10)
  })

  test('wall time and monotonic time pass together, and each can be moved alone', async () => {
    const clock = makeTestClock()
    const read = () => [clock.now().getTime(), clock.mono()] as const
    const [wall, mono] = read()
    await clock.pass(60_000)
    clock.advance(1_000)
    clock.advanceMono(2_000)
    const [wallLater, monoLater] = read()
    assert.equal(wallLater - wall, 61_000)
    assert.ok(monoLater - mono >= 62_000)
  })
})
