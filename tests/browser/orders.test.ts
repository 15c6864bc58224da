import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createEndpoint } from '@coffer/service/administration'
import { minutes } from '@coffer/service/kernel'
import type { Page } from 'playwright-core'
import { openBrowser } from '../support/shared-browser.ts'
import { eventOf, postDelivery } from '../support/signed-delivery.ts'
import { type SureKey, sureBoxes, win } from '../support/sure-boxes.ts'
import { startWorld } from '../support/world.ts'

const ADDRESS = { name: 'Ann', line1: '2 Quay', city: 'Ghent', region: 'Flanders', postalCode: '9000', country: 'BE' }
const CONTACT = { email: 'ann@example.com' }

test('staff orders things of the player, changes the address, takes one off and cancels, and the casino’s own copy follows', async (t) => {
  const { operator, ann, page, hear, order } = await visit(t)
  await win(operator, ann, 'mug')
  await win(operator, ann, 'keepsake')
  for (let round = 0; round < 5; round++) await win(operator, ann, ...Array<SureKey>(5).fill('book'))
  await page.getByRole('tab', { name: 'Orders' }).click()
  await page.getByText('Nothing is on its way yet').waitFor()
  await page.getByRole('button', { name: 'Order for the player' }).click()
  await page.getByLabel('Sure mug').check()
  await page.getByLabel('Sure keepsake').check()
  await page.locator('#order-quote').getByText('Worth €24.00. Shipping costs €4.90').waitFor()
  await page.locator('#job-orders').getByText('Where to').click()
  await page.locator('#order-delivery').getByLabel('Name', { exact: true }).fill('Ann Example')
  await page.getByRole('button', { name: 'Order the shipping' }).click()
  const desk = page.getByTestId('desk-order')
  await desk.getByText('Pending').waitFor()
  const [placed] = (await operator.coffer.listOrders({ playerExternalId: 'ann' })).orders
  assert.deepEqual([placed?.items.length, placed?.address.name, placed?.fee], [2, 'Ann Example', null])
  assert.equal(await page.getByTestId('order').count(), 0, 'nothing is known here that no notice told')
  await hear()
  await order('pending').getByText('Sure keepsake').waitFor()
  await order('pending').getByText('Ann Example, 1 Long Lane, BA1 1AA Bath, Somerset, GB').waitFor()

  await desk.getByRole('button', { name: 'Change address' }).click()
  await desk.getByLabel('Street').fill('2 Short Lane')
  await desk.getByLabel('Country, two letters').fill('SG')
  await desk.getByLabel('Region').fill('')
  await desk.getByRole('button', { name: 'Save the address' }).click()
  await page.locator('#job-orders:not([aria-busy])').waitFor()
  await hear()
  await order('pending').getByText('Ann Example, 2 Short Lane, BA1 1AA Bath, SG').waitFor()
  await desk.getByRole('button', { name: 'Take off: Sure mug' }).click()
  await page.locator('#order-items').getByText('Sure mug').waitFor()
  await desk.getByRole('button', { name: 'Cancel the order' }).click()
  await page.locator('[data-testid=desk-order][data-status=cancelled]').waitFor()
  const call = page.locator('#orders-call').getByTestId('made-call')
  assert.match(await call.innerText(), /POST[\s\S]*200[\s\S]*\/cancel/)
  await hear()
  await order('cancelled').getByTestId('own-refund').getByText('refund your own charge').waitFor()
  await order('cancelled').getByText('4 notices').click()
  const told = await order('cancelled').getByTestId('notices').getByRole('listitem').allInnerTexts()
  assert.deepEqual(
    told.map((line) => line.split('\n')[0]),
    ['cancelled', 'item taken off', 'address', 'placed'],
  )
})

test('a fee that the game charged stands in the ledger in words, and so does its refund, of which the casino’s copy tells', async (t) => {
  const { operator, ann, page, hear, order } = await visit(t)
  const [mug] = (await win(operator, ann, 'mug')).items
  const body = { inventoryItemIds: [mug!.id], address: ADDRESS, contact: CONTACT }
  const { status, text } = await ann.call('createOrder', { body })
  assert.equal(status, 201, text)
  const rows = page.getByTestId('ledger-row')
  await rows.first().getByText('Shipping fee of order ord_').waitFor()
  assert.match(await rows.first().innerText(), /−€4\.90/)
  await hear()
  await order('pending').getByText('€4.90; Coffer charged €4.90').waitFor()
  const { publicId } = (await operator.coffer.listOrders({ playerExternalId: 'ann' })).orders[0]!
  await operator.coffer.cancelOrder({ playerExternalId: 'ann', publicId })
  await rows.first().getByText('Shipping fee back: order ord_').waitFor()
  assert.match(await rows.first().innerText(), /shipping:refund:ord_[\s\S]*\+€4\.90/)
  await hear()
  await order('cancelled').getByText('Coffer gives the shipping fee back: €4.90.').waitFor()
  assert.equal(await page.getByTestId('own-refund').count(), 0)
})

test('a good for Nuggets is sent at once when staff says where to, and the next one joins its order', async (t) => {
  const { operator, page, hear, order } = await visit(t)
  await page.getByRole('tab', { name: 'Staff' }).click()
  await page.locator('summary').filter({ hasText: 'Goods for Nuggets' }).click()
  await page.locator('#goods-item').selectOption({ label: 'Sure mug' })
  await page.getByLabel('Send it at once').check()
  const sell = async () => {
    await page.getByTestId('sell-goods').click()
    await page.locator('#job-goods:not([aria-busy])').waitFor()
    await page.locator('#goods-state').getByText('Sure mug is on order ord_').waitFor()
  }
  await sell()
  await hear()
  await order('pending').getByText('1 notice').waitFor()
  await sell()
  await hear()
  await order('pending').getByText('2 notices').waitFor()
  const { orders } = await operator.coffer.listOrders({ playerExternalId: 'ann' })
  assert.deepEqual(
    orders.map(({ items, fee }) => [items.length, fee]),
    [[2, null]],
  )
})

test('of notices that overtake each other or come twice the newest counts, and none takes a cancel’s refund away', async (t) => {
  const { world, operator, page, order, secret } = await visit(t)
  const [mug] = (await win(operator, await world.play(operator, 'ben'), 'mug')).items
  const sample = await operator.coffer.createOrder({
    ...{ playerExternalId: 'ben', inventoryItemIds: [mug!.id], address: ADDRESS, contact: CONTACT },
  })
  const begun = world.clock.now().getTime()
  const tell = async (
    count: number,
    status: string,
    changes: string[],
    shippingRefundedMinor: number | null = null,
  ) => {
    const occurredAt = new Date(begun + count).toISOString()
    const payload = { dataVersion: 2, occurredAt, playerExternalId: 'ann', changes, shippingRefundedMinor }
    const notice = { ...payload, shippingRefundedCurrency: null, order: { ...sample.order, status } }
    const event = eventOf(`fulfillment_notice:ord_1:${count}`, 'fulfillment_notice', notice)
    const wish = { secret, now: world.clock.now().getTime(), event, deliveryId: `whd_${count}` }
    assert.equal((await postDelivery(world.casino.webhookUrl(operator.slug), wish)).status, 200)
  }
  await tell(3, 'shipped', ['status', 'tracking'])
  await tell(2, 'processing', ['status'])
  await tell(2, 'processing', ['status'])
  await tell(1, 'pending', ['created'])
  await order('shipped').getByText('3 notices').click()
  const told = await order('shipped').getByTestId('notices').getByRole('listitem').allInnerTexts()
  assert.deepEqual(
    told.map((line) => line.includes('Came late, copy kept')),
    [false, true, true],
  )
  assert.equal(await page.getByTestId('order').count(), 1)
  await tell(5, 'cancelled', ['details'])
  await tell(4, 'cancelled', ['cancelled'], 0)
  await order('cancelled').getByTestId('own-refund').waitFor()
})

/** Ann’s page of a casino that hears of orders, with its panel of them in view. */
async function visit(t: TestContext) {
  const browser = await openBrowser(t)
  const settings = { 'shipping.defaultCostMinor': 490 }
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBoxes(), settings } } })
  const { operator } = world
  const { operatorId, slug } = operator
  const url = world.casino.webhookUrl(slug)
  const types = ['fulfillment_notice']
  const made = await createEndpoint(world.service.ctx, { operatorId, url, types, actor: 'test' })
  world.casino.addOperator({ ...operator, webhookSecret: made.secret, webhookEndpointId: made.endpointId })
  const ann = await world.play(operator, 'ann')
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
  page.on('pageerror', (error) => assert.fail(`the page threw ${error.message}`))
  await page.goto(`${world.casino.url}/c/${slug}?player=ann`)
  await page.getByTestId('box-card').first().waitFor()
  await page.getByRole('tab', { name: 'Orders' }).click()
  const hear = async () => {
    world.clock.advance(minutes(1))
    await world.tick('webhooks')
  }
  return { world, operator, ann, page, hear, secret: made.secret, order: orderIn(page) }
}

function orderIn(page: Page) {
  return (status: string) => page.locator(`[data-testid=order][data-status=${status}]`)
}
