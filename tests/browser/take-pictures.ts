import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, FrameLocator, Page } from 'playwright-core'
import { launchBrowser } from '../support/browser.ts'

/**
 * `npm run pictures`: walks through the demo that `npm start` runs in another terminal, on a phone and on a desk, and takes a picture
 * of each step into `.coffer/pictures`, and the one of the README anew. Look at them before you show Coffer to anyone.
 */
const PROJECT_DIR = join(import.meta.dirname, '../..')
const PICTURES = join(PROJECT_DIR, '.coffer/pictures')
const VIEWS = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]
/** Some way into the spin, when the reel is slow enough to be read. */
const INTO_THE_SPIN_MS = 2600
/** Fonts, pictures and panels are in their places. */
const SETTLED_MS = 700
const PANELS = ['wallet', 'staff', 'weather', 'webhooks', 'messages', 'calls']
/** The staff's jobs that are folded up at first. */
const JOBS = ['campaigns', 'protection', 'payouts', 'goods', 'orders']

type Shoot = (name: string, settledMs?: number) => Promise<void>

async function takeWalk(page: Page, casinoUrl: string, shoot: Shoot): Promise<void> {
  await page.goto(`${casinoUrl}?player=a-visitor`)
  await page.getByTestId('box-card').first().waitFor()
  await shoot('casino')
  await page.getByTestId('open-game').click()
  const game = page.frameLocator('[data-testid=game-frame]')
  await game.getByTestId('box-card').first().waitFor()
  await shoot('lobby')
  await game.getByTestId('box-card').nth(6).click()
  await game.getByTestId('open-box').waitFor()
  await shoot('box')
  await openBox(page, game, shoot)
  await game.getByTestId('vault-link').click()
  await game.getByTestId('vault-item').first().waitFor()
  await shoot('vault')
  await takeCashBack(page, game, shoot)
  for (const panel of PANELS) {
    await page.locator(`#tab-${panel}`).click()
    await shoot(panel)
  }
  await takeDetails(page, shoot)
}

/** Opens boxes until something stands in the vault; the picture is of the first. */
async function openBox(page: Page, game: FrameLocator, shoot: Shoot): Promise<void> {
  await game.getByTestId('open-box').click()
  await game.getByTestId('reel').first().waitFor()
  await page.waitForTimeout(INTO_THE_SPIN_MS)
  await shoot('opening', 0)
  await game.getByTestId('prize-card').first().waitFor()
  while ((await game.getByTestId('cash-back').count()) === 0) {
    await game.getByTestId('open-again').click()
    await game.getByTestId('skip').click()
    await game.getByTestId('prize-card').first().waitFor()
  }
  await shoot('result')
}

/** Both questions about cashback: for one item, and for several. */
async function takeCashBack(page: Page, game: FrameLocator, shoot: Shoot): Promise<void> {
  await game.getByTestId('cash-back').first().click()
  await shoot('cashback')
  await page.keyboard.press('Escape')
  if ((await game.getByTestId('select').count()) === 0) return
  await game.getByTestId('select').click()
  await game.getByTestId('select-all').click()
  await game.getByTestId('cash-back-many').click()
  await shoot('cashback-several')
  await page.keyboard.press('Escape')
}

async function takeDetails(page: Page, shoot: Shoot): Promise<void> {
  await page.getByTestId('signed-call').first().locator('button').click()
  await shoot('call')
  await page.locator('#close-detail').click()
  await page.locator('#tab-webhooks').click()
  const arrival = page.getByTestId('arrival').first()
  await arrival.waitFor()
  await arrival.locator('button').click()
  await shoot('arrival')
  await page.locator('#close-detail').click()
  await page.locator('#show-deliveries').click()
  await shoot('deliveries')
}

/** What the player of the demo has collected in its days, and what staff can do for them. */
async function takeCollection(page: Page, casinoUrl: string, shoot: Shoot): Promise<void> {
  await page.goto(casinoUrl)
  await page.getByTestId('box-card').first().waitFor()
  await page.locator('#tab-collection').click()
  await page.getByTestId('price-point').first().waitFor()
  await shoot('collection')
  await page.getByTestId('thing').last().scrollIntoViewIfNeeded()
  await shoot('collection-below')
  await page.locator('#tab-orders').click()
  await page.getByTestId('order').first().waitFor()
  await shoot('orders')
  await page.locator('#tab-staff').click()
  for (const job of JOBS) {
    await page.locator(`#job-${job} > summary`).click()
    await shoot(`staff-${job}`)
  }
}

/** The same player's orders in the game, and what it asks before something is sent. */
async function takeShipping(page: Page, casinoUrl: string, shoot: Shoot): Promise<void> {
  await page.goto(casinoUrl)
  await page.getByTestId('open-game').click()
  const game = page.frameLocator('[data-testid=game-frame]')
  await game.getByTestId('vault-link').click()
  await game.getByTestId('vault-item').first().waitFor()
  await shoot('vault-collector')
  await game.getByTestId('ship').first().click()
  await game.getByRole('dialog').waitFor()
  await shoot('ship')
  await page.keyboard.press('Escape')
  await game.getByTestId('ship-several').click()
  await game.locator('.item-choice').nth(0).click()
  await game.locator('.item-choice').nth(1).click()
  await shoot('ship-several')
  await game.getByTestId('ship-chosen').click()
  await game.getByTestId('place-order').waitFor()
  await shoot('ship-form')
  await page.keyboard.press('Escape')
  await game.getByTestId('stop-selecting').click()
  await game.getByTestId('orders-link').click()
  await game.getByTestId('order').first().waitFor()
  await shoot('game-orders')
  await game.getByTestId('order').nth(1).scrollIntoViewIfNeeded()
  await shoot('game-orders-below')
}

/** The Upgrader, from the choice to what a roll gave, and what the vault offers to stake. */
async function takeUpgrader(page: Page, casinoUrl: string, shoot: Shoot): Promise<void> {
  await page.goto(casinoUrl)
  await page.getByTestId('open-game').click()
  const game = page.frameLocator('[data-testid=game-frame]')
  await game.getByTestId('upgrader-link').click()
  await game.locator('[data-testid=upgrade-play]:enabled').waitFor()
  await shoot('upgrader')
  await game.getByTestId('target').first().scrollIntoViewIfNeeded()
  await shoot('upgrader-below')
  for (const outcome of [true, false]) await takeOutcome(page, game, outcome, shoot)
  await game.getByRole('radio', { name: 'Vault' }).check()
  await game.getByTestId('stake-item').first().click()
  await shoot('upgrader-items')
  await game.getByTestId('rounds-link').click()
  await game.getByTestId('round').first().waitFor()
  await shoot('game-rounds')
}

/** Plays until it is won, or until it is missed; the needle is shown on its way the first time. */
async function takeOutcome(page: Page, game: FrameLocator, isWin: boolean, shoot: Shoot): Promise<void> {
  for (let plays = 0; ; plays++) {
    await game.locator('[data-testid=upgrade-play]:enabled').click()
    if (isWin && plays === 0) {
      await game.getByTestId('skip').waitFor()
      await page.waitForTimeout(INTO_THE_SPIN_MS)
      await shoot('upgrader-turning', 0)
    } else {
      await game.getByTestId('skip').click()
    }
    const result = game.getByTestId('upgrade-result')
    await result.waitFor()
    const isWanted = (await result.getAttribute('data-won')) === String(isWin)
    if (isWanted) await shoot(isWin ? 'upgrader-won' : 'upgrader-missed')
    await game.getByTestId('keep').click()
    if (isWanted) return
  }
}

async function takeView(browser: Browser, view: (typeof VIEWS)[number], casinoUrl: string): Promise<void> {
  const page = await browser.newPage({ viewport: view })
  const shoot: Shoot = async (name, settledMs = SETTLED_MS) => {
    await page.waitForTimeout(settledMs)
    await page.screenshot({ path: join(PICTURES, `${name}-${view.width}.png`) })
    const isReadme = name === 'opening' && view.width > 1000
    if (isReadme) await page.screenshot({ path: join(PROJECT_DIR, 'docs/images/opening.png') })
  }
  await takeWalk(page, casinoUrl, shoot)
  await takeCollection(page, casinoUrl, shoot)
  await takeShipping(page, casinoUrl, shoot)
  await takeUpgrader(page, casinoUrl, shoot)
  await page.close()
}

const demo = JSON.parse(readFileSync(join(PROJECT_DIR, '.coffer/demo.json'), 'utf8'))
mkdirSync(PICTURES, { recursive: true })
const browser = await launchBrowser()
try {
  for (const view of VIEWS) await takeView(browser, view, demo.operators[0].casinoUrl)
  console.log(`The pictures lie in ${PICTURES}`)
} finally {
  await browser.close()
}
