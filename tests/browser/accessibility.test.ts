import assert from 'node:assert/strict'
import { test } from 'node:test'
import { later, minutes } from '@coffer/service/kernel'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { launchBrowser } from '../support/browser.ts'
import { ENDPOINT_SECRET, postDelivery } from '../support/signed-delivery.ts'
import { revalued, sureBoxes, win } from '../support/sure-boxes.ts'
import { boxOf, openBody, startWorld } from '../support/world.ts'

const SCREENS = [
  { name: 'lobby', link: 'lobby-link', ready: 'box-card' },
  { name: 'vault', link: 'vault-link', ready: 'vault-item' },
  { name: 'rounds', link: 'rounds-link', ready: 'round' },
  { name: 'fairness', link: 'fairness-link', ready: 'rotate' },
]

const PANELS = ['Lobby', 'Collection', 'Game', 'Wallet', 'Staff', 'Weather', 'Webhooks', 'Messages', 'Calls']
const JOBS = ['Market', 'Free opens', 'Player protection', 'Payouts', 'Goods for Nuggets']

test('every screen of the game passes the accessibility rules and fits 320 px', async (t) => {
  const world = await startWorld(t)
  const browser = await launchBrowser()
  t.after(() => browser.close())
  const player = await world.play(world.operator, 'ann')
  for (let click = 0; click < 8; click++) await player.open(openBody(world.operator, `click-${click}`, 5))

  const page = await browser.newPage({ viewport: { width: 320, height: 640 }, reducedMotion: 'reduce' })
  const { launchUrl } = await world.operator.coffer.createLaunch({
    playerExternalId: 'ann',
    gameKey: 'mystery_box',
    target: { boxId: boxOf(world.operator).boxId },
  })
  await page.goto(launchUrl)
  await page.getByTestId('open-box').waitFor()
  await assertAccessible(page, 'box')
  await page.getByTestId('open-box').click()
  await page.getByTestId('prize-card').first().waitFor()
  await assertAccessible(page, 'prize')
  for (const { name, link, ready } of SCREENS) {
    await page.getByTestId(link).first().click()
    await page.getByTestId(ready).first().waitFor()
    await assertAccessible(page, name)
  }
})

test('the vault in every view, a selection, both questions about cashback and a break pass the rules at 320 px', async (t) => {
  const settings = { 'presentation.sessionClock': true, 'presentation.netPosition': true }
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBoxes(), settings } } })
  const browser = await launchBrowser()
  t.after(() => browser.close())
  const player = await world.play(world.operator, 'ann')
  for (const key of ['crown', 'mug', 'book', 'spins', 'keepsake'] as const) await win(world.operator, player, key)
  await world.catalogue(world.operator, revalued('crown', 3001))
  const launch = () =>
    world.operator.coffer.createLaunch({ playerExternalId: 'ann', gameKey: 'mystery_box', target: {} })
  const page = await browser.newPage({ viewport: { width: 320, height: 640 }, reducedMotion: 'reduce' })
  const judge = async (screen: string) => {
    await assertAccessible(page, screen)
    await assertTouchable(page, screen)
  }
  await page.goto((await launch()).launchUrl)
  await page.getByTestId('net-position').click()
  await page.getByTestId('vault-link').click()
  for (const tab of ['kept', 'way', 'done']) {
    await page.getByTestId(`vault-tab-${tab}`).click()
    for (const kind of await page.getByRole('radio').all()) {
      await kind.check()
      await page.locator('[data-testid=vault-item], .empty').first().waitFor()
      await judge(`${tab} ${await kind.getAttribute('value')}`)
    }
  }
  await page.getByTestId('vault-tab-kept').click()
  await page.getByTestId('cash-back').last().click()
  await page.getByRole('dialog').waitFor()
  await judge('one cashback')
  await world.catalogue(world.operator, revalued('crown', 8001))
  await page.getByTestId('confirm-cash-back').click()
  await page.locator('[data-code=PRICE_CHANGED]').waitFor()
  await judge('a changed price')
  await page.keyboard.press('Escape')
  await page.getByRole('radio', { name: 'All' }).check()
  await page.getByTestId('select').click()
  await page.getByTestId('select-all').click()
  await judge('a selection')
  await page.getByTestId('cash-back-many').click()
  await page.getByRole('dialog').waitFor()
  await judge('several cashbacks')
  await world.catalogue(world.operator, revalued('crown', 3001))
  await page.getByTestId('confirm-many').click()
  await page.locator('[data-told=changed]').waitFor()
  await page.locator('[data-testid=confirm-many]:not(:disabled)').waitFor()
  await judge('what became of several')
  await page.keyboard.press('Escape')

  const { launchUrl } = await launch()
  await world.operator.coffer.setRestrictions({ playerExternalId: 'ann', dailyOpensCount: 0 })
  await page.getByTestId('lobby-link').click()
  await page.getByTestId('box-card').first().click()
  await page.getByTestId('open-box').click()
  await page.locator('[data-code=PLAYER_RESTRICTED]').waitFor()
  await judge('a limit reached')
  await world.operator.coffer.setRestrictions({ playerExternalId: 'ann', selfExcluded: true })
  await page.goto('about:blank')
  await page.goto(launchUrl)
  await page.locator('[data-code=PLAYER_RESTRICTED]').waitFor()
  await judge('a break from playing')
})

test('the casino page and the verifier pass the accessibility rules and fit 320 px', async (t) => {
  const world = await startWorld(t)
  const browser = await launchBrowser()
  t.after(() => browser.close())
  const page = await browser.newPage({ viewport: { width: 320, height: 640 }, reducedMotion: 'reduce' })
  for (const [name, address] of Object.entries({
    casino: `${world.casino.url}/c/${world.operator.slug}?player=ann`,
    casinos: world.casino.url,
    verifier: `${world.baseUrl}/fairness/verify`,
    reference: `${world.baseUrl}/docs`,
    landing: world.baseUrl,
  })) {
    await page.goto(address)
    await assertAccessible(page, name)
  }
})

test('every panel of the casino page, and what it looks at closely, passes the rules on a phone and on a desk', async (t) => {
  const world = await startWorld(t)
  const { slug } = world.operator
  world.casino.addOperator({ ...world.operator, webhookSecret: ENDPOINT_SECRET, webhookEndpointId: 1 })
  const browser = await launchBrowser()
  t.after(() => browser.close())
  const player = await world.play(world.operator, 'ann')
  await player.open(openBody(world.operator, 'click'))
  const now = world.clock.now().getTime()
  await postDelivery(world.casino.webhookUrl(slug), { now })
  await postDelivery(world.casino.webhookUrl(slug), { now, skewSeconds: -400 })
  for (const viewport of [
    { width: 320, height: 640 },
    { width: 1280, height: 800 },
  ]) {
    const page = await browser.newPage({ viewport, reducedMotion: 'reduce' })
    await page.goto(`${world.casino.url}/c/${slug}?player=ann`)
    await page.getByTestId('box-card').first().waitFor()
    for (const panel of PANELS) {
      await page.getByRole('tab', { name: panel }).click()
      await assertAccessible(page, `${panel} at ${viewport.width}`)
    }
    for (const [panel, row] of [
      ['Calls', 'signed-call'],
      ['Webhooks', 'arrival'],
    ] as const) {
      await page.getByRole('tab', { name: panel }).click()
      await page.getByTestId(row).first().getByRole('button').click()
      await page.getByRole('dialog').waitFor()
      await assertAccessible(page, `one ${row} at ${viewport.width}`)
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    }
    await page.close()
  }
})

test('a collection with its chart, and each job of the staff, pass the rules on a phone and on a desk', async (t) => {
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBoxes() } } })
  const { operator } = world
  const browser = await launchBrowser()
  t.after(() => browser.close())
  const [crown] = (await win(operator, await world.play(operator, 'ann'), 'crown')).items
  world.clock.advance(minutes(5))
  await operator.coffer.recordValue({ itemId: crown!.itemId, valueMinor: 4000 })
  await operator.coffer.createCampaign({
    ...{ extId: 'may', boxIds: [operator.boxes.mug!.boxId], quantity: 2, playerExternalIds: ['ann'] },
    validUntil: later(world.clock.now(), minutes(60)).toISOString(),
  })
  for (const viewport of [
    { width: 320, height: 640 },
    { width: 1280, height: 800 },
  ]) {
    const page = await browser.newPage({ viewport, reducedMotion: 'reduce' })
    await page.goto(`${world.casino.url}/c/${operator.slug}?player=ann`)
    await page.getByTestId('box-card').first().waitFor()
    await page.getByRole('tab', { name: 'Collection' }).click()
    await page.getByText('All 2 values as a table').click()
    await assertAccessible(page, `a collection at ${viewport.width}`)
    await page.getByRole('tab', { name: 'Staff' }).click()
    for (const job of JOBS) {
      if (job !== JOBS[0]) await page.locator('summary').filter({ hasText: job }).click()
      await page.waitForLoadState('networkidle')
      await assertAccessible(page, `${job} at ${viewport.width}`)
    }
    await page.close()
  }
})

/** Half-way through a fade nothing has the contrast that it is made with. */
const FADES_ARE_OVER = `Promise.all(
  document.getAnimations()
    .filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
    .map(({ finished }) => finished.catch(() => {})),
).then(() => undefined)`

/** What is pressed or chosen is at least 44 px high and wide; a box that only looks small has a label around it. */
const TOO_SMALL = `[...document.querySelectorAll('button, a[href], select, summary, label:has(input)')]
  .filter((node) => node.checkVisibility() && !node.closest('.skip-link'))
  .map((node) => [node.textContent.trim() || node.getAttribute('aria-label'), node.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < 44 || height < 44)
  .map(([name, { width, height }]) => name + ' ' + width + ' x ' + height)`

async function assertTouchable(page: Page, screen: string): Promise<void> {
  assert.deepEqual(await page.evaluate(TOO_SMALL), [], `targets of ${screen}`)
}

async function assertAccessible(page: Page, screen: string): Promise<void> {
  await page.evaluate(FADES_ARE_OVER)
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run())
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
  assert.deepEqual(found, [], `accessibility of ${screen}`)
  const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  assert.equal(overflow, 0, `${screen} fits the width of the page`)
}
