import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible, assertTouchable } from '../support/accessible.ts'
import { type AdminPage, heading, openAdminPage, openDarkPhone } from '../support/admin-page.ts'
import { startWorld } from '../support/world.ts'

const FIELD = { name: 'Search or go to' }

test('command palette: an operator opens screens and filtered lists by keyboard', async (t) => {
  const world = await startWorld(t, { wallet: false })
  const { baseUrl, operator } = world
  const owner = await openAdminPage(t, world, { email: 'owner@aurum.example', roles: ['owner'], operator }, '/account')
  const { page, faults } = owner
  await heading(page, 'Your account')

  await t.test('a failed load says what to do', () => failsToLoad(page))
  await t.test('the empty palette has the screens of the role; Escape returns the focus', () => showsScreens(page))
  await t.test('words in any order find a filter of a list, and Enter opens it', async () => {
    await choose(page, 'failed deliv', 'Deliveries: Failed')
    await heading(page, 'Deliveries')
    assert.equal(page.url(), `${baseUrl}/admin/deliveries?status=failed`)
    await page.locator('h1:focus').waitFor()
  })
  await t.test('a text searches a list, and is not in the address', async () => {
    await openPalette(page)
    await page.keyboard.type('OWNER@')
    await option(page, 'Search staff: “OWNER@”').click()
    await heading(page, 'Staff')
    await page.getByRole('link', { name: 'owner@aurum.example' }).waitFor()
    assert.equal(page.url(), `${baseUrl}/admin/staff`)
    assert.equal(await page.getByRole('searchbox').inputValue(), 'OWNER@')
  })
  await t.test('the key works while the user types, not while a dialog is open', () => takesKey(page))
  await t.test('matching ignores case and diacritics; at most 50 results are shown', () => matches(page))
  await t.test('a number opens an entry, and arrows choose another result', async () => {
    await openPalette(page)
    await page.keyboard.type('1')
    await active(page, 'Audit log entry 1')
    await page.keyboard.press('ArrowDown')
    await active(page, 'Search rounds: “1”')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${baseUrl}/admin/audit/1`)
  })
  await t.test('on a phone it opens from the top bar, in the dark scheme', () => opensOnPhone(owner))
  assert.deepEqual(faults, [])
})

async function failsToLoad(page: Page): Promise<void> {
  let isGone = true
  // The browser may ask for the file again after its preload has failed.
  await page.route('**/assets/palette-*.js', (route) => (isGone ? route.abort() : route.fallback()))
  await page.keyboard.press('Control+k')
  await page.getByText('The search could not be loaded.').waitFor()
  isGone = false
  await page.getByRole('button', { name: 'Load the page again' }).click()
  await heading(page, 'Your account')
}

async function showsScreens(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Audit log' }).focus()
  await openPalette(page)
  await option(page, 'Home').waitFor()
  assert.equal(await page.getByRole('combobox', FIELD).getAttribute('aria-expanded'), 'true')
  assert.equal(await option(page, 'Verifications').count(), 0)
  await assertAccessible(page, 'the palette')
  await page.keyboard.press('?')
  assert.equal(await page.getByRole('combobox', FIELD).inputValue(), '?')
  await page.keyboard.press('Escape')
  await page.locator('a:focus', { hasText: 'Audit log' }).waitFor()
  await openPalette(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

async function takesKey(page: Page): Promise<void> {
  await page.getByRole('searchbox').focus()
  await choose(page, 'shortc', 'Keyboard shortcuts')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await help.getByLabel('Single-key shortcuts').uncheck()
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
  assert.equal(await page.getByRole('dialog').count(), 0)
  await choose(page, 'dark', 'Colour scheme: Dark')
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
}

async function matches(page: Page): Promise<void> {
  await openPalette(page)
  await page.keyboard.type('AÜDIT lóg')
  await active(page, 'Audit log')
  await retype(page, 'a')
  await page.getByText('The first 50 results are shown.').waitFor()
  assert.equal(await page.getByRole('listbox', { name: 'Results' }).getByRole('option').count(), 50)
  await page.keyboard.press('Escape')
}

async function opensOnPhone(owner: AdminPage): Promise<void> {
  const phone = await openDarkPhone(owner)
  await phone.getByRole('button', FIELD).click()
  await phone.getByRole('combobox', FIELD).fill('home')
  await option(phone, 'Home').waitFor()
  await assertAccessible(phone, 'the palette on a phone')
  await assertTouchable(phone, 'the palette on a phone')
  await option(phone, 'Home').click()
  await heading(phone, 'Home')
  await phone.context().close()
}

test('command palette: staff of the platform keep or change the operator', async (t) => {
  const world = await startWorld(t, { wallet: false, operators: { aurum: {}, beryl: {} } })
  const { baseUrl } = world
  const admin = { email: 'admin@desk.example', roles: ['platform_admin' as const] }
  const { page, faults } = await openAdminPage(t, world, admin, '/home?operator=beryl')
  await heading(page, 'Home')
  await choose(page, 'api keys', 'API keys')
  await heading(page, 'API keys')
  assert.equal(page.url(), `${baseUrl}/admin/keys?operator=beryl`)
  await choose(page, 'aurum keys', 'aurum: API keys')
  await page.waitForURL(`${baseUrl}/admin/keys?operator=aurum`)

  await page.goto(`${baseUrl}/admin/account`)
  await heading(page, 'Your account')
  await openPalette(page)
  await page.keyboard.type('active')
  await option(page, 'Staff: Active').waitFor()
  assert.equal(await option(page, 'API keys: Active').count(), 0, 'API keys are read by operator')
  await retype(page, 'whd_1')
  await option(page, 'Search staff: “whd_1”').waitFor()
  assert.equal(await option(page, 'Delivery whd_1').count(), 0, 'deliveries are read by operator')
  await page.keyboard.press('Escape')
  await choose(page, 'rejected', 'Verifications: Rejected')
  await heading(page, 'Verifications')
  assert.equal(page.url(), `${baseUrl}/admin/kyc?status=REJECTED`)
  assert.deepEqual(faults, [])
})

/** Opens the palette with its key, and waits until its field takes what is typed. */
async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.locator('input[role=combobox]:focus').waitFor()
}

/** Opens the palette and chooses the result that a query finds first, by keyboard. */
async function choose(page: Page, query: string, label: string): Promise<void> {
  await openPalette(page)
  await page.keyboard.type(query)
  await active(page, label)
  await page.keyboard.press('Enter')
}

async function retype(page: Page, query: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(query)
}

const option = (page: Page, name: string) => page.getByRole('option', { name }).first()

/** Waits until the result with this label is the active one of the field. */
async function active(page: Page, name: string): Promise<void> {
  const result = page.getByRole('option', { name, selected: true })
  await result.waitFor()
  const activeId = await page.getByRole('combobox', FIELD).getAttribute('aria-activedescendant')
  assert.equal(activeId, await result.getAttribute('id'))
}
