import type { BrowserContext, Page, Request } from 'playwright-core'
import { eventually } from './eventually.ts'

/** How many times as fast as a player's browser. */
const FASTER = 50

const HURRY = `{
  const { setTimeout } = globalThis
  globalThis.setTimeout = (act, ms, ...given) => setTimeout(act, ms / ${FASTER}, ...given)
  const { animate } = Element.prototype
  Element.prototype.animate = function (...given) {
    const animation = animate.apply(this, given)
    animation.playbackRate = ${FASTER}
    return animation
  }
}`

/**
 * Runs the `setTimeout` pauses and the `animate` motions of a page's own program 50 times as fast, in every frame that is opened from now on.
 * Time-outs of calls, the clock of the page, intervals and motions of a style sheet keep their pace. A state that shows only during a pause
 * must be held by the test, or it may be gone before the test looks.
 */
export async function hurry(page: Page | BrowserContext): Promise<void> {
  await page.addInitScript(HURRY)
}

/** Animations of a page's own program do not advance, so that only a skip finishes them. */
const HOLD_MOTION = `globalThis.realAnimate = Element.prototype.animate
  Element.prototype.animate = function (...given) {
    const animation = realAnimate.apply(this, given)
    animation.pause()
    return animation
  }`

export const MOTION = { hold: HOLD_MOTION, release: 'Element.prototype.animate = realAnimate' }

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
