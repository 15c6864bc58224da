import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { FrameLocator, Locator, Page } from 'playwright-core'
import { eventually } from './eventually.ts'
import { watchRequests } from './page-time.ts'
import type { Player } from './player.ts'
import { openBrowser } from './shared-browser.ts'
import { ADDRESS, CONTACT } from './shipping.ts'
import { type SureKey, sureBoxes, win } from './sure-boxes.ts'
import { startWorld, type World } from './world.ts'

const PHONE = { width: 390, height: 844 }
/** EUR 4.90 for an order, from EUR 20.00 on. */
const SHIPPING = { 'shipping.defaultCostMinor': 490, 'shipping.minShipmentValueMinor': 2000 }

/** The game in ann's vault, on a phone, with what she has won before, at a casino that ships. */
export async function shippingVisit(
  t: TestContext,
  won: readonly SureKey[],
  settings: Record<string, unknown> = {},
): Promise<{ world: World; page: Page; player: Player }> {
  const catalogue = sureBoxes()
  const world = await startWorld(t, {
    operators: { aurum: { catalogue, settings: { ...SHIPPING, ...settings } } },
  })
  const browser = await openBrowser(t)
  const player = await world.play(world.operator, 'ann')
  for (const key of won) await win(world.operator, player, key)
  const page = await browser.newPage({ viewport: PHONE, reducedMotion: 'reduce', locale: 'en' })
  page.on('pageerror', (error) => assert.fail(`the page threw ${error.message}`))
  const launch = { playerExternalId: 'ann', gameKey: 'mystery_box', target: {} } as const
  await page.goto((await world.operator.coffer.createLaunch(launch)).launchUrl)
  await page.getByTestId('vault-link').click()
  await page.getByTestId('vault-item').first().waitFor()
  return { world, page, player }
}

/** Goes to the question where everything that can be sent is to go. */
export async function shipEverything(page: Page | FrameLocator): Promise<void> {
  await page.getByTestId('ship-several').click()
  await page.getByTestId('ship-all').click()
  await page.getByTestId('ship-chosen').click()
  await page.getByTestId('ship-form').waitFor()
}

/** Fills in the form for everything that can be sent. Returns when no quote is under way, which would show a later change. */
export async function fillInShipForm(page: Page): Promise<void> {
  const quotes = watchRequests(page, /\/api\/play\/shipping\/quote/)
  await shipEverything(page)
  await fillIn(page.getByRole('dialog'))
  await eventually(() => quotes.size === 0, 'the quotes are answered')
}

/** Enters an address that can be sent to. */
export async function fillIn(dialog: Locator): Promise<void> {
  const { line2: _, phone: __, ...address } = ADDRESS
  await fill(dialog, { ...address, ...CONTACT, notes: 'Ring twice.' })
}

export async function fill(dialog: Locator, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(texts)) {
    const field = dialog.locator(`[name=${name}]`)
    if (name === 'country') await field.selectOption(text)
    else await field.fill(text)
  }
}

export async function wordsOf(locator: Locator): Promise<string> {
  return (await locator.innerText()).replaceAll(/\s+/g, ' ').trim()
}
