import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createEndpoint } from '@coffer/service/administration'
import { ATTEMPTS_COUNT } from '../../service/src/webhooks/index.ts'
import { assertAccessible, assertTouchable } from '../support/accessible.ts'
import { exportCsv, heading, openAdminPage, openDarkPhone } from '../support/admin-page.ts'
import { routeFirst } from '../support/page-requests.ts'
import { startReceiver, status } from '../support/receiver.ts'
import { openRows } from '../support/rows.ts'
import { staffLink } from '../support/staff.ts'
import { startWorld } from '../support/world.ts'

test('webhook screens: an owner adds, tests, rotates and disables an endpoint, and replays', async (t) => {
  const admin = await openAdmin(t)
  await t.test('an endpoint is added, and its secret shown', () => addsEndpoint(admin))
  await t.test('a test event leads to its delivery', () => sendsTest(admin))
  await t.test('the secret is shown and rotated', () => rotates(admin))
  await t.test('failed deliveries are found, exported and replayed', () => replays(admin))
  await t.test('an endpoint is changed, disabled and enabled', () => changes(admin))
  await t.test('dark scheme and phone: every screen is readable', () => checksDarkPhone(admin))
  assert.deepEqual(admin.faults, [])
})

/** A browser in which an owner of aurum has just signed in, and the receiver of aurum's events. */
async function openAdmin(t: TestContext) {
  const world = await startWorld(t, { wallet: false, operators: { aurum: {}, borealis: {} } })
  const receiver = await startReceiver(t)
  const { aurum } = world.operators
  const admin = await openAdminPage(
    t,
    world,
    { email: 'owner@aurum.example', roles: ['owner'], operator: aurum },
    '/webhooks',
  )
  await heading(admin.page, 'Webhooks')
  return { world, receiver, ...admin }
}

type Admin = Awaited<ReturnType<typeof openAdmin>>

async function addsEndpoint({ page, receiver }: Admin): Promise<void> {
  await page.getByText('No webhook endpoints yet.').waitFor()
  await assertAccessible(page, 'webhooks without an endpoint')
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add webhook endpoint' })
  await dialog.getByLabel('URL').fill('ftp://casino.example')
  await dialog.getByRole('button', { name: 'Add endpoint' }).click()
  await dialog.getByText('The URL is refused').waitFor()
  await assertAccessible(page, 'a refused URL')
  await dialog.getByLabel('URL').fill(receiver.url)
  await dialog.getByRole('checkbox', { name: 'Box archived (box_archived)' }).uncheck()
  await dialog.getByRole('button', { name: 'Add endpoint' }).click()
  const added = page.getByRole('dialog', { name: 'The endpoint was added' })
  assert.match(await added.getByRole('textbox', { name: 'Secret' }).inputValue(), /^whsec_/)
  await assertAccessible(page, 'the secret of a new endpoint')
  await added.getByRole('button', { name: 'Done' }).click()
  const endpoint = page.getByRole('article', { name: receiver.url })
  await endpoint.getByText('Enabled').waitFor()
  await endpoint.getByText(/Round settled.*Settings changed/).waitFor()
  assert.equal(await endpoint.getByText('box_archived').count(), 0)
  assert.equal(await page.getByRole('textbox').count(), 0, 'the secret is gone with the dialog')
  await assertAccessible(page, 'webhooks')
}

async function sendsTest({ world, page, receiver }: Admin): Promise<void> {
  const send = page.getByRole('button', { name: 'Send test event' })
  await routeFirst(page, '**/webhooks/endpoints/*/test', (route) => route.abort())
  await send.click()
  await page.getByText('The service did not answer.').waitFor()
  await send.click()
  await page.getByRole('link', { name: 'Show the delivery' }).click()
  await heading(page, 'Test event')
  await page.getByText('Pending').waitFor()
  receiver.answer = status(500)
  await world.tick('webhooks')
  await page.getByRole('row', { name: 'Failed (500)' }).waitFor()
  await page.getByText('"message": "This is a test."').waitFor()
  await assertAccessible(page, 'a delivery')
  await page.keyboard.press('Escape')
  await heading(page, 'Deliveries')
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByText('Failing since').waitFor()
}

async function rotates({ world, page, receiver }: Admin): Promise<void> {
  const endpoint = page.getByRole('article', { name: receiver.url })
  await endpoint.getByRole('button', { name: 'Show secret' }).click()
  const current = endpoint.getByRole('textbox', { name: 'Current secret' })
  const old = await current.inputValue()
  assert.match(old, /^whsec_/)
  await assertAccessible(page, 'a secret')
  await endpoint.getByRole('button', { name: 'Rotate secret' }).click()
  const dialog = page.getByRole('dialog', { name: /^Rotate the secret of/ })
  await dialog.getByLabel('Overlap').selectOption('None: end the old secret now')
  await dialog.getByText('Deliveries fail until the receiver has the new secret.').waitFor()
  await assertAccessible(page, 'rotation without an overlap')
  await dialog.getByLabel('Overlap').selectOption('24 hours')
  await dialog.getByRole('button', { name: 'Rotate secret' }).click()
  const rotated = page.getByRole('dialog', { name: 'The secret was rotated' })
  const secret = await rotated.getByRole('textbox', { name: 'New secret' }).inputValue()
  assert.match(secret, /^whsec_/)
  assert.notEqual(secret, old)
  await rotated.getByRole('button', { name: 'Done' }).click()
  await endpoint.getByText(/^Valid until/).waitFor()
  await endpoint.getByRole('button', { name: 'Show secret' }).click()
  assert.equal(await current.inputValue(), secret)
  const replaced = endpoint.getByRole('textbox', { name: 'Old secret' })
  assert.equal(await replaced.inputValue(), old)
  await endpoint.getByRole('button', { name: 'Hide secret' }).click()
  await endpoint.getByRole('button', { name: 'Show secret' }).waitFor()
  assert.equal((await current.count()) + (await replaced.count()), 0)
  const views = await openRows(world.databaseUrl).query("select from audit_log where action = 'webhook.secret_read'")
  assert.equal(views.length, 2)
}

async function replays({ world, page, receiver }: Admin): Promise<void> {
  await failDeliveries(world)
  receiver.answer = status(200)
  await page.getByRole('link', { name: 'Failed deliveries' }).click()
  await heading(page, 'Deliveries')
  await page.getByRole('row', { name: /Test event/ }).waitFor()
  await assertAccessible(page, 'deliveries')
  const { rows } = await exportCsv(page)
  assert.deepEqual(
    rows.map(({ type, status }) => [type, status]),
    [['webhook_test', 'failed']],
  )
  await page.getByLabel('Event').selectOption('Settings changed (settings_changed)')
  await page.getByText('No deliveries match the filters.').waitFor()
  await page.getByLabel('Event').selectOption('All')
  await page.getByRole('button', { name: 'Replay failed' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replay failed deliveries?' })
  await dialog.getByText('All failed deliveries to endpoint').waitFor()
  await assertAccessible(page, 'replay')
  await dialog.getByRole('button', { name: 'Replay' }).click()
  await page.getByText('1 delivery was queued.').waitFor()
  await page.getByText('No deliveries match the filters.').waitFor()
  await world.tick('webhooks')
  await page.getByLabel('Status').selectOption('Delivered')
  await page
    .getByRole('row', { name: /Test event/ })
    .getByRole('link')
    .click()
  await page.getByRole('row', { name: 'Delivered (200)' }).waitFor()
  assert.match(new URL(page.url()).search, /^\?status=delivered&endpointId=\d+$|^\?endpointId=\d+&status=delivered$/)
  await failDeliveries(world)
  await page.reload()
  await page.getByRole('button', { name: 'Replay' }).click()
  await page.getByText('The delivery was queued.').waitFor()
  await page.getByText('Pending').waitFor()
  await world.tick('webhooks')
  await page.getByRole('link', { name: 'Back to deliveries' }).click()
  await page.getByLabel('Delivery ID or idempotency key').fill('whd_2')
  await page.getByText('No deliveries match the filters.').waitFor()
  await page.getByLabel('Delivery ID or idempotency key').fill('whd_1')
  await page.getByRole('row', { name: /Test event whd_1/ }).waitFor()
  assert.equal(await page.getByLabel('Status').inputValue(), 'delivered')
  await page.getByRole('link', { name: 'Webhooks' }).click()
}

function failDeliveries({ databaseUrl }: Admin['world']) {
  return openRows(databaseUrl).query(
    `update webhook_deliveries
     set status = 'failed', delivered_at = null, next_attempt_at = null, attempt_count = ${ATTEMPTS_COUNT}`,
  )
}

async function changes({ page, receiver }: Admin): Promise<void> {
  const endpoint = page.getByRole('article', { name: receiver.url })
  await endpoint.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit webhook endpoint' })
  await edit.getByRole('checkbox', { name: 'Box archived (box_archived)' }).check()
  await edit.getByRole('button', { name: 'Save' }).click()
  await endpoint.getByText('All events').waitFor()
  await endpoint.getByRole('button', { name: 'Disable' }).click()
  const disable = page.getByRole('dialog', { name: /^Disable/ })
  await assertAccessible(page, 'disabling')
  await page.keyboard.press('Escape')
  await disable.waitFor({ state: 'detached' })
  await endpoint.getByRole('button', { name: 'Disable' }).click()
  await disable.getByRole('button', { name: 'Disable' }).click()
  await endpoint.getByText('The endpoint is disabled.').waitFor()
  assert.equal(await endpoint.getByRole('button', { name: 'Send test event' }).count(), 0)
  await endpoint.getByRole('button', { name: 'Enable' }).click()
  await endpoint.getByText('The endpoint is enabled.').waitFor()
}

async function checksDarkPhone({ context, page, receiver }: Admin): Promise<void> {
  const small = await openDarkPhone({ context, page })
  await small.getByRole('article', { name: receiver.url }).waitFor()
  await assertAccessible(small, 'webhooks on a phone')
  await assertTouchable(small, 'webhooks on a phone')
  await small.getByRole('link', { name: 'Deliveries', exact: true }).last().click()
  await small.getByRole('link', { name: /Test event/ }).waitFor()
  await assertAccessible(small, 'deliveries on a phone')
  await assertTouchable(small, 'deliveries on a phone')
  await small.getByRole('link', { name: /Test event/ }).click()
  await small.getByRole('table', { name: 'Attempts' }).waitFor()
  await assertAccessible(small, 'a delivery on a phone')
  await assertTouchable(small, 'a delivery on a phone')
  await small.context().close()
}

test('webhook screens: an auditor chooses an operator, and sees no secret and no action', async (t) => {
  const { world, page: ownerPage, receiver } = await openAdmin(t)
  await ownerPage.close()
  const { aurum } = world.operators
  const { endpointId } = await subscribeTo(world, receiver.url)
  await aurum!.coffer.testEndpoint({ endpointId })
  const { page } = await openAdminPage(t, world, { email: 'auditor@desk.example', roles: ['auditor'] }, '/webhooks')
  await page.getByText('Choose an operator to see its webhook endpoints.').waitFor()
  await page.getByLabel('Operator').selectOption('aurum')
  const endpoint = page.getByRole('article', { name: receiver.url })
  await endpoint.getByText('Enabled').waitFor()
  assert.equal(await page.getByRole('main').getByRole('button').count(), 0)
  await page.getByLabel('Operator').selectOption('borealis')
  await page.getByText('No webhook endpoints yet.').waitFor()
  await page.getByRole('link', { name: 'Deliveries' }).click()
  await page.getByText('Choose an operator to see its deliveries.').waitFor()
  await page.getByLabel('Operator').selectOption('aurum')
  await page.getByLabel('Endpoint').selectOption({ index: 1 })
  await page.getByRole('row', { name: /Test event/ }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Replay failed' }).count(), 0)
  await routeFirst(page, '**/webhooks/deliveries/whd_*', async (route) => {
    const answer = await (await route.fetch()).json()
    await route.fulfill({ json: { delivery: { ...answer.delivery, body: null, isPersonal: true } } })
  })
  await page
    .getByRole('row', { name: /Test event/ })
    .getByRole('link')
    .click()
  await page.getByText('This event can contain personal data. Your roles do not allow you to see it.').waitFor()
  await page.getByRole('link', { name: 'Back to deliveries' }).click()
  await page.getByLabel('Operator').selectOption('borealis')
  assert.equal(new URL(page.url()).search, '?operator=borealis', 'an endpoint is of one operator')
  await page.getByText('No deliveries yet.').waitFor()

  const finance = await staffLink(world, 'finance@aurum.example', ['finance'], aurum)
  await page.goto('about:blank')
  await page.goto(`${world.baseUrl}/admin/deliveries#token=${finance}`)
  await heading(page, 'No permission')
  assert.equal(await page.getByRole('link', { name: 'Webhooks' }).count(), 0)
})

function subscribeTo(world: Admin['world'], url: string) {
  const { operatorId } = world.operators.aurum!
  return createEndpoint(world.service.ctx, { operatorId, url, actor: 'test' })
}
