import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minutes } from '@coffer/service/kernel'
import type { Locator, Page } from 'playwright-core'
import type { Player } from '../support/player.ts'
import { openBrowser } from '../support/shared-browser.ts'
import { sureBoxes, win } from '../support/sure-boxes.ts'
import { startWorld, type TestOperator, type World } from '../support/world.ts'

const DESK = { width: 1280, height: 900 }
const PHONE = { width: 320, height: 640 }

test('a player without collectibles is told what would stand here, and led to the boxes', async (t) => {
  const { page } = await visit(t)
  await tab(page, 'Collection')
  await page.getByText('Nothing is collected yet').waitFor()
  await page.getByRole('button', { name: 'Look at the boxes' }).first().click()
  await page.getByTestId('box-card').first().waitFor()
})

test('the chart has a point for each value, marks the win, and follows a price that staff moves', async (t) => {
  const { world, operator, ann, page, piece } = await visit(t)
  const crown = await winAfter(world, operator, ann, [4000, 4600])
  await tab(page, 'Collection')
  await piece.getByTestId('price-point').nth(2).waitFor()
  assert.equal(await piece.getByTestId('price-point').count(), 3)
  assert.match(await told(piece.getByTestId('win-mark')), /^Won \w{3} \d/)
  assert.equal(await piece.getByTestId('won-value').count(), 1)
  assert.equal(await told(piece.getByTestId('piece-worth')), '€46.00')
  assert.match(await piece.innerText(), /−€4\.00 \(−8\.00%\) since the win/)
  assert.equal(await told(page.getByTestId('portfolio-now')), '€46.00')
  assert.match(await told(page.getByTestId('portfolio-change')), /^−€4\.00−8\.00%$/)

  world.clock.advance(minutes(5))
  await tab(page, 'Staff')
  await page.getByRole('button', { name: /^Up by 25/ }).click()
  await page.getByTestId('piece-worth').getByText('€57.50').waitFor()
  await piece.getByTestId('price-point').nth(3).waitFor()
  assert.equal(await piece.getByTestId('price-point').count(), 4)
  const history = await operator.coffer.priceHistory({ id: crown.id, playerExternalId: 'ann' })
  assert.deepEqual(
    history.points.map(({ valueMinor }) => valueMinor),
    [5000, 4000, 4600, 5750],
  )
  assert.match(await told(page.getByTestId('portfolio-change')), /^\+€7\.50\+15\.00%$/)
})

test('what was worth more at the win than its box says has not risen since: the change is counted from the market, and the mark stands on its line', async (t) => {
  const { world, operator, ann, page, piece } = await visit(t)
  await operator.coffer.recordValue({ itemId: operator.items.crown!, valueMinor: 5765 })
  world.clock.advance(minutes(5))
  await winAfter(world, operator, ann, [])
  await tab(page, 'Collection')
  assert.equal(await told(piece.getByTestId('piece-worth')), '€57.65')
  await piece.getByText('As on the day of the win').waitFor()
  assert.match(await told(piece.locator('.piece-story')), /Worth in that box\s*€50\.00/)
  await piece.getByRole('img', { name: /worth €57\.65 then and €57\.65 now/ }).waitFor()
})

test('the price is looked back along by keys, and stands as a table for whoever does not see the drawing', async (t) => {
  const { world, operator, ann, page, piece } = await visit(t, PHONE)
  await winAfter(world, operator, ann, [4000, 4600])
  await tab(page, 'Collection')
  const drawing = piece.getByRole('img', { name: /3 values: lowest €40\.00, highest €50\.00\. Won on/ })
  await drawing.waitFor()
  await piece.getByRole('slider', { name: 'Look back along the price' }).focus()
  await page.keyboard.press('Home')
  await piece
    .locator('.chart-words')
    .getByText(/: €50\.00$/)
    .waitFor()
  await page.keyboard.press('End')
  await piece
    .locator('.chart-words')
    .getByText(/^Now: €46\.00/)
    .waitFor()

  await piece.getByText('All 3 values as a table').click()
  const values = piece.getByRole('table', { name: /Values of this item/ }).locator('td.number')
  assert.deepEqual(await values.allInnerTexts(), ['€46.00', '€40.00', '€50.00'])
})

test('what is known of a collectible is shown, and nothing that the house keeps to itself', async (t) => {
  const { operator, ann, page, piece } = await visit(t)
  await win(operator, ann, 'crown')
  await tab(page, 'Collection')
  await piece.getByTestId('metadata').waitFor()
  const text = await piece.innerText()
  assert.match(text, /Coin/)
  assert.match(text, /From\s+Sure box of crown/)
  assert.match(text, /Cash back now\s+€45\.00/)
  assert.deepEqual(await piece.getByTestId('metadata').getByRole('row').allInnerTexts(), [
    'Metal\tsilver',
    'Signed\tno',
    'Year\t1887',
  ])
})

test('the game is told that there is a collection, and the page opens it at the item that the game names', async (t) => {
  const { world, operator, ann, page, piece } = await visit(t)
  const [first] = (await win(operator, ann, 'crown')).items
  await win(operator, ann, 'crown')
  await page.getByTestId('open-game').click()
  const hello = page.locator('[data-testid=message][data-way=out][data-type=hello]')
  await hello.first().waitFor({ state: 'attached' })
  assert.match(String(await hello.first().textContent()), /"can":\["collection"\]/)

  const game = page.frames().find((frame) => frame.url().startsWith(world.baseUrl))!
  const say = (payload: object) => {
    const said = { source: 'coffer-game', v: 1, type: 'navigate', payload }
    return game.evaluate(`parent.postMessage(${JSON.stringify(said)}, '*')`)
  }
  await say({ to: 'elsewhere', inventoryItemId: first!.id })
  await say({ to: 'collection', inventoryItemId: 'first' })
  const frame = page.frameLocator('[data-testid=game-frame]')
  await frame.getByTestId('vault-link').click()
  await frame.getByTestId('price-history').nth(1).click()
  await page.locator(`[data-testid=piece][data-id="${first!.id}"]`).waitFor()
  assert.equal(await page.getByRole('tab', { name: 'Collection' }).getAttribute('aria-selected'), 'true')
  await page.locator(`[data-testid=thing][data-id="${first!.id}"][aria-pressed=true]`).waitFor()
  await piece.getByTestId('price-point').first().waitFor()
  assert.equal(await piece.getByTestId('price-point').count(), 1)
})

test('of two answers that overtake each other the one asked for last is shown', async (t) => {
  const { operator, page, piece } = await visit(t)
  const crowns: number[] = []
  for (let click = 0; click < 50; click++) {
    const wish = { playerExternalId: 'ann', clientActionId: `crown-${click}`, itemId: operator.items.crown! }
    crowns.push((await operator.coffer.buyWithNuggets(wish)).item.id)
  }
  const [slow, quick] = [crowns.at(-2), crowns.at(-3)]
  const thing = (id: number | undefined, state = '') => page.locator(`[data-testid=thing][data-id="${id}"]${state}`)
  const isOfSlow = (url: string) => url.includes(`inventoryItemId=${slow}&`)
  await tab(page, 'Collection')
  await piece.getByTestId('price-point').first().waitFor()
  await page.route('**/collection/item?*', async (route) => {
    if (!isOfSlow(route.request().url())) return route.continue()
    await page.locator(`[data-testid=piece][data-id="${quick}"]`).waitFor()
    return route.continue()
  })
  const late = page.waitForResponse((response) => isOfSlow(response.url()))
  await thing(slow).click()
  await thing(quick).click()
  await (await late).finished()
  await page.getByRole('button', { name: 'Further back' }).click()
  await page.getByRole('button', { name: 'Further back' }).waitFor({ state: 'hidden' })
  assert.equal(await page.getByTestId('thing').count(), crowns.length)
  assert.equal(await piece.getAttribute('data-id'), String(quick))
  assert.equal(await thing(quick, '[aria-pressed=true]').count(), 1)
})

test('long names break on a phone, and none of them becomes markup', async (t) => {
  const { world, operator, ann, page, piece } = await visit(t, PHONE)
  const word = `${'word'.repeat(15)}<img src=x onerror=alert(1)>`
  const items = sureBoxes().items.map((item) =>
    item.isCollectible ? { ...item, name: word, collectibleCategory: word, metadata: { [word]: word } } : item,
  )
  await world.catalogue(operator, { items, boxes: [] })
  await win(operator, ann, 'crown')
  await tab(page, 'Collection')
  await piece.getByTestId('metadata').getByText(word).first().waitFor()
  await piece.getByTestId('price-point').first().waitFor()
  assert.equal(await piece.locator('img').count(), 0)
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width)
})

/** Ann wins a crown at 50.00, whose value moves before and after. */
async function winAfter(world: World, operator: TestOperator, ann: Player, valuesMinor: number[]) {
  const [crown] = (await win(operator, ann, 'crown')).items
  for (const valueMinor of valuesMinor) {
    world.clock.advance(minutes(5))
    await operator.coffer.recordValue({ itemId: crown!.itemId, valueMinor })
  }
  return crown!
}

function tab(page: Page, name: string): Promise<void> {
  return page.getByRole('tab', { name }).click()
}

async function told(node: Locator): Promise<string> {
  return String(await node.textContent())
}

/** Ann’s page of a casino whose boxes each hold one thing, among them a crown at 50.00. */
async function visit(t: Parameters<typeof startWorld>[0], viewport = DESK) {
  const browser = await openBrowser(t)
  const catalogue = sureBoxes()
  const metadata = { metal: 'silver', year: 1887, signed: false, _supplier: 'estate 7' }
  catalogue.items = catalogue.items.map((item) => (item.isCollectible ? { ...item, metadata } : item))
  const world = await startWorld(t, { operators: { aurum: { catalogue } } })
  const { operator } = world
  const ann = await world.play(operator, 'ann')
  const page = await browser.newPage({ viewport, reducedMotion: 'reduce' })
  page.on('pageerror', (error) => assert.fail(`the page threw ${error.message}`))
  await page.goto(`${world.casino.url}/c/${operator.slug}?player=ann`)
  await page.getByTestId('box-card').first().waitFor()
  return { world, operator, ann, page, piece: page.getByTestId('piece') }
}
