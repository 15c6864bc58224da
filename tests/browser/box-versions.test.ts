import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible, assertTouchable } from '../support/accessible.ts'
import { startBoxWorld } from '../support/admin-box-world.ts'
import { boxesAs } from '../support/admin-boxes.ts'
import { heading, openAdminPage, openDarkPhone } from '../support/admin-page.ts'
import { addPrize, button, chance, newVersion, openBox, price, rowOf, section } from '../support/box-editor.ts'
import {
  dragsChances,
  keepsChancesOnTap,
  pastesPrizes,
  playsDraft,
  showsGame,
  simulates,
} from '../support/box-studio.ts'
import { routeFirst } from '../support/page-requests.ts'

test('publishing screens: staff add a box, and publish and schedule its versions', async (t) => {
  const admin = await openAdmin(t)
  await t.test('a box is added', () => addsBox(admin))
  await t.test('mistakes are shown at their fields, and rules in the review', () => explainsMistakes(admin))
  await t.test('a version is published as it was reviewed', () => publishes(admin))
  await t.test('tools set chances and the price, and each change is undone', () => usesTools(admin))
  await t.test('chances are dragged, and a version is simulated', async () => {
    await dragsChances(admin)
    await simulates(admin)
  })
  await t.test('the game next to the editor shows the draft and plays it', () => playsDraft(admin))
  await t.test('prizes are pasted from a spreadsheet and copied to one', () => pastesPrizes(admin))
  await t.test('an older version starts a new one', () => startsFromVersion(admin))
  await t.test('a version is scheduled, changed and published', () => schedules(admin))
  await t.test('a version that was refused at its time is explained and dismissed', () => dismisses(admin))
  await t.test('dark scheme and phone: the editor and the review are usable', () => checksDarkPhone(admin))
  await t.test('an archived box has no new version, and a viewer publishes none', () => refuses(t, admin))
  assert.deepEqual(admin.faults, [])
})

async function openAdmin(t: TestContext) {
  const boxWorld = await startBoxWorld(t)
  const { world, aurum, catalog } = boxWorld
  const person = { email: 'cora@aurum.example', roles: ['catalog' as const], operator: aurum }
  const admin = await openAdminPage(t, world, person, '/boxes')
  await heading(admin.page, 'Boxes')
  const boxes = boxesAs(
    () => aurum,
    () => catalog,
  )
  return { ...boxWorld, ...boxes, ...admin }
}

type Admin = Awaited<ReturnType<typeof openAdmin>>

async function addsBox({ page, aurum, pageOf }: Admin): Promise<void> {
  await page.getByRole('button', { name: 'New box…' }).click()
  const dialog = page.getByRole('dialog', { name: 'New box' })
  const add = dialog.getByRole('button', { name: 'Add box' })
  await dialog.getByRole('textbox', { name: 'Key' }).fill('winter box')
  await dialog.getByRole('textbox', { name: 'Slug' }).fill('Winter')
  await add.click()
  for (const fault of ['Enter 1 to 80 letters,', 'Enter lower-case words', 'Enter a name.']) {
    await dialog.getByText(fault).waitFor()
  }
  await assertAccessible(page, 'a new box with mistakes')
  await dialog.getByRole('textbox', { name: 'Key' }).fill('garden')
  await dialog.getByRole('textbox', { name: 'Slug' }).fill('winter-box')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Winter box')
  await add.click()
  await dialog.getByText('is already used by another box').waitFor()
  await dialog.getByRole('textbox', { name: 'Key' }).fill('')
  await dialog.getByRole('textbox', { name: 'Slug' }).fill('')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Wínter  box!')
  assert.equal(await dialog.getByRole('textbox', { name: 'Slug' }).inputValue(), 'winter-box', 'it follows the name')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Winter box')
  await add.click()
  await heading(page, 'Winter box')
  await page.getByText('Box added. Publish a version to put it on sale.').waitFor()
  const [box] = (await pageOf({ search: 'winter' })).boxes
  aurum.boxes.winter = { boxId: box!.boxId, boxVersionId: null }
}

async function explainsMistakes({ page }: Admin): Promise<void> {
  await page.getByRole('link', { name: 'Set price and prizes' }).click()
  await heading(page, 'New version of Winter box')
  await page.getByText('No prizes yet.').waitFor()
  await section(page, 'Figures').getByText('Allowed: 85.00% to 99.00%').waitFor()
  await button(page, 'Review').click()
  await page.getByText('Enter an amount in EUR').waitFor()
  await page.getByText('Add at least one prize.').waitFor()
  await addPrize(page, 'MUG', 'Enamel mug')
  await addPrize(page, 'spins', 'Twenty spins')
  await chance(page, 'Enamel mug').fill('60 %')
  await chance(page, 'Twenty spins').fill('1.5.0')
  await price(page).fill('8.00')
  await button(page, 'Review').click()
  const fault = page.getByText('Enter a percentage above 0 and up to 100 with at most 6 decimals, such as 12.5.')
  await fault.waitFor()
  await section(page, 'Summary').getByText('1 prize has no valid chance').waitFor()
  await addPrize(page, 'coin', 'Silver coin')
  assert.equal(await fault.count(), 1, 'a prize that is added after the review has no fault yet')
  await button(page, 'Remove Silver coin').click()
  await chance(page, 'Twenty spins').fill('30')
  await section(page, 'Summary').getByText('10% missing').waitFor()
  await button(page, 'Review').click()
  await section(page, 'Summary').getByText('The chances must sum to 100% (100,000,000 units).').waitFor()
  await assertAccessible(page, 'a draft with mistakes')
  await button(page, 'Take the rest for Twenty spins').click()
  await section(page, 'Summary').getByText('91.25%').waitFor()
  await price(page).fill('7.00')
  await section(page, 'Figures').getByText('Above the highest allowed 99.00%').waitFor()
  await button(page, 'Review').click()
  await page.getByText('The box returns 104.28% of its price to players, which is more than the').waitFor()
  await assertAccessible(page, 'a review with a fault')
  assert.equal(await button(page, 'Publish').getAttribute('aria-disabled'), 'true')
  await page.getByText('The reasons are at the top of the review.').waitFor()
  await button(page, 'Back').click()
  await chance(page, 'Enamel mug').press('Enter')
  await chance(page, 'Twenty spins').press('ArrowUp')
  await chance(page, 'Enamel mug').and(page.locator(':focus')).waitFor()
  await button(page, 'Move Twenty spins up').click()
  await page.getByText('Twenty spins is prize 1 of 2.').waitFor()
}

async function publishes({ page, read, aurum }: Admin): Promise<void> {
  await price(page).fill('8')
  await button(page, 'Review').click()
  await section(page, 'Review').getByText('91.25%').waitFor()
  await section(page, 'Review').getByText('Hit frequency').waitFor()
  await rowOf(page, 'Prizes', 'Twenty spins').getByText('40.00%').waitFor()
  await aurum.coffer.recordValue({ itemId: aurum.items.mug!, valueMinor: 960 })
  await page.getByRole('textbox', { name: 'Reason' }).fill('For the winter')
  await button(page, 'Publish').click()
  await page.getByText('Review the version again to see what it changes now.').waitFor()
  await button(page, 'Review again').click()
  await section(page, 'Review').getByText('92.00%').waitFor()
  await button(page, 'Back').click()
  await section(page, 'Figures').getByText('92.00%').waitFor()
  await button(page, 'Review').click()
  await section(page, 'Review').getByText('92.00%').waitFor()
  await routeFirst(page, /\/versions$/, (route) => route.abort())
  await button(page, 'Publish').click()
  await page.getByText('The version may have been published.').waitFor()
  await button(page, 'Publish').click()
  await page.getByText('Version 1 published.').waitFor()
  await rowOf(page, 'Odds', 'Enamel mug').getByText('60.00%').waitFor()
  await rowOf(page, 'Changes', 'For the winter').getByText('Version 1 published').waitFor()
  const { live } = await read('winter')
  assert.deepEqual(
    live!.prizes.map(({ itemId, chanceUnits, valueMinor }) => [itemId, chanceUnits, valueMinor]),
    [
      [aurum.items.spins, 40_000_000, 400],
      [aurum.items.mug, 60_000_000, 960],
    ],
  )
  await page.reload()
  await heading(page, 'Winter box')
  assert.equal(await page.getByText('Version 1 published.', { exact: true }).count(), 0, 'a result is shown once')
  assert.equal((await read('winter')).versionCount, 1)
}

async function usesTools(admin: Admin): Promise<void> {
  const { page } = admin
  await openBox(admin, 'winter', 'Winter box')
  await newVersion(page).click()
  await page.getByText('Units', { exact: true }).click()
  await page.getByLabel('Chance of Enamel mug in units').waitFor()
  assert.equal(await page.getByLabel('Chance of Enamel mug in units').inputValue(), '60,000,000')
  await page.getByText('Percent', { exact: true }).click()
  const chances = async () => [
    await chance(page, 'Twenty spins').inputValue(),
    await chance(page, 'Enamel mug').inputValue(),
  ]
  await chance(page, 'Twenty spins').fill('10')
  await button(page, 'Lock Enamel mug').click()
  await button(page, 'Scale to 100%').click()
  await page.getByText('Chances scaled to 100%.').waitFor()
  assert.deepEqual(await chances(), ['40', '60'])
  await button(page, 'Scale to 100%').click()
  await page.getByText('The chances sum to 100% already.').waitFor()
  await button(page, 'Lock Enamel mug').click()
  await chance(page, 'Twenty spins').fill('60')
  await button(page, 'Scale to 100%').click()
  assert.deepEqual(await chances(), ['50', '50'])

  const figures = section(page, 'Figures')
  for (const text of [
    /^0\.35/,
    /^€1\.60/,
    /^Covered by the expected GGR of 2 opens$/,
    /^5 of 10 opens return less than the price\.$/,
  ]) {
    await figures.getByText(text).waitFor()
  }
  for (const text of ['€120.00', '± €28.00', '± 3.50%']) await rowOf(page, 'Results of many opens', text).waitFor()
  const target = page.getByLabel('Target RTP (%)')
  await target.fill('120')
  await button(page, 'Set chances').click()
  await page.getByText('Enter a percentage from 85.00 to 99.00 with at most two decimals.').waitFor()
  await assertAccessible(page, 'a draft with a fault of the target')
  await target.fill('90')
  await price(page).fill('')
  await target.press('Enter')
  await page.getByText('Enter a price first.').waitFor()
  await price(page).fill('8.00')
  await target.press('Enter')
  await page.getByText('Chances set for an RTP of 90.00%.').waitFor()
  assert.deepEqual(await chances(), ['42.857142', '57.142858'])
  for (const name of ['Twenty spins', 'Enamel mug']) await chance(page, name).fill('')
  await button(page, 'Set chances').click()
  await page.getByText('Chances set for an RTP of 90.00%.').waitFor()
  assert.deepEqual(await chances(), ['42.857142', '57.142858'])
  for (let undone = 0; undone < 3; undone += 1) await button(page, 'Undo').click()
  await target.fill('95')
  await button(page, 'Set price').click()
  await page.getByText('Price set to €7.58 for an RTP of 94.98%.').waitFor()
  assert.equal(await price(page).inputValue(), '7.58')
  await button(page, 'Undo').click()
  assert.equal(await price(page).inputValue(), '8.00')
  await button(page, 'Undo').click()
  assert.deepEqual(await chances(), ['50', '50'])
  await addsPrizeByKeyboard(page)
}

async function addsPrizeByKeyboard(page: Page): Promise<void> {
  const search = page.getByRole('combobox', { name: 'Add a prize' })
  await search.fill('coin')
  await search.press('Enter')
  await chance(page, 'Silver coin').and(page.locator(':focus')).waitFor()
  await chance(page, 'Silver coin').press('Enter')
  await search.and(page.locator(':focus')).waitFor()
  await search.fill('coin')
  await search.press('Enter')
  await chance(page, 'Silver coin').and(page.locator(':focus')).waitFor()
  await button(page, 'Undo').click()
  await chance(page, 'Silver coin').waitFor({ state: 'detached' })
}

async function startsFromVersion(admin: Admin): Promise<void> {
  const { page, publish, aurum } = admin
  const prizes = [{ itemId: aurum.items.mug!, chanceUnits: 100_000_000 }]
  await publish('winter', { priceMinor: 1100, prizes })
  await openBox(admin, 'winter', 'Winter box')
  await page.getByRole('link', { name: 'Version 1', exact: true }).click()
  await page.getByRole('link', { name: 'Use for a new version' }).click()
  await chance(page, 'Twenty spins').waitFor()
  assert.deepEqual([await price(page).inputValue(), await chance(page, 'Enamel mug').inputValue()], ['8.00', '60'])
  await button(page, 'Remove Twenty spins').click()
  await button(page, 'Take the rest for Enamel mug').click()
  await price(page).fill('11')
  await button(page, 'Review').click()
  await page.getByText('The box has this price and these odds already').waitFor()
  await page.getByRole('link', { name: 'Back to the box' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await assertAccessible(page, 'the question before a draft is left')
  await question.getByRole('button', { name: 'Stay' }).click()
  await button(page, 'Back').click()
  assert.equal(await price(page).inputValue(), '11')
  await page.goBack()
  await question.getByRole('button', { name: 'Stay' }).click()
  assert.equal(await price(page).inputValue(), '11')
  await page.getByRole('link', { name: 'Back to the box' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await heading(page, 'Winter box')
  await page.getByRole('link', { name: 'Version 1', exact: true }).click()
  await page.getByRole('link', { name: 'Use for a new version' }).click()
  await chance(page, 'Twenty spins').waitFor()
  await page.goto(page.url().replace(/from=\d+/, 'from=999999'))
  await page.getByText('This box has no such version.').waitFor()
}

/** Enters a time, and returns it. The browser has the real time, and the service that of the test. */
async function chooseTime(page: Page, minutes: number): Promise<Date> {
  const at = new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 16)
  await page.getByLabel('Time (UTC)').fill(at)
  return new Date(`${at}Z`)
}

async function schedules(admin: Admin): Promise<void> {
  const { page, world } = admin
  await openBox(admin, 'winter', 'Winter box')
  await newVersion(page).click()
  await price(page).fill('10.50')
  await button(page, 'Review').click()
  await page.getByLabel('Publish later').check()
  await button(page, 'Schedule').click()
  await page.getByText('Choose a time in the future.').waitFor()
  await assertAccessible(page, 'a review with a time')
  const first = await chooseTime(page, 3 * 24 * 60)
  await button(page, 'Back').click()
  await button(page, 'Review').click()
  assert.equal(await page.getByLabel('Time (UTC)').inputValue(), first.toISOString().slice(0, 16), 'the time is kept')
  await button(page, 'Schedule').click()
  await page.getByText(/^Version scheduled for /).waitFor()
  const scheduled = section(page, 'Scheduled version')
  for (const text of ['Waiting for its time', '€10.50', '91.42%', 'cora@aurum.example'])
    await scheduled.getByText(text).first().waitFor()
  await assertAccessible(page, 'a scheduled version')

  await scheduled.getByRole('link', { name: 'Change scheduled version' }).click()
  await price(page).fill('10.60')
  await button(page, 'Review').click()
  assert.equal(await page.getByLabel('Time (UTC)').inputValue(), first.toISOString().slice(0, 16))
  const at = await chooseTime(page, 20)
  await page.getByText(/^It replaces the version that is scheduled for/).waitFor()
  await button(page, 'Schedule').click()
  await scheduled.getByText('€10.60').waitFor()
  await scheduled.getByRole('button', { name: 'Cancel scheduled version…' }).click()
  await page.getByRole('dialog', { name: 'Cancel scheduled version' }).getByRole('button', { name: 'Keep it' }).click()
  world.clock.advance(at.getTime() - world.clock.now().getTime())
  assert.equal(await world.tick('publish-scheduled'), 1)
  await button(page, 'Refresh').click()
  await scheduled.waitFor({ state: 'detached' })
  await rowOf(page, 'Versions', 'Version 3').getByText('Live').waitFor()
  await rowOf(page, 'Changes', 'Version 3 published').waitFor()
}

async function dismisses(admin: Admin): Promise<void> {
  const { page, world, schedule, aurum } = admin
  const prizes = [{ itemId: aurum.items.mug!, chanceUnits: 100_000_000 }]
  const soon = new Date(world.clock.now().getTime() + 60_000)
  await schedule('winter', { priceMinor: 960, prizes }, soon)
  world.clock.advance(60_000)
  await world.tick('publish-scheduled')
  await page.getByRole('link', { name: 'Back to boxes' }).click()
  await page.getByLabel('Scheduled version').selectOption('Refused at its time')
  await rowOf(page, 'Boxes', 'Winter box').getByText('Refused at its time').waitFor()
  await page.getByRole('link', { name: 'Winter box' }).click()
  const scheduled = section(page, 'Scheduled version')
  await scheduled.getByText('The box returns 100.00% of its price to players, which is more than the').waitFor()
  await assertAccessible(page, 'a version that was refused')
  await scheduled.getByRole('button', { name: 'Dismiss…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dismiss scheduled version' })
  await dialog.getByRole('button', { name: 'Dismiss', exact: true }).click()
  await page.getByText('Scheduled version dismissed.').waitFor()
  assert.equal(await scheduled.count(), 0)
}

async function checksDarkPhone(admin: Admin): Promise<void> {
  await newVersion(admin.page).click()
  await chance(admin.page, 'Enamel mug').waitFor()
  const small = await openDarkPhone(admin)
  await chance(small, 'Enamel mug').waitFor()
  await addPrize(small, 'spins', 'Twenty spins')
  await chance(small, 'Twenty spins').fill('1')
  await button(small, 'Take the rest for Enamel mug').click()
  for (const field of [chance(small, 'Twenty spins'), small.getByLabel('Target RTP (%)')]) {
    await field.focus()
    const top = (await section(small, 'Summary').boundingBox())!.y
    const { y, height } = (await field.boundingBox())!
    assert.ok(y > 0 && y + height <= top, 'the summary does not cover the field that has the focus')
  }
  await assertAccessible(small, 'a draft on a dark phone')
  await assertTouchable(small, 'a draft on a phone')
  await keepsChancesOnTap(small)
  await showsGame(small)
  await button(small, 'Review').click()
  await section(small, 'Publication').waitFor()
  await assertAccessible(small, 'a review on a dark phone')
  await assertTouchable(small, 'a review on a phone')
  await small.context().close()
}

async function refuses(t: TestContext, admin: Admin): Promise<void> {
  const { page, world, aurum } = admin
  await page.goto(page.url().replace(/boxes\/\d+/, `boxes/${aurum.boxes.old!.boxId}`))
  await page.getByText('This box is archived.').waitFor()
  await assertAccessible(page, 'a new version of an archived box')
  const person = { email: 'vic@aurum.example', roles: ['viewer' as const], operator: aurum }
  const viewer = await openAdminPage(t, world, person, `/boxes/${aurum.boxes.winter!.boxId}`)
  await heading(viewer.page, 'Winter box')
  assert.equal(await newVersion(viewer.page).count(), 0)
  await viewer.page.goto(`${viewer.page.url().replace(/#.*/, '')}/new-version`)
  await viewer.page.getByText('Your roles do not include this page.').waitFor()
  assert.deepEqual(viewer.faults, [])
}
