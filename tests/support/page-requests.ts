import type { Page, Route } from 'playwright-core'

/**
 * Lets a test decide about the requests of a page. None of these routes is removed while the page works: the browser loses a request that
 * it sends while a route is removed. So tests use neither `page.unroute` nor the option `times`.
 */

/** How long newer answers have to arrive before a held one. */
const OVERTAKES_MS = 400

/** Handles the first request to an address, and sends all others. */
export async function routeFirst(
  page: Page,
  address: string | RegExp,
  handle: (route: Route) => Promise<void>,
): Promise<void> {
  let isFirst = true
  await page.route(address, (route) => {
    if (!isFirst) return route.continue()
    isFirst = false
    return handle(route)
  })
}

/**
 * Keeps the next answer of an address from a page. The function that it resolves to lets the answer arrive, a while later, and returns when
 * the page has read it. What a page shows then must be newer than it.
 */
export async function holdAnswer(page: Page, address: string): Promise<() => Promise<void>> {
  const gate = Promise.withResolvers<void>()
  const arrived = page.waitForResponse(address)
  await routeFirst(page, address, async (route) => {
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

/** Sends the next request to an address, and holds its repeats until the page leaves the screen or reloads. */
export async function holdRepeats(page: Page, address: string): Promise<void> {
  const left = Promise.withResolvers<void>()
  page.once('framenavigated', () => left.resolve())
  let count = 0
  await page.route(address, async (route) => {
    if (count++ > 0) await left.promise
    // A repeat of a page that is gone can no longer be sent.
    await route.continue().catch(() => {})
  })
}
