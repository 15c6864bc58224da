import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faults } from '@coffer/reference-operator'
import { createEndpoint } from '@coffer/service/administration'
import type { Page } from 'playwright-core'
import { openBrowser } from '../support/shared-browser.ts'
import { sureBoxes, win } from '../support/sure-boxes.ts'
import { startWorld, type World } from '../support/world.ts'

const LAMP = { key: 'lamp', name: 'Lamp', type: 'physical', valueMinor: 1800, upgraderPrize: true } as const

test('a casino that has the Upgrader leads into it, and its staff plays an amount and a thing for a player: a lost answer is asked for on the same click, and answer and event are told in words', async (t) => {
  const { world, page } = await visit(t)
  const { operator } = world
  const ann = await world.play(operator, 'ann')
  const [thing] = (await win(operator, ann, 'keepsake')).items
  const rounds = async () => (await operator.coffer.listRounds({ playerExternalId: 'ann' })).rounds

  await page.getByTestId('open-upgrader').click()
  await page.frameLocator('[data-testid=game-frame]').getByTestId('wager').waitFor()

  await page.getByRole('tab', { name: 'Staff' }).click()
  await page.locator('summary').filter({ hasText: 'Upgrade from the backend' }).click()
  const result = page.getByTestId('upgrade-result')
  await page.locator('#upgrade-play:enabled').waitFor()
  assert.equal(await page.evaluate(CHANGED), true, 'what was offered for another stake is not played')
  await page.getByLabel(/^Amount in EUR/).fill('10')
  await page.getByText('Staked: €10.00. Prizes from €17.28 to €19.00: 1.').waitFor()
  await page.locator('#upgrade-prize').getByRole('option', { name: 'Lamp, €18.00' }).waitFor({ state: 'attached' })
  // The debit moved, and nobody heard: only the same click may follow.
  const lost = { when: { type: 'wallet.debit' }, times: 1, fault: faults.reset({ apply: true }) } as const
  world.casino.wallet.faults.push(lost)
  await play(page)
  await page.getByRole('alert').getByText('the same play is asked for, never a second one').waitFor()
  assert.equal(await result.innerText(), '')
  await play(page)
  await result.getByText(/^Rolled/).waitFor()
  const [amount] = await rounds()
  assert.equal(await result.innerText(), toldOf(amount!, '€10.00'))
  await page.getByTestId('made-call').getByText('/api/s2s/upgrader/play', { exact: true }).waitFor()

  await page.getByLabel('Staked is').selectOption('items')
  await page.getByLabel('Chance').selectOption('7500')
  await page.locator(`#upgrade-items input[value="${thing!.id}"]`).check()
  await page.getByText('Staked: one thing, counted €15.00. Prizes from €17.28 to €19.00: 1.').waitFor()
  await play(page)
  await result.getByText('one thing').waitFor()
  const [items] = await rounds()
  assert.equal(await result.innerText(), toldOf(items!, 'one thing, counted €15.00'))
  await page.getByTestId('made-call').getByText('/api/s2s/upgrader/play-with-items', { exact: true }).waitFor()

  await world.tick('webhooks')
  await page.getByRole('tab', { name: 'Webhooks' }).click()
  await page.getByTestId('arrival').filter({ hasText: items!.publicId }).getByRole('button').click()
  await page.getByRole('dialog').getByText(toldOf(items!, 'one thing, counted €15.00')).waitFor()
  const debits = world.casino.wallet.ledger(operator.slug).filter(({ amountMinor }) => amountMinor === -1000)
  assert.equal(debits.length, 1, 'an amount is debited once, and a thing never')
})

/** Whether nothing can be played from the moment on that the amount changes. */
const CHANGED = `document.getElementById('upgrade-wager').dispatchEvent(new Event('input', { bubbles: true })) &&
  document.getElementById('upgrade-play').disabled`

/** While a job is at work, a further click does nothing. */
async function play(page: Page): Promise<void> {
  await page.locator('#job-upgrader:not([aria-busy])').waitFor()
  await page.getByRole('button', { name: 'Play', exact: true }).click()
}

type Round = Awaited<ReturnType<World['operator']['coffer']['listRounds']>>['rounds'][number]

/** What the casino says of a round. */
function toldOf({ rolledBps = 0, chanceBps = 0, isWin }: Round, stake: string): string {
  const percent = (bps: number) => `${(bps / 100).toFixed(2)}%`
  const roll = `Rolled ${percent(rolledBps)}; a roll below ${percent(chanceBps)} wins.`
  if (isWin) return `${roll} Won: Lamp, worth €18.00. It is in the vault. Staked: ${stake}.`
  return `${roll} Not won: Lamp, worth €18.00. Spent: ${stake}.`
}

/** Ann’s page of a casino that has the Upgrader, with one thing to win in it, and hears of rounds. */
async function visit(t: Parameters<typeof startWorld>[0]): Promise<{ world: World; page: Page }> {
  const browser = await openBrowser(t)
  const { items, boxes } = sureBoxes()
  const catalogue = { items: [...items, LAMP], boxes }
  const settings = { enabledGames: ['mystery_box', 'upgrader'] }
  const world = await startWorld(t, { operators: { aurum: { catalogue, settings } } })
  const { operatorId, slug } = world.operator
  const url = world.casino.webhookUrl(slug)
  const made = await createEndpoint(world.service.ctx, { operatorId, url, types: ['round_settled'], actor: 'test' })
  world.casino.addOperator({ ...world.operator, webhookSecret: made.secret, webhookEndpointId: made.endpointId })
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
  page.on('pageerror', (error) => assert.fail(`the page threw ${error.message}`))
  await page.goto(`${world.casino.url}/c/${slug}?player=ann`)
  await page.getByTestId('box-card').first().waitFor()
  return { world, page }
}
