import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { homeEnvironment } from './bare-environment.ts'
import { lagged } from './lag.ts'
import { type BrowserProgram, packagedBrowser } from './packaged-browser.ts'

/** Web security stays on: what a test sees is what a player's browser does. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-sync',
  '--no-first-run',
  '--no-pings',
]

const INSTALLED_NAMES = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser']
const INSTALLED_PATHS = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

/** A wait in a page ends after so long. Only a page that hangs takes it: a busy machine may need many seconds for a click. */
const PAGE_WAIT_MS = 120_000

/** Starts the browser of the tests without a window; with `TEST_LAG_MS` its pages wait for answers. Whoever starts it closes it. */
export async function launchBrowser(): Promise<Browser> {
  const program = await findBrowser()
  const browser = await chromium.launch({
    executablePath: program.path,
    args: ARGUMENTS,
    env: { ...homeEnvironment(), ...program.env } as Record<string, string>,
  })
  return withPatience(lagged(browser, Number(process.env.TEST_LAG_MS ?? 0)))
}

/** Playwright has a default of 30 seconds, which is set per context alone; a page of its own has one, too. */
function withPatience(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    context.setDefaultTimeout(PAGE_WAIT_MS)
    return context
  }
  return browser
}

/** `CHROMIUM_PATH`, else the browser from npm, else one that this machine has; an error in words when there is none. */
export async function findBrowser(): Promise<BrowserProgram> {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which is not there.`)
    return { path: named, env: {} }
  }
  const program = (await packagedBrowser()) ?? installedBrowser()
  if (program) return program
  throw new Error('The browser tests need a Chrome or Chromium: install one, or set CHROMIUM_PATH to its program.')
}

function installedBrowser(): BrowserProgram | undefined {
  const folders = (process.env.PATH ?? '').split(':')
  const paths = INSTALLED_NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  const path = [...paths, ...INSTALLED_PATHS].find((candidate) => existsSync(candidate))
  return path === undefined ? undefined : { path, env: {} }
}
