import type { Browser } from 'playwright-core'

/**
 * Makes every call of a page's own program wait, a random time on its way there and another one on its way back, each up
 * to `mostMs`; what a stream or another window tells it comes late too, in its order. Calls then overtake each other as they
 * do on a bad line, and whatever a page believes about the order of answers shows itself. Zero leaves the browser as it is.
 */
export function lagged(browser: Browser, mostMs: number): Browser {
  if (mostMs === 0) return browser
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    await context.addInitScript(lag, mostMs)
    return context
  }
  return browser
}

/** Runs in the page, in every frame, before any of the page's own scripts. */
function lag(mostMs: number): void {
  // A test may make the pauses of the page itself shorter.
  const { fetch: real, setTimeout } = globalThis
  const wait = () => new Promise((done) => setTimeout(done, Math.random() * mostMs))
  globalThis.fetch = async (input, init) => {
    // What is sent with the last breath of a page has no time to wait in it.
    if (!init?.keepalive) await wait()
    const answer = await real(input, init)
    await wait()
    return answer
  }
  const listen = EventTarget.prototype.addEventListener
  let told = Promise.resolve()
  EventTarget.prototype.addEventListener = function (this: EventTarget, ...[type, listener, options]) {
    const isLate = this instanceof EventSource || type === 'message'
    if (!isLate || typeof listener !== 'function') return listen.call(this, type, listener, options)
    const tell = (event: Event) => {
      told = told.then(wait).then(() => void setTimeout(() => listener.call(this, event)))
    }
    return listen.call(this, type, tell, options)
  }
}
