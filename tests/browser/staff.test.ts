import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { assertAccessible, assertTouchable } from '../support/accessible.ts'
import { exportCsv, heading, openAdminPage, openDarkPhone } from '../support/admin-page.ts'
import { signInBySso } from '../support/admin-sso.ts'
import { routeFirst } from '../support/page-requests.ts'
import { startDesk, tokenOf, trySignIn } from '../support/staff.ts'
import { startWorld } from '../support/world.ts'

test('staff screens: an owner manages the staff of their operator', async (t) => {
  const admin = await openAdmin(t)
  await t.test('an invitation shows a login link once', () => invites(admin))
  await t.test('filters and order stay in the address, and the export has the filtered rows', () => filters(admin))
  await t.test('a person is opened by keyboard; roles, links and sessions are changed', () => changesPerson(admin))
  await t.test('disabling asks first, and enabling undoes it', () => disables(admin))
  await t.test('the own account offers no changes of access, but ends other sessions', () => endsOwnSessions(admin))
  await t.test('dark scheme and phone: list, person and dialogs are readable', () => checksDarkPhone(admin))
  assert.deepEqual(admin.faults, [])
})

/** A browser in which an owner of aurum has just signed in. Three people work there. */
async function openAdmin(t: TestContext) {
  const world = await startWorld(t, { wallet: false, operators: { aurum: {}, borealis: {} } })
  const aurum = world.operators.aurum!
  await signInBySso(world, aurum, { adminExternalId: 'u-1', displayName: 'Jane Doe' })
  await startDesk(world, 'clerk@aurum.example', ['support'], aurum)
  const owner = await startDesk(world, 'owner@aurum.example', ['owner'], aurum)
  const admin = await openAdminPage(
    t,
    world,
    { email: 'owner@aurum.example', roles: ['owner'], operator: aurum },
    '/staff',
  )
  await heading(admin.page, 'Staff')
  return { world, owner, ...admin, names: namesOn(admin.page) }
}

type Admin = Awaited<ReturnType<typeof openAdmin>>

async function invites({ world, page, names }: Admin): Promise<void> {
  await names('owner@aurum.example', 'clerk@aurum.example', 'Jane Doe')
  await assertAccessible(page, 'staff')
  await page.getByRole('button', { name: 'Invite…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('not-an-email')
  const create = dialog.getByRole('button', { name: 'Create login link' })
  assert.equal(await create.isDisabled(), true, 'no role was chosen')
  await dialog.getByLabel('Shipping').check()
  await create.click()
  await dialog.getByText('Enter an e-mail address').waitFor()
  await dialog.getByRole('textbox').fill('Owner@aurum.example')
  await page.keyboard.press('Enter')
  await dialog.getByText('A member of staff has this e-mail already.').waitFor()
  await dialog.getByRole('textbox').fill('new@aurum.example')
  await page.keyboard.press('Enter')
  await dialog.getByRole('heading', { name: 'new@aurum.example was added' }).waitFor()
  await assertAccessible(page, 'login link of an invitation')
  assert.equal(await dialog.locator(':focus').textContent(), 'Copy')
  await page.keyboard.press('Escape')
  const loginUrl = await dialog.getByRole('textbox', { name: 'Login link' }).inputValue()
  assert.equal((await trySignIn(world, tokenOf(loginUrl))).status, 200)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await names('new@aurum.example', 'owner@aurum.example', 'clerk@aurum.example', 'Jane Doe')
  assert.doesNotMatch(await page.content(), /token=st_/)
}

async function filters({ world, page, names }: Admin): Promise<void> {
  await page.getByLabel('Role').selectOption('Shipping')
  await names('new@aurum.example')
  await page.getByLabel('Role').selectOption('All')
  await page.getByRole('searchbox').fill('@AURUM')
  await names('new@aurum.example', 'owner@aurum.example', 'clerk@aurum.example')
  await page.getByRole('button', { name: 'E-mail' }).click()
  await names('clerk@aurum.example', 'new@aurum.example', 'owner@aurum.example')
  await page.locator('th[aria-sort=ascending]').getByText('E-mail').waitFor()
  assert.equal(page.url(), `${world.baseUrl}/admin/staff?sort=email`, 'a search may be personal data')
  const { name, rows } = await exportCsv(page)
  assert.equal(name, 'staff.csv')
  const emails = rows.map(({ email }) => email)
  assert.deepEqual(emails, ['new@aurum.example', 'owner@aurum.example', 'clerk@aurum.example'], 'newest first')
  await page.getByRole('searchbox').fill('unknown')
  await page.getByText('No staff match the filters.').waitFor()
  await routeFirst(page, '**/api/admin/staff/list', (route) => route.abort())
  await page.getByLabel('Status').selectOption('Disabled')
  await page.getByText('The service did not answer.').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('No staff match the filters.').waitFor()
  const asked = Promise.withResolvers<Route>()
  await routeFirst(page, '**/api/admin/staff/list', async (route) => asked.resolve(route))
  await page.getByRole('button', { name: 'Clear filters' }).click()
  const held = await asked.promise
  await page.getByRole('status', { name: 'Loading staff' }).waitFor()
  assert.equal(await page.getByText('No staff').count(), 0, 'nothing is known of the new filters yet')
  assert.equal(await page.locator(':focus').textContent(), 'Staff')
  await held.continue()
  const byEmail = ['Jane Doe', 'clerk@aurum.example', 'new@aurum.example', 'owner@aurum.example']
  await names(...byEmail)
  await page.getByRole('button', { name: 'Added' }).click()
  await names('new@aurum.example', 'owner@aurum.example', 'clerk@aurum.example', 'Jane Doe')
  assert.equal(page.url(), `${world.baseUrl}/admin/staff`)
  await page.goBack()
  await names(...byEmail)
  assert.equal(page.url(), `${world.baseUrl}/admin/staff?sort=email`)
  await page.reload()
  await page.locator('th[aria-sort=ascending]').getByText('E-mail').waitFor()
}

async function changesPerson({ world, page }: Admin): Promise<void> {
  await page.getByLabel('Role').selectOption('Support')
  await namesOn(page)('clerk@aurum.example')
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await heading(page, 'clerk@aurum.example')
  await page.getByRole('cell', { name: '127.0.0.1' }).waitFor()
  await assertAccessible(page, 'a member of staff')

  await page.getByRole('button', { name: 'Change roles…' }).click()
  const dialog = page.getByRole('dialog')
  assert.equal(await dialog.getByLabel('Support').isChecked(), true)
  await dialog.getByLabel('Finance').check()
  await dialog.getByRole('button', { name: 'Save roles' }).click()
  await page.getByText('The roles of clerk@aurum.example were changed.').waitFor()
  await page.getByText('money, reports and reconciliation').waitFor()

  await page.getByRole('button', { name: 'Create login link…' }).click()
  await dialog.getByRole('button', { name: 'Create login link' }).click()
  const loginUrl = await dialog.getByRole('textbox', { name: 'Login link' }).inputValue()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Unused, valid until').waitFor()
  assert.equal((await trySignIn(world, tokenOf(loginUrl))).status, 200)
  await page.reload()
  await page.getByRole('button', { name: 'End session' }).first().click()
  await page.getByText('A session of clerk@aurum.example ended.').waitFor()
  await page.getByRole('button', { name: 'End session' }).click()
  await page.getByText('No active sessions.').waitFor()
  await page.keyboard.press('Escape')
  await heading(page, 'Staff')
  assert.equal(new URL(page.url()).search, '?role=support&sort=email', 'the way back keeps the filters')
}

async function disables({ page, names }: Admin): Promise<void> {
  await page.getByRole('link', { name: 'clerk@aurum.example' }).click()
  await page.getByRole('button', { name: 'Disable…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Disable clerk@aurum.example?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Disable…' }).click()
  await dialog.getByRole('button', { name: 'Disable' }).click()
  await page.getByText('clerk@aurum.example was disabled.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Create login link…' }).count(), 0)
  await page.getByRole('link', { name: 'Back to staff' }).click()
  await page.getByLabel('Status').selectOption('Disabled')
  await names('clerk@aurum.example')
  await page.getByRole('link', { name: 'clerk@aurum.example' }).click()
  await page.getByRole('button', { name: 'Enable' }).click()
  await page.getByText('clerk@aurum.example can sign in again.').waitFor()
  await page.getByRole('button', { name: 'Disable…' }).waitFor()
}

async function endsOwnSessions({ world, page, owner }: Admin): Promise<void> {
  await page.goto(`${world.baseUrl}/admin/staff/${owner.staff.staffId}`)
  await page.getByText('This is your account.').waitFor()
  assert.equal(await page.getByRole('button', { name: /roles|login link|Disable|End/ }).count(), 0)
  await page.getByRole('main').getByRole('link', { name: 'Your account' }).click()
  await heading(page, 'Your account')
  await page.getByText('This session').waitFor()
  await assertAccessible(page, 'own sessions')
  await page.getByRole('button', { name: 'End all other sessions' }).click()
  await page.getByText('Your other sessions ended.').waitFor()
  assert.equal((await owner.get('/me')).status, 401)
  assert.equal(await page.getByRole('button', { name: /End/ }).count(), 0)
}

async function checksDarkPhone({ context, page }: Admin): Promise<void> {
  await page.getByRole('link', { name: 'Staff' }).click()
  await namesOn(page)('new@aurum.example', 'owner@aurum.example', 'clerk@aurum.example', 'Jane Doe')
  const small = await openDarkPhone({ context, page })
  await namesOn(small)('new@aurum.example', 'owner@aurum.example', 'clerk@aurum.example', 'Jane Doe')
  await assertAccessible(small, 'staff on a phone')
  await assertTouchable(small, 'staff on a phone')
  await small.getByLabel('Sort by').selectOption('E-mail, Z to A')
  await namesOn(small)('owner@aurum.example', 'new@aurum.example', 'clerk@aurum.example', 'Jane Doe')
  await small.getByRole('cell', { name: 'Shipping' }).click()
  await heading(small, 'new@aurum.example')
  await small.getByText('127.0.0.1').waitFor()
  await assertAccessible(small, 'a member of staff on a phone')
  await assertTouchable(small, 'a member of staff on a phone')
  await small.getByRole('button', { name: 'Change roles…' }).click()
  await assertAccessible(small, 'roles on a phone')
  await assertTouchable(small, 'roles on a phone')
  await small.context().close()
}

test('staff screens: an auditor reads the staff of every operator and is offered no change', async (t) => {
  const service = { limits: { pageCount: 1 } }
  const world = await startWorld(t, { wallet: false, service, operators: { aurum: {}, borealis: {} } })
  await startDesk(world, 'owner@aurum.example', ['owner'], world.operators.aurum!)
  await startDesk(world, 'clerk@aurum.example', ['support'], world.operators.aurum!)
  const { page } = await openAdminPage(t, world, { email: 'auditor@desk.example', roles: ['auditor'] }, '/staff')
  await namesOn(page)('auditor@desk.example')
  assert.equal(await page.getByRole('button', { name: 'Invite…' }).count(), 0)
  await page.getByLabel('Role').selectOption('Auditor')
  await page.getByLabel('Operator').selectOption('aurum')
  await page.getByText('No staff match the filters.').waitFor()
  assert.equal(await page.getByLabel('Role').inputValue(), 'auditor', 'the filter that is set is shown')
  await page.getByLabel('Role').selectOption('All')
  await namesOn(page)('clerk@aurum.example')
  await page.getByRole('link', { name: 'Next page' }).click()
  await namesOn(page)('owner@aurum.example')
  assert.equal(await page.locator(':focus').textContent(), 'Staff')
  await page.getByRole('link', { name: 'Previous page' }).click()
  await namesOn(page)('clerk@aurum.example')
  await page.getByRole('searchbox').fill('aurum')
  await page.getByRole('link', { name: 'Next page' }).click()
  await namesOn(page)('owner@aurum.example')
  await page.reload()
  await namesOn(page)('owner@aurum.example')
  await page.goBack()
  await namesOn(page)('clerk@aurum.example')
  await page.getByRole('link', { name: 'Next page' }).click()
  await namesOn(page)('owner@aurum.example')
  await page.goto(`${page.url()}&role=owner`)
  await page.getByRole('button', { name: 'Show the first page' }).click()
  await namesOn(page)('owner@aurum.example')
  assert.equal(await page.locator(':focus').textContent(), 'Staff')
  assert.equal(await page.getByLabel('Role').locator('option').first().textContent(), 'All')
  assert.equal(await page.getByLabel('Role').locator('option', { hasText: 'Owner' }).count(), 1)
  await page.getByRole('link', { name: 'owner@aurum.example' }).click()
  await heading(page, 'owner@aurum.example')
  await page.getByText('127.0.0.1').waitFor()
  const changes = page.getByRole('main').getByRole('button')
  assert.equal(await changes.count(), 0)
  await page.goto(`${world.baseUrl}/admin/staff/999999`)
  await page.getByText('There is no such member of staff.').waitFor()
})

/** Waits until the table has exactly these people, in this order. */
function namesOn(page: Page) {
  return async (...names: string[]) => {
    const rows = names.map((name, index) => `tbody tr:nth-child(${index + 1}):has-text("${name}")`)
    for (const row of rows) await page.locator(row).waitFor()
    await page.locator(`tbody tr:nth-child(${names.length}):last-child`).waitFor()
  }
}
