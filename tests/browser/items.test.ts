import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { importCatalogue } from '@coffer/service/administration'
import type { Page } from 'playwright-core'
import { assertAccessible, assertTouchable } from '../support/accessible.ts'
import { itemsAs } from '../support/admin-items.ts'
import { exportCsv, heading, openAdminPage, openDarkPhone } from '../support/admin-page.ts'
import { routeFirst } from '../support/page-requests.ts'
import { startDesk } from '../support/staff.ts'
import { sureBoxes, win } from '../support/sure-boxes.ts'
import { startWorld } from '../support/world.ts'

test('item screens: staff find an item, change it and approve a value', async (t) => {
  const admin = await openAdmin(t)
  await t.test('the list is searched, filtered and exported', () => searches(admin))
  await t.test('an item has its facts, boxes and changes', () => showsItem(admin))
  await t.test('stock is changed', () => changesStock(admin))
  await t.test('the shipping cost is changed', () => changesCost(admin))
  await t.test('a value is set after its preview', () => setsValue(admin))
  await t.test('a value that leaps waits, and the one who asked withdraws it', () => withdraws(admin))
  await t.test('failures and unknown items are explained', () => showsFailures(admin))
  await t.test('dark scheme and phone: both screens and the dialog are usable', () => checksDarkPhone(admin))
  await t.test('another owner approves a value and declines another', () => decides(t, admin))
  await t.test('staff of the platform choose an operator, a shipper changes stock only', () => showsOthers(t, admin))
  assert.deepEqual(admin.faults, [])
})

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="3" fill="#888"/></svg>'

/** A browser in which a member of the catalogue's staff of aurum has just signed in. Ann has a crown. */
async function openAdmin(t: TestContext) {
  const { items, boxes } = sureBoxes()
  const more = {
    mug: { stock: 12, shippingCostMinor: 590 },
    keepsake: { stock: 0, imageUrl: 'https://pictures.example/keepsake.png' },
    crown: { metadata: { grade: 'A', _supplier: 'secret' } },
  }
  const catalogue = { items: items.map((item) => ({ ...item, ...more[item.key as keyof typeof more] })), boxes }
  const settings = { 'catalog.pauseUnprofitable': true, 'shipping.defaultCostMinor': 490 }
  const world = await startWorld(t, {
    operators: { aurum: { catalogue, settings }, borealis: { catalogue: { items: [], boxes: [] } } },
  })
  const aurum = world.operators.aurum!
  await win(aurum, await world.play(aurum, 'ann'), 'crown')
  const folder = await mkdtemp(join(tmpdir(), 'coffer-items-'))
  t.after(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'crown.svg'), SVG)
  const pictured = catalogue.items.map((item) => (item.key === 'crown' ? { ...item, imageUrl: 'crown.svg' } : item))
  await importCatalogue(world.service.ctx, aurum.operatorId, { items: pictured, boxes: [] }, folder)
  const person = { email: 'cat@aurum.example', roles: ['catalog' as const], operator: aurum }
  const admin = await openAdminPage(t, world, person, '/items')
  await heading(admin.page, 'Items')
  const owner = await startDesk(world, 'owner@aurum.example', ['owner'], aurum)
  return {
    world,
    aurum,
    ...itemsAs(
      () => aurum,
      () => owner,
    ),
    ...admin,
  }
}

type Admin = Awaited<ReturnType<typeof openAdmin>>

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const rowOf = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Items' }).getByRole('row').filter({ hasText: name })

/** Waits until a fact of the item is shown. */
const shows = (page: Page, name: string, text: RegExp) =>
  section(page, 'Item')
    .locator('dt', { hasText: name })
    .locator('xpath=following-sibling::dd[1]')
    .filter({ hasText: text })
    .waitFor()

async function searches({ page }: Admin): Promise<void> {
  await rowOf(page, 'Sure mug').getByText('€9.00').waitFor()
  await rowOf(page, 'Sure crown').getByText('Collectible: coin').waitFor()
  await rowOf(page, 'Sure book').getByText('Not counted').waitFor()
  await assertAccessible(page, 'items')
  await page.getByLabel('Stock').selectOption('Out of stock')
  await rowOf(page, 'Sure mug').waitFor({ state: 'detached' })
  await rowOf(page, 'Sure keepsake').getByText('Out of stock').waitFor()
  const { name, rows } = await exportCsv(page)
  assert.deepEqual([name, rows.map(({ key }) => key)], ['items.csv', ['keepsake']])
  await page.getByLabel('Stock').selectOption('All')
  await page.getByLabel('Name or key').fill('nothing')
  await page.getByText(/^No items match/).waitFor()
  await page.getByLabel('Name or key').fill('CROWN')
  await rowOf(page, 'Sure mug').waitFor({ state: 'detached' })
  assert.doesNotMatch(page.url(), /CROWN/)
}

async function showsItem({ page }: Admin): Promise<void> {
  await page.getByRole('link', { name: 'Sure crown' }).click()
  await heading(page, 'Sure crown')
  await shows(page, 'Value now', /^€50\.00$/)
  const picture = section(page, 'Item').locator('img')
  const width = await picture.evaluate((element) => {
    const image = element as unknown as { decode(): Promise<void>; naturalWidth: number }
    return image.decode().then(() => image.naturalWidth)
  })
  assert.ok(width > 0, 'its picture is loaded')
  await shows(page, 'Shipping cost', /^Default of the settings, €4\.90$/)
  await section(page, 'Value')
    .getByText(/^The value has not changed since/)
    .waitFor()
  const box = section(page, 'Boxes').getByRole('row').filter({ hasText: 'Sure box of crown' })
  for (const cell of ['€53.77', '100.00%', '83.68%', 'On sale']) await box.getByText(cell).waitFor()
  await section(page, 'Changes').getByText('No changes recorded.').waitFor()
  await section(page, 'Item').getByText('Metadata').click()
  await section(page, 'Item').getByText('_supplier').waitFor()
  await assertAccessible(page, 'an item')
}

async function changesStock({ page, aurum, stock }: Admin): Promise<void> {
  await page.goto(page.url().replace(/items\/\d+/, `items/${aurum.items.mug}`))
  await heading(page, 'Sure mug')
  const dialog = page.getByRole('dialog', { name: 'Change stock' })
  const save = dialog.getByRole('button', { name: 'Save' })
  await section(page, 'Item').getByRole('button', { name: 'Change stock…' }).click()
  await save.click()
  await dialog.getByText('Enter a whole number from 1 to 1,000,000,000.').waitFor()
  await assertAccessible(page, 'a stock without a number')
  await dialog.getByLabel('Remove pieces').check()
  await dialog.getByRole('textbox', { name: 'Pieces' }).fill('13')
  await save.click()
  await dialog.getByText('Enter at most 12: there are no more pieces.').waitFor()
  await dialog.getByRole('textbox', { name: 'Pieces' }).fill('2')
  await dialog.getByText('Stock: from 12 pieces to 10 pieces.').waitFor()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Damaged')
  await save.click()
  await page.getByText('Stock changed.').waitFor()
  await shows(page, 'Stock', /^10$/)
  const entry = section(page, 'Changes').getByRole('row').filter({ hasText: 'Damaged' })
  await entry.getByText('Item stock set: from 12 pieces to 10 pieces').waitFor()

  await section(page, 'Item').getByRole('button', { name: 'Change stock…' }).click()
  await dialog.getByLabel('Set the number').check()
  await dialog.getByRole('textbox', { name: 'Pieces' }).fill('50')
  await stock('mug', { stock: 9, before: 10 })
  await save.click()
  await dialog.getByText('The item was changed meanwhile.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await shows(page, 'Stock', /^9$/)
}

async function changesCost({ page }: Admin): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Change shipping cost' })
  const open = section(page, 'Item').getByRole('button', { name: 'Change shipping cost…' })
  await open.click()
  await dialog.getByRole('textbox', { name: 'Amount (EUR)' }).fill('6.123')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText(/^Enter an amount in EUR/).waitFor()
  await dialog.getByRole('textbox', { name: 'Amount (EUR)' }).fill('6.10')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Shipping cost changed.').waitFor()
  await shows(page, 'Shipping cost', /^€6\.10$/)
  await open.click()
  await dialog.getByLabel(/^Default of the settings/).check()
  await assertAccessible(page, 'the shipping cost')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await shows(page, 'Shipping cost', /^Default of the settings, €4\.90$/)
  await section(page, 'Changes')
    .getByText('Item shipping cost set: from €6.10 to the default of the settings')
    .waitFor()
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Change value' })
const newValue = (page: Page) => dialogOf(page).getByRole('textbox', { name: 'New value (EUR)' })
const changeValue = (page: Page) => section(page, 'Item').getByRole('button', { name: 'Change value…' })

async function openItem({ page, aurum }: Admin, key: string, name: string): Promise<void> {
  await page.goto(page.url().replace(/items\/\d+/, `items/${aurum.items[key]}`))
  await heading(page, name)
}

async function setsValue(admin: Admin): Promise<void> {
  const { page } = admin
  await openItem(admin, 'crown', 'Sure crown')
  const dialog = dialogOf(page)
  const preview = dialog.getByRole('button', { name: 'Preview' })
  await changeValue(page).click()
  await newValue(page).fill('50')
  await preview.click()
  await dialog.getByText('This is the value in force.').waitFor()
  await dialog.getByText('Enter a reason.').waitFor()
  await assertAccessible(page, 'a value with mistakes')
  await newValue(page).fill('62.00')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Market price')
  await preview.click()
  const effects = dialog.getByRole('group', { name: 'Preview' })
  await effects.getByText('Value: from €50.00 to €62.00.').waitFor()
  const box = effects
    .getByRole('table', { name: 'Effect on boxes' })
    .getByRole('row')
    .filter({ hasText: 'Sure box of crown' })
  for (const text of ['83.68%', '103.77%', 'goes off sale']) await box.getByText(text).waitFor()
  const vault = '1 item in EUR: value from €50.00 to €62.00, cashback from €45.00 to €55.80.'
  await effects.getByText(vault).waitFor()
  await assertAccessible(page, 'the preview of a value')
  await routeFirst(page, /\/value$/, (route) => route.abort())
  await dialog.getByRole('button', { name: 'Set value' }).click()
  await dialog.getByText(/^The value may have been changed\./).waitFor()
  await dialog.getByRole('button', { name: 'Set value' }).click()
  await page.getByText('Value set.').waitFor()
  await shows(page, 'Value now', /^€62\.00$/)
  await section(page, 'Boxes').getByText('Paused').waitFor()
  await section(page, 'Value')
    .getByRole('img', { name: /lowest €50\.00, highest €62\.00, now €62\.00$/ })
    .waitFor()
  const newest = page.getByRole('table', { name: 'Values' }).locator('tbody tr').first()
  await newest.getByText('+€12.00 (+24.0%)').waitFor()
  await section(page, 'Changes').getByText('Item value set: from €50.00 to €62.00').waitFor()
  await assertAccessible(page, 'an item with a chart')
}

async function asksFor(page: Page, amount: string): Promise<void> {
  await changeValue(page).click()
  await newValue(page).fill(amount)
  await dialogOf(page).getByRole('textbox', { name: 'Reason' }).fill('Signed copy')
  await dialogOf(page).getByRole('button', { name: 'Preview' }).click()
  await dialogOf(page).getByText('A value of more than €372.00 must be approved by another person.').waitFor()
  await dialogOf(page).getByRole('button', { name: 'Ask for approval' }).click()
  await page.getByText('The value waits for approval by another person.').waitFor()
}

async function withdraws({ page }: Admin): Promise<void> {
  await asksFor(page, '4000')
  const waiting = section(page, 'Waiting for approval')
  await waiting.getByText('€4,000.00 instead of €62.00.').waitFor()
  await waiting.getByText('An owner or a platform administrator other than you must approve it.').waitFor()
  assert.equal(await waiting.getByRole('button', { name: 'Approve…' }).count(), 0)
  await assertAccessible(page, 'a value that waits')
  await waiting.getByRole('button', { name: 'Withdraw…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Withdraw value' })
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await dialog.getByText('Enter a reason.').waitFor()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('One zero too many')
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByText('Value withdrawn.').waitFor()
  await page.getByText('The value waits for approval by another person.').waitFor({ state: 'detached' })
  await waiting.waitFor({ state: 'detached' })
  await section(page, 'Changes')
    .getByRole('row')
    .filter({ hasText: 'One zero too many' })
    .getByText('Item value declined')
    .waitFor()
}

async function showsFailures({ page, aurum }: Admin): Promise<void> {
  await routeFirst(page, /\/items\/\d+$/, (route) => route.abort())
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByText('The service did not answer.').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('The service did not answer.').waitFor({ state: 'detached' })
  const address = page.url()
  await page.goto(address.replace(/items\/\d+/, 'items/999999'))
  await page.getByText('There is no such item in the catalogue.').waitFor()
  await assertAccessible(page, 'an unknown item')
  await page.goto(address.replace(/items\/\d+/, `items/${aurum.items.keepsake}`))
  await heading(page, 'Sure keepsake')
  const link = section(page, 'Item').getByRole('link', { name: 'Open the picture' })
  assert.equal(await link.getAttribute('href'), 'https://pictures.example/keepsake.png')
  await page.goto(address)
  await heading(page, 'Sure crown')
}

async function checksDarkPhone(admin: Admin): Promise<void> {
  const { page } = admin
  await asksFor(page, '4000')
  const small = await openDarkPhone(admin)
  await heading(small, 'Sure crown')
  await section(small, 'Value').getByRole('img').waitFor()
  await assertAccessible(small, 'an item on a dark phone')
  await assertTouchable(small, 'an item on a phone')
  await changeValue(small).click()
  await newValue(small).fill('70')
  await dialogOf(small).getByRole('textbox', { name: 'Reason' }).fill('Market price')
  await dialogOf(small).getByRole('button', { name: 'Preview' }).click()
  await dialogOf(small).getByRole('table', { name: 'Effect on boxes' }).waitFor()
  await assertAccessible(small, 'the preview on a dark phone')
  await assertTouchable(small, 'the preview on a phone')
  await dialogOf(small).getByRole('button', { name: 'Cancel' }).click()
  await small.getByRole('link', { name: 'Back to items' }).click()
  await rowOf(small, 'Sure crown').getByText('Waiting for approval').waitFor()
  await assertAccessible(small, 'items on a dark phone')
  await small.context().close()
}

async function decides(t: TestContext, { world, aurum, page, setValue }: Admin): Promise<void> {
  const person = { email: 'olga@aurum.example', roles: ['owner' as const], operator: aurum }
  const olga = await openAdminPage(t, world, person, `/items/${aurum.items.crown}`)
  const waiting = section(olga.page, 'Waiting for approval')
  await routeFirst(olga.page, /\/value\/preview$/, (route) => route.abort())
  await waiting.getByRole('button', { name: 'Approve…' }).click()
  const dialog = olga.page.getByRole('dialog', { name: 'Approve value' })
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByText('Value: from €62.00 to €4,000.00.').waitFor()
  await dialog.locator('[role=group]:focus').waitFor()
  await assertAccessible(olga.page, 'an approval')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await olga.page.getByText('Value approved.').waitFor()
  await shows(olga.page, 'Value now', /^€4,000\.00$/)

  await setValue('crown', 9_000_000)
  await olga.page.getByRole('button', { name: 'Refresh' }).click()
  await waiting.getByRole('button', { name: 'Decline…' }).click()
  const decline = olga.page.getByRole('dialog', { name: 'Decline value' })
  await decline.getByRole('textbox', { name: 'Reason' }).fill('No such price')
  await decline.getByRole('button', { name: 'Decline' }).click()
  await olga.page.getByText('Value declined.').waitFor()
  await waiting.waitFor({ state: 'detached' })
  assert.deepEqual(olga.faults, [])
  await page.reload()
  await heading(page, 'Sure crown')
}

async function showsOthers(t: TestContext, { world, aurum }: Admin): Promise<void> {
  const admin = await openAdminPage(t, world, { email: 'pat@desk.example', roles: ['platform_admin'] }, '/items')
  await admin.page.getByLabel('Operator').selectOption({ label: 'borealis' })
  await admin.page.getByText('No items in the catalogue. Items are added with the catalogue file.').waitFor()
  await admin.page.getByLabel('Operator').selectOption({ label: 'aurum' })
  await admin.page.getByRole('link', { name: 'Sure crown' }).click()
  await heading(admin.page, 'Sure crown')
  await changeValue(admin.page).waitFor()
  const person = { email: 'sid@aurum.example', roles: ['shipping' as const], operator: aurum }
  const shipper = await openAdminPage(t, world, person, `/items/${aurum.items.crown}`)
  await shows(shipper.page, 'Value now', /^€4,000\.00$/)
  assert.deepEqual(await section(shipper.page, 'Item').getByRole('button').allTextContents(), ['Change stock…'])
  assert.deepEqual([...admin.faults, ...shipper.faults], [])
}
