import { test } from 'node:test'
import { assertAccessible } from '../support/accessible.ts'
import { hurry } from '../support/page-time.ts'
import { openBrowser } from '../support/shared-browser.ts'
import { boxOf, openBody, startWorld } from '../support/world.ts'

const SCREENS = [
  { name: 'lobby', link: 'lobby-link', ready: 'box-card' },
  { name: 'vault', link: 'vault-link', ready: 'vault-item' },
  { name: 'rounds', link: 'rounds-link', ready: 'round' },
  { name: 'fairness', link: 'fairness-link', ready: 'rotate' },
]

test('every screen of the game passes the accessibility rules and fits 320 px', async (t) => {
  const world = await startWorld(t)
  const browser = await openBrowser(t)
  const player = await world.play(world.operator, 'ann')
  for (let click = 0; click < 8; click++) await player.open(openBody(world.operator, `click-${click}`, 5))

  const page = await browser.newPage({ viewport: { width: 320, height: 640 }, reducedMotion: 'reduce' })
  await hurry(page)
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
  const browser = await openBrowser(t)
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
