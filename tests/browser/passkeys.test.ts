import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { minutes } from '@coffer/service/kernel'
import type { Page } from 'playwright-core'
import { assertAccessible, assertTouchable } from '../support/accessible.ts'
import { heading, openAdminPage, openDarkPhone } from '../support/admin-page.ts'
import { routeFirst } from '../support/page-requests.ts'
import { freePorts } from '../support/ports.ts'
import { staffLink } from '../support/staff.ts'
import { startWorld } from '../support/world.ts'

const EMAIL = 'ada@desk.example'
const CONFIRMATION_MINUTES = 10

test('passkey screens: staff of the platform add passkeys, sign in with them and confirm', async (t) => {
  const admin = await openAdmin(t)
  await t.test('the first passkey is added before the screen opens, with recovery codes', () => addsFirst(admin))
  await t.test('a change that needs a confirmation keeps the form', () => confirmsChange(admin))
  await t.test('a second passkey is named, and removed', () => addsAndRemoves(admin))
  await t.test('the passkey signs in, and confirms a login link', () => signsIn(admin))
  await t.test('a recovery code signs in when the device refuses', () => recovers(admin))
  await t.test('dark scheme and phone: sign-in and account are readable', () => checksDarkPhone(admin))
  assert.deepEqual(admin.faults, [])
})

/** A browser with an authenticator, in which a platform administrator has opened a login link to the staff list. */
async function openAdmin(t: TestContext) {
  const port = String((await freePorts(1))[0])
  // Passkeys belong to a host name, and a world is at an IP address otherwise.
  const baseUrl = `http://localhost:${port}`
  const started = await startWorld(t, {
    wallet: false,
    environment: { COFFER_STAFF_PASSKEYS: 'required', PORT: port, COFFER_BASE_URL: baseUrl },
    service: { limits: { staffConfirmationMs: minutes(CONFIRMATION_MINUTES) } },
  })
  const world = { ...started, baseUrl }
  const admin = await openAdminPage(t, world, { email: EMAIL, roles: ['platform_admin'] }, '/staff')
  const authenticator = await addAuthenticator(admin.page)
  return { world, authenticator, codes: [] as string[], ...admin }
}

type Admin = Awaited<ReturnType<typeof openAdmin>>

/** A device that creates and uses passkeys without asking. */
async function addAuthenticator(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  const add = async () => {
    const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    return authenticatorId
  }
  let authenticatorId = await add()
  return {
    /** False: the person does not unlock the device. */
    setVerified: (isUserVerified: boolean) =>
      devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    /** Replaces the device by one that has no passkey. */
    replace: async () => {
      await devTools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
      authenticatorId = await add()
    },
  }
}

async function addsFirst({ page, codes }: Admin): Promise<void> {
  await heading(page, 'Add a passkey')
  await assertAccessible(page, 'the first passkey')
  await page.getByRole('textbox', { name: 'Name' }).fill('Laptop')
  await page.getByRole('button', { name: 'Add passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await dialog.waitFor()
  codes.push(...(await dialog.getByRole('listitem').allInnerTexts()))
  assert.equal(codes.length, 10)
  await assertAccessible(page, 'recovery codes')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await heading(page, 'Staff')
  assert.ok(page.url().endsWith('/admin/staff'), 'the screen of the address opens')
}

async function confirmsChange({ world, page, authenticator }: Admin): Promise<void> {
  await page.getByRole('button', { name: 'Invite…' }).click()
  const form = page.getByRole('dialog', { name: /Invite/ })
  await form.getByRole('textbox', { name: 'E-mail' }).fill('ben@desk.example')
  await form.getByLabel('Auditor').check()
  world.clock.advance(minutes(CONFIRMATION_MINUTES))
  await form.getByRole('button', { name: 'Create login link' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await confirmation.waitFor()
  await assertAccessible(page, 'a confirmation above a form')
  const confirmations: string[] = []
  page.on('request', (request) => request.url().endsWith('/me/confirmation') && confirmations.push(request.method()))
  const options = Promise.withResolvers<void>()
  await routeFirst(page, '**/me/confirmation/options', async (route) => {
    await options.promise
    await route.continue()
  })
  const requested = page.waitForRequest('**/me/confirmation/options')
  await confirmation.getByRole('button', { name: 'Confirm with a passkey' }).click()
  await requested
  await page.keyboard.press('Escape')
  options.resolve()
  await form.getByText('This needs a recent confirmation with your passkey.').waitFor()
  await form.getByRole('button', { name: 'Create login link' }).click()
  await authenticator.setVerified(false)
  await confirmation.getByRole('button', { name: 'Confirm with a passkey' }).click()
  await confirmation.getByText('The request was cancelled or took too long.').waitFor()
  await authenticator.setVerified(true)
  await confirmation.getByRole('button', { name: 'Confirm with a passkey' }).click()
  await page.getByRole('heading', { name: 'ben@desk.example was added' }).waitFor()
  assert.deepEqual(confirmations, ['POST'], 'a cancelled confirmation is not sent')
  await page.getByRole('button', { name: 'Done' }).click()
}

async function addsAndRemoves({ page, authenticator }: Admin): Promise<void> {
  await page.getByRole('link', { name: 'Your account' }).click()
  await page.getByText('You cannot remove your only passkey.').waitFor()
  await page.getByText('Recovery codes: 10 left.').waitFor()
  const add = async (name: string) => {
    await page.getByRole('button', { name: 'Add a passkey…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    await dialog.getByRole('button', { name: 'Add passkey' }).click()
    return dialog
  }
  const dialog = await add('Laptop again')
  await dialog.getByText('This device already has a passkey of this account.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await authenticator.replace()
  await add('Phone')
  await page.getByText('The passkey “Phone” was added.').first().waitFor()
  const rows = page.getByRole('table', { name: 'Passkeys' }).getByRole('row')
  assert.equal(await rows.count(), 3)
  await assertAccessible(page, 'the account')
  await page.getByRole('button', { name: 'Remove Laptop…' }).click()
  await page.getByRole('button', { name: 'Remove passkey' }).click()
  await page.getByText('The passkey “Laptop” was removed.').waitFor()
  assert.equal(await rows.count(), 2)
}

async function signsIn({ world, page }: Admin): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click()
  await heading(page, 'You are signed out')
  await assertAccessible(page, 'the sign-in')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await heading(page, 'Your account')
  await page.goto(`${world.baseUrl}/admin/staff#token=${await staffLink(world, EMAIL, ['platform_admin'])}`)
  await heading(page, 'Confirm that it is you')
  await assertAccessible(page, 'a confirmation')
  await page.getByRole('button', { name: 'Confirm with a passkey' }).click()
  await heading(page, 'Staff')
}

async function recovers({ page, codes, authenticator }: Admin): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click()
  await authenticator.replace()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByText('The request was cancelled or took too long.').waitFor()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  const signIn = page.getByRole('button', { name: 'Sign in with the code' })
  await page.getByRole('textbox', { name: 'E-mail' }).fill(EMAIL)
  const code = page.getByRole('textbox', { name: 'Recovery code' })
  await code.fill('zzzz-zzzz-zzzz-zzzz')
  await signIn.click()
  await page.getByText('The e-mail or the recovery code is not valid.').waitFor()
  await code.fill(codes[0]!)
  await signIn.click()
  await page.getByText('You signed in with a recovery code.').waitFor()
  await page.getByRole('link', { name: 'Your account' }).click()
  await page.getByText('Recovery codes: 9 left.').waitFor()
  await page.getByRole('button', { name: 'Create new recovery codes…' }).click()
  await page.getByRole('button', { name: 'Create new codes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save your new recovery codes' })
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  assert.equal((await download).suggestedFilename(), 'coffer-recovery-codes.txt')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Recovery codes: 10 left.').waitFor()
}

async function checksDarkPhone(admin: Admin): Promise<void> {
  const phone = await openDarkPhone(admin)
  await phone.getByText('Recovery codes: 10 left.').waitFor()
  await assertAccessible(phone, 'the account on a phone')
  await assertTouchable(phone, 'the account on a phone')
  await phone.getByRole('button', { name: 'Menu' }).click()
  await phone.getByRole('button', { name: 'Sign out' }).click()
  await heading(phone, 'You are signed out')
  await phone.getByRole('button', { name: 'Use a recovery code' }).click()
  await assertAccessible(phone, 'the sign-in on a phone')
  await assertTouchable(phone, 'the sign-in on a phone')
  await phone.context().close()
}
