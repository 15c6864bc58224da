import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faults } from '@coffer/reference-operator'
import { changeOrder } from '@coffer/service/administration'
import type { Player } from '../support/player.ts'
import { openRows } from '../support/rows.ts'
import { cancelOrder, shipped } from '../support/shipping.ts'
import { fillInShipForm, shippingVisit, wordsOf } from '../support/shipping-page.ts'
import type { World } from '../support/world.ts'

type Stage = { world: World; player: Player }
type Refused = { code: string; words: RegExp; happens: (stage: Stage) => unknown }

const IS_FOCUS_INSIDE = 'document.activeElement.closest("dialog") !== null'

/** What can happen between the question and the button, and what the player is told then. */
const BEFORE_PAYING: readonly Refused[] = [
  {
    code: 'INSUFFICIENT_FUNDS',
    words: /too low for the shipping fee\. Nothing was charged and nothing was ordered/,
    happens: ({ world }) => world.casino.wallet.setBalance(world.operator.slug, 'ann', 'EUR', 489),
  },
  {
    code: 'PLAYER_BLOCKED',
    words: /Your casino does not allow this right now\. Nothing was charged/,
    happens: ({ world }) =>
      world.casino.wallet.faults.push({
        when: { type: 'wallet.debit' },
        times: 1,
        fault: faults.refuse('PLAYER_BLOCKED'),
      }),
  },
  {
    code: 'SHIPMENT_BELOW_MINIMUM',
    words: /worth €24\.00 together\. Your casino ships from €24\.01\. Nothing was charged/,
    happens: ({ world }) => world.settings(world.operator, { 'shipping.minShipmentValueMinor': 2401 }),
  },
  {
    code: 'SHIPPING_DISABLED',
    words: /Your casino ships nothing at the moment\. Nothing is lost/,
    happens: ({ world }) => world.settings(world.operator, { 'policies.shippingEnabled': false }),
  },
]

for (const { code, words, happens } of BEFORE_PAYING) {
  test(`an order refused with ${code} says why and what to do, and neither fee nor item has moved`, async (t) => {
    const { page, world, player } = await shippingVisit(t, ['mug', 'keepsake'])
    await fillInShipForm(page)
    await happens({ world, player })
    await page.getByTestId('place-order').click()
    const told = page.getByRole('dialog').locator(`[data-code=${code}]`).first()
    assert.match(await wordsOf(told), words)
    assert.equal(await page.evaluate(IS_FOCUS_INSIDE), true, 'whoever types goes on from the dialog')
    await assertNothingMoved(world, player)
  })
}

test('an item that is cashed back while the form is filled in is named, and the order goes on without it', async (t) => {
  const { page, world, player } = await shippingVisit(t, ['mug', 'keepsake'], { 'shipping.minShipmentValueMinor': 0 })
  await fillInShipForm(page)
  const mug = (await player.inventory()).body.items.find(({ name }) => name === 'Sure mug')!
  await player.cashBack(mug.id)
  await page.getByTestId('place-order').click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('[data-code=INVENTORY_NOT_SHIPPABLE]').waitFor()
  const line = dialog.getByTestId('ship-line').filter({ hasText: 'Sure mug' })
  await line.getByText('It has been decided about already.').waitFor()
  await dialog.getByTestId('leave-out').click()
  await page.locator(`[data-item-id="${mug.id}"]`).waitFor({ state: 'detached' })
  await dialog.getByTestId('place-order').getByText('Ship 1 item for €4.90').click()
  await page.getByTestId('ship-placed').waitFor()
  assert.deepEqual(feesOf(world), [-490], 'the refused order was not charged')
})

test('each change of an order that comes too late says so, and the order is shown as it has become', async (t) => {
  const { page, world, player } = await shippingVisit(t, ['mug', 'keepsake'])
  const { publicId } = await shipped(player, await idsOf(player))
  const pack = () => {
    const { operatorId } = world.operator
    return changeOrder(world.service.ctx, { operatorId, publicId, save: { status: 'processing' }, actor: 'desk' })
  }
  await page.getByTestId('orders-link').click()
  await page.getByTestId('change-address').click()
  await page.getByRole('dialog').locator('[name=line1]').fill('2 Short Lane')
  await pack()
  await page.getByTestId('confirm-change').click()
  const words = page.locator('[data-code=SHIPMENT_NOT_EDITABLE]')
  assert.match(await wordsOf(words), /cannot be changed this way\. Nothing was changed/)
  await page.getByTestId('drop-change').click()
  await page.locator('[data-testid=order][data-status=processing]').getByText('1 Quay Street').waitFor()
  assert.equal(await page.getByTestId('take-off').count(), 0)
})

test('the last item of a paid order is not taken off but the order cancelled, and an order that went elsewhere meanwhile is read anew', async (t) => {
  const { page, player } = await shippingVisit(t, ['mug', 'keepsake'], { 'shipping.minShipmentValueMinor': 0 })
  const order = await shipped(player, await idsOf(player))
  await page.getByTestId('orders-link').click()
  await page.getByTestId('take-off').first().click()
  await page.getByTestId('confirm-change').click()
  await page.getByText('1 item, worth').waitFor()
  assert.equal(await page.getByTestId('take-off').count(), 0)
  await page.getByTestId('change-address').click()
  await cancelOrder(player, order.publicId)
  await page.getByTestId('confirm-change').click()
  await page.locator('[data-code=SHIPMENT_NOT_EDITABLE]').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('[data-testid=order][data-status=cancelled]').waitFor()
})

test('a break that begins while the form is filled in ends the session: nothing is charged, and the screen says that all is safe', async (t) => {
  const { page, world } = await shippingVisit(t, ['mug', 'keepsake'])
  await fillInShipForm(page)
  const coolOffUntil = new Date(world.clock.now().getTime() + 86_400_000).toISOString()
  await world.operator.coffer.setRestrictions({ playerExternalId: 'ann', coolOffUntil } as never)
  await page.getByTestId('place-order').click()
  await page.getByText('What you won is safe in your vault.').waitFor()
  assert.equal(await page.getByRole('dialog').count(), 0)
  assert.deepEqual(feesOf(world), [])
})

test('a quote that cannot be read says so in the vault, with a way to try again', async (t) => {
  const { page, world } = await shippingVisit(t, ['mug', 'keepsake'])
  await page.getByTestId('ship-several').click()
  await page.context().setOffline(true)
  await page.getByTestId('ship-all').click()
  await page.locator('[data-code=OFFLINE]').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByTestId('ship-sum').getByText('2 items, worth €24.00').waitFor()
  assert.deepEqual(feesOf(world), [])
})

async function idsOf(player: Player): Promise<number[]> {
  return (await player.inventory()).body.items.map(({ id }) => id)
}

function feesOf(world: World): number[] {
  const entries = world.casino.wallet.ledger(world.operator.slug, 'ann')
  return entries.filter(({ idempotencyKey: key }) => key?.startsWith('shipping:')).map(({ amountMinor }) => amountMinor)
}

async function assertNothingMoved(world: World, player: Player): Promise<void> {
  assert.deepEqual(feesOf(world), [])
  const { items } = (await player.inventory()).body
  assert.deepEqual(
    items.map(({ state }) => state),
    ['unresolved', 'unresolved'],
  )
}

test('an item that made an order cheap, or large enough, stays on it with the amounts that say so, and nothing has changed', async (t) => {
  const settings = { 'shipping.minShipmentValueMinor': 1600 }
  const { page, world, player } = await shippingVisit(t, ['mug', 'keepsake'], settings)
  const order = await shipped(player, await idsOf(player))
  await page.getByTestId('orders-link').click()
  await page
    .getByTestId('take-off')
    .nth(order.items.findIndex(({ name }) => name === 'Sure keepsake'))
    .click()
  await page.getByTestId('confirm-change').click()
  const words = page.locator('[data-code=SHIPMENT_NOT_EDITABLE]')
  assert.match(
    await wordsOf(words),
    /^What remains is worth €9\.00\. Your casino ships from €16\.00\. Nothing was changed\. You can cancel the whole order/,
  )
  await page.getByTestId('drop-change').click()
  await page.getByText('2 items, worth').waitFor()

  await openRows(world.databaseUrl).query(
    'update shipping_lines set shipping_cost_minor = 1250 where value_minor = 900',
  )
  await openRows(world.databaseUrl).query('update shipping_orders set minimum_minor = 0')
  await page
    .getByTestId('take-off')
    .nth(order.items.findIndex(({ name }) => name === 'Sure keepsake'))
    .click()
  await page.getByTestId('confirm-change').click()
  assert.match(
    await wordsOf(words),
    /^Shipping what remains costs €12\.50\. €4\.90 was paid for this order\. Nothing was changed/,
  )
})
