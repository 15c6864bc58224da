import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faults } from '@coffer/reference-operator'
import { changeOrder, eraseOrders } from '@coffer/service/administration'
import type { Locator, Page } from 'playwright-core'
import { eventually } from '../support/eventually.ts'
import { ownerNamed } from '../support/kyc.ts'
import { passUntil, watchRequests } from '../support/page-time.ts'
import { bringTo } from '../support/personal-data.ts'
import { shipped } from '../support/shipping.ts'
import { fill, fillIn, shipEverything, shippingVisit, wordsOf } from '../support/shipping-page.ts'
import { win } from '../support/sure-boxes.ts'
import type { World } from '../support/world.ts'

test('a player ships two items, sees the fee before paying it and the balance after', async (t) => {
  const { page, world, player } = await shippingVisit(t, ['mug', 'book', 'keepsake'])
  const before = balanceOf(world)
  await page.getByTestId('ship-several').click()
  await page.getByTestId('ship-sum').getByText('Choose what is to be sent to you.').waitFor()
  assert.equal(await page.getByRole('checkbox').count(), 2, 'a voucher is nothing that can be sent')
  await choose(page, 'Sure mug')
  await choose(page, 'Sure keepsake')
  await page.getByTestId('ship-sum').getByText('2 items, worth €24.00').waitFor()
  assert.equal(await wordsOf(page.getByTestId('bar-fee')), 'Shipping €4.90')
  await page.getByTestId('ship-chosen').click()

  const dialog = page.getByRole('dialog', { name: 'Ship 2 items' })
  assert.equal(await wordsOf(dialog.getByTestId('ship-fee')), '€4.90')
  await fillIn(dialog)
  assert.deepEqual(fees(world), [], 'nothing is charged before the button that names it')
  await dialog.getByTestId('place-order').getByText('Ship 2 items for €4.90').dblclick()
  await page.getByTestId('ship-placed').getByText('€4.90 for shipping went from your balance.').waitFor()
  await page.getByTestId('balance').getByText('€964.98').waitFor()
  assert.equal(balanceOf(world), before - 490)
  assert.deepEqual(fees(world), [-490])

  await page.getByTestId('see-orders').click()
  const order = page.getByTestId('order')
  assert.match(await wordsOf(order), /Sure keepsake €15\.00.*Sure mug €9\.00.*2 items, worth €24\.00.*€4\.90/)
  assert.match(await wordsOf(order.getByTestId('order-address')), /Ann Archer.*H91 A1 Galway.*Ireland/)
  const { orders } = (await player.call<{ orders: { userNotes: string }[] }>('listOrders')).body
  assert.deepEqual(
    orders.map(({ userNotes }) => userNotes),
    ['Ring twice.'],
  )
})

test('below the minimum a meter says what is missing, and nothing can be paid; the fee is told in the player’s currency', async (t) => {
  const { page, world } = await shippingVisit(t, ['mug', 'keepsake'])
  await page.getByTestId('ship').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Your casino ships from €20.00 together. €5.00 is missing.').waitFor()
  const meter = dialog.getByRole('meter')
  assert.equal(await meter.getAttribute('aria-valuetext'), '€15.00 of €20.00')
  assert.deepEqual(await meter.evaluate((node: unknown) => [(node as Meter).value, (node as Meter).max]), [1500, 2000])
  assert.equal(await dialog.getByTestId('place-order').count(), 0)
  assert.equal(await dialog.getByRole('textbox').count(), 0, 'no address is asked for in vain')

  await dialog.getByTestId('choose-more').click()
  await page.getByTestId('ship-sum').getByText('1 item, worth €15.00').waitFor()
  assert.equal(await page.getByTestId('ship-chosen').isDisabled(), true)
  await choose(page, 'Sure mug')
  await page.getByTestId('ship-meter').getByText('Enough to be shipped').waitFor()
  assert.equal(await page.getByTestId('ship-chosen').isDisabled(), false)
  await page.getByTestId('stop-selecting').click()
  await page.getByTestId('currency').selectOption('USD')
  await page.getByText('$9.75').waitFor()
  await shipEverything(page)
  const inDollars = page.getByRole('dialog')
  await inDollars.getByTestId('place-order').getByText('Ship 2 items for $5.31').waitFor()
  assert.equal(await wordsOf(inDollars.getByTestId('ship-worth')), '€24.00')
  assert.deepEqual(fees(world), [])
})

test('the timeline of an order says what was and what comes next; an item is taken off it, its address is changed, and a cancel brings items and fee back', async (t) => {
  const { page, world, player } = await shippingVisit(t, ['mug', 'keepsake', 'crown'])
  const before = balanceOf(world)
  const items = (await player.inventory()).body.items
  await shipped(
    player,
    items.map(({ id }) => id),
  )
  await page.getByTestId('orders-link').click()
  const order = page.getByTestId('order')
  await order.waitFor()
  assert.deepEqual(await steps(order), [
    'Ordered',
    'Being packed comes next',
    'On its way after that',
    'Delivered after that',
  ])

  await order.getByRole('button', { name: /Take off.*Sure crown/ }).click()
  await page.getByRole('dialog').getByText('It goes back to your vault').waitFor()
  await page.getByTestId('confirm-change').click()
  await order.getByText('2 items, worth €24.00').waitFor()
  await order.getByTestId('change-address').click()
  await fill(page.getByRole('dialog'), { line1: '2 Short Lane', country: 'FR' })
  await page.getByTestId('confirm-change').click()
  await order.getByText('2 Short Lane').waitFor()
  assert.match(await wordsOf(order.getByTestId('order-address')), /France/)
  await order.getByTestId('change-address').click()
  const form = page.getByRole('dialog')
  await fill(form, { country: 'HK', region: 'Kowloon', postalCode: '' })
  assert.equal(await form.locator('[name=postalCode]').count(), 1, 'no field goes while somebody writes in it')
  await page.getByTestId('confirm-change').click()
  await order.getByText('Kowloon').waitFor()
  await order.getByTestId('change-address').click()
  await form.locator('[name=region]').waitFor()
  assert.equal(await form.locator('[name=postalCode]').count(), 0, 'Hong Kong has no postal codes')
  await fill(form, { region: '', country: 'XK', postalCode: '10000' })
  assert.equal(await form.locator('[name=region]').count(), 0, 'Kosovo has no regions')
  await page.getByTestId('confirm-change').click()
  await order.getByText('Kosovo').waitFor()

  await order.getByTestId('cancel-order').click()
  const question = page.getByRole('dialog', { name: 'Cancel this order?' })
  assert.match(await wordsOf(question), /2 items go back to your vault\. The €4\.90 .* goes back to your balance/)
  assert.equal(balanceOf(world), before - 490, 'asking cancels nothing')
  await question.getByTestId('confirm-change').dblclick()
  await page.locator('[data-testid=order][data-status=cancelled]').waitFor()
  assert.deepEqual(await steps(order), ['Ordered', 'Cancelled'])
  assert.equal(await wordsOf(order.getByTestId('order-refund')), '€4.90')
  assert.equal(balanceOf(world), before)
  await page.getByTestId('vault-link').click()
  await page.getByTestId('vault-item').nth(2).waitFor()
  assert.equal(await page.getByTestId('ship').count(), 3)
})

test('a fee that goes back in another currency than the session’s leaves the balance in the session’s', async (t) => {
  const { page, world, player } = await shippingVisit(t, ['mug', 'keepsake'])
  const items = (await player.inventory()).body.items
  await shipped(
    player,
    items.map(({ id }) => id),
  )
  const before = balanceOf(world)
  const balance = page.getByTestId('balance')
  await page.getByTestId('currency').selectOption('USD')
  await balance.getByText('$').waitFor()
  const dollars = await wordsOf(balance)
  await page.getByTestId('orders-link').click()
  await page.getByTestId('cancel-order').click()
  await page.getByTestId('confirm-change').click()
  await page.locator('[data-testid=order][data-status=cancelled]').waitFor()
  assert.equal(balanceOf(world), before + 490)
  assert.equal(await wordsOf(balance), dollars)
})

test('a parcel on its way is followed in a tab of its own, can no longer be changed, and a change that comes too late says so', async (t) => {
  const { page, world, player } = await shippingVisit(t, ['keepsake', 'mug'])
  const { publicId } = await shipped(
    player,
    (await player.inventory()).body.items.map(({ id }) => id),
  )
  const { operatorId } = world.operator
  const save = (change: object) =>
    changeOrder(world.service.ctx, { operatorId, publicId, save: change as never, actor: 'desk' })
  await page.getByTestId('orders-link').click()
  await page.getByTestId('cancel-order').click()
  await save({ status: 'processing' })
  await page.getByTestId('confirm-change').click()
  const dialog = page.getByRole('dialog')
  const words = dialog.locator('[data-code=SHIPMENT_NOT_CANCELLABLE]')
  assert.match(await wordsOf(words), /already being packed, or was sent\. .*timeline/)
  assert.equal(await dialog.getByTestId('confirm-change').count(), 0, 'a second try would be the same')
  await dialog.getByTestId('drop-change').click()
  const order = page.locator('[data-testid=order][data-status=processing]')
  await order.waitFor()
  assert.equal(await order.getByRole('button').count(), 0)

  const tracking = { carrier: 'Post', trackingNumber: 'AB12', trackingUrl: 'https://post.example/AB12' }
  await save({ status: 'shipped', ...tracking })
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))')
  const link = page.getByTestId('tracking-link')
  assert.equal(await link.getAttribute('href'), 'https://post.example/AB12')
  assert.match((await link.getAttribute('rel')) ?? '', /noopener/)
  assert.match(await wordsOf(page.getByTestId('parcel')), /Post AB12/)
  assert.deepEqual(await steps(page.getByTestId('order')), [
    'Ordered',
    'Being packed',
    'On its way',
    'Delivered comes next',
  ])
})

test('an address that cannot be right is told field by field, by the form and by the service, and nothing is charged or forgotten', async (t) => {
  const { page, world } = await shippingVisit(t, ['keepsake', 'mug'])
  await shipEverything(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByTestId('place-order').click()
  await dialog.getByText('Enter the name that stands on the parcel.').waitFor()
  assert.equal(await dialog.getByTestId('field-problem').count(), 7, 'line2, phone and note may stay empty')
  assert.equal(await page.evaluate('document.activeElement.name'), 'name')
  await fillIn(dialog)
  await fill(dialog, { email: 'ann at home', notes: 'x'.repeat(501) })
  await dialog.getByTestId('place-order').click()
  assert.deepEqual(await dialog.getByTestId('field-problem').allInnerTexts(), [
    'Enter an e-mail address, such as ann@example.com.',
    'Use at most 500 characters.',
  ])
  assert.equal(await page.evaluate('document.activeElement.name'), 'email')

  await fill(dialog, { email: 'ann@example.com', notes: 'Ring twice.' })
  assert.equal(await wordsOf(dialog.getByTestId('note-count')), '11 of 500 characters')
  await dialog.locator('[name=city]').evaluate(writeHalfACharacter)
  await dialog.getByTestId('place-order').click()
  await dialog.locator('[data-code=VALIDATION_FAILED]').getByText('Nothing was charged').waitFor()
  const city = dialog.locator('.field').filter({ has: page.locator('[name=city]') })
  await city.getByText('This was not accepted.').waitFor()
  assert.equal(await page.evaluate('document.activeElement.name'), 'city')
  await dialog.getByTestId('drop-shipment').click()
  await page.getByTestId('ship-chosen').click()
  assert.equal(await dialog.locator('[name=line1]').inputValue(), '1 Quay Street', 'what was entered is remembered')
  assert.deepEqual(fees(world), [])
  const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')
  assert.doesNotMatch(String(kept), /Quay|Archer|ann@/, 'and stands in no storage')
})

test('two items are chosen, sent and their order cancelled by keyboard alone', async (t) => {
  const { page, world } = await shippingVisit(t, ['keepsake', 'mug'])
  await tabTo(page, 'Ship several')
  await page.keyboard.press('Enter')
  await focusComesTo(page, 'All shown')
  await page.keyboard.press('Enter')
  await page.getByTestId('ship-meter').getByText('Enough').waitFor()
  await tabTo(page, 'Next')
  await page.keyboard.press('Enter')
  await page.getByTestId('ship-form').waitFor()
  await focusComesTo(page, 'Ship 2 items')
  for (const text of ['Ann', '1 Quay', '', 'H91', 'Galway', 'Connacht', 'Ireland', '', 'ann@example.com', '']) {
    await page.keyboard.press('Tab')
    await page.keyboard.type(text)
  }
  await tabTo(page, 'Ship 2 items for €4.90')
  await page.keyboard.press('Enter')
  await page.getByTestId('ship-placed').waitFor()
  await focusComesTo(page, 'Done')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await page.getByTestId('order').waitFor()
  await tabTo(page, 'Cancel the order')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Cancel it')
  await page.keyboard.press('Enter')
  await page.locator('[data-status=cancelled]').waitFor()
  assert.deepEqual(fees(world), [-490, 490])
})

test('a dialog that closes gives the focus back to what opened it, and to the content where that is gone', async (t) => {
  const { page } = await shippingVisit(t, ['keepsake', 'mug'])
  await tabTo(page, 'Ship several')
  await page.keyboard.press('Enter')
  await page.getByTestId('ship-all').press('Enter')
  await page.getByTestId('ship-meter').getByText('Enough').waitFor()
  await page.getByTestId('ship-chosen').press('Enter')
  const dialog = page.getByRole('dialog')
  await fillIn(dialog)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await focusComesTo(page, 'Next')
  await page.keyboard.press('Enter')
  await focusComesTo(page, 'Ship 2 items')
  await page.getByTestId('place-order').press('Enter')
  await focusComesTo(page, 'Done')
  await page.getByTestId('see-orders').press('Enter')
  await focusComesTo(page, 'Your orders')
  await page.getByTestId('cancel-order').press('Enter')
  await focusComesTo(page, 'Cancel this order?')
  await page.getByTestId('drop-change').press('Enter')
  await focusComesTo(page, 'Cancel the order')
  await page.keyboard.press('Enter')
  await focusComesTo(page, 'Cancel this order?')
  await page.getByTestId('confirm-change').press('Enter')
  await page.locator('[data-status=cancelled]').waitFor()
  await page.locator('#content:focus').waitFor()
})

test('a wallet that stays silent leaves one undecided order: it is put aside, no other begins, and checking again charges once', async (t) => {
  const { page, world, player } = await shippingVisit(t, ['keepsake', 'mug', 'crown'])
  await page.clock.install()
  const unanswered = watchRequests(page, /\/api\/play\//)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/shipping/orders')) sent.push(request.postData() ?? '')
  })
  const { faults: rules } = world.casino.wallet
  rules.push({ when: { type: 'wallet.debit' }, fault: faults.reset() })
  await shipEverything(page)
  await fillIn(page.getByRole('dialog'))
  await page.getByTestId('place-order').click()
  await page.getByTestId('ship-waits').getByText('You cannot be charged twice').waitFor()
  await passUntil(page, unanswered, () => page.getByTestId('check-shipment').isVisible())
  await page.getByTestId('ship-later').click()
  await page.getByTestId('parked-shipment').waitFor()
  await page.getByTestId('stop-selecting').click()
  await page.getByTestId('ship').first().click()
  await page.getByRole('dialog', { name: 'Your order is not confirmed yet' }).waitFor()
  assert.deepEqual(fees(world), [])

  rules.length = 0
  await page.getByTestId('check-shipment').click()
  await page.getByTestId('ship-placed').waitFor()
  assert.ok(sent.length > 2)
  assert.equal(new Set(sent).size, 1, 'the very same order is sent each time')
  assert.deepEqual(fees(world), [-490])
  const { orders } = (await player.call<{ orders: unknown[] }>('listOrders')).body
  assert.equal(orders.length, 1)
})

test('the host is told of an order without a word of whose it is or where it goes', async (t) => {
  const { page, world } = await shippingVisit(t, ['keepsake', 'mug'])
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`${world.casino.url}/c/${world.operator.slug}?player=ann`)
  await page.getByTestId('box-card').first().waitFor()
  await page.getByTestId('open-game').click()
  const game = page.frameLocator('[data-testid=game-frame]')
  await game.getByTestId('vault-link').click()
  await shipEverything(game)
  await fillIn(game.getByRole('dialog'))
  await game.getByTestId('place-order').click()
  await game.getByTestId('ship-placed').waitFor()
  await page.getByRole('tab', { name: 'Messages' }).click()
  const message = page.locator('[data-testid=message][data-way=in][data-type="shipping.created"]')
  const words = await wordsOf(message)
  assert.match(words, /"publicId": ?"ord_.*"itemCount": ?2.*"feeMinor": ?490.*"currency": ?"EUR"/)
  assert.doesNotMatch(words, /Ann|Archer|Quay|Galway|@/)
})

test('orders stand newest first, some at a time, and where there is none the page says how one begins', async (t) => {
  const { page, world, player } = await shippingVisit(t, ['keepsake'], { 'shipping.minShipmentValueMinor': 0 })
  await page.getByTestId('orders-link').click()
  await page.getByRole('heading', { name: 'No orders yet' }).waitFor()
  await page.getByRole('link', { name: 'Look at your vault' }).click()
  await page.getByTestId('vault-item').waitFor()
  for (let count = 0; count < 11; count++) await win(world.operator, player, 'mug')
  const { items } = (await player.inventory()).body
  for (const { id } of items.toReversed()) await shipped(player, [id])
  await page.getByTestId('orders-link').click()
  await page.getByTestId('more').click()
  await page.getByTestId('order').nth(11).waitFor()
  const names = await page.getByTestId('order-line').locator('.line-name').allInnerTexts()
  assert.deepEqual(names, [...Array.from({ length: 11 }, () => 'Sure mug'), 'Sure keepsake'])

  const [first] = (await player.call<{ orders: { publicId: string }[] }>('listOrders')).body.orders
  const stage = { world, operator: world.operator, playerExternalId: 'ann' }
  await bringTo(stage, first!.publicId, 'delivered', 'quixel')
  await eraseOrders(world.service.ctx, await ownerNamed(world, 'ann'), 'test')
  await page.reload()
  await page.getByTestId('order').first().getByText('The address and the contact of this order were erased.').waitFor()
})

test('where the casino ships nothing, nothing of it is offered', async (t) => {
  const { page } = await shippingVisit(t, ['keepsake', 'mug'], { 'policies.shippingEnabled': false })
  assert.equal(await page.getByTestId('vault-item').count(), 2)
  for (const way of ['ship', 'ship-several', 'orders-link']) assert.equal(await page.getByTestId(way).count(), 0, way)
})

type Meter = { value: number; max: number }

function balanceOf(world: World): number {
  return world.casino.wallet.balance(world.operator.slug, 'ann', 'EUR') ?? 0
}

/** What shipping has moved in the wallet's ledger. */
function fees(world: World): number[] {
  const entries = world.casino.wallet.ledger(world.operator.slug, 'ann')
  return entries.filter(({ idempotencyKey: key }) => key?.startsWith('shipping:')).map(({ amountMinor }) => amountMinor)
}

async function choose(page: Page, name: string): Promise<void> {
  await page.getByTestId('vault-item').filter({ hasText: name }).locator('label').click()
}

/** Each step with what is said of it, without its time. */
async function steps(order: Locator): Promise<string[]> {
  const lines = await order.getByTestId('timeline').getByRole('listitem').all()
  return Promise.all(lines.map(async (line) => (await wordsOf(line)).replace(/ [A-Z]\w+ \d+, .*/, '')))
}

/** Half of a pair that makes one character: a browser lets it be entered, no database can keep it. */
function writeHalfACharacter(node: unknown): void {
  const input = node as { value: string; dispatchEvent(event: unknown): void }
  input.value = String.fromCharCode(0xd800)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

async function focused(page: Page): Promise<string> {
  return String(await page.evaluate('document.activeElement.innerText')).trim()
}

/** The focus follows what has been drawn, a moment after it. */
async function focusComesTo(page: Page, name: string): Promise<void> {
  await eventually(async () => (await focused(page)) === name, `the focus comes to ${name}`)
}

async function tabTo(page: Page, name: string): Promise<void> {
  for (let tries = 0; tries < 60 && (await focused(page)) !== name; tries++) await page.keyboard.press('Tab')
  assert.equal(await focused(page), name)
}
