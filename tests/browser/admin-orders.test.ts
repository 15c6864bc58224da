import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { faults } from '@coffer/reference-operator'
import type { Page } from 'playwright-core'
import { assertAccessible, assertTouchable } from '../support/accessible.ts'
import { itemsAs } from '../support/admin-items.ts'
import { ordersAs } from '../support/admin-orders.ts'
import { exportCsv, heading, openAdminPage, openDarkPhone } from '../support/admin-page.ts'
import { failNext } from '../support/admin-rounds.ts'
import { routeFirst } from '../support/page-requests.ts'
import { ADDRESS, changeAddress, shipped } from '../support/shipping.ts'
import { shippingCatalogue } from '../support/shipping-world.ts'
import { startDesk } from '../support/staff.ts'
import { type SureKey, win } from '../support/sure-boxes.ts'
import { startWorld } from '../support/world.ts'

test('order screens: staff find an order, ship it and record what happened to it', async (t) => {
  const admin = await openAdmin(t)
  await t.test('the list is searched, filtered and exported', () => searches(admin))
  await t.test('an order has its address, items, costs and history', () => showsOrder(admin))
  await t.test('an order is processed and shipped', () => ships(admin))
  await t.test('a replacement is shipped, and details are edited', () => replaces(admin))
  await t.test('a returned order gives its items back', () => returns(admin))
  await t.test('an address that the player changed meanwhile is not overwritten', () => meetsChange(admin))
  await t.test('a cancelled order shows the state of its refund', () => cancels(admin))
  await t.test('failures and unknown orders are explained', () => showsFailures(admin))
  await t.test('dark scheme and phone: both screens and a dialog are usable', () => checksDarkPhone(admin))
  await t.test('orders are opened from home, a player and by their ID', () => opensFromElsewhere(t, admin))
  await t.test('staff of the platform choose an operator, support changes nothing', () => showsOthers(t, admin))
  assert.deepEqual(admin.faults, [])
})

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="3" fill="#888"/></svg>'

/** A browser in which a member of the shipping staff of aurum has just signed in. Ann has ordered two parcels, and Bob one that waits for stock. */
async function openAdmin(t: TestContext) {
  const settings = { 'shipping.defaultCostMinor': 300, 'game.maxReels': 20 }
  const world = await startWorld(t, {
    operators: {
      aurum: { catalogue: shippingCatalogue({ stock: { keepsake: 0 } }), settings },
      borealis: { catalogue: { items: [], boxes: [] } },
    },
  })
  const aurum = world.operators.aurum!
  const [ann, bob] = [await world.play(aurum, 'ann'), await world.play(aurum, 'bob')]
  const place = async (player: typeof ann, ...prizes: SureKey[]) => {
    const { items } = await win(aurum, player, ...prizes)
    const ids = items.map(({ id }) => id)
    return (await shipped(player, ids, { notes: 'Ring twice' })).publicId
  }
  const desk = await startDesk(world, 'cat@aurum.example', ['catalog'], aurum)
  const pictured = itemsAs(
    () => aurum,
    () => desk,
  )
  assert.equal((await pictured.picture('crown', Buffer.from(SVG))).status, 200)
  const orders = {
    first: await place(ann, 'crown', 'mug'),
    second: await place(ann, 'mug'),
    waiting: await place(bob, 'keepsake'),
  }
  const person = { email: 'sid@aurum.example', roles: ['shipping' as const], operator: aurum }
  const admin = await openAdminPage(t, world, person, '/orders')
  await heading(admin.page, 'Orders')
  const owner = await startDesk(world, 'owner@aurum.example', ['owner'], aurum)
  return { world, aurum, ann, orders, owner, ...ordersAs(() => owner), ...admin }
}

type Admin = Awaited<ReturnType<typeof openAdmin>>

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const rowOf = (page: Page, text: string) =>
  page.getByRole('table', { name: 'Orders' }).getByRole('row').filter({ hasText: text })
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name })
const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).first().waitFor()

/** Waits until a fact of a section is shown. */
const shows = (page: Page, where: string, name: string, text: RegExp) =>
  section(page, where)
    .locator('dt', { hasText: name })
    .locator('xpath=following-sibling::dd[1]')
    .filter({ hasText: text })
    .waitFor()

async function openOrder({ page, world }: Admin, publicId: string): Promise<void> {
  await page.goto(`${world.baseUrl}/admin/orders/${publicId}`)
  await heading(page, `Order ${publicId}`)
}

async function searches({ page, orders }: Admin): Promise<void> {
  const first = rowOf(page, orders.first)
  for (const cell of ['ann', 'Pending', 'Sure crown, Sure mug', 'Ireland', '€59.00'])
    await first.getByText(cell).waitFor()
  await rowOf(page, orders.waiting).getByText('Waits for stock').waitFor()
  await assertAccessible(page, 'orders')
  await page.getByLabel('Stock').selectOption('Waiting for stock')
  await first.waitFor({ state: 'detached' })
  const { name, rows } = await exportCsv(page)
  assert.deepEqual([name, rows.map(({ publicId }) => publicId)], ['orders.csv', [orders.waiting]])
  await page.getByLabel('Stock').selectOption('All')
  await page.getByLabel('Status').selectOption('Shipped')
  await page.getByText(/^No orders match/).waitFor()
  await page.getByLabel('Status').selectOption('To ship')
  await page.getByLabel('Order, player or tracking number').fill('ann')
  await rowOf(page, orders.waiting).waitFor({ state: 'detached' })
  await rowOf(page, orders.second).waitFor()
  assert.doesNotMatch(page.url(), /ann/)
}

async function showsOrder({ page, orders }: Admin): Promise<void> {
  await page.getByRole('link', { name: orders.first }).click()
  await heading(page, `Order ${orders.first}`)
  const address = section(page, 'Ship to')
  for (const text of ['Ann Archer', '1 Quay Street', 'Ireland', 'ann@example.test', 'Ring twice']) {
    await address.getByText(text).first().waitFor()
  }
  await section(page, 'Items').getByRole('row').filter({ hasText: 'Sure crown' }).getByText('€50.00').waitFor()
  const width = await section(page, 'Items')
    .locator('img')
    .evaluate((element) => {
      const image = element as unknown as { decode(): Promise<void>; naturalWidth: number }
      return image.decode().then(() => image.naturalWidth)
    })
  assert.ok(width > 0, 'its picture is loaded')
  await shows(page, 'Costs', 'Shipping cost', /^€7\.00/)
  await shows(page, 'Costs', 'Fee paid by the player', /^€7\.00/)
  await shows(page, 'Costs', 'Actual shipping cost', /^Not recorded/)
  await section(page, 'Status history').getByText('Pending').waitFor()
  await section(page, 'Changes').getByText('No changes recorded.').waitFor()
  assert.equal(await section(page, 'Wallet calls').count(), 0, 'a shipper does not see wallet calls')
  await assertAccessible(page, 'an order')
}

async function ships({ page, orders }: Admin): Promise<void> {
  await button(page, 'Start processing…').click()
  await dialogOf(page, 'Start processing').getByRole('button', { name: 'Start processing' }).click()
  await status(page, 'The order is being processed.')
  assert.equal(await button(page, 'Cancel order…').count(), 0)
  await button(page, 'Mark as shipped…').click()
  const dialog = dialogOf(page, 'Mark as shipped')
  const submit = dialog.getByRole('button', { name: 'Mark as shipped' })
  await dialog.getByLabel('Carrier').fill('Post')
  await page.keyboard.press('Enter')
  await dialog.locator('input:focus').and(dialog.getByLabel('Tracking number')).waitFor()
  await dialog.getByLabel('Tracking number').fill('T-1')
  await dialog.getByLabel('Tracking URL').fill('post.example/T-1')
  await dialog.getByLabel('Actual shipping cost (EUR)').fill('4.505')
  await submit.click()
  await dialog.getByText('Enter an address that begins with https:// or http://.').waitFor()
  await dialog.getByText(/^Enter an amount in EUR/).waitFor()
  await assertAccessible(page, 'shipping with mistakes')
  await dialog.getByLabel('Tracking URL').fill('https://post.example/T-1')
  await dialog.getByLabel('Actual shipping cost (EUR)').fill('4.50')
  await routeFirst(page, new RegExp(`/orders/${orders.first}$`), (route) => route.abort())
  await submit.click()
  await dialog.getByText(/^The order may have been changed\./).waitFor()
  await submit.click()
  await status(page, 'Order marked as shipped.')
  await shows(page, 'Shipping', 'Carrier', /^Post$/)
  const link = section(page, 'Shipping').getByRole('link', { name: /^T-1/ })
  assert.deepEqual(
    [await link.getAttribute('href'), await link.getAttribute('rel')],
    ['https://post.example/T-1', 'noreferrer'],
  )
  await shows(page, 'Costs', 'Actual shipping cost', /^€4\.50/)
  const change = section(page, 'Changes').getByRole('row').filter({ hasText: 'Carrier' })
  for (const line of ['Status: from Processing to Shipped', 'Tracking number changed']) {
    await change.getByText(line).waitFor()
  }
  await assertAccessible(page, 'a shipped order')
}

async function replaces({ page }: Admin): Promise<void> {
  await button(page, 'Mark as delivered…').click()
  await dialogOf(page, 'Mark as delivered').getByRole('button', { name: 'Mark as delivered' }).click()
  await status(page, 'Order marked as delivered.')
  await button(page, 'Ship replacement…').click()
  const dialog = dialogOf(page, 'Ship replacement')
  await dialog.getByLabel('Tracking number').fill('T-2')
  await dialog.getByLabel('Reason').fill('Arrived broken')
  await dialog.getByRole('button', { name: 'Ship replacement' }).click()
  await status(page, 'Order marked as replacement shipped.')
  assert.equal(await section(page, 'Shipping').getByRole('link').count(), 0, 'the first tracking URL is gone')
  await shows(page, 'Shipping', 'Replacement shipped', /\d/)
  await section(page, 'Changes').getByRole('row').filter({ hasText: 'Arrived broken' }).waitFor()

  await button(page, 'Edit details…').click()
  const edit = dialogOf(page, 'Edit details')
  await edit.getByRole('button', { name: 'Save' }).click()
  await edit.getByText('Nothing is changed.').waitFor()
  await edit.getByLabel('Delivery note').fill('')
  await edit.getByLabel('Actual shipping cost (EUR)').fill('9')
  await edit.getByRole('button', { name: 'Save' }).click()
  await status(page, 'Order changed.')
  await shows(page, 'Costs', 'Actual shipping cost', /^€9\.00/)
  await section(page, 'Ship to').getByText('Ring twice').waitFor({ state: 'detached' })
  await section(page, 'Changes').getByText('Actual shipping cost: from €4.50 to €9.00').waitFor()
}

async function returns(admin: Admin): Promise<void> {
  const { page, orders, change } = admin
  for (const status of ['processing', 'shipped']) await change(orders.waiting, { status })
  await openOrder(admin, orders.waiting)
  await button(page, 'Mark as returned…').click()
  const dialog = dialogOf(page, 'Mark as returned')
  await dialog.getByText(/The fee is not refunded, and the stock does not change/).waitFor()
  await assertAccessible(page, 'a return')
  await dialog.getByRole('button', { name: 'Mark as returned' }).click()
  await status(page, 'Order marked as returned.')
  await page.getByText('Open an item to add the pieces that came back.').waitFor()
  const left = section(page, 'No longer on the order')
  await left.getByRole('row').filter({ hasText: 'Sure keepsake' }).getByText('Returned').waitFor()
}

async function meetsChange(admin: Admin): Promise<void> {
  const { page, orders, ann } = admin
  await openOrder(admin, orders.second)
  await button(page, 'Change address…').click()
  const dialog = dialogOf(page, 'Change address')
  await dialog.getByLabel('City').fill('Cork')
  assert.equal((await changeAddress(ann, orders.second, { ...ADDRESS, line1: '2 Quay Street' })).status, 200)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('The order was changed meanwhile.').waitFor()
  await dialog.getByText('Close this dialog to see the current order, then repeat your change.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await section(page, 'Ship to').getByText('2 Quay Street').waitFor()
  await button(page, 'Change address…').click()
  await dialog.getByRole('textbox', { name: 'City' }).fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.locator('[aria-invalid=true]').waitFor()
  await assertAccessible(page, 'an address with a mistake')
  await dialog.getByLabel('City').fill('Cork')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await status(page, 'Address changed.')
  await section(page, 'Ship to').getByText('Cork').waitFor()
  await section(page, 'Changes').getByText('Address changed').waitFor()
}

async function cancels(admin: Admin): Promise<void> {
  const { page, world } = admin
  failNext(world, 'credit', faults.serverError())
  await button(page, 'Cancel order…').click()
  const dialog = dialogOf(page, 'Cancel order')
  await dialog.getByText(/The fee of €3\.00 goes back/).waitFor()
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await dialog.getByText('Enter a reason.').waitFor()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Asked by telephone')
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await status(page, 'Order cancelled. The wallet has not accepted the refund yet')
  await shows(page, 'Costs', 'Refund', /^Not accepted by the wallet yet\./)
  assert.equal(await button(page, 'Edit details…').count(), 0)
  world.clock.advance(200_000)
  await world.tick('resolver')
  await button(page, 'Refresh').click()
  await shows(page, 'Costs', 'Refund', /^The wallet accepted the refund\./)
}

async function showsFailures(admin: Admin): Promise<void> {
  const { page, world, orders } = admin
  await routeFirst(page, new RegExp(`/orders/${orders.second}$`), (route) => route.abort())
  await button(page, 'Refresh').click()
  await page.getByText('The service did not answer.').waitFor()
  await button(page, 'Try again').click()
  await page.getByText('The service did not answer.').waitFor({ state: 'detached' })
  await page.goto(`${world.baseUrl}/admin/orders/ord_unknown`)
  await page.getByText('There is no such shipping order.').waitFor()
  await assertAccessible(page, 'an unknown order')
  await routeFirst(page, /\/orders\/list$/, (route) => route.abort())
  await page.goto(`${world.baseUrl}/admin/orders`)
  await page.getByText('The service did not answer.').waitFor()
  await button(page, 'Try again').click()
  await rowOf(page, orders.first).waitFor()
}

async function checksDarkPhone(admin: Admin): Promise<void> {
  await openOrder(admin, admin.orders.first)
  const small = await openDarkPhone(admin)
  await heading(small, `Order ${admin.orders.first}`)
  await section(small, 'Changes').waitFor()
  await assertAccessible(small, 'an order on a dark phone')
  await assertTouchable(small, 'an order on a phone')
  await button(small, 'Edit details…').click()
  await dialogOf(small, 'Edit details').getByLabel('Carrier').waitFor()
  await assertAccessible(small, 'a dialog on a dark phone')
  await assertTouchable(small, 'a dialog on a phone')
  await dialogOf(small, 'Edit details').getByRole('button', { name: 'Cancel' }).click()
  await small.getByRole('link', { name: 'Back to orders' }).click()
  await rowOf(small, admin.orders.first).waitFor()
  await assertAccessible(small, 'orders on a dark phone')
  await small.context().close()
}

async function opensFromElsewhere(t: TestContext, { world, aurum, orders }: Admin): Promise<void> {
  const person = { email: 'olga@aurum.example', roles: ['owner' as const], operator: aurum }
  const { page, faults: found } = await openAdminPage(t, world, person, '/home')
  await heading(page, 'Home')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(orders.first)
  await page.getByRole('option', { name: `Order ${orders.first}` }).click()
  await heading(page, `Order ${orders.first}`)
  await section(page, 'Wallet calls').getByText('Accepted').first().waitFor()
  await page.getByRole('link', { name: 'player ann' }).click()
  await heading(page, 'Player ann')
  await section(page, 'Shipping orders').getByRole('link', { name: orders.second }).click()
  await heading(page, `Order ${orders.second}`)
  assert.deepEqual(found, [])
}

async function showsOthers(t: TestContext, { world, aurum, orders }: Admin): Promise<void> {
  const admin = await openAdminPage(t, world, { email: 'pat@desk.example', roles: ['fulfilment'] }, '/orders')
  await admin.page.getByLabel('Operator').selectOption({ label: 'borealis' })
  await admin.page.getByText(/^No orders yet\./).waitFor()
  await admin.page.getByLabel('Operator').selectOption({ label: 'aurum' })
  await admin.page.getByRole('link', { name: orders.first }).click()
  await heading(admin.page, `Order ${orders.first}`)
  await button(admin.page, 'Edit details…').waitFor()
  const person = { email: 'sue@aurum.example', roles: ['support' as const], operator: aurum }
  const support = await openAdminPage(t, world, person, `/orders/${orders.first}`)
  await section(support.page, 'Ship to').getByText('Ann Archer').waitFor()
  assert.equal(await button(support.page, 'Edit details…').count(), 0)
  const viewer = { email: 'vic@aurum.example', roles: ['viewer' as const], operator: aurum }
  const other = await openAdminPage(t, world, viewer, `/orders/${orders.first}`)
  await heading(other.page, 'No permission')
  assert.deepEqual([...admin.faults, ...support.faults, ...other.faults], [])
}
