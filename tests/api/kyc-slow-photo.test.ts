import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { LIMITS } from '@coffer/service/kernel'
import { type KycBrowser, mintLink, openLink, photo } from '../support/kyc.ts'
import { ZOFIA } from '../support/kyc-people.ts'
import { startWorld, type World } from '../support/world.ts'

function partsOf(bytes: Buffer, count: number): Buffer[] {
  const size = Math.ceil(bytes.length / count)
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * size, (at + 1) * size))
}

/** Sends a photo with a pause before each of its parts. */
async function sendInParts(
  { baseUrl }: World,
  { cookie }: KycBrowser,
  parts: Buffer[],
  pauseMs: number,
): Promise<number | 'cut off'> {
  const headers = { cookie, origin: baseUrl, 'content-length': Buffer.concat(parts).length }
  const upload = request(`${baseUrl}/kyc/api/images/front`, { method: 'POST', headers, agent: false })
  const answered = new Promise<number | 'cut off'>((resolve) => {
    upload.on('response', (response) => resolve(response.resume().statusCode ?? 0))
    upload.on('error', () => resolve('cut off'))
  })
  for (const part of parts) {
    await sleep(pauseMs)
    if (upload.destroyed) break
    upload.write(part)
  }
  upload.end()
  return answered
}

const PACE = { requestMs: 1_000, kycUploadMs: 600_000, kycUploadPaceMs: 1_500, kycUploadPaceBytes: 200 }

test('a photo may take longer than any other request, as long as it keeps coming; one that trickles loses its place', async (t) => {
  const operators = { aurum: { settings: { kyc: { enabled: true } } } }
  const slow = await startWorld(t, { wallet: false, operators, service: { limits: PACE } })
  const browser = (await openLink(slow, await mintLink(slow.operator, 'slow', ZOFIA)))!
  const bytes = await photo()
  const steady = sendInParts(slow, browser, partsOf(bytes, 8), 300)
  const trickling = sendInParts(slow, browser, partsOf(bytes, bytes.length), 300)
  assert.deepEqual([await steady, await trickling], [200, 'cut off'])
  assert.equal((await browser.upload('front', bytes)).images.front?.width, 640, 'the place is free again')
})

test('the page waits as long as a photo may take', () => assert.equal(LIMITS.kycUploadMs, 120_000))
