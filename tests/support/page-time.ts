import type { Page, Request } from 'playwright-core'
import { eventually } from './eventually.ts'

/** The requests of a page to such addresses that have no answer yet, from now on. */
export function watchRequests(page: Page, addresses: RegExp): ReadonlySet<Request> {
  const unanswered = new Set<Request>()
  page.on('request', (request) => addresses.test(request.url()) && unanswered.add(request))
  page.on('requestfinished', (request) => unanswered.delete(request))
  page.on('requestfailed', (request) => unanswered.delete(request))
  return unanswered
}

/** The page's own pauses between repeats are shorter, and its time-out of a call is longer. */
const STEP_MS = 5_000

/**
 * Lets the time of a page pass until something holds. Its clock must be installed. While a request has no answer its time stands still, so a
 * slow machine ends no call.
 */
export async function passUntil(
  page: Page,
  unanswered: ReadonlySet<Request>,
  holds: () => Promise<boolean>,
): Promise<void> {
  await eventually(async () => {
    if (await holds()) return true
    if (unanswered.size === 0) await page.clock.runFor(STEP_MS)
    return false
  }, 'the page came so far')
}
