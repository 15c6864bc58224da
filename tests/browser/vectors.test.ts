import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type * as Fairness from '@coffer/fairness'
import { build } from 'vite'
import { launchBrowser } from '../support/browser.ts'

type Vector = {
  serverSeed: string
  serverSeedHash: string
  clientSeed: string
  nonce: number
  reelIndex: number
  totalUnits: number
  rawDraw: number
}

test('a browser draws every committed vector as Node does', async (t) => {
  const file = fileURLToPath(import.meta.resolve('@coffer/fairness/vectors/draws.json'))
  const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as { vectors: Vector[] }
  assert.ok(vectors.length > 50)
  const browser = await launchBrowser()
  t.after(() => browser.close())
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
