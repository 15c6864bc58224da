import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type * as Fairness from '@coffer/fairness'
import type { Browser } from 'playwright-core'
import { build } from 'vite'
import { buildVerifierPage } from '../../packages/fairness/page/build.ts'
import { BUILD_TARGET } from '../../scripts/build/browsers.ts'
import { upgraderProof } from '../fairness/support/arbitraries.ts'
import { replaced } from '../fairness/support/paths.ts'
import { openBrowser } from '../support/shared-browser.ts'

type Vector = {
  serverSeed: string
  serverSeedHash: string
  clientSeed: string
  nonce: number
  reelIndex: number
  totalUnits: number
  rawDraw: number
}

let browser: Browser
before(async (t) => {
  browser = await openBrowser(t as TestContext)
})

/** Rolls 9,613. */
const seeds = { serverSeed: '00112233445566778899aabbccddeeff'.repeat(2), clientSeed: 'my-seed', nonce: 0 }
const won = upgraderProof(seeds, 9_614)
const missed = upgraderProof(seeds, 2_500)
const unrevealed = (proof: unknown) => replaced(proof, ['round', 'fairness', 'serverSeed'], null)
const reel = (proof: unknown, field: string, value: unknown) => replaced(proof, ['round', 'reels', '0', field], value)

/** A proof of an Upgrader round, and what the page says of it: the verdict, and how many checks fail. */
const PAGE_SAYS: [proof: unknown, verdict: string, failingCount: number][] = [
  [won, 'verified', 0],
  [missed, 'verified', 0],
  [unrevealed(won), 'unrevealed', 0],
  [unrevealed(missed), 'unrevealed', 0],
  [reel(won, 'rawDraw', 9_612), 'failed', 1],
  [reel(missed, 'rawDraw', 2_499), 'failed', 2],
  [reel(missed, 'chanceUnits', 9_614), 'failed', 2],
  [reel(missed, 'result', { itemId: 4, name: 'Headphones' }), 'failed', 1],
  [unrevealed(reel(won, 'result', null)), 'failed', 1],
]

test('the verifier page says of an Upgrader round whether it holds: won, missed, not revealed yet, tampered with', async () => {
  const page = await browser.newPage()
  await page.setContent(await buildVerifierPage(BUILD_TARGET))
  for (const [index, [proof, verdict, failingCount]] of PAGE_SAYS.entries()) {
    await page.locator('#proof').fill(JSON.stringify(proof))
    await page.locator('#verify').click()
    await page.locator(`#verdict.${verdict}`).waitFor({ timeout: 120_000 })
    assert.equal(await page.locator('#checks li.wrong').count(), failingCount, `proof ${index}`)
    assert.ok((await page.locator('#checks li').count()) >= 4)
  }
})

test('a browser draws every committed vector as Node does', async () => {
  const file = fileURLToPath(import.meta.resolve('@coffer/fairness/vectors/draws.json'))
  const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as { vectors: Vector[] }
  assert.ok(vectors.length > 50)
  const page = await browser.newPage()
  await page.addScriptTag({ content: await bundledFairness() })
  const drawn = await page.evaluate((all) => {
    const { draw, serverSeedHash } = (globalThis as unknown as { fairness: typeof Fairness }).fairness
    return all.map(({ totalUnits, ...vector }) => ({
      rawDraw: draw({ ...vector, total: totalUnits }),
      serverSeedHash: serverSeedHash(vector.serverSeed),
    }))
  }, vectors)
  assert.deepEqual(
    drawn,
    vectors.map(({ rawDraw, serverSeedHash }) => ({ rawDraw, serverSeedHash })),
  )
})

/** The package as one script that a page can load. */
async function bundledFairness(): Promise<string> {
  const entry = fileURLToPath(import.meta.resolve('@coffer/fairness'))
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib: { entry, formats: ['iife'], name: 'fairness' } },
  })
  const [chunk] = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  assert.ok(chunk?.type === 'chunk')
  return chunk.code
}
