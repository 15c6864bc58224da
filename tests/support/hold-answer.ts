import type { Page } from 'playwright-core'

/** How long whatever does not wait for the answer has to overtake it. */
const OVERTAKES_MS = 400

/**
 * Keeps the next answer of an address on its way. What it resolves to lets it arrive, a while later, and returns when the page has read it.
 * Whatever a page shows then must be newer than it.
 */
export async function holdAnswer(page: Page, address: string): Promise<() => Promise<void>> {
  const gate = Promise.withResolvers<void>()
  const arrived = page.waitForResponse(address)
  let isHeld = false
  // It stays when its work is done: a request that comes while a route goes is lost.
  await page.route(address, async (route) => {
    if (isHeld) return route.continue()
    isHeld = true
    const response = await route.fetch()
    await gate.promise
    await route.fulfill({ response })
  })
  return async () => {
    await page.waitForTimeout(OVERTAKES_MS)
    gate.resolve()
    await (await arrived).finished()
    await page.evaluate('new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))')
  }
}
