import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { assertAccessible } from './accessible.ts'
import { heading } from './admin-page.ts'
import { button, chance, price, rowOf, section } from './box-editor.ts'
import { routeFirst } from './page-requests.ts'

/** Steps of browser/box-versions in the editor of a version. They run in this order, from a price of 8.00 EUR and two prizes of 50% each. */

const slider = (page: Page, item: string) => page.getByRole('slider', { name: `Chance of ${item}` })
const chances = async (page: Page) => [
  await chance(page, 'Twenty spins').inputValue(),
  await chance(page, 'Enamel mug').inputValue(),
]

export async function dragsChances({ page }: { page: Page }): Promise<void> {
  const mug = slider(page, 'Enamel mug')
  assert.equal(await mug.getAttribute('aria-valuetext'), '50.00%')
  await mug.press('End')
  assert.deepEqual(await chances(page), ['0.000001', '99.999999'])
  // The mug, which is worth 9.60, has almost each open.
  await section(page, 'Summary').getByText('119.99%').waitFor()
  await mug.press('ArrowLeft')
  assert.deepEqual(await chances(page), ['1', '99'])
  assert.equal(await slider(page, 'Twenty spins').getAttribute('aria-valuetext'), '1.00%')
  await mug.press('Enter')
  assert.equal(await button(page, 'Review').getAttribute('aria-disabled'), 'false', 'Enter begins no review')
  await button(page, 'Undo').click()
  assert.deepEqual(await chances(page), ['50', '50'])
  await button(page, 'Lock Twenty spins').click()
  assert.ok(await slider(page, 'Twenty spins').isDisabled())
  await button(page, 'Lock Twenty spins').click()
}

/** The game next to the editor. The price is 8.00, and the play money pays for 100 opens. */
export async function playsDraft({ page }: { page: Page }): Promise<void> {
  const preview = section(page, 'Game')
  const game = page.frameLocator('iframe[title="Preview of the game"]')
  const balance = game.getByTestId('balance')
  const earlier = preview.getByText('Chances incomplete: the game shows an earlier draft.')
  await game.getByRole('heading', { level: 1, name: 'Winter box' }).waitFor()
  await game
    .getByTestId('odds-table')
    .getByText(/^50[.0]*%$/)
    .first()
    .waitFor()
  assert.equal(await balance.innerText(), '€800.00')
  await game.getByTestId('open-box').click()
  await price(page).focus()
  await game.getByTestId('prize-card').waitFor()
  await price(page).and(page.locator(':focus')).waitFor()
  assert.equal(await balance.innerText(), '€792.00')
  assert.equal(await game.getByTestId('verify-link').count(), 0)
  await assertAccessible(page, 'a draft next to the game')
  await game.getByTestId('keep').click()
  await price(page).fill('10')
  await game.getByTestId('open-box').and(game.getByText('Open for €10.00')).waitFor()
  assert.equal(await balance.innerText(), '€792.00', 'the player goes on')
  await chance(page, 'Enamel mug').fill('49')
  await earlier.waitFor()
  await button(page, 'Undo').click()
  await earlier.waitFor({ state: 'detached' })
  await price(page).fill('')
  await preview.getByText('Price missing: the game shows an earlier draft.').waitFor()
  await routeFirst(page, /\/versions\/preview$/, (route) => route.abort())
  await price(page).fill('9')
  await preview.getByRole('button', { name: 'Try again' }).click()
  await game.getByText('Open for €9.00').waitFor()
  await button(page, 'Restart').click()
  await game.getByText('€900.00').waitFor()
  await game.getByText('Fairness').click()
  await game.getByText('Fingerprint of the server seed', { exact: true }).waitFor()
  assert.equal(await game.locator('a[target=_blank]').count(), 0)
  await game.getByTestId('vault-link').click()
  await game.getByText('Nothing waits in your vault').waitFor()
  await button(page, 'Undo').click()
  await button(page, 'Undo').click()
  assert.equal(await price(page).inputValue(), '8.00')
  const size = page.viewportSize()!
  await page.setViewportSize({ width: 1280, height: size.height })
  await preview.getByText('Play this draft as players would see it, with play money.').waitFor()
  await button(page, 'Play draft').click()
  await game.getByTestId('open-box').waitFor()
  assert.ok(await page.evaluate(GAME_HAS_FOCUS), 'the game has the focus')
  await page.setViewportSize(size)
  await button(page, 'Play draft').waitFor({ state: 'detached' })
}

const GAME_HAS_FOCUS = 'document.activeElement.matches("[tabindex]:has(iframe)")'

/** On a phone, where the game is shown on request. */
export async function showsGame(page: Page): Promise<void> {
  assert.equal(await page.locator('iframe').count(), 0)
  const isRequested = page.waitForRequest(/\/versions\/preview$/)
  await button(page, 'Show the game').click()
  await isRequested
  await page.frameLocator('iframe[title="Preview of the game"]').getByTestId('open-box').waitFor()
  assert.ok(await page.evaluate(GAME_HAS_FOCUS), 'the game has the focus')
}

/** On a phone, where a finger that scrolls the page begins on a track. */
export async function keepsChancesOnTap(page: Page): Promise<void> {
  const track = slider(page, 'Enamel mug')
  await track.scrollIntoViewIfNeeded()
  const { x, y, height } = (await track.boundingBox())!
  await page.touchscreen.tap(x + 30, y + height / 2)
  assert.deepEqual(await chances(page), ['1', '99'])
  await track.press('ArrowLeft')
  assert.deepEqual(await chances(page), ['1.5', '98.5'])
}

export async function simulates({ page }: { page: Page }): Promise<void> {
  const simulation = section(page, 'Simulation')
  await price(page).fill('')
  await simulation.getByText('A simulation needs a price and chances that sum to 100%.').waitFor()
  assert.equal(await button(page, 'Simulate 100,000 opens').getAttribute('aria-disabled'), 'true')
  await price(page).fill('8.00')
  const failed = Promise.withResolvers<void>()
  const cancelled = Promise.withResolvers<void>()
  let workers = 0
  await page.route(/simulation-worker/, async (route) => {
    workers += 1
    if (workers === 1) {
      await failed.promise
      return route.abort()
    }
    if (workers === 2) await cancelled.promise
    // The script of a worker that was cancelled is no longer requested.
    await route.continue().catch(() => {})
  })
  const simulate = button(page, 'Simulate 100,000 opens')
  await simulate.click()
  await simulation.getByText('0 of 100,000 opens').waitFor()
  await assertAccessible(page, 'a simulation that runs')
  failed.resolve()
  await simulation.getByText('The simulation failed.').waitFor()
  await simulate.click()
  await button(page, 'Cancel simulation').click()
  await simulate.waitFor()
  cancelled.resolve()
  await simulate.click()
  await simulation.getByText(/^In 90 of 100 series of 1,000 opens, the RTP was between /).waitFor()
  for (const text of [
    'Expected: 85.00% ± 0.11%',
    'Expected: 50.00%',
    'Expected: €120,000.00 ± €885.43',
    'Expected: 50,000',
  ]) {
    await simulation.getByText(text, { exact: true }).waitFor()
  }
  const opens = async (text: string) => {
    const [number] = await rowOf(page, 'Returns of single opens', text).getByRole('cell').allInnerTexts()
    return Number(number!.replace(',', ''))
  }
  const [less, more] = [await opens('0.5× to 0.75×'), await opens('1× to 1.5×')]
  assert.equal(less + more, 100_000)
  assert.ok(less > 45_000 && more > 45_000, `${less} and ${more} of 50,000 each`)
  await assertAccessible(page, 'the results of a simulation')
  const stale = simulation.getByText('These results are of an earlier draft.')
  assert.equal(await stale.count(), 0)
  await chance(page, 'Enamel mug').fill('51')
  await stale.waitFor()
  await button(page, 'Undo').click()
  await stale.waitFor({ state: 'detached' })
  await button(page, 'Review').click()
  await button(page, 'Back').click()
  await button(page, 'Simulate again').waitFor()
}

export async function pastesPrizes({ page }: { page: Page }): Promise<void> {
  await button(page, 'Paste prizes…').click()
  const dialog = page.getByRole('dialog', { name: 'Paste prizes' })
  const list = dialog.getByRole('textbox', { name: 'Prizes' })
  const replace = dialog.getByRole('button', { name: 'Replace prizes' })
  await replace.click()
  await dialog.getByText('Paste a list of prizes.').waitFor()
  await list.fill('mug,60%\nmug,5%\nspins,1.5')
  await replace.click()
  await dialog.getByText('Line 2: mug is on line 1 already.').waitFor()
  await dialog.getByText('Line 3: enter a percentage such as 12.5%, or a whole number of units.').waitFor()
  await list.fill('mug,60%\nnothing,5%')
  await replace.click()
  await dialog.getByText('Line 2: no item has the key nothing.').waitFor()
  await assertAccessible(page, 'a list of prizes with a fault')
  await list.fill('coin\t0.25%\nmug\t39.75%\nspins\t60,000,000')
  await replace.click()
  await page.getByText('3 prizes pasted.').waitFor()
  assert.match((await page.getByRole('table', { name: 'Prizes' }).getByRole('row').nth(1).innerText())!, /Silver coin/)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await button(page, 'Copy prizes').click()
  await page.getByText('Prizes copied.').waitFor()
  const copied = await page.evaluate<string>('navigator.clipboard.readText()')
  assert.equal(copied, 'item\tchance\ncoin\t0.25%\nmug\t39.75%\nspins\t60%\n')
  const undo = button(page, 'Undo')
  while ((await undo.getAttribute('aria-disabled')) === 'false') await undo.click()
  assert.deepEqual([await price(page).inputValue(), await chance(page, 'Enamel mug').inputValue()], ['8.00', '60'])
  await page.getByRole('link', { name: 'Back to the box' }).click()
  await heading(page, 'Winter box')
}
