import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { readBody } from '../../service/src/platform/http-server.ts'

const LIMIT = 10
/** Chunks of a body that would not end; one that is taken whole ends here, so that the test says so. */
const ENDLESS = 10_000
const bodyOf = (...chunks: string[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)))

/** What comes of a body of which nothing more comes, or is taken: nobody waits for that longer than some turns. */
async function soon(reading: Promise<Buffer>): Promise<Buffer> {
  const never = async () => {
    for (let turns = 0; turns < 1_000; turns++) await nextTurn()
    throw new Error('nobody was told what came of the body')
  }
  return Promise.race([reading, never()])
}

const cutOff = Object.assign(new Error('aborted'), { code: 'ECONNRESET' })

test('a body is read whole, in whatever pieces it comes, up to its limit', async () => {
  assert.equal(String(await readBody(bodyOf(), LIMIT)), '')
  assert.equal(String(await readBody(bodyOf('a', 'bc', '', 'defghij'), LIMIT)), 'abcdefghij')
  const bytes = Buffer.from('Zo\u00eb \u{1F381}')
  const oneByOne = Readable.from(Array.from(bytes, (byte) => Buffer.of(byte)))
  assert.deepEqual(await readBody(oneByOne, LIMIT), bytes, 'characters of several bytes, each byte by itself')
  await assert.rejects(readBody(bodyOf('abcdefghij', 'k'), LIMIT), { code: 'BODY_TOO_LARGE' }, 'one byte too many')
})

test('one that has no end is cut off, and its sender cannot go on', async () => {
  let sentCount = 0
  const endless = new Readable({
    read() {
      sentCount += 1
      this.push(sentCount < ENDLESS ? '0123456789' : null)
    },
  })
  await assert.rejects(soon(readBody(endless, LIMIT)), { code: 'BODY_TOO_LARGE' })
  assert.ok(sentCount < ENDLESS, `${sentCount} chunks were taken`)
  assert.ok(endless.destroyed)
})

test('a body that is cut off fails as it was cut off, also when that was before anybody read it', async () => {
  const during = new Readable({ read: () => {} })
  during.push('abc')
  const reading = readBody(during, LIMIT)
  during.destroy(cutOff)
  await assert.rejects(soon(reading), { code: 'ECONNRESET' }, 'cut off while it is read')
  const before = new Readable({ read: () => {} }).on('error', () => {})
  before.destroy(cutOff)
  await new Promise((closed) => before.once('close', closed))
  await assert.rejects(soon(readBody(before, LIMIT)), { code: 'ECONNRESET' }, 'cut off before it is read')
})
