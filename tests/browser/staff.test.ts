import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { holdAnswer } from '../support/page-requests.ts'
import { openBrowser } from '../support/shared-browser.ts'
import { sureBoxes, win, winBody } from '../support/sure-boxes.ts'
import { startWorld } from '../support/world.ts'

test('staff moves a price, and the signed call that did it can be looked at', async (t) => {
  const { operator, ann, page } = await visit(t)
  await page.getByRole('tab', { name: 'Staff' }).click()
  const nextJob = page.locator('#job-campaigns')
  const before = await nextJob.boundingBox()
  await page.getByText('This player has no collectible yet').waitFor()
  const [crown] = (await win(operator, ann, 'crown')).items
  await page.getByRole('tab', { name: 'Wallet' }).click()
  await page.getByRole('tab', { name: 'Staff' }).click()
  await page.locator('#market-card').getByRole('option', { name: 'Sure crown, €50.00' }).waitFor({ state: 'attached' })
  assert.deepEqual(await nextJob.boundingBox(), before, 'what comes late moves no job from under the pointer')
  await page.getByRole('button', { name: /^Down by 5/ }).click()
  await page.locator('#market-state').getByText('€47.50').waitFor()
  const { item } = await operator.coffer.getInventoryItem({ id: crown!.id, playerExternalId: 'ann' })
  assert.equal(item.currentValueMinor, 4750)

  const call = page.getByTestId('made-call')
  assert.match(await call.innerText(), new RegExp(`POST[\\s\\S]*200[\\s\\S]*/api/s2s/items/${crown!.itemId}/values`))
  await call.click()
  const body = page.getByRole('dialog').getByRole('region', { name: 'Body', exact: true })
  assert.deepEqual(JSON.parse(await body.innerText()), { valueMinor: 4750 })
})

test('free opens are given, counted as they are used, and ended', async (t) => {
  const { operator, ann, page } = await visit(t)
  await openJob(page, 'Free opens')
  await page.locator('#campaign-box').selectOption({ label: 'Sure box of mug' })
  await page.getByLabel('Free opens').fill('2')
  await page.getByTestId('give-free-opens').click()
  const row = page.getByTestId('campaign')
  await row.getByText('0 of 2 used, 2 left').waitFor()
  const opened = await ann.open({ ...winBody(operator, 'free', 'mug'), funding: 'operator' })
  assert.equal(opened.status, 200, opened.text)
  await again(page, 'Free opens')
  await row.getByText('1 of 2 used, 1 left').waitFor()
  await row.getByRole('button', { name: /^End it/ }).click()
  await page.locator('[data-testid=campaign][data-status=cancelled]').waitFor()
  const { campaigns } = await operator.coffer.listCampaigns({ playerExternalId: 'ann' })
  assert.deepEqual(
    campaigns.map(({ status, usedCount }) => [status, usedCount]),
    [['cancelled', 1]],
  )
})

test('a player is kept from playing for a while, for good, and beyond a cap, and let in again', async (t) => {
  const { operator, page } = await visit(t)
  const limits = async () => (await operator.coffer.getRestrictions({ playerExternalId: 'ann' })).restrictions
  await openJob(page, 'Player protection')
  const state = page.locator('#protection-state')
  await state.getByText('May play', { exact: true }).waitFor()
  await page.locator('#protection-today').getByText('0 opens').waitFor()
  const arrives = await holdAnswer(page, '**/api/restrictions?*')
  await again(page, 'Player protection')
  await page.getByRole('button', { name: 'Cool off for 15 minutes' }).click()
  await arrives()
  await state.getByText('May not play').waitFor()
  assert.notEqual((await limits()).coolOffUntil, null)
  await page.getByRole('button', { name: 'Lift the cool-off' }).click()
  await state.getByText('May play', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Exclude the player' }).click()
  await page.getByRole('button', { name: 'Lift the exclusion' }).waitFor()
  assert.equal((await limits()).selfExcluded, true)
  await page.getByRole('button', { name: 'Lift the exclusion' }).click()
  await state.getByText('May play', { exact: true }).waitFor()

  await page.getByLabel('Bets a day, in EUR').fill('25')
  await page.getByLabel('Opens a day').fill('3')
  await page.getByTestId('set-caps').click()
  await page.locator('#job-protection:not([aria-busy])').waitFor()
  const { dailySpendMinor, dailyOpensCount } = await limits()
  assert.deepEqual([dailySpendMinor, dailyOpensCount], [2500, 3])
})

test('things are reserved for a payout, given back, and paid out; a thing for Nuggets goes into the vault', async (t) => {
  const { operator, ann, page } = await visit(t)
  await win(operator, ann, 'mug')
  await openJob(page, 'Payouts')
  await page.getByLabel('Sure mug').check()
  await page.getByRole('button', { name: 'Reserve for a payout' }).click()
  const reserved = page.locator('[data-testid=payout][data-status=reserved]')
  await reserved.getByRole('button', { name: 'Give back' }).click()
  await page.locator('[data-testid=payout][data-status=cancelled]').waitFor()
  await page.getByLabel('Sure mug').check()
  await page.getByRole('button', { name: 'Reserve for a payout' }).click()
  await reserved.getByRole('button', { name: 'Paid out' }).click()
  await page.locator('[data-testid=payout][data-status=paid_out]').waitFor()

  await openJob(page, 'Goods for Nuggets')
  await page.locator('#goods-item').selectOption({ label: 'Sure mug' })
  await page.getByTestId('sell-goods').click()
  await page.getByText('Sure mug is in the vault').waitFor()
  const { items } = await operator.coffer.listInventory({ playerExternalId: 'ann' })
  assert.deepEqual(
    items.map(({ name, acquisitionType }) => [name, acquisitionType]),
    [['Sure mug', 'bought_with_nuggets']],
  )
})

test('a double click sells one thing', async (t) => {
  const { operator, page } = await visit(t)
  await openJob(page, 'Goods for Nuggets')
  await page.locator('#goods-item').selectOption({ label: 'Sure mug' })
  await page.getByTestId('sell-goods').dblclick()
  await page.getByText('Sure mug is in the vault').waitFor()
  await page.locator('#job-goods:not([aria-busy])').waitFor()
  await again(page, 'Goods for Nuggets')
  const { items } = await operator.coffer.listInventory({ playerExternalId: 'ann' })
  assert.equal(items.length, 1)
})

/** Opens one of the staff’s jobs. */
async function openJob(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name: 'Staff' }).click()
  await page.locator('summary').filter({ hasText: name }).click()
}

/** Closes a job and opens it again, which reads it anew. */
async function again(page: Page, name: string): Promise<void> {
  const summary = page.locator('summary').filter({ hasText: name })
  await summary.click()
  await summary.click()
}

/** Ann’s page of a casino whose boxes each hold one thing. */
async function visit(t: Parameters<typeof startWorld>[0]) {
  const browser = await openBrowser(t)
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBoxes() } } })
  const { operator } = world
  const ann = await world.play(operator, 'ann')
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
  page.on('pageerror', (error) => assert.fail(`the page threw ${error.message}`))
  await page.goto(`${world.casino.url}/c/${operator.slug}?player=ann`)
  await page.getByTestId('box-card').first().waitFor()
  return { world, operator, ann, page }
}
