import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible, assertTouchable } from '../support/accessible.ts'
import { itemsAs } from '../support/admin-items.ts'
import { exportCsv, heading, openAdminPage, openDarkPhone } from '../support/admin-page.ts'
import { routeFirst } from '../support/page-requests.ts'
import { startDesk } from '../support/staff.ts'
import { sureBoxes, win } from '../support/sure-boxes.ts'
import { startWorld } from '../support/world.ts'

test('uploads: staff set values from a file after its preview, and change a picture', async (t) => {
  const admin = await openAdmin(t)
  await t.test('an export of the items with other values is previewed and set', () => setsExport(admin))
  await t.test('faults of a file are shown by line', () => showsFaults(admin))
  await t.test('failures, lost answers and changed values are explained', () => showsFailures(admin))
  await t.test('dark scheme and phone: the screen is usable', () => checksDarkPhone(admin))
  await t.test('a picture is uploaded', () => changesPicture(admin))
  await t.test('staff of the platform choose an operator, a viewer cannot open the screen', () => showsOthers(t, admin))
  assert.deepEqual(admin.faults, [])
})

/** A browser in which a member of the catalogue's staff of aurum has just signed in. Ann has a crown. */
async function openAdmin(t: TestContext) {
  const { items, boxes } = sureBoxes()
  const catalogue = { items: items.map((item) => ({ ...item, upgraderPrize: item.key === 'crown' })), boxes }
  const settings = { 'catalog.pauseUnprofitable': true }
  const world = await startWorld(t, { operators: { aurum: { catalogue, settings } } })
  const aurum = world.operators.aurum!
  await win(aurum, await world.play(aurum, 'ann'), 'crown')
  const person = { email: 'cat@aurum.example', roles: ['catalog' as const], operator: aurum }
  const admin = await openAdminPage(t, world, person, '/items')
  await heading(admin.page, 'Items')
  const owner = await startDesk(world, 'owner@aurum.example', ['owner'], aurum)
  const changes = itemsAs(
    () => aurum,
    () => owner,
  )
  return { world, aurum, ...changes, ...admin }
}

type Admin = Awaited<ReturnType<typeof openAdmin>>

const TITLE = 'Values from a file'
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const preview = (page: Page) => page.getByRole('group', { name: 'Preview' })
const choose = (page: Page, text: string) =>
  page.getByLabel('CSV file').setInputFiles({ name: 'values.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

async function setsExport({ page }: Admin): Promise<void> {
  const { rows } = await exportCsv(page)
  const values: Record<string, string> = { mug: '950', crown: '6200', keepsake: '900000' }
  const changed = rows.map((row) => ({ ...row, valueMinor: values[row.key!] ?? row.valueMinor! }))
  const csv = [Object.keys(changed[0]!), ...changed.map((row) => Object.values(row))]
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
    .join('\r\n')
  await page.getByRole('link', { name: 'Set values from a file…' }).click()
  await heading(page, TITLE)
  await assertAccessible(page, 'values from a file')
  await choose(page, csv)
  await preview(page).getByText('2 items get a new value. 1 item needs approval. 3 rows change nothing.').waitFor()
  await preview(page)
    .getByText(
      /^The new value of 1 item is above the largest that one person can set\. .* not included in the effects below\.$/,
    )
    .waitFor()
  const table = preview(page).getByRole('table', { name: 'Values' })
  const row = (name: string) => table.getByRole('row').filter({ hasText: name })
  for (const text of ['€50.00', '€62.00', '+24.0%']) await row('Sure crown').getByText(text).waitFor()
  await row('Sure keepsake').getByText('Needs approval: above the limit of €90.00').waitFor()
  const box = preview(page).getByRole('table', { name: 'Effect on boxes' }).getByRole('row')
  await box.filter({ hasText: 'Sure box of crown' }).getByText('goes off sale').waitFor()
  await preview(page).getByText('1 item in EUR: value from €50.00 to €62.00, cashback from €45.00 to €55.80.').waitFor()
  await preview(page).getByText('Players can win 1 of these items in the Upgrader.').waitFor()
  const save = preview(page).getByRole('button', { name: 'Set 2 values and ask for 1 approval' })
  await save.click()
  await preview(page).getByText('Enter a reason.').waitFor()
  await assertAccessible(page, 'the preview of a file')
  await preview(page).getByRole('textbox', { name: 'Reason' }).fill('Price list of December')
  await save.click()
  await page.getByText('2 values set. 1 value waits for approval by another person.').waitFor()
  await preview(page).waitFor({ state: 'detached' })
  await page.locator('h1:focus', { hasText: TITLE }).waitFor()
  await page.getByRole('link', { name: 'Back to items' }).click()
  const list = page.getByRole('table', { name: 'Items' }).getByRole('row')
  await list.filter({ hasText: 'Sure mug' }).getByText('€9.50').waitFor()
  await list.filter({ hasText: 'Sure keepsake' }).getByText('Waiting for approval').waitFor()
}

async function showsFaults({ page }: Admin): Promise<void> {
  await page.getByRole('link', { name: 'Set values from a file…' }).click()
  await heading(page, TITLE)
  await choose(page, 'item,valueMinor\ncap,100\nmug,9.50')
  await page.getByText('The file cannot be used.').waitFor()
  const faults = page.getByRole('table', { name: 'Faults' }).getByRole('row')
  await faults
    .filter({ has: page.getByRole('rowheader', { name: '2', exact: true }) })
    .getByText('there is no item cap')
    .waitFor()
  await faults
    .filter({ has: page.getByRole('rowheader', { name: '3', exact: true }) })
    .getByText('valueMinor must be a whole number')
    .waitFor()
  await assertAccessible(page, 'the faults of a file')
  await choose(page, 'item,valueMinor\nmug,950\ncrown,6200')
  await page.getByText('The file changes nothing.').waitFor()
  assert.equal(await page.getByText('The file cannot be used.').count(), 0)
  await choose(page, '')
  await page.getByRole('alert').getByText('The file is empty.').waitFor()
  const name = 'values.xlsx'
  await page.getByLabel('CSV file').setInputFiles({ name, mimeType: '', buffer: Buffer.from([0x50, 0x4b, 0xff, 0xfe]) })
  await page.getByText('The file is not text in UTF-8.').waitFor()
  await choose(page, 'item,valueMinor\nkeepsake,900000')
  await page.getByText('The file changes nothing. 1 item waits for approval already.').waitFor()
  await preview(page).getByText('Waits for approval already', { exact: true }).waitFor()
  assert.equal(await preview(page).getByRole('textbox').count(), 0)
  await page.keyboard.press('Escape')
  await preview(page).waitFor()
}

async function showsFailures({ page, setValue }: Admin): Promise<void> {
  await routeFirst(page, /\/values\/preview$/, (route) => route.abort())
  await choose(page, 'item,valueMinor\nmug,960')
  await page.getByText('The service did not answer.').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await preview(page).getByText('1 item gets a new value.').waitFor()
  await preview(page).getByRole('textbox', { name: 'Reason' }).fill('Price list')
  await setValue('mug', 940)
  const save = preview(page).getByRole('button', { name: 'Set 1 value' })
  await save.click()
  await page.getByText('The preview of the file is out of date.').waitFor()
  await page.getByRole('button', { name: 'Preview again' }).click()
  await preview(page).getByText('€9.40').waitFor()
  await routeFirst(page, /\/items\/values$/, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await save.click()
  await page.getByText(/^The values may have been set\./).waitFor()
  await page.getByRole('button', { name: 'Preview again' }).click()
  await preview(page).getByText('The file changes nothing.').waitFor()
}

async function checksDarkPhone(admin: Admin): Promise<void> {
  const small = await openDarkPhone(admin)
  await heading(small, TITLE)
  await choose(small, 'item,valueMinor\ncrown,6100\nkeepsake,800000')
  await preview(small).getByRole('button', { name: 'Set 1 value and ask for 1 approval' }).waitFor()
  await assertAccessible(small, 'the preview of a file on a dark phone')
  await assertTouchable(small, 'the preview of a file on a phone')
  await preview(small).getByRole('button', { name: 'Choose another file' }).click()
  await preview(small).waitFor({ state: 'detached' })
  await small.context().close()
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="3" fill="#888"/></svg>'

async function changesPicture({ page, aurum }: Admin): Promise<void> {
  await page.goto(page.url().replace(/items\/values/, `items/${aurum.items.book}`))
  await heading(page, 'Sure book')
  await region(page, 'Item').getByRole('button', { name: 'Change picture…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change picture' })
  const upload = dialog.getByRole('button', { name: 'Upload' })
  const pick = (name: string, mimeType: string, text: string) =>
    dialog.getByLabel('Picture').setInputFiles({ name, mimeType, buffer: Buffer.from(text) })
  await upload.click()
  await dialog.getByText('Choose a picture.').waitFor()
  await assertAccessible(page, 'a dialog without a picture')
  await pick('book.gif', 'image/gif', 'GIF89a')
  await upload.click()
  await dialog.getByText('Choose a PNG, JPEG, WebP or SVG picture.').waitFor()
  await pick('book.svg', 'image/svg+xml', SVG.replace('<circle', '<script>1</script><circle'))
  await upload.click()
  await dialog.getByText('The picture must not contain scripts, event handlers or foreign content.').waitFor()
  await pick('book.svg', 'image/svg+xml', SVG)
  await upload.click()
  await page.getByText('Picture changed.').waitFor()
  const width = await region(page, 'Item')
    .locator('img')
    .evaluate((element) => {
      const image = element as unknown as { decode(): Promise<void>; naturalWidth: number }
      return image.decode().then(() => image.naturalWidth)
    })
  assert.ok(width > 0, 'the new picture is loaded')
  await region(page, 'Changes').getByText('Item picture set').waitFor()
}

async function showsOthers(t: TestContext, { world, aurum }: Admin): Promise<void> {
  const admin = await openAdminPage(t, world, { email: 'pat@desk.example', roles: ['platform_admin'] }, '/items/values')
  await admin.page.getByText('Choose the operator in the list of items, and open the page there.').waitFor()
  await admin.page.getByRole('link', { name: 'Back to items' }).click()
  await heading(admin.page, 'Items')
  assert.equal(await admin.page.getByRole('link', { name: 'Set values from a file…' }).count(), 0)
  await admin.page.getByLabel('Operator').selectOption({ label: 'aurum' })
  await admin.page.getByRole('link', { name: 'Set values from a file…' }).click()
  await heading(admin.page, TITLE)
  await choose(admin.page, 'item,valueMinor\nmug,970')
  await preview(admin.page).getByRole('textbox', { name: 'Reason' }).fill('Price list')
  await preview(admin.page).getByRole('button', { name: 'Set 1 value' }).click()
  await admin.page.getByText('1 value set.').waitFor()
  const person = { email: 'vic@aurum.example', roles: ['viewer' as const], operator: aurum }
  const viewer = await openAdminPage(t, world, person, '/items/values')
  await heading(viewer.page, 'No permission')
  await viewer.page.goto(viewer.page.url().replace('/items/values', '/items'))
  await viewer.page.getByRole('link', { name: 'Sure crown' }).waitFor()
  assert.equal(await viewer.page.getByRole('link', { name: 'Set values from a file…' }).count(), 0)
  assert.deepEqual([...admin.faults, ...viewer.faults], [])
}
