import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible, assertTouchable } from '../support/accessible.ts'
import { exportCsv, heading, openAdminPage, openDarkPhone } from '../support/admin-page.ts'
import { routeFirst } from '../support/page-requests.ts'
import { openRows } from '../support/rows.ts'
import { openBrowser } from '../support/shared-browser.ts'
import { detailOf, openDesk, startDesk, tokenOf } from '../support/staff.ts'
import { startWorld } from '../support/world.ts'

const SCREEN = { width: 1440, height: 900 }

test('audit log screens: an owner finds, reads, exports and verifies entries', async (t) => {
  const admin = await openAdmin(t)
  await t.test('filters find entries, and texts stay out of the address', () => filters(admin))
  await t.test('an entry is opened by keyboard and shows values before and after', () => opensEntry(admin))
  await t.test('verification says that the log is intact, or where it is not', () => verifies(admin))
  await t.test('dark scheme and phone: list and entry are readable', () => checksDarkPhone(admin))
  assert.deepEqual(admin.faults, [])
})

/** A browser in which an owner of aurum has just signed in. They have invited a clerk, whose roles an administrator changed. */
async function openAdmin(t: TestContext) {
  const world = await startWorld(t, { wallet: false, operators: { aurum: {}, borealis: {} } })
  const aurum = world.operators.aurum!
  const owner = await startDesk(world, 'owner@aurum.example', ['owner'], aurum)
  const { staff, link } = detailOf(await owner.post('/staff', { email: 'clerk@aurum.example', roles: ['viewer'] }))
  const clerk = await openDesk(world, tokenOf(link.loginUrl))
  const administrator = await startDesk(world, 'admin@desk.example', ['platform_admin'])
  await administrator.post(`/staff/${staff.staffId}/roles`, { roles: ['support', 'finance'] })
  const admin = await openAdminPage(
    t,
    world,
    { email: 'owner@aurum.example', roles: ['owner'], operator: aurum },
    '/audit',
  )
  await heading(admin.page, 'Audit log')
  return { world, clerk, ...admin, staffId: staff.staffId }
}

type Admin = Awaited<ReturnType<typeof openAdmin>>

async function filters({ world, page, staffId }: Admin): Promise<void> {
  const entries = entriesOn(page)
  await page.getByRole('row', { name: 'Staff signed in' }).first().waitFor()
  await assertAccessible(page, 'audit log')
  await page.getByLabel('Action').selectOption('Staff roles changed')
  await page.getByRole('row', { name: /Staff \(staff:\d+\) Coffer Staff roles changed/ }).waitFor()
  await page.getByLabel('Action').selectOption('All')
  await page.getByLabel('Actor').fill('CLERK@')
  await entries('Staff signed in')
  await page.getByLabel('Object ID').fill('unknown')
  await page.getByText('No entries match the filters.').waitFor()
  await page.getByLabel('Actor').fill('')
  await page.getByLabel('Object ID').fill(`${staffId}`)
  await entries('Staff roles changed', 'Staff invited')
  const today = world.clock.now().toISOString().slice(0, 10)
  await page.getByLabel('From (UTC)').fill('2040-01-01')
  await page.getByText('No entries match the filters.').waitFor()
  await page.getByLabel('From (UTC)').fill(today)
  await entries('Staff roles changed', 'Staff invited')
  assert.equal(page.url(), `${world.baseUrl}/admin/audit?from=${today}`, 'a text may be personal data')
  await page.getByRole('button', { name: 'Local time' }).click()
  await entries('Staff invited', 'Staff roles changed')
  const { name, rows } = await exportCsv(page)
  assert.equal(name, 'audit-log.csv')
  assert.deepEqual(
    rows.map(({ action, changes }) => [action, changes]),
    [
      ['staff.roles_set', '[{"field":"roles","before":["viewer"],"after":["support","finance"]}]'],
      ['staff.invited', ''],
    ],
  )
}

async function opensEntry({ world, page, staffId }: Admin): Promise<void> {
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await heading(page, 'Staff roles changed')
  const changes = page.getByRole('table', { name: 'Changes' })
  await changes.getByRole('row', { name: 'roles viewer support, finance' }).waitFor()
  await page.getByText('Not shown').waitFor()
  await assertAccessible(page, 'an entry')
  await page.keyboard.press('Escape')
  await heading(page, 'Audit log')
  await entriesOn(page)('Staff invited', 'Staff roles changed')
  await page.getByRole('link', { name: /\d{4}/ }).first().click()
  await heading(page, 'Staff invited')
  await page.getByText('127.0.0.1').waitFor()
  await page.getByText(/^req_/).waitFor()
  await page.getByRole('link', { name: `Staff member ${staffId}` }).click()
  await heading(page, 'clerk@aurum.example')
  await page.goto(`${world.baseUrl}/admin/audit/999`)
  await page.getByText('There is no such entry.').waitFor()
  await page.getByRole('link', { name: 'Back to the audit log' }).click()
  await heading(page, 'Audit log')
}

async function verifies({ world, page }: Admin): Promise<void> {
  const { query } = openRows(world.databaseUrl)
  const verify = page.getByRole('button', { name: 'Verify log' })
  await routeFirst(page, '**/api/admin/audit/verify', (route) => route.abort())
  await verify.click()
  await page.getByText('The service did not answer.').waitFor()
  await verify.click()
  await page
    .getByRole('status')
    .getByText(/^The log is intact\. No entry was changed or removed \(\d+ checked at/)
    .waitFor()
  const ofThird = "where entry_number = 3 and operator_id = (select operator_id from operators where slug = 'aurum')"
  const [{ actor }] = (await query(`select actor from audit_log ${ofThird}`)) as [{ actor: string }]
  await query(`update audit_log set actor = 'nobody' ${ofThird}`)
  await verify.click()
  await page.getByText('Entry 3 is missing or was changed. Checked at').waitFor()
  await assertAccessible(page, 'a log that is not intact')
  await query(`update audit_log set actor = $1 ${ofThird}`, [actor])
}

async function checksDarkPhone({ context, page }: Admin): Promise<void> {
  const small = await openDarkPhone({ context, page })
  await small.getByRole('row', { name: 'Staff roles changed' }).waitFor()
  await assertAccessible(small, 'audit log on a phone')
  await assertTouchable(small, 'audit log on a phone')
  await small.getByRole('cell', { name: 'Staff roles changed' }).click()
  await small.getByRole('table', { name: 'Changes' }).waitFor()
  await assertAccessible(small, 'an entry on a phone')
  await assertTouchable(small, 'an entry on a phone')
  await small.context().close()
}

test('audit log screens: an auditor reads every log, and support none', async (t) => {
  const { world, clerk } = await openAdmin(t)
  const { page } = await openAdminPage(t, world, { email: 'auditor@desk.example', roles: ['auditor'] }, '/audit')
  await page.getByRole('row', { name: /auditor@desk\.example \(staff:\d+\) Coffer Staff signed in/ }).waitFor()
  await page.getByRole('button', { name: 'Verify log' }).click()
  await page.getByText('The log is intact.').waitFor()
  await page.getByLabel('Operator').selectOption('aurum')
  await page.getByRole('row', { name: /admin@desk\.example \(staff:\d+\) Coffer Staff roles changed/ }).waitFor()
  assert.equal(await page.getByText('The log is intact.').count(), 0, 'that was the log of the platform')
  await page.getByRole('row', { name: 'Staff roles changed' }).getByRole('link').click()
  await heading(page, 'Staff roles changed')
  await page.getByText('admin@desk.example').waitFor()
  assert.equal(new URL(page.url()).search, '?operator=aurum')
  await page.reload()
  await page.getByRole('table', { name: 'Changes' }).waitFor()

  const name = clerk.cookie.slice(0, clerk.cookie.indexOf('='))
  const value = clerk.cookie.slice(name.length + 1)
  const support = await (await openBrowser(t)).newContext({ viewport: SCREEN })
  await support.addCookies([{ name, value, url: world.baseUrl }])
  const theirs = await support.newPage()
  await theirs.goto(`${world.baseUrl}/admin/audit`)
  await heading(theirs, 'No permission')
  assert.equal(await theirs.getByRole('link', { name: 'Audit log' }).count(), 0)
})

/** Waits until the table has exactly these actions, in this order. */
function entriesOn(page: Page) {
  return async (...actions: string[]) => {
    const rows = actions.map((action, index) => `tbody tr:nth-child(${index + 1}):has-text("${action}")`)
    for (const row of rows) await page.locator(row).waitFor()
    await page.locator(`tbody tr:nth-child(${actions.length}):last-child`).waitFor()
  }
}
