import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { faults } from '@coffer/reference-operator'
import { setRates } from '@coffer/service/administration'
import type { Locator, Page } from 'playwright-core'
import { eventually } from '../support/eventually.ts'
import { holdAnswer, holdRepeats } from '../support/page-requests.ts'
import { hurry, passUntil, watchRequests } from '../support/page-time.ts'
import type { Player } from '../support/player.ts'
import { openBrowser } from '../support/shared-browser.ts'
import { revalued, type SureKey, sureBoxes, win } from '../support/sure-boxes.ts'
import { startWorld, type World } from '../support/world.ts'

const PHONE = { width: 390, height: 844 }
const HALF_OF_A_RISE = { 'collectibles.creditedRiseBps': 5000 }

test('the vault shows items by where they stand and by kind, keeps the view over a reload, and teaches where it is empty', async (t) => {
  const { page, player, world } = await visit(t, { won: ['mug', 'book', 'crown', 'spins'] })
  const [mug] = (await win(world.operator, player, 'mug')).items
  await player.cashBack(mug!.id)
  await toVault(page)
  await names(page, 'Sure crown', 'Sure book', 'Sure mug')

  await page.getByRole('radio', { name: 'Digital' }).check()
  await names(page, 'Sure book')
  await page.getByRole('radio', { name: 'Collectibles' }).check()
  await names(page, 'Sure crown')
  assert.equal(await page.getByTestId('price-history').count(), 0, 'no host has said that it can show one')
  assert.match(await wordsOf(page.getByTestId('collection-line')), /1 collectible, worth now €50\.00/)

  await page.getByRole('tab', { name: 'Done' }).click()
  await page.getByRole('heading', { name: 'No collectibles here' }).waitFor()
  await page.getByRole('button', { name: 'Show all' }).click()
  await names(page, 'Sure mug', 'Sure spins')
  await page.getByRole('radio', { name: 'Bonuses' }).check()
  await names(page, 'Sure spins')
  await page.reload()
  await names(page, 'Sure spins')
  assert.equal(await page.getByRole('tab', { name: 'Done' }).getAttribute('aria-selected'), 'true')

  await page.getByRole('tab', { name: 'On its way' }).click()
  await page.getByRole('heading', { name: 'Nothing is on its way' }).waitFor()
})

test('the tabs of the vault are walked by the arrow keys, with one of them in the tab order', async (t) => {
  const { page } = await visit(t, { won: ['mug', 'spins'] })
  await toVault(page)
  await page.getByRole('tab', { name: 'In the vault' }).focus()
  await page.keyboard.press('ArrowLeft')
  await names(page, 'Sure spins')
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Done')
  assert.equal(await page.locator('[role=tab][tabindex="0"]').count(), 1)
  await page.keyboard.press('Home')
  await names(page, 'Sure mug')
  const panel = page.getByRole('tabpanel', { name: 'In the vault' })
  assert.equal(await panel.getByTestId('vault-item').count(), 1)
})

test('what cashback pays is explained part by part, and a price that moves is asked about again with old and new', async (t) => {
  const { page, world } = await visit(t, { won: ['crown'], settings: HALF_OF_A_RISE })
  await world.catalogue(world.operator, revalued('crown', 3001))
  await toVault(page)
  const change = page.getByTestId('value-change')
  assert.match(await wordsOf(change), /^39\.9% less than when you won it$/)
  await page.getByTestId('cash-back').click()
  const dialog = page.getByRole('dialog')
  assert.match(await wordsOf(dialog.getByTestId('then-and-now')), /€50\.00.*€30\.01.*39\.9%/)
  assert.deepEqual(await sums(dialog), ['€50.00', '-€19.99', '-€3.01', '€27.00'])
  assert.match(await wordsOf(dialog), /When a price falls after the win, cashback falls with it\./)
  assert.equal(await dialog.getByTestId('parts-bar').locator('.part').count(), 3, 'a part of nothing is not shown')

  await world.catalogue(world.operator, revalued('crown', 8001))
  await dialog.getByTestId('confirm-cash-back').click()
  await dialog.locator('[data-code=PRICE_CHANGED]').waitFor()
  assert.equal(await wordsOf(dialog.getByTestId('before')), 'Before: €27.00')
  assert.match(await wordsOf(dialog), /A moment ago you would have got €27\.00\. Now you get €58\.50\./)
  assert.deepEqual(await sums(dialog), ['€80.01', '-€15.01', '-€6.50', 'Before: €27.00 €58.50'])
  assert.deepEqual(credits(world), [])
  await dialog.getByTestId('confirm-cash-back').click()
  await page.getByTestId('cashed-back').getByText('Sure crown: €58.50 went to your balance.').waitFor()
  assert.deepEqual(credits(world), [5850])
})

test('a host that can show price histories is asked for that of a collectible', async (t) => {
  const { page, world, player } = await visit(t, { won: ['mug', 'crown'] })
  const [crown] = (await player.inventory()).body.items
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`${world.casino.url}/c/${world.operator.slug}?player=ann`)
  await page.getByTestId('box-card').first().waitFor()
  await page.getByTestId('open-game').click()
  const game = page.frameLocator('[data-testid=game-frame]')
  await game.getByTestId('vault-link').click()
  await game.getByTestId('price-history').click()
  assert.equal(await game.getByTestId('price-history').count(), 1, 'a mug has no price history')
  await page.getByRole('tab', { name: 'Messages' }).click()
  const asked = page.locator('[data-testid=message][data-way=in][data-type=navigate]').filter({ hasText: 'collection' })
  assert.match(await wordsOf(asked), new RegExp(`"inventoryItemId": ?${crown!.id}\\b`))
})

test('several items are cashed back after one question: a price change and a refusal stop none of the others', async (t) => {
  const { page, world, player } = await visit(t, { won: ['mug', 'crown', 'book', 'mug', 'keepsake'] })
  await toVault(page)
  await page.getByTestId('select').click()
  await page.getByTestId('select-all').click()
  await page.getByTestId('select-sum').getByText('4 items pay €64.80').waitFor()
  assert.equal(await page.getByRole('checkbox').count(), 4, 'what pays nothing cannot be selected')
  await page.getByTestId('cash-back-many').click()
  const dialog = page.getByRole('dialog')
  assert.match(await wordsOf(dialog), /Cash back 4 items\?.*Sure crown €45\.00 Value €50\.00 casino’s share €5\.00/)

  await world.catalogue(world.operator, revalued('crown', 3001))
  const { items } = (await player.inventory()).body
  const refused = items.filter(({ name }) => name === 'Sure mug').at(-1)!
  const when = { type: 'wallet.credit' as const, idempotencyKey: `cashback:inventory:${refused.id}` }
  world.casino.wallet.faults.push({ when, times: 1, fault: faults.refuse('PLAYER_BLOCKED') })
  await dialog.getByTestId('confirm-many').dblclick()
  await dialog.getByText('2 of 4 paid: €11.70 went to your balance.').waitFor()
  assert.deepEqual(await told(dialog), ['paid', 'paid', 'changed', 'refused'])
  assert.match(await wordsOf(dialog.locator('[data-outcome=refused]')), /Your casino does not allow this right now/)
  assert.match(await wordsOf(dialog.locator('[data-outcome=changed]')), /Before: €45\.00.*€27\.00/)

  await dialog.getByTestId('confirm-many').getByText('Cash back 1 more for €27.00').click()
  await dialog.getByText('3 of 4 paid: €38.70 went to your balance.').waitFor()
  assert.deepEqual(credits(world), [810, 360, 2700])
  await dialog.getByTestId('drop-many').click()
  await names(page, 'Sure keepsake', 'Sure mug')
})

test('a reload in the middle of several pays nothing twice, and leaves the rest in the vault', async (t) => {
  const { page, world } = await visit(t, { won: ['mug', 'book', 'mug'] })
  await toVault(page)
  await page.getByTestId('select').click()
  await page.getByTestId('select-all').click()
  await page.getByTestId('cash-back-many').click()
  const { faults: rules } = world.casino.wallet
  rules.push({ when: { type: 'wallet.credit' }, fault: faults.reset({ apply: true }) })
  // A repeat that is with the service when the rule goes would be paid.
  await holdRepeats(page, '**/cashback')
  const dialog = page.getByRole('dialog')
  await dialog.getByTestId('confirm-many').click()
  await dialog.getByText('Still confirming with your casino.').waitFor()
  assert.equal(await wordsOf(dialog.getByTestId('many-status')), '1 of 3')
  await page.reload()
  rules.length = 0
  await page.getByTestId('vault-item').nth(2).waitFor()
  await page.getByTestId('select').click()
  await page.getByTestId('select-all').click()
  await page.getByTestId('cash-back-many').click()
  await dialog.getByTestId('confirm-many').click()
  await dialog.getByText('3 of 3 paid').waitFor()
  assert.deepEqual(credits(world), [810, 360, 810])
})

test('a wallet that stays silent ends several at the one it stays silent about, and the others are not begun', async (t) => {
  const { page, world } = await visit(t, { won: ['mug', 'book', 'mug'] })
  await page.clock.install()
  const unanswered = watchRequests(page, /\/api\/play\//)
  await toVault(page)
  await page.getByTestId('select').click()
  await page.getByTestId('select-all').click()
  await page.getByTestId('cash-back-many').click()
  const { faults: rules } = world.casino.wallet
  rules.push({ when: { type: 'wallet.credit' }, fault: faults.reset() })
  const dialog = page.getByRole('dialog')
  await dialog.getByTestId('confirm-many').click()
  await dialog.getByText('Still confirming with your casino.').waitFor()
  const isOver = () => dialog.locator('[data-outcome=unsent]').first().isVisible()
  await passUntil(page, unanswered, isOver)
  assert.deepEqual(await told(dialog), ['refused', 'unsent', 'unsent'])
  assert.match(await wordsOf(dialog.getByTestId('many-status')), /has not confirmed yet\. Nothing can be paid twice/)
  assert.deepEqual(credits(world), [])
  rules.length = 0
  await dialog.getByTestId('confirm-many').getByText('Cash back 3 more').click()
  await dialog.getByText('3 of 3 paid').waitFor()
  assert.deepEqual(credits(world), [810, 360, 810])
})

test('a player who takes a break is told so calmly: what holds, until when, and what still works', async (t) => {
  const { page, world } = await visit(t, { won: ['mug'] })
  const limit = (restrictions: object) =>
    world.operator.coffer.setRestrictions({ playerExternalId: 'ann', ...restrictions } as never)
  await limit({ dailyOpensCount: 1 })
  await openBox(page, 'mug')
  const words = page.getByTestId('error-words')
  assert.equal(await words.getAttribute('data-code'), 'PLAYER_RESTRICTED')
  assert.match(await wordsOf(words), /how often you may play in a day\..*ends on .+\..*Nothing was charged/)
  assert.equal(await page.getByTestId('open-box').count(), 0, 'nothing is pushed')
  await words.getByRole('link', { name: 'Your vault' }).click()
  await page.getByTestId('cash-back').click()
  await page.getByTestId('confirm-cash-back').click()
  await page.getByTestId('cashed-back').getByText('Sure mug').waitFor()
  assert.deepEqual(credits(world), [810])

  const coolOffUntil = new Date(world.clock.now().getTime() + 86_400_000).toISOString()
  const { launchUrl } = await launch(world)
  await limit({ coolOffUntil })
  await page.goto('about:blank')
  await page.goto(launchUrl)
  await page.getByRole('heading', { name: 'A break from playing' }).waitFor()
  assert.match(await wordsOf(words), /The break ends on .+\..*Your casino can cash it back for you/)
})

test('free opens of a campaign stand on the cards, open the box for nothing and count down', async (t) => {
  const { page, world } = await visit(t, { won: ['mug'] })
  const { boxId } = world.operator.boxes.mug!
  const validUntil = new Date(world.clock.now().getTime() + 86_400_000).toISOString()
  const campaign = { extId: 'spring', boxIds: [boxId], quantity: 2, validUntil, playerExternalIds: ['ann'] }
  await world.operator.coffer.createCampaign(campaign)
  await page.reload()
  await page.getByTestId('free-opens').getByText('2 free opens').waitFor()
  const before = world.casino.wallet.balance(world.operator.slug, 'ann', 'EUR')
  await page.getByTestId('box-card').filter({ hasText: 'Sure box of mug' }).click()
  const arrives = await holdAnswer(page, '**/api/play/boxes?*')
  await page.getByTestId('open-box').getByText('Open free (2 left)').click()
  await page.getByTestId('open-again').getByText('Open again free (1 left)').click()
  await page.getByTestId('open-again').getByText('Open again for').waitFor()
  await arrives()
  const given = () => page.getByTestId('open-again').getByText('free').count()
  assert.equal(await given(), 0, 'an answer from before an open gives nothing back')
  assert.equal(world.casino.wallet.balance(world.operator.slug, 'ann', 'EUR'), before)
})

test('time and money of the session stand in the header where the casino wants them, and are explained', async (t) => {
  const settings = { 'presentation.sessionClock': true, 'presentation.netPosition': true }
  const { page } = await visit(t, { settings })
  await page.getByTestId('session-clock').getByText('Time in this session: 0 min').waitFor()
  await openBox(page, 'mug')
  await page.getByTestId('prize-card').waitFor()
  const net = page.getByTestId('net-position')
  await net.getByText('Money this session: -€9.68').click()
  assert.match(await wordsOf(net), /Put in €9\.68\s*Came back €0\.00.*not money yet/)
  await page.getByTestId('cash-back').click()
  await page.getByTestId('confirm-cash-back').click()
  await net.getByText('Money this session: -€1.58').waitFor()
})

test('a rate that has moved is told with the price before and now, and nothing is charged before the new one is agreed to', async (t) => {
  const { page, world } = await visit(t, {})
  await page.getByTestId('currency').selectOption('USD')
  await page.getByTestId('box-card').filter({ hasText: 'Sure box of mug' }).getByText('$10.49').waitFor()
  await setRates(world.service.ctx, 'EUR', { USD: '1.2' }, 'test')
  await openBox(page, 'mug')
  const words = page.locator('[data-code=FX_RATE_MOVED]')
  await words.getByText('Before: $10.49. Now: $11.62.').waitFor()
  const arrives = await holdAnswer(page, '**/api/play/boxes?*')
  await words.getByRole('button', { name: 'Use the new price' }).click()
  await page.getByTestId('open-box').getByText('Open for $11.62').click()
  await page.getByTestId('prize-card').waitFor()
  await arrives()
  assert.equal(await page.getByTestId('prize-card').count(), 1, 'a late list of boxes does not close the prize')
  const debits = world.casino.wallet.ledger(world.operator.slug, 'ann').filter(({ type }) => type === 'debit')
  assert.deepEqual(
    debits.map(({ amountMinor, currency }) => [amountMinor, currency]),
    [[-1162, 'USD']],
  )
})

test('a box says before paying what comes back in prizes and to one who cashes them back, and a number is written in one way', async (t) => {
  const { page } = await visit(t, {})
  const card = page.getByTestId('box-card').filter({ hasText: 'Sure box of mug' })
  assert.match(await wordsOf(card), /Largest prize €9\.00 RTP 92\.97%/)
  await card.click()
  assert.equal(
    await wordsOf(page.getByTestId('rtp')),
    'On average 92.97% of the price comes back in prizes, about 83% if you cash it all back.',
  )
  assert.match(await wordsOf(page.getByTestId('top-prize')), /The largest prize is Sure mug, worth €9\.00.*100\.00%/)
})

test('how many are opened at once is one again at another price, in another box and in another currency', async (t) => {
  const { page } = await visit(t, {})
  const five = page.getByRole('radio', { name: '5', exact: true })
  await openPage(page, 'mug')
  await five.check()
  await page.getByTestId('open-box').getByText('Open for €48.40').waitFor()
  await page.getByTestId('currency').selectOption('USD')
  await page.getByTestId('open-box').getByText('Open for $10.49').waitFor()
  await five.check()
  await page.getByTestId('open-box').getByText('Open for $52.45').waitFor()
  await backToLobby(page)
  await openPage(page, 'crown')
  await page.getByTestId('open-box').getByText('Open for $58.26').waitFor()
  await backToLobby(page)
  await openPage(page, 'mug')
  await page.getByTestId('open-box').getByText('Open for $10.49').waitFor()
})

async function openPage(page: Page, key: SureKey): Promise<void> {
  await page
    .getByTestId('box-card')
    .filter({ hasText: `Sure box of ${key}` })
    .click()
  await page.getByTestId('open-box').waitFor()
}

async function backToLobby(page: Page): Promise<void> {
  await page.locator('a.back').click()
  await page.getByTestId('box-card').first().waitFor()
}

type Visit = { world: World; page: Page; player: Player }

/** The game in the lobby, on a phone, with what ann has won before. */
async function visit(
  t: TestContext,
  { won = [], settings = {} }: { won?: SureKey[]; settings?: Record<string, unknown> },
): Promise<Visit> {
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBoxes(), settings } } })
  const browser = await openBrowser(t)
  const player = await world.play(world.operator, 'ann')
  for (const key of won) await win(world.operator, player, key)
  const page = await browser.newPage({ viewport: PHONE, reducedMotion: 'reduce', locale: 'en' })
  page.on('pageerror', (error) => assert.fail(`the page threw ${error.message}`))
  await hurry(page)
  await page.goto((await launch(world)).launchUrl)
  await page.getByTestId('box-card').first().waitFor()
  return { world, page, player }
}

function launch(world: World) {
  return world.operator.coffer.createLaunch({ playerExternalId: 'ann', gameKey: 'mystery_box', target: {} })
}

async function toVault(page: Page): Promise<void> {
  await page.getByTestId('vault-link').click()
  await page.getByTestId('vault-item').first().waitFor()
}

async function openBox(page: Page, key: SureKey): Promise<void> {
  await page
    .getByTestId('box-card')
    .filter({ hasText: `Sure box of ${key}` })
    .click()
  await page.getByTestId('open-box').click()
}

/** Waits until the vault shows these items and no others, in this order. */
async function names(page: Page, ...expected: string[]): Promise<void> {
  const shown = () => page.getByTestId('vault-item').locator('h2').allInnerTexts()
  await eventually(async () => (await shown()).join() === expected.join(), `the vault shows ${expected.join(', ')}`)
}

async function wordsOf(locator: Locator): Promise<string> {
  return (await locator.innerText()).replaceAll(/\s+/g, ' ').trim()
}

async function sums(dialog: Locator): Promise<string[]> {
  const amounts = await dialog.getByTestId('parts').locator('dd').all()
  return Promise.all(amounts.map(wordsOf))
}

function told(dialog: Locator): Promise<(string | null)[]> {
  return dialog.getByTestId('many-item').evaluateAll((nodes) => nodes.map((node) => node.getAttribute('data-outcome')))
}

/** What the wallet was credited, in the order of its ledger. */
function credits(world: World): number[] {
  const entries = world.casino.wallet.ledger(world.operator.slug, 'ann')
  return entries.filter(({ type }) => type === 'credit').map(({ amountMinor }) => amountMinor)
}
