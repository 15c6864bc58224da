import assert from 'node:assert/strict'
import { test } from 'node:test'
import axe from 'axe-core'
import { holdAnswer } from '../support/page-requests.ts'
import { openBrowser } from '../support/shared-browser.ts'
import { openBody, startWorld } from '../support/world.ts'

test('weather made on the casino’s page is counted down, shown in the ledger and told call by call', async (t) => {
  const world = await startWorld(t)
  const browser = await openBrowser(t)
  const player = await world.play(world.operator, 'ann')
  const page = await browser.newPage({ viewport: { width: 390, height: 900 }, reducedMotion: 'reduce' })
  await page.goto(`${world.casino.url}/c/${world.operator.slug}?player=ann`)
  const rules = page.getByTestId('fault-rule')
  const calls = page.getByTestId('wallet-call')

  await page.getByRole('tab', { name: 'Weather' }).click()
  await page.getByLabel('What happens').selectOption({ label: 'Half an answer' })
  await page.getByLabel('The wallet moves the money all the same').check()
  await page.getByLabel('How many').fill('2')
  await page.getByTestId('add-fault').click()
  await rules.getByText('debits · this player · 2 more calls').waitFor()
  await page.getByText('Last wallet calls').click()

  assert.equal((await player.open(openBody(world.operator, 'click'))).status, 503)
  await rules.getByText('debits · this player · 1 more call').waitFor()
  await calls.getByText('Half an answer, but the money moves').waitFor()
  await calls.getByText('Wallet: accepted').waitFor()
  await page.getByRole('tab', { name: 'Wallet' }).click()
  await page.locator('[data-testid=ledger-row][data-type=debit]').waitFor()
  await page.getByRole('tab', { name: 'Weather' }).click()
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run())
  assert.deepEqual(
    violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
    [],
  )

  await page.getByRole('button', { name: /^Switch off: Half an answer/ }).click()
  await rules.waitFor({ state: 'detached' })
  assert.deepEqual(world.casino.wallet.faults, [])
  assert.equal((await player.open(openBody(world.operator, 'click'))).status, 200)

  const arrives = await holdAnswer(page, '**/api/faults')
  await page.getByLabel('Answers that the wallet gives again').selectOption({ label: 'Every answer, refusals too' })
  const broken = page.getByLabel('Broken on purpose')
  await broken.check()
  await arrives()
  assert.ok(await broken.isChecked(), 'an answer from before a choice does not take it back')
  await page.getByText('Broken', { exact: true }).waitFor()
  assert.deepEqual(world.casino.wallet.kind(world.operator.slug), { cache: 'all', atomic: false })
  await page.getByRole('button', { name: 'Back to fair weather' }).click()
  await page.getByText('Fair', { exact: true }).waitFor()
  assert.deepEqual(world.casino.wallet.kind(world.operator.slug), { cache: 'accepted-only', atomic: true })
})
