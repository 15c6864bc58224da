import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible, assertTouchable } from '../support/accessible.ts'
import { startBoxWorld, withBox } from '../support/admin-box-world.ts'
import { boxesAs } from '../support/admin-boxes.ts'
import { exportCsv, heading, openAdminPage, openDarkPhone } from '../support/admin-page.ts'
import { routeFirst } from '../support/page-requests.ts'

test('box screens: staff find a box, compare its versions, and change it', async (t) => {
  const admin = await openAdmin(t)
  await t.test('the list is searched, filtered and exported', () => searches(admin))
  await t.test('a box has its facts, attributes, odds and versions', () => showsBox(admin))
  await t.test('versions are compared', () => compares(admin))
  await t.test('details are changed', () => changesDetails(admin))
  await t.test('a picture is uploaded', () => changesPicture(t, admin))
  await t.test('a box is archived and restored', () => archives(admin))
  await t.test('failures and unknown boxes are explained', () => showsFailures(admin))
  await t.test('dark scheme and phone: the screens and the dialog are usable', () => checksDarkPhone(admin))
  await t.test('staff of the platform choose an operator, a viewer changes nothing', () => showsOthers(t, admin))
  assert.deepEqual(admin.faults, [])
})

/** A browser in which a member of the catalogue's staff of aurum has just signed in. The kitchen box has two versions. */
async function openAdmin(t: TestContext) {
  const boxWorld = await startBoxWorld(t)
  const { world, aurum, catalog, again } = boxWorld
  const percent = (item: string, share: number) => ({ item, chanceUnits: share * 1_000_000 })
  const prizes = [percent('mug', 60), percent('spins', 40)]
  await again(withBox('kitchen', { priceMinor: 800, prizes }))
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

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const rowOf = (page: Page, table: string, text: string) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: text })
const button = (page: Page, name: string) => section(page, 'Box').getByRole('button', { name })

/** Waits until a fact of the box is shown. */
const shows = (page: Page, name: string, text: RegExp) =>
  section(page, 'Box')
    .locator('dt', { hasText: name })
    .locator('xpath=following-sibling::dd[1]')
    .filter({ hasText: text })
    .waitFor()

async function openBox({ page, aurum }: Admin, key: string, name: string): Promise<void> {
  await page.goto(page.url().replace(/boxes\/.*/, `boxes/${aurum.boxes[key]!.boxId}`))
  await heading(page, name)
}

async function searches({ page }: Admin): Promise<void> {
  for (const cell of ['On sale', '€8.00', '91.25%', '82.12%', '€9.50']) {
    await rowOf(page, 'Boxes', 'Kitchen box').getByText(cell).waitFor()
  }
  await rowOf(page, 'Boxes', 'Vault').getByText('Paused').waitFor()
  assert.equal(await rowOf(page, 'Boxes', 'Old box').count(), 0, 'archived boxes are hidden at first')
  await assertAccessible(page, 'boxes')
  await page.getByLabel('Status').selectOption('Archived')
  await rowOf(page, 'Boxes', 'Old box').waitFor()
  const { name, rows } = await exportCsv(page)
  assert.deepEqual([name, rows.map(({ key }) => key)], ['boxes.csv', ['old', 'attic']])
  await page.getByLabel('Status').selectOption('All')
  await page.getByLabel('Name, slug or key').fill('nothing')
  await page.getByText(/^No boxes match/).waitFor()
  await page.getByLabel('Name, slug or key').fill('KITCHEN')
  await rowOf(page, 'Boxes', 'Vault').waitFor({ state: 'detached' })
  assert.doesNotMatch(page.url(), /KITCHEN/)
}

async function showsBox({ page }: Admin): Promise<void> {
  await page.getByRole('link', { name: 'Kitchen box' }).click()
  await heading(page, 'Kitchen box')
  for (const [name, text] of [
    ['Status', /^On sale$/],
    ['Price', /^€8\.00$/],
    ['House edge', /^8\.75%$/],
    ['RTP now', /^82\.12%/],
    ['RTP if cashed back', /^64\.12%/],
    ['Returnable before opening', /^Yes$/],
  ] as const) {
    await shows(page, name, text)
  }
  await rowOf(page, 'Attributes', 'rank').getByText('3').waitFor()
  await rowOf(page, 'Attributes', 'season').getByText('Default').waitFor()
  const mug = rowOf(page, 'Odds', 'Enamel mug')
  for (const cell of ['60.00%', '€9.50', '71.25%', 'Out of stock']) await mug.getByText(cell).waitFor()
  await rowOf(page, 'Versions', 'Version 2').getByText('Live').waitFor()
  await section(page, 'Changes').getByText('No changes recorded.').waitFor()
  await assertAccessible(page, 'a box')
}

const chosenOf = (page: Page) => page.getByLabel('Compare with').locator('option:checked')

async function compares({ page }: Admin): Promise<void> {
  await page.getByRole('link', { name: 'Version 2' }).click()
  await heading(page, 'Version 2 of Kitchen box')
  await page.getByText('From version 1 to version 2: 1 removed, 1 changed, 1 the same.').waitFor()
  assert.equal(await rowOf(page, 'Prizes', 'Twenty spins').count(), 0)
  await page.getByLabel('Show unchanged prizes').check()
  await rowOf(page, 'Prizes', 'Twenty spins').getByText('Same').waitFor()
  await rowOf(page, 'Facts', 'Price').getByText('€10.00').waitFor()
  await rowOf(page, 'Facts', 'Price').getByText('changed').waitFor()
  assert.equal(await rowOf(page, 'Facts', 'Published').getByText('changed').count(), 0)
  await rowOf(page, 'Prizes', 'Enamel mug').getByText('60.00%, was 55.00%').waitFor()
  await rowOf(page, 'Prizes', 'Silver coin').getByText('Removed').waitFor()
  await assertAccessible(page, 'two versions')
  await page.getByLabel('Compare with').selectOption('No comparison')
  await rowOf(page, 'Prizes', 'Silver coin').waitFor({ state: 'detached' })
  await page.reload()
  await heading(page, 'Version 2 of Kitchen box')
  await section(page, 'Facts').locator('dd', { hasText: '91.25%' }).waitFor()
  assert.equal(await chosenOf(page).textContent(), 'No comparison', 'the address keeps the choice')
  await assertAccessible(page, 'a version')
  await page.keyboard.press('Escape')
  await heading(page, 'Kitchen box')
  await page.getByRole('link', { name: 'Version 1', exact: true }).click()
  await heading(page, 'Version 1 of Kitchen box')
  assert.equal(await chosenOf(page).textContent(), 'No comparison', 'the first version is compared with none')
  await page.getByLabel('Compare with').selectOption({ index: 1 })
  await page.getByText(/^From version 1 to version 2/).waitFor()
  await page.getByRole('link', { name: 'Back to the box' }).click()
  await heading(page, 'Kitchen box')
}

async function changesDetails(admin: Admin): Promise<void> {
  const { page, change } = admin
  const dialog = page.getByRole('dialog', { name: 'Change details' })
  const save = dialog.getByRole('button', { name: 'Save' })
  await button(page, 'Change details…').click()
  await save.click()
  await dialog.getByText('Nothing is changed.').waitFor()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('')
  await dialog.getByLabel('rank').fill('1,5')
  await save.click()
  await dialog.getByText('Enter a name.').waitFor()
  await dialog.getByText('Enter a number such as 1.5, or leave the field empty.').waitFor()
  await assertAccessible(page, 'details with mistakes')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Winter kitchen')
  await dialog.getByRole('textbox', { name: 'Description' }).fill('')
  await dialog.getByLabel('Players can return it before they open it').uncheck()
  await dialog.getByLabel('rank').fill('1.5')
  await dialog.getByLabel('featured').selectOption('Default (no)')
  await dialog.getByLabel('season').fill('winter')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Season')
  await routeFirst(page, /\/boxes\/\d+$/, (route) => route.abort())
  await save.click()
  await dialog.getByText(/^The details may have been changed\./).waitFor()
  await save.click()
  await page.getByText('Details saved.').waitFor()
  await heading(page, 'Winter kitchen')
  await shows(page, 'Returnable before opening', /^No$/)
  await rowOf(page, 'Attributes', 'season').getByText('winter').waitFor()
  const entry = rowOf(page, 'Changes', 'Season')
  for (const text of ['from “Kitchen box” to “Winter kitchen”', 'Attribute rank: from 3 to 1.5']) {
    await entry.getByText(text).waitFor()
  }

  await button(page, 'Change details…').click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Spring kitchen')
  await change('kitchen', { name: 'Kitchen' })
  await save.click()
  await dialog.getByText('The box was changed meanwhile.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await heading(page, 'Kitchen')
}

async function changesPicture(t: TestContext, { page }: Admin): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'coffer-boxes-'))
  t.after(() => rm(folder, { recursive: true }))
  const file = join(folder, 'box.svg')
  await writeFile(file, '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8"/></svg>')
  const dialog = page.getByRole('dialog', { name: 'Change picture' })
  await button(page, 'Change picture…').click()
  await dialog.locator('input[type=file]').setInputFiles(file)
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await page.getByText('Picture changed.').waitFor()
  await section(page, 'Box').locator('img').waitFor()
  await section(page, 'Changes').getByText('Picture set').waitFor()
}

async function archives(admin: Admin): Promise<void> {
  const { page, aurum, world, restore } = admin
  const hour = (hours: number) => new Date(world.clock.now().getTime() + hours * 3_600_000).toISOString()
  const { boxId } = aurum.boxes.kitchen!
  const campaign = { quantity: 1, boxIds: [boxId], playerExternalIds: ['ann'], validFrom: hour(1), validUntil: hour(2) }
  await aurum.coffer.createCampaign({ ...campaign, extId: 'spring' })
  const dialog = page.getByRole('dialog', { name: 'Archive box' })
  await button(page, 'Archive…').click()
  await dialog.getByText('1 campaign gives free opens of this box.').waitFor()
  await dialog.getByRole('button', { name: 'Archive' }).click()
  await dialog.getByText('Enter a reason.').waitFor()
  await assertAccessible(page, 'a box that is being archived')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Out of season')
  await dialog.getByRole('button', { name: 'Archive' }).click()
  await page.getByText('Box archived.').waitFor()
  await shows(page, 'Status', /^Archived$/)
  await button(page, 'Restore…').click()
  const back = page.getByRole('dialog', { name: 'Restore box' })
  await back.getByText('Version 2 goes on sale again for €8.00, with an RTP of 91.25%.').waitFor()
  await back.getByRole('textbox', { name: 'Reason' }).fill('In season')
  await back.getByRole('button', { name: 'Restore' }).click()
  await page.getByText('Box restored.').waitFor()
  await shows(page, 'Status', /^On sale$/)
  for (const text of ['Out of season', 'In season']) await rowOf(page, 'Changes', text).first().waitFor()

  await openBox(admin, 'old', 'Old box')
  await button(page, 'Restore…').waitFor()
  await restore('old')
  await button(page, 'Restore…').click()
  await page.getByText('The box was restored meanwhile.').waitFor()
  await button(page, 'Archive…').waitFor()
}

async function showsFailures(admin: Admin): Promise<void> {
  const { page } = admin
  await openBox(admin, 'attic', 'Attic')
  await section(page, 'Odds').getByText('No version is live.').waitFor()
  await section(page, 'Versions')
    .getByText(/^No versions yet\./)
    .waitFor()
  await button(page, 'Restore…').click()
  const dialog = page.getByRole('dialog', { name: 'Restore box' })
  await dialog.getByText(/^No version of the box is live\./).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await openBox(admin, 'vault', 'Vault')
  await shows(page, 'Status', /^Paused: on average it returns more than it costs$/)
  await rowOf(page, 'Odds', 'Silver coin').getByText('€62.00').waitFor()
  await routeFirst(page, /\/boxes\/\d+$/, (route) => route.abort())
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByText('The service did not answer.').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('The service did not answer.').waitFor({ state: 'detached' })
  const address = page.url()
  await page.goto(address.replace(/boxes\/\d+/, 'boxes/999999/versions/1'))
  await page.getByText('There is no such box.').waitFor()
  await page.goto(`${address}/versions/999999`)
  await page.getByText('This box has no such version.').waitFor()
  await assertAccessible(page, 'an unknown version')
  await openBox(admin, 'kitchen', 'Kitchen')
  const { boxVersionId } = admin.aurum.boxes.kitchen!
  await page.goto(`${page.url()}/versions/${boxVersionId}?with=999999`)
  await page.getByText('The version to compare with does not exist.').waitFor()
  await rowOf(page, 'Prizes', 'Enamel mug').waitFor()
  await openBox(admin, 'kitchen', 'Kitchen')
}

async function checksDarkPhone(admin: Admin): Promise<void> {
  const small = await openDarkPhone(admin)
  await heading(small, 'Kitchen')
  await rowOf(small, 'Versions', 'Version 2').waitFor()
  await assertAccessible(small, 'a box on a dark phone')
  await assertTouchable(small, 'a box on a phone')
  await button(small, 'Change details…').click()
  await small.getByRole('dialog').getByLabel('rank').waitFor()
  await assertAccessible(small, 'details on a dark phone')
  await assertTouchable(small, 'details on a phone')
  await small.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await small.getByRole('link', { name: 'Version 2' }).click()
  await small.getByText(/^From version 1 to version 2/).waitFor()
  await assertAccessible(small, 'two versions on a dark phone')
  await assertTouchable(small, 'two versions on a phone')
  await small.getByRole('link', { name: 'Back to the box' }).click()
  await small.getByRole('link', { name: 'Back to boxes' }).click()
  await rowOf(small, 'Boxes', 'Garden').waitFor()
  await assertAccessible(small, 'boxes on a dark phone')
  await assertTouchable(small, 'boxes on a phone')
  await small.context().close()
}

async function showsOthers(t: TestContext, { world, aurum }: Admin): Promise<void> {
  const admin = await openAdminPage(t, world, { email: 'pat@desk.example', roles: ['platform_admin'] }, '/boxes')
  await admin.page.getByText('Choose an operator to see its boxes.').waitFor()
  await admin.page.getByLabel('Operator').selectOption({ label: 'cobalt' })
  await admin.page.getByText('No boxes in the catalogue. Add a box here, or import a catalogue file.').waitFor()
  await admin.page.getByLabel('Operator').selectOption({ label: 'aurum' })
  await admin.page.getByRole('link', { name: 'Kitchen' }).click()
  await heading(admin.page, 'Kitchen')
  await button(admin.page, 'Archive…').waitFor()
  await admin.page.getByRole('link', { name: 'Version 2' }).click()
  await admin.page.getByText(/^From version 1 to version 2/).waitFor()
  await admin.page.getByRole('link', { name: 'Back to the box' }).click()
  await rowOf(admin.page, 'Odds', 'Enamel mug').getByRole('link').click()
  await heading(admin.page, 'Enamel mug')
  await section(admin.page, 'Boxes').getByRole('link', { name: 'Kitchen' }).click()
  await heading(admin.page, 'Kitchen')
  const person = { email: 'vic@aurum.example', roles: ['viewer' as const], operator: aurum }
  const viewer = await openAdminPage(t, world, person, `/boxes/${aurum.boxes.kitchen!.boxId}`)
  await heading(viewer.page, 'Kitchen')
  await rowOf(viewer.page, 'Versions', 'Version 1').waitFor()
  assert.equal(await section(viewer.page, 'Box').getByRole('button').count(), 0)
  assert.deepEqual([...admin.faults, ...viewer.faults], [])
}
