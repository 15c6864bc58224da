import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hurry } from '../support/page-time.ts'
import { openBrowser } from '../support/shared-browser.ts'
import { makeTestClock } from '../support/test-clock.ts'
import { boxOf, startWorld } from '../support/world.ts'

test('a player who opens too fast is told so, and the same click opens the box a moment later', async (t) => {
  let now = new Date()
  const world = await startWorld(t, {
    operators: { aurum: { settings: { 'rateLimits.opensPerSecond': 1, 'rateLimits.opensBurst': 1 } } },
    service: { clock: { ...makeTestClock(), now: () => now } },
  })
  const { operator } = world
  const { launchUrl } = await operator.coffer.createLaunch({
    playerExternalId: 'ann',
    gameKey: 'mystery_box',
    target: { boxId: boxOf(operator).boxId },
  })
  const browser = await openBrowser(t)
  const page = await browser.newPage({ viewport: { width: 390, height: 900 }, reducedMotion: 'reduce' })
  await hurry(page)
  const clicks: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/rounds/open')) clicks.push(request.postDataJSON().clientActionId)
  })
  await page.goto(launchUrl)
  await page.getByTestId('open-box').click()
  await page.getByTestId('prize-card').waitFor()
  assert.equal(clicks.length, 1)

  await page.getByRole('button', { name: /^Open again/ }).click()
  await page.getByTestId('slowed').getByText('That was a little fast').waitFor()
  assert.equal(debits(), 1)
  now = new Date(now.getTime() + 1000)
  await page.getByTestId('prize-card').waitFor()
  const [first, ...repeats] = clicks
  assert.ok(repeats.length >= 2 && new Set(repeats).size === 1 && !repeats.includes(first!), clicks.join(' '))
  assert.equal(debits(), 2)

  function debits(): number {
    return world.casino.wallet.ledger(operator.slug, 'ann').filter(({ type }) => type === 'debit').length
  }
})
