import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faults } from '@coffer/reference-operator'
import type { Browser, Page } from 'playwright-core'
import { hurry, MOTION } from '../support/page-time.ts'
import { openBrowser } from '../support/shared-browser.ts'
import { sureBox } from '../support/sure-boxes.ts'
import { boxOf, startWorld, type World, type WorldOptions } from '../support/world.ts'

const WIDE = { width: 1280, height: 900 }
const PHONE = { width: 390, height: 844 }
/** The longest that a casino may set. */
const LOOK_MS = 60_000

test('a person launches from the casino, opens a box, finds the item in the vault and cashes it back', async (t) => {
  const { world, browser } = await start(t, { operators: { aurum: { catalogue: sureBox() } } })
  const page = await visit(browser, world)
  await showsBalance(page, 100_000)

  await page.getByTestId('box-card').first().click()
  const game = page.frameLocator('[data-testid=game-frame]')
  await game.getByTestId('odds-table').waitFor()
  assert.match(await game.getByTestId('rtp').innerText(), /90[.,]00/, 'the RTP is shown before paying')
  assert.ok(await game.getByTestId('top-prize').isVisible())

  await game.getByTestId('open-box').click()
  await game.getByTestId('prize-card').waitFor()
  await showsBalance(page, 100_000 - 500)
  const won = await game.getByTestId('prize-name').innerText()

  await game.getByTestId('vault-link').click()
  await game.getByTestId('vault-item').filter({ hasText: won }).getByTestId('cash-back').click()
  await game.getByTestId('confirm-cash-back').click()
  await game.getByTestId('cashed-back').filter({ hasText: won }).waitFor()
  const credit = world.casino.wallet.ledger(world.operator.slug, 'ann').find((entry) => entry.type === 'credit')!
  await showsBalance(page, 100_000 - 500 + credit.amountMinor)
  assert.ok(await page.getByTestId('ledger-row').filter({ hasText: credit.idempotencyKey! }).first().isVisible())
})

test('the reel stops with the won item under the marker, on a phone too', async (t) => {
  const { world, browser } = await start(t)
  await world.settings(world.operator, { 'presentation.minCycleMs': LOOK_MS })
  for (const viewport of [WIDE, PHONE]) {
    const { page, game } = await enterInCasino(browser, world, viewport)
    await page.clock.install()
    await game.getByTestId('open-box').click()
    const stop = game.getByTestId('reel-stop')
    await stop.waitFor()
    const cell = (await stop.boundingBox())!
    const reel = (await game.getByTestId('reel').boundingBox())!
    assert.ok(
      Math.abs(cell.x + cell.width / 2 - (reel.x + reel.width / 2)) <= 2,
      'the cell is centred under the marker',
    )
    const shown = (await stop.innerText()).split('\n')[0]
    await page.clock.runFor(LOOK_MS)
    await game.getByTestId('prize-name').waitFor()
    assert.equal(await game.getByTestId('prize-name').innerText(), shown)
    await page.close()
  }
})

/** Counts what is moved, and not what is faded in. */
const COUNT_SPINS = `globalThis.spinsCount = 0
  const { animate } = Element.prototype
  Element.prototype.animate = function (frames, options) {
    if ('transform' in frames) spinsCount += 1
    return animate.call(this, frames, options)
  }`

test('a box is opened by keyboard alone, and with reduced motion nothing spins', async (t) => {
  const { world, browser } = await start(t)
  const page = await visit(browser, world, { reducedMotion: 'reduce' })
  await page.addInitScript(COUNT_SPINS)
  await page.getByTestId('box-card').first().focus()
  await page.keyboard.press('Enter')
  const game = page.frameLocator('[data-testid=game-frame]')
  await game.getByTestId('open-box').waitFor()
  await game.getByTestId('open-box').focus()
  await page.keyboard.press('Enter')
  await game.getByTestId('prize-card').first().waitFor()
  assert.equal(await game.locator('html').evaluate('spinsCount'), 0)
  assert.match(await game.getByTestId('announcement').innerText(), /You won|worth/i)
})

test('several boxes at once spin as several reels and are shown together', async (t) => {
  const { world, browser } = await start(t)
  const game = await enter(browser, world)
  await game.locator('input[name=reels][value="3"]').check()
  await game.evaluate(MOTION.hold)
  await game.getByTestId('open-box').click()
  await game.getByTestId('reel').nth(2).waitFor()
  await game.getByTestId('skip').click()
  await game.getByTestId('prize-grid').waitFor()
  assert.equal(await game.getByTestId('prize-card').count(), 3)
  assert.equal(world.casino.wallet.balance(world.operator.slug, 'ann', 'EUR'), 100_000 - 1500)
})

test('an open that the wallet refuses is said in words, and nothing was charged', async (t) => {
  const { world, browser } = await start(t)
  const { game } = await enterInCasino(browser, world, PHONE)
  world.casino.wallet.setBalance(world.operator.slug, 'ann', 'EUR', 499)
  await game.getByTestId('open-box').click()
  const words = game.getByTestId('error-words')
  await words.waitFor()
  assert.equal(await words.getAttribute('data-code'), 'INSUFFICIENT_FUNDS')
  assert.match(await words.innerText(), /nothing (was|has been) charged/i)
  await game.getByTestId('balance').getByText('€4.99').waitFor()
})

test('an open whose answer gets lost is confirmed by itself, and charged once', async (t) => {
  const { world, browser } = await start(t)
  const game = await enter(browser, world)
  const { faults: rules } = world.casino.wallet
  rules.push({ when: { type: 'wallet.debit' }, fault: faults.reset({ apply: true }) })
  await game.getByTestId('open-box').click()
  await game.getByTestId('confirming').waitFor()
  rules.length = 0
  await game.getByTestId('prize-card').first().waitFor()
  assert.equal(world.casino.wallet.balance(world.operator.slug, 'ann', 'EUR'), 100_000 - 500)
})

test('a used launch link says what to do', async (t) => {
  const { world, browser } = await start(t)
  const launchUrl = await boxLaunch(world)
  const first = await browser.newPage()
  await first.goto(launchUrl)
  await first.getByTestId('open-box').waitFor()
  assert.equal(new URL(first.url()).hash.includes('lt_'), false, 'the token leaves the address at once')
  const second = await browser.newPage()
  await second.goto(launchUrl)
  assert.equal(await second.getByTestId('error-words').getAttribute('data-code'), 'LAUNCH_TOKEN_CONSUMED')
})

test('a round is verified in the browser, offline from the service once its proof is there', async (t) => {
  const { world, browser } = await start(t)
  const player = await world.play(world.operator, 'ann')
  const { boxVersionId } = boxOf(world.operator)
  const opened = await player.open({ clientActionId: 'one', reels: [{ reelIndex: 0, boxVersionId }] })
  await player.call('rotateSeed', { body: {} })
  const page = await browser.newPage()
  await page.goto(`${world.baseUrl}/fairness/verify?round=${opened.body.round.publicId}`)
  await page
    .getByText(/verified/i)
    .first()
    .waitFor()
})

type Test = Parameters<typeof startWorld>[0]

async function start(t: Test, options: WorldOptions = {}): Promise<{ world: World; browser: Browser }> {
  const world = await startWorld(t, options)
  const browser = await openBrowser(t)
  return { world, browser }
}

/** The page of the casino, where a player finds the game. */
async function visit(browser: Browser, world: World, options: object = {}): Promise<Page> {
  const page = await newPage(browser, { viewport: WIDE, ...options })
  await page.goto(`${world.casino.url}/c/${world.operator.slug}?player=ann`)
  await page.getByTestId('box-card').first().waitFor()
  return page
}

/** The game in the page of the casino, before the sample box. */
async function enterInCasino(browser: Browser, world: World, viewport: typeof WIDE) {
  const page = await visit(browser, world, { viewport })
  await page.getByTestId('box-card').first().click()
  const game = page.frameLocator('[data-testid=game-frame]')
  await game.getByTestId('open-box').waitFor()
  return { page, game }
}

/** The game of the same player alone, before the sample box. */
async function enter(browser: Browser, world: World): Promise<Page> {
  const page = await newPage(browser, { viewport: WIDE })
  await page.goto(await boxLaunch(world))
  await page.getByTestId('open-box').waitFor()
  return page
}

async function boxLaunch({ operator }: World): Promise<string> {
  const target = { boxId: boxOf(operator).boxId }
  return (await operator.coffer.createLaunch({ playerExternalId: 'ann', gameKey: 'mystery_box', target })).launchUrl
}

async function newPage(browser: Browser, options: object): Promise<Page> {
  const page = await browser.newPage(options)
  await hurry(page)
  page.on('pageerror', (error) => assert.fail(`the page threw ${error.message}`))
  return page
}

function showsBalance(page: Page, minor: number): Promise<void> {
  return page.locator(`[data-testid=balance][data-minor="${minor}"]`).waitFor()
}
