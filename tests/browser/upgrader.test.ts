import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { faults } from '@coffer/reference-operator'
import type { Browser, FrameLocator, Page, Request } from 'playwright-core'
import { eventually } from '../support/eventually.ts'
import { holdRepeats, routeFirst } from '../support/page-requests.ts'
import { hurry, MOTION, watchRequests } from '../support/page-time.ts'
import { openBrowser } from '../support/shared-browser.ts'
import { wordsOf } from '../support/shipping-page.ts'
import { missesAt, startUpgrader, winsAt } from '../support/upgrader.ts'

const DESK = { width: 1280, height: 900 }
const PHONE = { width: 390, height: 844 }

const READS = /\/api\/play\/upgrader\/(prizes|config)$/
const PLAYS = '**/api/play/upgrader/play'

/** Degrees of the needle as the browser paints it: from its own style, from what it computes, and from where the tip lies on the screen. */
const PAINTED = `(() => {
  const needle = document.querySelector('[data-testid=dial-needle]')
  const turned = new DOMMatrix(getComputedStyle(needle).transform)
  const screen = needle.querySelector('path').getScreenCTM()
  const degrees = (x, y) => ((Math.atan2(x, -y) * 180) / Math.PI + 360) % 360
  return {
    style: needle.style.transform,
    computed: degrees(turned.m21 * -1, -turned.m22),
    onScreen: degrees(-screen.c, -screen.d),
  }
})()`

test('the needle stands exactly on the roll, at 0, 4999, 5000 and 9999, however it came there, and the result says so', async (t) => {
  const { page, balance, aim } = await upgraderPage(t)
  const plays = [
    {
      roll: 0,
      angle: '0.000',
      way: 'skipped',
      won: true,
      said: /You won Sure prize of 1900.*roll was 0\.00; below 50\.00 wins/,
    },
    {
      roll: 4999,
      angle: '179.964',
      way: 'fast',
      won: true,
      said: /You won Sure prize of 1900.*roll was 49\.99; below 50\.00 wins/,
    },
    {
      roll: 5000,
      angle: '180.000',
      way: 'fast',
      won: false,
      said: /The roll missed\. It was 50\.00; below 50\.00 wins/,
    },
    {
      roll: 9999,
      angle: '359.964',
      way: 'still',
      won: false,
      said: /The roll missed\. It was 99\.99; below 50\.00 wins/,
    },
  ] as const
  const start = await balance()
  for (const [count, { roll, angle, way, won, said }] of plays.entries()) {
    await aim((drawn) => drawn === roll)
    await page.emulateMedia({ reducedMotion: way === 'still' ? 'reduce' : 'no-preference' })
    if (way === 'fast') await page.getByLabel('Fast dial').check()
    if (way === 'skipped') await page.evaluate(MOTION.hold)
    await play(page, '10.00')
    if (way === 'skipped') await skip(page)
    await page.locator('[data-stopped]').waitFor()
    await standsAt(page, roll, angle)
    const result = page.getByTestId('upgrade-result')
    await result.waitFor()
    assert.deepEqual(
      [await result.getAttribute('data-won'), await result.getAttribute('data-rolled-bps')],
      [String(won), String(roll)],
    )
    for (const viewport of [PHONE, DESK]) {
      await page.setViewportSize(viewport)
      await standsAt(page, roll, angle)
    }
    assert.match(await page.getByTestId('announcement').innerText(), said)
    assert.equal(await balance(), start - 1000 * (count + 1), 'each play is debited once')
    await page.getByTestId('verify-link').waitFor()
    await page.getByTestId('keep').click()
    await page.locator('h1:focus').getByText('Upgrader').waitFor()
  }
})

test('items are staked from vault and prize card: they are gone win or miss, and a won one is there', async (t) => {
  const { page, world, operator, aim } = await upgraderPage(t, { gameKey: 'mystery_box' }, ['mug', 'mug'])
  const debits = () => world.casino.wallet.ledger(operator.slug, 'ann').length
  await page.getByTestId('vault-link').click()
  await page.getByTestId('upgrade-several').click()
  await page.getByTestId('stake-all').click()
  await page.getByTestId('stake-chosen').click()
  await page.getByText('2 items, which count for €16.20 together').waitFor()
  assert.equal(await page.getByText('Counts for €8.10').count(), 2)
  await page.getByRole('radio', { name: '75%' }).check()
  const target = page.getByTestId('target')
  await target.first().waitFor()
  assert.match(await wordsOf(target.first()), /Sure prize of 1900 €19\.00 1\.17× your stake RTP 87\.96%/)
  await aim(winsAt(7500))
  const before = debits()
  await page.getByTestId('upgrade-play').click()
  await page.getByTestId('upgrade-result').waitFor()
  assert.equal(await page.getByTestId('prize-name').innerText(), 'Sure prize of 1900')
  assert.equal(debits(), before, 'no wallet is called')
  await page.getByTestId('cash-back').getByText('Cash back €17.10').waitFor()

  await page.getByTestId('upgrade').click()
  await page.getByText('1 item, which counts for €17.10').waitFor()
  await page.getByTestId('no-prize').waitFor()
  assert.match(await wordsOf(page.getByTestId('no-prize')), /worth €19\.70 to €21\.66.*Other items or another chance/)
  await page.getByTestId('vault-link').click()
  await page.getByTestId('vault-item').waitFor()
  assert.deepEqual(await page.getByTestId('vault-item').getByRole('heading').allInnerTexts(), ['Sure prize of 1900'])
  await page.getByTestId('vault-tab-done').click()
  await page.locator('[data-state=consumed]').nth(1).waitFor()

  await page.getByTestId('lobby-link').click()
  await page.getByTestId('box-card').filter({ hasText: 'Sure box of mug' }).click()
  await page.getByTestId('open-box').click()
  await page.getByTestId('prize-card').getByTestId('upgrade').click()
  await page.getByText('1 item, which counts for €8.10').waitFor()
  await aim(missesAt(7500))
  await page.getByTestId('upgrade-play').click()
  assert.match(
    await wordsOf(page.getByTestId('missed')),
    /75\.00 or more does not win\. The items that you staked have left/,
  )
  await page.getByTestId('rounds-link').click()
  const rounds = page.getByTestId('round')
  assert.match(
    await wordsOf(rounds.first()),
    /Sure prize of 950 Upgrader: missed at 75%\. The roll was .*Staked €8\.10 Worth €0\.00/,
  )
  assert.match(await wordsOf(rounds.nth(2)), /Sure prize of 1900 Upgrader: won at 75%.*Staked €16\.20 Worth €19\.00/)
})

test('a play whose answer got lost is told by itself, after a reload too and on another device, and charged once each', async (t) => {
  const { page, world, balance, launch, browser } = await upgraderPage(t)
  const lose = async (from: Page) => {
    await holdRepeats(from, PLAYS)
    world.casino.wallet.faults.push({ when: { type: 'wallet.debit' }, times: 1, fault: faults.reset({ apply: true }) })
  }
  const start = await balance()
  await lose(page)
  await play(page, '10')
  await page.getByTestId('confirming').waitFor()
  await page.reload()
  await page.getByTestId('upgrade-result').waitFor()
  assert.equal(await balance(), start - 1000)

  await page.getByTestId('keep').click()
  await lose(page)
  await play(page, '10')
  await page.getByTestId('confirming').waitFor()
  await page.context().close()
  const other = await still(browser)
  await other.goto(await launch())
  await other.getByTestId('upgrade-result').waitFor()
  assert.equal(await balance(), start - 2000)

  await other.getByTestId('keep').click()
  await lose(other)
  await play(other, '10')
  await other.getByTestId('confirming').waitFor()
  await other.getByTestId('vault-link').click()
  await other.locator('[data-testid=currency]:enabled').waitFor()
  await other.getByTestId('upgrader-link').click()
  await other.getByTestId('upgrade-result').waitFor()
  assert.equal(await balance(), start - 3000, 'one that is answered while nobody looks holds nothing up')
})

test('an Upgrader without boxes says its limits, prizes, refusals and its rest in words, in each currency', async (t) => {
  const { page, world, operator, launch } = await upgraderPage(t, {}, [], {
    ...{ enabledGames: ['upgrader'], 'upgrader.maxWagerMinor': 20_000 },
    ...{ 'noLoss.enabled': true, 'noLoss.nuggetsCostPercent': 0 },
  })
  await page.getByText('From €1.00 to €200.00.').waitFor()
  assert.deepEqual(await page.locator('nav a').allInnerTexts(), ['Upgrader', 'Vault', 'Rounds', 'Fairness'])
  assert.match(await wordsOf(page.getByTestId('house-edge')), /house edge is 5\.00%/)
  assert.match(await wordsOf(page.getByTestId('no-loss')), /win is always worth at least your stake/)
  for (const [wager, words] of [
    ['0.99', 'A stake is from €1.00 to €200.00.'],
    ['1.005', 'Enter an amount such as 5.00.'],
  ] as const) {
    await page.getByTestId('wager').fill(wager)
    await page.getByText(words).waitFor()
    assert.ok(await page.getByTestId('upgrade-play').isDisabled(), wager)
  }
  await page.getByTestId('currency').selectOption('JPY')
  await page.getByText('From ¥170 to ¥33,854.').waitFor()
  assert.equal(await page.getByTestId('wager').inputValue(), '1000')
  await page.getByTestId('currency').selectOption('EUR')
  await page.getByText('Enter an amount such as 5.00.').waitFor()

  const { wallet } = world.casino
  await playUnaware(page, '10', () => wallet.setBalance(operator.slug, 'ann', 'EUR', 999))
  await page.locator('.upgrade-action:focus [data-code=INSUFFICIENT_FUNDS]').waitFor()
  const { y, height } = (await page.getByTestId('error-words').boundingBox())!
  assert.ok(y >= 0 && y + height <= page.viewportSize()!.height, 'what was refused is in sight')
  await page.getByRole('radio', { name: '75%' }).check()
  assert.equal(await page.getByTestId('error-words').count(), 0, 'another choice puts it aside')
  await page.getByRole('radio', { name: '50%', exact: true }).check()
  wallet.setBalance(operator.slug, 'ann', 'EUR', 5000)
  await playUnaware(page, '10', () => world.settings(operator, { 'upgrader.maxWagerMinor': 500 }))
  await page.locator('[data-code=UPGRADER_WAGER_OUT_OF_RANGE]').waitFor()
  await page.getByText('A stake is from €1.00 to €5.00.').waitFor()
  await page.getByTestId('refused-go-on').click()
  await page.locator('.upgrade-action:focus').waitFor()
  await world.settings(operator, { 'upgrader.modes': { balance: false, items: true } })
  const neverCame = '**/assets/upgrader-*.js'
  await routeFirst(page, neverCame, (route) => route.abort())
  await page.goto(await launch())
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Nothing to stake in your vault').waitFor()
  assert.equal(await page.getByTestId('wager').count(), 0, 'only what is enabled is offered')
  await world.settings(operator, { 'upgrader.chancePresetsBps': [] })
  await page.goto('about:blank')
  await page.goto(await launch())
  await page.getByRole('heading', { name: 'The Upgrader rests' }).waitFor()
  await page.getByRole('link', { name: 'Look at your vault' }).waitFor()
})

test('the casino around the game hears of a play when it begins and when it has been shown', async (t) => {
  const { world, operator, browser } = await upgraderPage(t)
  const page = await still(browser)
  await page.goto(`${world.casino.url}/c/${operator.slug}?player=ann`)
  await page.getByTestId('open-game').click()
  const game = page.frameLocator('[data-testid=game-frame]')
  await game.getByTestId('upgrader-link').click()
  await play(game, '10')
  await game.getByTestId('upgrade-result').waitFor()
  await page.getByRole('tab', { name: 'Messages' }).click()
  for (const [type, words] of [
    ['round.started', /"gameKey":\s*"upgrader".*"betMinor":\s*1000/s],
    ['round.settled', /"betMinor":\s*1000.*"payoutMinor":\s*(0|1900)/s],
  ] as const) {
    const message = page.getByTestId('message').filter({ hasText: type }).first()
    await message.waitFor()
    assert.match((await message.textContent())!, words)
  }
})

/** The game of ann at a casino with the Upgrader, in a browser where nothing travels unless a test wants it to. */
async function upgraderPage(
  t: TestContext,
  wanted: object = {},
  won: Parameters<Awaited<ReturnType<typeof startUpgrader>>['won']> = [],
  settings: Record<string, unknown> = {},
) {
  const game = await startUpgrader(t, settings)
  if (won.length > 0) await game.won(...won)
  const browser = await openBrowser(t)
  const page = await still(browser)
  const launch = async () => {
    const launched = { playerExternalId: 'ann', gameKey: 'upgrader', target: {}, ...wanted } as const
    return (await game.operator.coffer.createLaunch(launched)).launchUrl
  }
  await page.goto(await launch())
  return { ...game, browser, page, launch }
}

async function still(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: DESK, reducedMotion: 'reduce', locale: 'en' })
  await hurry(page)
  unanswered.set(page, watchRequests(page, READS))
  page.on('pageerror', (error) => assert.fail(`the page threw ${error.message}`))
  return page
}

/** Types a wager, waits for what it can win, and plays for the first of it. */
async function play(page: Page | FrameLocator, wager: string): Promise<void> {
  await choose(page, wager)
  await page.getByTestId('upgrade-play').click()
}

async function choose(page: Page | FrameLocator, wager: string): Promise<void> {
  await page.getByTestId('wager').fill(wager)
  await page.getByTestId('target').filter({ hasText: 'Sure prize of 1900' }).waitFor()
  await page.locator('[data-testid=upgrade-play]:enabled').waitFor()
}

/** Plays after a change on the server that the page cannot see before the click. */
async function playUnaware(page: Page, wager: string, change: () => unknown): Promise<void> {
  await choose(page, wager)
  const release = await holdReads(page)
  await change()
  await page.getByTestId('upgrade-play').click()
  release()
}

/** Holds the page's reads of prizes and limits. Resolves once those that it had sent before are answered; returns the release. */
async function holdReads(page: Page): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  const held = new Set<Request>()
  await page.route(READS, async (route) => {
    held.add(route.request())
    await gate.promise
    await route.continue()
  })
  const isUnderWay = () => [...unanswered.get(page)!].some((request) => !held.has(request))
  await eventually(() => !isUnderWay(), 'the reads of the page are answered')
  return gate.resolve
}

/** Reads of prizes and limits that a page has sent and that have no answer yet. */
const unanswered = new WeakMap<Page, ReadonlySet<Request>>()

/** Presses Escape until the needle stops: the page adds its listener only some time after it shows the button. */
async function skip(page: Page): Promise<void> {
  await page.getByTestId('skip').waitFor()
  await eventually(async () => {
    await page.keyboard.press('Escape')
    return (await page.locator('[data-stopped]').count()) > 0
  }, 'Escape stops the needle')
  await page.evaluate(MOTION.release)
}

async function standsAt(page: Page, roll: number, angle: string): Promise<void> {
  const needle = page.getByTestId('dial-needle')
  assert.deepEqual(
    [await needle.getAttribute('data-rolled-bps'), await needle.getAttribute('data-angle')],
    [String(roll), angle],
  )
  const painted: { style: string; computed: number; onScreen: number } = await page.evaluate(PAINTED)
  assert.equal(painted.style, `rotate(${Number(angle)}deg)`)
  for (const degrees of [painted.computed, painted.onScreen]) {
    const off = Math.abs(degrees - Number(angle))
    assert.ok(Math.min(off, 360 - off) < 0.001, `${degrees}° is ${angle}°; a step of the dial is 0.036°`)
  }
  const [arc] = await page
    .getByTestId('dial-arc')
    .evaluateAll((arcs) => arcs.map((node) => node.getAttribute('stroke-dasharray')))
  assert.equal(arc, '5000 10000', 'the arc is the chance')
}
