import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible, assertTouchable } from '../support/accessible.ts'
import { heading, openAdminPage, openDarkPhone } from '../support/admin-page.ts'
import { submitFor } from '../support/kyc.ts'
import { ZOFIA } from '../support/kyc-people.ts'
import { routeFirst } from '../support/page-requests.ts'
import { bringTo, buy, recipient } from '../support/personal-data.ts'
import { sureBoxes } from '../support/sure-boxes.ts'
import { startWorld } from '../support/world.ts'

const section = (page: Page) => page.getByRole('region', { name: 'Personal data', exact: true })
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Erase personal data' })
const eraseButton = (page: Page) => section(page).getByRole('button', { name: 'Erase personal data…' })

test('personal data: an owner exports it, erases it and sees what is left', async (t) => {
  const admin = await openOwner(t)
  await t.test('what is stored is counted, and a failure is explained', () => showsCounts(admin))
  await t.test('the export is a file whose digest is shown', () => exportsFile(admin))
  await t.test('an erasure needs a reason, and its result is shown', () => erases(admin))
  await t.test('dark scheme and phone: the section and the dialog are usable', () => checksDarkPhone(admin))
  await t.test('support sees the counts and no buttons', () => showsSupport(t, admin))
  assert.deepEqual(admin.faults, [])
})

/** An owner's browser with the player ann, who has a verification, a finished order and an open one. */
async function openOwner(t: TestContext) {
  const settings = { kyc: { enabled: true } }
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBoxes(), settings } } })
  const aurum = world.operators.aurum!
  const stage = { world, operator: aurum, playerExternalId: 'ann' }
  await submitFor(world, aurum, 'ann', ZOFIA)
  const { publicId } = await buy(stage, recipient('quixel'), 'finished')
  await bringTo(stage, publicId, 'delivered', 'quixel')
  const open = await buy(stage, recipient('wombat'), 'open')
  const person = { email: 'olga@aurum.example', roles: ['owner' as const], operator: aurum }
  const admin = await openAdminPage(t, world, person, '/players')
  await admin.page.getByRole('link', { name: 'ann' }).click()
  await heading(admin.page, 'Player ann')
  return { world, aurum, stage, openOrder: open.publicId, ...admin }
}

type Admin = Awaited<ReturnType<typeof openOwner>>

/** Waits until a count is shown. */
const shows = (page: Page, name: string, text: RegExp) =>
  section(page)
    .locator('dt', { hasText: name })
    .locator('xpath=following-sibling::dd[1]')
    .filter({ hasText: text })
    .waitFor()

async function showsCounts({ page }: Admin): Promise<void> {
  await shows(page, 'Verifications', /^1 /)
  await shows(page, 'Photos', /^3 /)
  await shows(page, 'Finished orders', /^1 /)
  await shows(page, 'Copies of orders', /^5 /)
  await shows(page, 'Open orders', /^1 /)
  await section(page).getByText('1 open order keeps its address.').waitFor()
  await section(page).getByText('No exports or erasures yet.').waitFor()
  await assertAccessible(page, 'personal data')
  await routeFirst(page, /\/personal-data$/, (route) => route.abort())
  await page.getByRole('button', { name: 'Refresh' }).click()
  await section(page).getByText('The service did not answer.').waitFor()
  await section(page).getByRole('button', { name: 'Try again' }).click()
  await section(page).getByText('The service did not answer.').waitFor({ state: 'detached' })
}

async function exportsFile({ page }: Admin): Promise<void> {
  const download = page.waitForEvent('download')
  await section(page).getByRole('button', { name: 'Export personal data' }).click()
  const file = await download
  assert.match(file.suggestedFilename(), /^player-\d+\.json$/)
  const bytes = readFileSync(await file.path())
  assert.equal(JSON.parse(bytes.toString()).orders.length, 2)
  await section(page).getByText('Personal data exported. The SHA-256 of the file is in the table below.').waitFor()
  const table = page.getByRole('table', { name: 'Exports and erasures' })
  await table.getByRole('row').filter({ hasText: 'SHA-256' }).getByRole('link').click()
  await heading(page, 'Player data exported')
  await page.goBack()
  await heading(page, 'Player ann')
  await table.getByText(hash('sha256', bytes)).waitFor()
}

async function erases({ page, stage, openOrder }: Admin): Promise<void> {
  const dialog = dialogOf(page)
  const erase = dialog.getByRole('button', { name: 'Erase' })
  await eraseButton(page).click()
  await erase.click()
  await dialog.getByText('Enter a reason.').waitFor()
  await dialog.locator('input:focus').waitFor()
  await assertAccessible(page, 'an erasure without a reason')
  await dialog.getByLabel('Reason').fill('Letter of 3 May')
  await routeFirst(page, '**/personal-data/erase', (route) => route.abort())
  await erase.click()
  await dialog.getByText('The data may have been erased. Cancel to see what is stored now.').waitFor()
  await erase.click()
  await section(page).getByText('Personal data erased.').waitFor()
  await section(page).locator(':focus').waitFor()
  await section(page).getByText('Coffer stores nothing that can be erased now.').waitFor()
  const table = page.getByRole('table', { name: 'Exports and erasures' })
  const row = table.getByRole('row').filter({ hasText: 'Letter of 3 May' })
  for (const line of [
    'Verifications: 1 before, 0 after',
    'Photos: 3 before, 0 after',
    'Open orders: 1 before, 1 after',
  ]) {
    await row.getByText(line).waitFor()
  }
  await row.getByText('olga@aurum.example').waitFor()
  assert.equal(await eraseButton(page).count(), 0)
  const verification = page.getByRole('region', { name: 'Verifications', exact: true })
  await verification
    .getByText(/erased/i)
    .first()
    .waitFor()
  await assertAccessible(page, 'erased personal data')
  await row.getByRole('link').click()
  await heading(page, 'Player data erased')
  await page.goBack()
  await heading(page, 'Player ann')
  await bringTo(stage, openOrder, 'delivered', 'wombat')
}

async function checksDarkPhone(admin: Admin): Promise<void> {
  const small = await openDarkPhone(admin)
  await heading(small, 'Player ann')
  await shows(small, 'Finished orders', /^1 /)
  await assertAccessible(small, 'personal data on a dark phone')
  await eraseButton(small).click()
  await dialogOf(small).getByLabel('Reason').waitFor()
  await assertAccessible(small, 'the erasure on a dark phone')
  await assertTouchable(small, 'the erasure on a phone')
  await small.context().close()
}

async function showsSupport(t: TestContext, { world, aurum, page }: Admin): Promise<void> {
  const person = { email: 'sam@aurum.example', roles: ['support' as const], operator: aurum }
  const support = await openAdminPage(t, world, person, new URL(page.url()).pathname.replace('/admin', ''))
  await shows(support.page, 'Finished orders', /^1 /)
  await support.page.getByRole('table', { name: 'Exports and erasures' }).getByText('SHA-256').waitFor()
  assert.equal(await section(support.page).getByRole('button').count(), 0)
  assert.deepEqual(support.faults, [])
}
