import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { LIMITS } from '@coffer/service/kernel'
import { eventually } from '../support/eventually.ts'
import { type KycBrowser, mintLink, openLink, photo } from '../support/kyc.ts'
import { ZOFIA } from '../support/kyc-people.ts'
import { startWorld, type World } from '../support/world.ts'

function partsOf(bytes: Buffer, count: number): Buffer[] {
  const size = Math.ceil(bytes.length / count)
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * size, (at + 1) * size))
}

/** Begins to send a photo. `send` sends the next part of it, which the server reads before the next deadline comes. */
function beginUpload({ baseUrl }: World, { cookie }: KycBrowser, byteCount: number) {
  const headers = { cookie, origin: baseUrl, 'content-length': byteCount }
  const upload = request(`${baseUrl}/kyc/api/images/front`, { method: 'POST', headers, agent: false })
  const answered = new Promise<number | 'cut off'>((resolve) => {
    upload.on('response', (response) => resolve(response.resume().statusCode ?? 0))
    upload.on('error', () => resolve('cut off'))
  })
  upload.flushHeaders()
  const send = (part: Buffer) => new Promise((resolve) => upload.write(part, resolve))
  return { answered, send }
}

/** Of each upload, what ends the request, and what looks at its pace. */
const DEADLINES_COUNT = 2
/** Less than an eighth of the photo. */
const PACE = { kycUploadPaceBytes: 200 }

test('a photo may take longer than any other request, as long as it keeps coming; one that trickles loses its place', async (t) => {
  const operators = { aurum: { settings: { kyc: { enabled: true } } } }
  const world = await startWorld(t, { wallet: false, operators, service: { limits: PACE } })
  const browser = (await openLink(world, await mintLink(world.operator, 'slow', ZOFIA)))!
  const bytes = await photo()
  const [steady, trickling] = [beginUpload(world, browser, bytes.length), beginUpload(world, browser, bytes.length)]
  await eventually(() => world.clock.deadlinesCount() === 2 * DEADLINES_COUNT, 'both uploads have a place')
  for (const [at, part] of partsOf(bytes, 8).entries()) {
    await steady.send(part)
    await trickling.send(bytes.subarray(at, at + 1))
    await world.clock.pass(LIMITS.kycUploadPaceMs)
  }
  assert.deepEqual([await steady.answered, await trickling.answered], [200, 'cut off'])
  assert.equal((await browser.upload('front', bytes)).images.front?.width, 640, 'the place is free again')
})

test('the page waits as long as a photo may take', () => assert.equal(LIMITS.kycUploadMs, 120_000))
