import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faults } from '@coffer/reference-operator'
import { createEndpoint } from '@coffer/service/administration'
import { later, minutes } from '@coffer/service/kernel'
import type { Page } from 'playwright-core'
import { assertAccessible, assertTouchable } from '../support/accessible.ts'
import type { Player } from '../support/player.ts'
import { openBrowser } from '../support/shared-browser.ts'
import { fillIn, shipEverything, shippingVisit } from '../support/shipping-page.ts'
import { ENDPOINT_SECRET, eventOf, postDelivery } from '../support/signed-delivery.ts'
import { revalued, sureBoxes, win } from '../support/sure-boxes.ts'
import { missesAt, startUpgrader, winsAt } from '../support/upgrader.ts'
import { openBody, startWorld, type World } from '../support/world.ts'

const PANELS = [
  'Lobby',
  'Collection',
  'Orders',
  'Identity',
  'Game',
  'Wallet',
  'Staff',
  'Weather',
  'Webhooks',
  'Messages',
  'Calls',
]
const JOBS = [
  'Market',
  'Free opens',
  'Player protection',
  'Payouts',
  'Goods for Nuggets',
  'Upgrade from the backend',
  'Identity',
  'Orders',
]
const BOTH_GAMES = { enabledGames: ['mystery_box', 'upgrader'], kyc: { enabled: true } }

test('the vault in every view, a selection, both questions about cashback and a break pass the rules at 320 px', async (t) => {
  const settings = { 'presentation.sessionClock': true, 'presentation.netPosition': true }
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBoxes(), settings } } })
  const browser = await openBrowser(t)
  const player = await world.play(world.operator, 'ann')
  for (const key of ['crown', 'mug', 'book', 'spins', 'keepsake'] as const) await win(world.operator, player, key)
  await world.catalogue(world.operator, revalued('crown', 3001))
  const launch = () =>
    world.operator.coffer.createLaunch({ playerExternalId: 'ann', gameKey: 'mystery_box', target: {} })
  const page = await browser.newPage({ viewport: { width: 320, height: 640 }, reducedMotion: 'reduce' })
  const judge = async (screen: string) => {
    await assertAccessible(page, screen)
    await assertTouchable(page, screen)
  }
  await page.goto((await launch()).launchUrl)
  await page.getByTestId('net-position').click()
  await page.getByTestId('vault-link').click()
  for (const tab of ['kept', 'way', 'done']) {
    await page.getByTestId(`vault-tab-${tab}`).click()
    for (const kind of await page.getByRole('radio').all()) {
      await kind.check()
      await page.locator('[data-testid=vault-item], .empty').first().waitFor()
      await judge(`${tab} ${await kind.getAttribute('value')}`)
    }
  }
  await page.getByTestId('vault-tab-kept').click()
  await page.getByTestId('cash-back').last().click()
  await page.getByRole('dialog').waitFor()
  await judge('one cashback')
  await world.catalogue(world.operator, revalued('crown', 8001))
  await page.getByTestId('confirm-cash-back').click()
  await page.locator('[data-code=PRICE_CHANGED]').waitFor()
  await judge('a changed price')
  await page.keyboard.press('Escape')
  await page.getByRole('radio', { name: 'All' }).check()
  await page.getByTestId('select').click()
  await page.getByTestId('select-all').click()
  await judge('a selection')
  await page.getByTestId('cash-back-many').click()
  await page.getByRole('dialog').waitFor()
  await judge('several cashbacks')
  await world.catalogue(world.operator, revalued('crown', 3001))
  await page.getByTestId('confirm-many').click()
  await page.locator('[data-outcome=changed]').waitFor()
  await page.locator('[data-testid=confirm-many]:not(:disabled)').waitFor()
  await judge('what became of several')
  await page.keyboard.press('Escape')

  const { launchUrl } = await launch()
  await world.operator.coffer.setRestrictions({ playerExternalId: 'ann', dailyOpensCount: 0 })
  await page.getByTestId('lobby-link').click()
  await page.getByTestId('box-card').first().click()
  await page.getByTestId('open-box').click()
  await page.locator('[data-code=PLAYER_RESTRICTED]').waitFor()
  await judge('a limit reached')
  await world.operator.coffer.setRestrictions({ playerExternalId: 'ann', selfExcluded: true })
  await page.goto('about:blank')
  await page.goto(launchUrl)
  await page.locator('[data-code=PLAYER_RESTRICTED]').waitFor()
  await judge('a break from playing')
})

test('shipping in the game, from the choice to the cancelled order, passes the rules at 320 px', async (t) => {
  const { page, world } = await shippingVisit(t, ['keepsake', 'mug', 'book'])
  await page.setViewportSize({ width: 320, height: 640 })
  const judge = async (screen: string) => {
    await assertAccessible(page, screen)
    await assertTouchable(page, screen)
  }
  await page.getByTestId('orders-link').click()
  await page.locator('.empty').waitFor()
  await judge('no orders')
  await page.getByTestId('vault-link').click()
  await page.getByTestId('ship').first().click()
  await page.getByTestId('ship-meter').waitFor()
  await judge('too little to ship')
  await page.getByTestId('choose-more').click()
  await page.getByTestId('ship-meter').waitFor()
  await judge('a choice of items')
  await page.getByTestId('stop-selecting').click()
  await shipEverything(page)
  await judge('an address form')
  await page.getByTestId('place-order').click()
  await page.getByTestId('field-problem').first().waitFor()
  await judge('an address with mistakes')
  await fillIn(page.getByRole('dialog'))
  world.casino.wallet.faults.push({ when: { type: 'wallet.debit' }, times: 1, fault: faults.reset({ apply: true }) })
  await page.getByTestId('place-order').click()
  await page.getByTestId('ship-waits').waitFor()
  await judge('an order that is being confirmed')
  await page.getByTestId('ship-placed').waitFor()
  await judge('a placed order')
  await page.getByTestId('see-orders').click()
  await page.getByTestId('order').waitFor()
  await judge('orders')
  for (const way of ['change-address', 'take-off', 'cancel-order']) {
    await page.getByTestId(way).first().click()
    await page.getByRole('dialog').waitFor()
    await judge(way)
    if (way !== 'cancel-order') await page.keyboard.press('Escape')
  }
  await page.getByTestId('confirm-change').click()
  await page.locator('[data-status=cancelled]').waitFor()
  await judge('a cancelled order')
})

test('the Upgrader, from the choice to a win and a miss, passes the rules on a phone in the dark and on a desk in the light', async (t) => {
  const { world, operator, won, aim } = await startUpgrader(t)
  await won('mug', 'mug', 'book')
  const browser = await openBrowser(t)
  for (const { width, height, tokens, isWhole } of [
    { width: 320, height: 640, tokens: {}, isWhole: true },
    { width: 1280, height: 800, tokens: { colorGround: '#F7F5F1' }, isWhole: false },
  ]) {
    await world.settings(operator, { 'theme.tokens': tokens })
    const page = await browser.newPage({ viewport: { width, height }, reducedMotion: 'reduce', locale: 'en' })
    const judge = async (screen: string) => {
      await assertAccessible(page, `${screen} at ${width}`)
      await assertTouchable(page, `${screen} at ${width}`)
    }
    const launch = { playerExternalId: 'ann', gameKey: 'upgrader', target: {} } as const
    await page.goto((await operator.coffer.createLaunch(launch)).launchUrl)
    await assertFocusInSight(page, width)
    if (isWhole) await judgeChoices(page, judge)
    for (const wanted of isWhole ? [winsAt(5000), missesAt(5000)] : [winsAt(5000)]) {
      await aim(wanted)
      await page.getByTestId('wager').fill('10')
      await page.locator('[data-testid=upgrade-play]:enabled').waitFor()
      await judge('a choice of prizes')
      await page.getByTestId('upgrade-play').click()
      await page.getByTestId('upgrade-result').waitFor()
      await judge('a result')
      await page.getByTestId('keep').click()
    }
    await page.getByTestId('rounds-link').click()
    await page.getByTestId('round').first().waitFor()
    await judge('rounds of the Upgrader')
    await page.close()
  }
})

/** What can be chosen, and what cannot, before a play with balance. */
async function judgeChoices(page: Page, judge: (screen: string) => Promise<void>): Promise<void> {
  await page.getByTestId('wager').fill('3')
  await page.getByTestId('no-prize').waitFor()
  await judge('no prize')
  await page.getByTestId('wager').fill('0')
  await judge('a wager that is too small')
  await page.getByRole('radio', { name: 'Vault' }).check()
  await page.getByTestId('stake-item').first().click()
  await page.getByTestId('stake-sum').filter({ hasText: 'counts for' }).waitFor()
  await judge('a choice of items')
  await page.getByRole('radio', { name: 'Balance' }).check()
}

test('every panel of the casino page, and what it looks at closely, passes the rules on a phone and on a desk', async (t) => {
  const world = await startWorld(t, { operators: { aurum: { settings: BOTH_GAMES } } })
  const { slug } = world.operator
  world.casino.addOperator({ ...world.operator, webhookSecret: ENDPOINT_SECRET, webhookEndpointId: 1 })
  const browser = await openBrowser(t)
  const player = await world.play(world.operator, 'ann')
  await player.open(openBody(world.operator, 'click'))
  const now = world.clock.now().getTime()
  await postDelivery(world.casino.webhookUrl(slug), { now })
  await postDelivery(world.casino.webhookUrl(slug), { now, skewSeconds: -400 })
  await postDelivery(world.casino.webhookUrl(slug), { now, event: turnedDown(now) })
  for (const viewport of [
    { width: 320, height: 640 },
    { width: 1280, height: 800 },
  ]) {
    const page = await browser.newPage({ viewport, reducedMotion: 'reduce' })
    await page.goto(`${world.casino.url}/c/${slug}?player=ann`)
    await page.getByTestId('box-card').first().waitFor()
    await page.getByTestId('open-upgrader').waitFor()
    for (const panel of PANELS) {
      await page.getByRole('tab', { name: panel }).click()
      await assertAccessible(page, `${panel} at ${viewport.width}`)
    }
    for (const [panel, row] of [
      ['Calls', 'signed-call'],
      ['Webhooks', 'arrival'],
    ] as const) {
      await page.getByRole('tab', { name: panel }).click()
      await page.getByTestId(row).first().getByRole('button').click()
      await page.getByRole('dialog').waitFor()
      await assertAccessible(page, `one ${row} at ${viewport.width}`)
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    }
    await page.close()
  }
})

test('a collection with its chart, orders on their way, and each job of the staff, pass the rules on a phone and on a desk', async (t) => {
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBoxes(), settings: BOTH_GAMES } } })
  const { operator } = world
  const browser = await openBrowser(t)
  const ann = await world.play(operator, 'ann')
  const [crown] = (await win(operator, ann, 'crown')).items
  await placeOrders(world, ann)
  world.clock.advance(minutes(5))
  await operator.coffer.recordValue({ itemId: crown!.itemId, valueMinor: 4000 })
  await operator.coffer.createCampaign({
    ...{ extId: 'may', boxIds: [operator.boxes.mug!.boxId], quantity: 2, playerExternalIds: ['ann'] },
    validUntil: later(world.clock.now(), minutes(60)).toISOString(),
  })
  for (const viewport of [
    { width: 320, height: 640 },
    { width: 1280, height: 800 },
  ]) {
    const page = await browser.newPage({ viewport, reducedMotion: 'reduce' })
    await page.goto(`${world.casino.url}/c/${operator.slug}?player=ann`)
    await page.getByTestId('box-card').first().waitFor()
    await page.getByRole('tab', { name: 'Collection' }).click()
    await page.getByText('All 2 values as a table').click()
    await assertAccessible(page, `a collection at ${viewport.width}`)
    await page.getByRole('tab', { name: 'Orders' }).click()
    await page.getByTestId('order').nth(1).waitFor()
    for (const notices of await page.getByTestId('notices').all()) await notices.locator('summary').click()
    await assertAccessible(page, `orders at ${viewport.width}`)
    await page.getByRole('tab', { name: 'Staff' }).click()
    for (const job of JOBS) {
      if (job !== JOBS[0]) await page.locator('summary').filter({ hasText: job }).click()
      await page.waitForLoadState('networkidle')
      await assertAccessible(page, `${job} at ${viewport.width}`)
    }
    await page.getByRole('button', { name: 'Change address' }).click()
    await page.locator('summary').filter({ hasText: 'Where to' }).click()
    await page.locator('#order-items input').first().check()
    await page.locator('#place-order:enabled').waitFor()
    await assertAccessible(page, `an order at ${viewport.width}`)
    await page.close()
  }
})

/** A verification that may be tried again; its identity is there only to be hidden. */
function turnedDown(now: number): object {
  const at = new Date(now).toISOString()
  return eventOf('kyc:1:REJECTED', 'kyc_status_changed', {
    ...{
      dataVersion: 2,
      occurredAt: at,
      requestId: 1,
      playerExternalId: 'ann',
      status: 'REJECTED',
      verdict: 'rejected',
    },
    ...{ submittedAt: at, decidedAt: at, reasons: ['DOCUMENT_EXPIRED'], retryable: true, identity: { legalName: 'Z' } },
  })
}

/** Two orders of a player, one of them cancelled, both delivered to the casino. */
async function placeOrders(world: World, player: Player): Promise<void> {
  const { operator, casino, service } = world
  const types = ['fulfillment_notice']
  const address = { operatorId: operator.operatorId, url: casino.webhookUrl(operator.slug), types, actor: 'test' }
  const { secret, endpointId } = await createEndpoint(service.ctx, address)
  casino.addOperator({ ...operator, webhookSecret: secret, webhookEndpointId: endpointId })
  const home = { name: 'Ann', line1: '2 Quay', city: 'Ghent', region: 'Flanders', postalCode: '9000', country: 'BE' }
  const ofPlayer = { playerExternalId: player.externalId }
  const order = async () => {
    const [mug] = (await win(operator, player, 'mug')).items
    const wish = { ...ofPlayer, inventoryItemIds: [mug!.id], address: home, contact: { email: 'ann@example.com' } }
    return (await operator.coffer.createOrder(wish)).order
  }
  const { publicId } = await order()
  await operator.coffer.cancelOrder({ ...ofPlayer, publicId })
  await order()
  await world.tick('webhooks')
  await world.tick('webhooks')
}

/** What has the focus and lies under something else, or out of sight; null for none. */
const COVERED = `(() => {
  const focused = document.activeElement
  const shown = focused.closest('label') ?? focused
  const { x, y, width, height } = shown.getBoundingClientRect()
  const top = document.elementFromPoint(x + width / 2, y + height / 2)
  return top && (shown.contains(top) || top.contains(shown)) ? null : shown.textContent
})()`

/** Walks through a choice with the keyboard alone: the element with the focus is never under the button that stays in reach. */
async function assertFocusInSight(page: Page, width: number): Promise<void> {
  await page.locator('[data-testid=upgrade-play]:enabled').waitFor()
  await page.getByTestId('currency').focus()
  for (let presses = 0; presses < 20; presses++) {
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate(COVERED), null, `the focus is in sight at ${width}`)
    if (await page.evaluate("document.activeElement.dataset.testid === 'upgrade-play'")) return
  }
  assert.fail('the button is reached with the keyboard')
}
