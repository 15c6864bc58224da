import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { launchBrowser } from '../support/browser.ts'

/** `npm run pictures`: takes the picture of the README anew, from the demo that `npm start` runs in another terminal. */
const PROJECT_DIR = join(import.meta.dirname, '../..')
const VIEW = { width: 1280, height: 800 }
/** Some way into the spin, when the reel is slow enough to be read. */
const INTO_THE_SPIN_MS = 2600

const demo = JSON.parse(readFileSync(join(PROJECT_DIR, '.coffer/demo.json'), 'utf8'))
const browser = await launchBrowser()
try {
  const page = await browser.newPage({ viewport: VIEW })
  await page.goto(`${demo.operators[0].casinoUrl}?player=a-visitor`)
  await page.getByTestId('box-card').nth(1).click()
  const game = page.frameLocator('[data-testid=game-frame]')
  await game.getByTestId('open-box').click()
  await game.getByTestId('reel').first().waitFor()
  await page.waitForTimeout(INTO_THE_SPIN_MS)
  await page.screenshot({ path: join(PROJECT_DIR, 'docs/images/opening.png') })
} finally {
  await browser.close()
}
