import assert from 'node:assert/strict'
import { test } from 'node:test'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { launchBrowser } from '../support/browser.ts'
import { ENDPOINT_SECRET, postDelivery } from '../support/signed-delivery.ts'
import { boxOf, openBody, startWorld } from '../support/world.ts'

const SCREENS = [
  { name: 'lobby', link: 'lobby-link', ready: 'box-card' },
  { name: 'vault', link: 'vault-link', ready: 'vault-item' },
  { name: 'rounds', link: 'rounds-link', ready: 'round' },
  { name: 'fairness', link: 'fairness-link', ready: 'rotate' },
]

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
    for (const panel of ['Lobby', 'Game', 'Wallet', 'Weather', 'Webhooks', 'Messages', 'Calls']) {
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

/** Half-way through a fade nothing has the contrast that it is made with. */
const FADES_ARE_OVER = `Promise.all(
  document.getAnimations()
    .filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
    .map(({ finished }) => finished.catch(() => {})),
).then(() => undefined)`

async function assertAccessible(page: Page, screen: string): Promise<void> {
  await page.evaluate(FADES_ARE_OVER)
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run())
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
  assert.deepEqual(found, [], `accessibility of ${screen}`)
  const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  assert.equal(overflow, 0, `${screen} fits the width of the page`)
}
