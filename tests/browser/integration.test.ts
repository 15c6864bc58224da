import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { SCOPES } from '@coffer/contract/api-keys'
import { createCoffer } from '@coffer/operator-sdk'
import type { Locator, Page } from 'playwright-core'
import { assertAccessible, assertTouchable } from '../support/accessible.ts'
import { insertUndecided } from '../support/admin-integration.ts'
import { exportCsv, heading, openAdminPage, openDarkPhone } from '../support/admin-page.ts'
import { routeFirst } from '../support/page-requests.ts'
import { startWorld } from '../support/world.ts'

const WALLET_URL = 'https://casino.example/wallet'
const NEW_WALLET_URL = 'https://wallet.casino.example/coffer'

test('integration screens: an owner changes the wallet, the origins and the API keys', async (t) => {
  const admin = await openAdmin(t)
  await t.test('the wallet URL is set, and bad input is explained', () => setsWallet(admin))
  await t.test('undecided debits and credits block a change or need a confirmation', () => confirmsUndecided(admin))
  await t.test('an outdated change is refused, and succeeds when repeated', () => refusesOutdatedChange(admin))
  await t.test('the new outbound secret is shown once', () => rotatesSecret(admin))
  await t.test('allowed origins are edited, and bad ones named', () => editsOrigins(admin))
  await t.test('an API key is created, and its secret shown even after the screen was left', () => createsKey(admin))
  await t.test('API keys are rotated, revoked, filtered and exported', () => rotatesAndRevokesKeys(admin))
  await t.test('dark scheme and phone: every screen is readable', () => checksDarkPhone(admin))
  assert.deepEqual(admin.faults, [])
})

/** A browser in which an owner of aurum has just signed in. Aurum has no wallet and one API key. */
async function openAdmin(t: TestContext) {
  const world = await startWorld(t, { wallet: false, operators: { aurum: {}, borealis: {} } })
  const aurum = world.operators.aurum!
  const person = { email: 'owner@aurum.example', roles: ['owner' as const], operator: aurum }
  const admin = await openAdminPage(t, world, person, '/integration')
  await heading(admin.page, 'Integration')
  return { world, aurum, ...admin }
}

type Admin = Awaited<ReturnType<typeof openAdmin>>

function walletDialog(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Change wallet URL' })
  return {
    dialog,
    url: dialog.getByRole('textbox', { name: 'URL' }),
    save: dialog.getByRole('button', { name: 'Save' }),
    removal: dialog.getByRole('button', { name: 'Remove wallet' }),
  }
}

async function setsWallet({ page }: Admin): Promise<void> {
  await page.getByText('Every spend is refused until a URL is set.').waitFor()
  await page.getByText('Every website may show the game and the admin in a frame').waitFor()
  await assertAccessible(page, 'an integration without a wallet')
  await page.getByRole('button', { name: 'Change URL…' }).click()
  const { url, save } = walletDialog(page)
  await url.fill('http://169.254.169.254/')
  await save.click()
  await page.getByText(/^The URL is refused/).waitFor()
  await assertAccessible(page, 'a refused wallet URL')
  await url.fill(WALLET_URL)
  await page.keyboard.press('Enter')
  await page.getByText('The wallet URL was changed.').waitFor()
  await page.getByText(WALLET_URL).waitFor()
  assert.equal(await page.locator(':focus').textContent(), 'Change URL…')
}

async function confirmsUndecided({ world, aurum, page }: Admin): Promise<void> {
  const { dialog, url, save, removal } = walletDialog(page)
  await page.getByRole('button', { name: 'Change URL…' }).click()
  await url.fill('')
  await dialog.getByText('Every spend is refused while there is no wallet.').waitFor()
  // The page has read the number before, so the service refuses the change.
  const remove = await insertUndecided(world, aurum)
  await removal.click()
  await dialog.getByText('The wallet cannot be removed before all debits and credits are decided.').waitFor()
  await dialog.getByText('1 debit or credit is undecided.').waitFor()
  assert.equal(await page.locator(':focus').textContent(), 'Remove wallet')
  assert.equal(await removal.isDisabled(), true)
  await url.fill(NEW_WALLET_URL)
  assert.equal(await save.isDisabled(), true, 'not confirmed')
  await assertAccessible(page, 'a wallet with an undecided debit')
  const confirmation = dialog.getByRole('checkbox', { name: 'The new URL leads to the same wallet' })
  await confirmation.check()
  await url.fill(`${NEW_WALLET_URL}/other`)
  assert.equal(await confirmation.isChecked(), false, 'it was confirmed for another URL')
  await url.fill(NEW_WALLET_URL)
  await confirmation.check()
  await save.click()
  await page.getByText(NEW_WALLET_URL).waitFor()
  await page.getByText('The wallet URL was changed.').waitFor()
  await remove()
}

async function refusesOutdatedChange({ world, aurum, page }: Admin): Promise<void> {
  const { dialog, url, save } = walletDialog(page)
  await page.getByRole('button', { name: 'Change URL…' }).click()
  // The dialog opens when the settings have been read.
  await url.waitFor()
  await world.settings(aurum, { minRtpBps: 8600 })
  // The page reads the new settings after a refused change. The dialog still changes those that it was opened with.
  await url.fill('ftp://casino.example')
  const read = page.waitForResponse((response) => response.request().method() === 'GET')
  await save.click()
  await read
  await url.fill(WALLET_URL)
  await save.click()
  await dialog.getByText('The settings were changed meanwhile.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Change URL…' }).click()
  await url.fill(WALLET_URL)
  await routeFirst(page, '**/api/admin/integration', (route) => route.abort())
  await save.click()
  await dialog.getByText('The service did not answer.').waitFor()
  await save.click()
  await page.getByText('The wallet URL was changed.').waitFor()
}

async function rotatesSecret({ world, aurum, page }: Admin): Promise<void> {
  // The page reads the changed settings when the dialog is opened.
  await world.settings(aurum, { minRtpBps: 8500 })
  await page.getByRole('button', { name: 'Rotate secret…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rotate the outbound secret?' })
  await dialog.getByLabel('Overlap').selectOption('None: end the old secret now')
  await dialog.getByText('The wallet refuses calls until it has the new secret.').waitFor()
  await assertAccessible(page, 'rotation without an overlap')
  await dialog.getByLabel('Overlap').selectOption('7 days')
  await dialog.getByRole('button', { name: 'Rotate secret' }).click()
  const rotated = page.getByRole('dialog', { name: 'The outbound secret was rotated' })
  const secret = rotated.getByRole('textbox', { name: 'New secret' })
  assert.ok((await secret.inputValue()).length >= 32)
  await assertAccessible(page, 'a new outbound secret')
  await page.keyboard.press('Escape')
  await secret.waitFor()
  await rotated.getByRole('button', { name: 'Done' }).click()
  await page.getByText('The outbound secret was rotated.').waitFor()
  await page.getByText(/^The old secret signs until/).waitFor()
  assert.equal(await page.getByRole('textbox').count(), 0, 'the secret is gone with the dialog')
}

async function editsOrigins({ page }: Admin): Promise<void> {
  await page.getByRole('button', { name: 'Edit…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit allowed origins' })
  const origins = dialog.getByRole('textbox', { name: 'Origins, one per line' })
  await origins.fill('https://casino.example\nhttps://casino.example/lobby')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('“https://casino.example/lobby” must be an origin').waitFor()
  await assertAccessible(page, 'a refused origin')
  await origins.fill(' https://casino.example\n\nhttps://lobby.example:8443 \nhttps://casino.example')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The allowed origins were changed.').waitFor()
  const listed = page.getByRole('region', { name: 'Allowed origins' }).getByRole('listitem')
  assert.deepEqual(await listed.allTextContents(), ['https://casino.example', 'https://lobby.example:8443'])
  await page.getByRole('button', { name: 'Edit…' }).click()
  await origins.fill('https://casino.example')
  await dialog.getByText('A website that you remove').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await assertAccessible(page, 'integration')
}

async function createsKey({ world, aurum, page }: Admin): Promise<void> {
  await page.getByRole('link', { name: 'API keys' }).click()
  await heading(page, 'API keys')
  await rowOf(page, aurum.keyId).getByText('Active').waitFor()
  await page.getByRole('button', { name: 'Create key…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create API key' })
  const create = dialog.getByRole('button', { name: 'Create key' })
  await dialog.getByRole('button', { name: 'Select all' }).click()
  assert.equal(await dialog.getByRole('checkbox', { checked: true }).count(), SCOPES.length)
  await assertAccessible(page, 'a new API key')
  await dialog.getByRole('button', { name: 'Clear all' }).click()
  assert.equal(await create.isDisabled(), true, 'no scope is chosen')
  await dialog.getByRole('checkbox', { name: 'Read' }).check()
  await dialog.getByRole('checkbox', { name: 'Require a nonce' }).check()
  const left = Promise.withResolvers<void>()
  await routeFirst(page, '**/api/admin/keys', async (route) => {
    const response = await route.fetch()
    await left.promise
    await route.fulfill({ response })
  })
  await create.click()
  await page.goBack()
  await heading(page, 'Integration')
  left.resolve()
  const created = page.getByRole('dialog', { name: 'The API key was created' })
  const { keyId, coffer } = await clientOf(created, world)
  assert.equal((await coffer.config()).operator.currency, 'EUR')
  await assertAccessible(page, 'the secret of a new API key')
  await page.keyboard.press('Escape')
  await created.getByRole('button', { name: 'Done' }).click()
  await page.goForward()
  await page.getByRole('row', { name: new RegExp(`${keyId} Active Read Required`) }).waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Secret' }).count(), 0, 'the secret is gone with the dialog')
  await assertAccessible(page, 'API keys')
}

async function rotatesAndRevokesKeys({ world, aurum, page }: Admin): Promise<void> {
  await page.getByRole('button', { name: `Rotate ${aurum.keyId}…` }).click()
  const rotate = page.getByRole('dialog', { name: `Rotate ${aurum.keyId}?` })
  await rotate.getByLabel('Overlap').selectOption('None: end the old key now')
  await rotate.getByText('Requests signed with the old key are refused immediately.').waitFor()
  await assertAccessible(page, 'rotation of an API key')
  await rotate.getByLabel('Overlap').selectOption('1 hour')
  await rotate.getByRole('button', { name: 'Rotate key' }).click()
  const rotated = page.getByRole('dialog', { name: 'The API key was rotated' })
  const { keyId, coffer } = await clientOf(rotated, world)
  await rotated.getByRole('button', { name: 'Done' }).click()
  await page.getByText(`The key ${aurum.keyId} was rotated.`).waitFor()
  await rowOf(page, aurum.keyId).getByText('Ending until').waitFor()
  assert.equal(await page.getByRole('button', { name: `Rotate ${aurum.keyId}…` }).count(), 0, 'a key is rotated once')
  await coffer.config()
  await page.getByRole('button', { name: `Rotate ${keyId}…` }).click()
  const again = page.getByRole('dialog', { name: `Rotate ${keyId}?` })
  await again.getByLabel('Overlap').selectOption('None: end the old key now')
  await again.getByRole('button', { name: 'Rotate and end the old key' }).click()
  await rotated.getByText('The old key is refused from now on.').waitFor()
  await rotated.getByRole('button', { name: 'Done' }).click()
  await rowOf(page, keyId).getByText('Ended').waitFor()

  await page.getByRole('button', { name: `Revoke ${aurum.keyId}…` }).click()
  const revoke = page.getByRole('dialog', { name: `Revoke ${aurum.keyId}?` })
  await revoke.getByText('Your back office can no longer sign staff in to the admin with this key.').waitFor()
  await assertAccessible(page, 'revoking an API key')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Revoke ${aurum.keyId}…` }).click()
  await revoke.getByRole('button', { name: 'Revoke key' }).click()
  await page.getByText(`The key ${aurum.keyId} was revoked.`).waitFor()
  await rowOf(page, aurum.keyId).getByText('Revoked').waitFor()
  await assert.rejects(aurum.coffer.config(), { status: 401 })

  await page.getByLabel('Status').selectOption('Revoked')
  await rowOf(page, keyId).waitFor({ state: 'detached' })
  await rowOf(page, aurum.keyId).waitFor()
  const { name, rows } = await exportCsv(page)
  assert.equal(name, 'api-keys.csv')
  assert.deepEqual(
    rows.map(({ keyId, status }) => [keyId, status]),
    [[aurum.keyId, 'revoked']],
  )
  await page.getByLabel('Key ID').fill('ck_live_unknown')
  await page.getByText('No API keys match the filters.').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await rowOf(page, keyId).waitFor()
}

/** A client that signs with the key that a dialog shows. */
async function clientOf(dialog: Locator, world: Admin['world']) {
  const keyId = await dialog.getByRole('textbox', { name: 'Key ID' }).inputValue()
  const keySecret = await dialog.getByRole('textbox', { name: 'Secret' }).inputValue()
  const now = () => world.clock.now().getTime()
  return { keyId, coffer: createCoffer({ baseUrl: world.baseUrl, keyId, keySecret, now }) }
}

function rowOf(page: Page, keyId: string): Locator {
  return page.getByRole('row').filter({ has: page.getByText(keyId, { exact: true }) })
}

async function checksDarkPhone({ world, aurum, context, page }: Admin): Promise<void> {
  const small = await openDarkPhone({ context, page })
  await rowOf(small, aurum.keyId).waitFor()
  await assertAccessible(small, 'API keys on a phone')
  await assertTouchable(small, 'API keys on a phone')
  await small.getByRole('button', { name: 'Create key…' }).click()
  await small.getByRole('dialog').waitFor()
  await assertAccessible(small, 'a new API key on a phone')
  await assertTouchable(small, 'a new API key on a phone')
  await small.getByRole('button', { name: 'Cancel' }).click()
  await small.goto(`${world.baseUrl}/admin/integration`)
  await small.getByText(WALLET_URL).waitFor()
  await assertAccessible(small, 'integration on a phone')
  await assertTouchable(small, 'integration on a phone')
  await small.context().close()
}

test('integration screens: platform staff choose an operator; finance has no access', async (t) => {
  const world = await startWorld(t, { wallet: false, operators: { aurum: {}, borealis: {} } })
  const aurum = world.operators.aurum!
  const borealis = world.operators.borealis!
  const auditor = await openAdminPage(t, world, { email: 'auditor@desk.example', roles: ['auditor'] }, '/integration')
  await auditor.page.getByText('Choose an operator to see its wallet and its allowed origins.').waitFor()
  await auditor.page.getByLabel('Operator').selectOption('aurum')
  await auditor.page.getByText('Every spend is refused until a URL is set.').waitFor()
  assert.equal(await auditor.page.getByRole('main').getByRole('button').count(), 0)
  await auditor.page.getByRole('link', { name: 'API keys' }).click()
  await auditor.page.getByText('Choose an operator to see its API keys.').waitFor()
  await auditor.page.getByLabel('Operator').selectOption('aurum')
  await rowOf(auditor.page, aurum.keyId).waitFor()
  await auditor.page.getByLabel('Operator').selectOption('borealis')
  await rowOf(auditor.page, borealis.keyId).waitFor()
  assert.equal(await auditor.page.getByRole('button', { name: /…$/ }).count(), 0)

  const person = { email: 'admin@desk.example', roles: ['platform_admin' as const] }
  const platform = await openAdminPage(t, world, person, '/keys?operator=borealis')
  const { page } = platform
  await page.getByRole('button', { name: `Rotate ${borealis.keyId}…` }).click()
  const rotate = page.getByRole('button', { name: 'Rotate key' })
  await routeFirst(page, '**/rotate', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await rotate.click()
  await page.getByText('The key may have been rotated.').waitFor()
  await rotate.click()
  await page.getByText('The API key was already rotated.').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await rowOf(page, borealis.keyId).getByText('Ending until').waitFor()
  await page.getByRole('link', { name: 'Integration' }).click()
  await page.getByLabel('Operator').selectOption('borealis')
  await page.getByRole('button', { name: 'Change URL…' }).click()
  await page.getByRole('dialog', { name: 'Change wallet URL of borealis' }).waitFor()
  await page.keyboard.press('Escape')

  await page.goBack()
  await page.goBack()
  await page.getByRole('button', { name: 'Create key…' }).click()
  await page.getByRole('checkbox', { name: 'Read' }).check()
  const left = Promise.withResolvers<void>()
  await routeFirst(page, '**/api/admin/keys', async (route) => {
    await left.promise
    await route.abort()
  })
  await page.getByRole('button', { name: 'Create key', exact: true }).click()
  await page.goForward()
  await heading(page, 'Integration')
  left.resolve()
  await page.getByText('An API key of borealis may have been created.').waitFor()

  const finance = { email: 'finance@aurum.example', roles: ['finance' as const], operator: aurum }
  const denied = await openAdminPage(t, world, finance, '/integration')
  await heading(denied.page, 'No permission')
  assert.equal(await denied.page.getByRole('link', { name: 'API keys' }).count(), 0)
  assert.deepEqual([...auditor.faults, ...platform.faults, ...denied.faults], [])
})
