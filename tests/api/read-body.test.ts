import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { readBody } from '../../service/src/platform/http-server.ts'

const LIMIT = 10
const bodyOf = (...chunks: string[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)))
const cutOff = Object.assign(new Error('aborted'), { code: 'ECONNRESET' })

test('a body is read whole, in whatever pieces it comes, up to its limit', async () => {
  assert.equal(String(await readBody(bodyOf(), LIMIT)), '')
  assert.equal(String(await readBody(bodyOf('a', 'bc', '', 'defghij'), LIMIT)), 'abcdefghij')
  await assert.rejects(readBody(bodyOf('abcdefghij', 'k'), LIMIT), { code: 'BODY_TOO_LARGE' })
})

test('one that has no end is cut off, and its sender cannot go on', async () => {
  let sentCount = 0
  const endless = new Readable({
    read() {
      sentCount += 1
      this.push('0123456789')
    },
  })
  await assert.rejects(readBody(endless, LIMIT), { code: 'BODY_TOO_LARGE' })
  assert.ok(endless.destroyed && sentCount < 10_000)
})

test('a body that is cut off fails as it was cut off, also when that was before anybody read it', async () => {
  const during = new Readable({ read: () => {} })
  during.push('abc')
  const reading = readBody(during, LIMIT)
  during.destroy(cutOff)
  await assert.rejects(reading, { code: 'ECONNRESET' })
  const before = new Readable({ read: () => {} }).on('error', () => {})
  before.destroy(cutOff)
  await new Promise((closed) => before.once('close', closed))
  await assert.rejects(readBody(before, LIMIT), { code: 'ECONNRESET' })
})
