import { after, type TestContext } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser } from './browser.ts'

let shared: Browser | undefined
after(() => shared?.close())

/**
 * The browser that the tests of a process have one after the other: to start one takes longer than most of them. What a test opens in it,
 * which shares nothing with what another one opens, is closed with the test.
 */
export async function openBrowser(t: TestContext): Promise<Browser> {
  if (!shared?.isConnected()) shared = await launchBrowser()
  const browser = shared
  t.after(() => Promise.all(browser.contexts().map((context) => context.close())))
  return browser
}
