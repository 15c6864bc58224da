import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { faults } from '@coffer/reference-operator'
import type { Page } from 'playwright-core'
import { assertAccessible, assertTouchable } from '../support/accessible.ts'
import { exportCsv, heading, openAdminPage, openDarkPhone } from '../support/admin-page.ts'
import { failNext } from '../support/admin-rounds.ts'
import { eventually } from '../support/eventually.ts'
import { routeFirst } from '../support/page-requests.ts'
import { openRows } from '../support/rows.ts'
import { shipped } from '../support/shipping.ts'
import { sureBoxes, win } from '../support/sure-boxes.ts'
import { startWorld } from '../support/world.ts'

const REASON = 'Asked by telephone'

test('player screens: support finds a player, sees what they did and restricts them', async (t) => {
  const admin = await openAdmin(t)
  await t.test('before the first player the list says so', () => showsNone(admin))
  await t.test('a player without rounds has a balance and empty sections', () => showsNewPlayer(admin))
  await t.test('money, rounds, items, orders and verifications are shown', () => showsActivePlayer(admin))
  await t.test('restrictions are set and lifted with a reason', () => restricts(admin))
  await t.test('the list is searched, filtered and exported', () => searches(admin))
  await t.test('failures and unknown players are explained', () => showsFailures(admin))
  await t.test('dark scheme and phone: both screens and the dialog are usable', () => checksDarkPhone(admin))
  await t.test('staff of the platform choose an operator, finance changes nothing', () => showsOthers(t, admin))
  assert.deepEqual(admin.faults, [])
})

/** A browser in which a member of support of aurum has just signed in. */
async function openAdmin(t: TestContext) {
  const world = await startWorld(t, {
    operators: {
      aurum: { catalogue: sureBoxes(), settings: { kyc: { enabled: true }, game: { maxReels: 20 } } },
      borealis: {},
    },
  })
  const person = { email: 'sam@aurum.example', roles: ['support' as const], operator: world.operators.aurum! }
  const admin = await openAdminPage(t, world, person, '/players')
  await heading(admin.page, 'Players')
  return { world, aurum: world.operators.aurum!, ...admin }
}

type Admin = Awaited<ReturnType<typeof openAdmin>>

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Change restrictions' })

async function showsNone({ page }: Admin): Promise<void> {
  await page.getByText(/^No players yet\. A player appears here after the first launch, or/).waitFor()
  await assertAccessible(page, 'players without a player')
}

async function showsNewPlayer({ world, aurum, page }: Admin): Promise<void> {
  await world.play(aurum, 'ann')
  await page.reload()
  await page.getByRole('link', { name: 'ann' }).click()
  await heading(page, 'Player ann')
  assert.doesNotMatch(`${page.url()} ${await page.title()}`, /ann/)
  await section(page, 'Overview')
    .getByText(/^1, last request /)
    .waitFor()
  await page.getByText(/^€1,000\.00, read /).waitFor()
  for (const text of [
    'No restrictions are set.',
    'No changes yet.',
    'The wallet has not moved any money for this player.',
    'No rounds yet.',
    'No items in the vault.',
    'No shipping orders.',
    'No verifications.',
  ]) {
    await page.getByText(text, { exact: true }).waitFor()
  }
  await assertAccessible(page, 'a new player')
}

async function showsActivePlayer({ world, aurum, page }: Admin): Promise<void> {
  const ann = await world.play(aurum, 'ann')
  const { items, round } = await win(aurum, ann, 'mug', 'book', 'crown')
  await ann.cashBack(items[1]!.id)
  const order = await shipped(ann, [items[0]!.id])
  await win(aurum, ann, ...Array.from({ length: 20 }, () => 'keepsake' as const))
  await aurum.coffer.createKycSession({ playerExternalId: 'ann', email: 'ann@example.test', locale: 'en' })
  failNext(world, 'balance', faults.refuse('ACCOUNT_CLOSED'))
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByText(/^The balance could not be read\. Reason: ACCOUNT_CLOSED/).waitFor()
  await page.getByRole('button', { name: 'Read balance again' }).click()
  await page.getByText(/^€[\d,.]+, read /).waitFor()

  const sums = section(page, 'Spend and net position').getByRole('row', { name: /^Total/ })
  const spent = await sums.getByRole('cell').allTextContents()
  const ledger = world.casino.wallet.ledger('aurum', 'ann')
  const debited = ledger.filter(({ type }) => type === 'debit').reduce((sum, { amountMinor }) => sum - amountMinor, 0)
  const euros = (minor: number) => `€${(minor / 100).toFixed(2)}`
  assert.deepEqual(spent, [euros(debited), '€3.60', `−${euros(debited - 360)}`])
  await section(page, 'Rounds').getByRole('link', { name: round.publicId }).waitFor()

  const vault = section(page, 'Vault')
  await vault.getByRole('row').filter({ hasText: 'Sure keepsake' }).first().waitFor()
  assert.equal(await vault.locator('tbody tr').count(), 20)
  await vault.getByRole('button', { name: 'Next page' }).click()
  await vault.getByRole('row').filter({ hasText: 'Sure crown' }).waitFor()
  assert.equal(await vault.locator('tbody tr').count(), 1)
  await vault.getByLabel('Show').selectOption({ label: 'Cashed back' })
  await vault.getByRole('row').filter({ hasText: 'Sure book' }).waitFor()
  await vault.getByLabel('Show').selectOption({ label: 'Expired' })
  await vault.getByText('No items in this state.').waitFor()
  await vault.getByLabel('Show').selectOption({ label: 'Shipping requested' })
  await vault.getByRole('row').filter({ hasText: 'Sure mug' }).waitFor()

  const orders = section(page, 'Shipping orders').getByRole('row').filter({ hasText: order.publicId })
  await orders.getByText('Pending').waitFor()
  await section(page, 'Verifications').getByRole('row').filter({ hasText: 'First verification' }).waitFor()
  await assertAccessible(page, 'an active player')
  await page.getByRole('button', { name: 'All rounds of this player' }).click()
  await heading(page, 'Rounds')
  await eventually(async () => (await page.locator('tbody tr').count()) === 2, 'both rounds of the player are shown')
  assert.doesNotMatch(`${page.url()} ${await page.title()}`, /ann/)
  await page.getByRole('link', { name: round.publicId }).click()
  await heading(page, `Round ${round.publicId}`)
  await page.getByRole('link', { name: 'player ann' }).click()
  await heading(page, 'Player ann')
}

/** Messages about a draft with a mistake in each field. */
const MISTAKES = [
  'Enter a time in the future.',
  'Enter an amount in EUR with at most 2 decimals, or leave the field empty.',
  'Enter a whole number up to 1,000,000, or leave the field empty.',
  'Enter a reason.',
]

async function restricts(admin: Admin): Promise<void> {
  const { aurum, page } = admin
  const open = page.getByRole('button', { name: 'Change restrictions…' })
  const dialog = dialogOf(page)
  const save = dialog.getByRole('button', { name: 'Save' })
  await open.click()
  await save.click()
  await dialog.getByText('Nothing is changed.').waitFor()
  await dialog.getByLabel('Self-excluded').check()
  await dialog.getByText('The player’s sessions end when you save.').waitFor()
  await dialog.getByLabel('Daily spend limit (EUR)').fill('12.345')
  await dialog.getByLabel('Daily opens limit').fill('-1')
  await dialog.getByLabel('Cool-off until (UTC)').fill('2020-01-02T03:04')
  await save.click()
  for (const message of MISTAKES) await dialog.getByText(message).waitFor()
  await assertAccessible(page, 'restrictions with mistakes')
  await dialog.getByLabel('Cool-off until (UTC)').fill('2099-01-02T03:04')
  await dialog.getByLabel('Daily spend limit (EUR)').fill('1,250.50')
  await dialog.getByLabel('Daily opens limit').fill('20')
  await dialog.getByLabel('Reason').fill(REASON)
  await routeFirst(page, '**/restrictions', (route) => route.abort())
  await save.click()
  await dialog.getByText(/^The restrictions may have been changed\./).waitFor()
  await save.click()
  await page.getByText('Restrictions changed.').waitFor()
  await section(page, 'Overview').getByText('None', { exact: true }).waitFor()
  await section(page, 'Restrictions').getByText('Cooling off until 2 Jan 2099').first().waitFor()
  await section(page, 'Restrictions')
    .getByText(/^€1,250\.50, spent today €/)
    .waitFor()
  const changes = page.getByRole('table', { name: 'Changes of restrictions' })
  await changes.getByText('Daily spend limit set to €1,250.50').waitFor()
  await changes.getByText(REASON).waitFor()
  await assertAccessible(page, 'a restricted player')

  await open.click()
  await dialog.waitFor()
  await aurum.coffer.setRestrictions({ playerExternalId: 'ann', dailyOpensCount: 7 })
  const lift = async () => {
    await dialog.getByLabel('Self-excluded').uncheck()
    await dialog.getByLabel('Cool-off until (UTC)').fill('')
    await dialog.getByText('The player can start games again when you save. Daily limits still apply.').waitFor()
    await dialog.getByLabel('Reason').fill('Verified by post')
    await save.click()
  }
  await lift()
  await dialog.getByText('The restrictions of the player were changed meanwhile.').waitFor()
  await assertAccessible(page, 'a change that is based on other restrictions')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await changes.getByText(`API key (${aurum.keyId})`).waitFor()
  await section(page, 'Restrictions')
    .getByText(/^7, opened today \d+$/)
    .waitFor()
  await section(page, 'Restrictions').getByText('Limit reached').waitFor()
  await open.click()
  await lift()
  await changes.getByText('Self-exclusion lifted').waitFor()
  await changes
    .getByText(/^sam@aurum\.example/)
    .first()
    .waitFor()
  await section(page, 'Restrictions').getByText('Self-excluded').waitFor({ state: 'detached' })
  await removesOldLimit(admin)
}

/** After the operator was converted, a limit is in another currency than a new one. */
async function removesOldLimit({ world, page }: Admin): Promise<void> {
  await openRows(world.databaseUrl).query("update restrictions set daily_spend_currency = 'USD'")
  const dialog = dialogOf(page)
  await page.getByRole('button', { name: 'Change restrictions…' }).click()
  await dialog.getByText('The current limit is US$1,250.50 a day. A new one is in EUR.').waitFor()
  await dialog.getByLabel('Remove the daily spend limit').check()
  await dialog.getByLabel('Reason').fill('Asked by post')
  await routeFirst(page, '**/restrictions', (route) => {
    const error = { code: 'VALIDATION_FAILED', message: '', requestId: '1', fields: { reason: ['must not be a test'] } }
    return route.fulfill({ status: 422, json: { error } })
  })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText(/^The reason must not be a test/).waitFor()
  await dialog.getByLabel('Reason').fill('Asked by letter')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Daily spend limit lifted').waitFor()
}

async function searches({ world, aurum, page }: Admin): Promise<void> {
  await aurum.coffer.setRestrictions({ playerExternalId: 'bob', selfExcluded: true })
  await page.goto(`${world.baseUrl}/admin/players`)
  const shows = async (...names: string[]) => {
    const links = page.locator('tbody').getByRole('link')
    await eventually(async () => `${await links.allTextContents()}` === `${names}`, `${names} are shown`)
  }
  await shows('bob', 'ann')
  await assertAccessible(page, 'players')
  await page.getByLabel('Player ID').fill('ann')
  await shows('ann')
  await page.getByLabel('Player ID').fill('')
  await page.getByLabel('Restriction').selectOption({ label: 'Self-excluded' })
  await shows('bob')
  const { name, rows } = await exportCsv(page)
  assert.equal(name, 'players.csv')
  assert.deepEqual(
    rows.map(({ playerExternalId, selfExcluded }) => [playerExternalId, selfExcluded]),
    [['bob', 'true']],
  )
  await page.getByLabel('Restriction').selectOption({ label: 'Cooling off' })
  await page.getByText('No players match the filters.').waitFor()
}

async function showsFailures({ world, page }: Admin): Promise<void> {
  await page.goto(`${world.baseUrl}/admin/players/999999`)
  await page.getByText('There is no such player').waitFor()
  await assertAccessible(page, 'an unknown player')
  await page.keyboard.press('Escape')
  await heading(page, 'Players')
  await routeFirst(page, /\/api\/admin\/players\/\d+$/, (route) => route.abort())
  for (const part of ['items', 'spend']) {
    await routeFirst(page, new RegExp(`/api/admin/players/\\d+/${part}`), (route) => route.abort())
  }
  await page.getByRole('link', { name: 'ann' }).click()
  await page.getByText('The service did not answer.').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await heading(page, 'Player ann')
  for (const name of ['Vault', 'Spend and net position']) {
    await section(page, name).getByText('The service did not answer.').waitFor()
    await section(page, name).getByRole('button', { name: 'Try again' }).click()
    await section(page, name).getByRole('row').nth(1).waitFor()
  }
}

async function checksDarkPhone(admin: Admin): Promise<void> {
  const small = await openDarkPhone(admin)
  await heading(small, 'Player ann')
  await section(small, 'Vault').getByText('Sure keepsake').first().waitFor()
  await small.getByText(/^€[\d,.]+, read /).waitFor()
  await assertAccessible(small, 'a player on a dark phone')
  await assertTouchable(small, 'a player on a phone')
  await small.getByRole('button', { name: 'Change restrictions…' }).click()
  await dialogOf(small).getByLabel('Reason').waitFor()
  await assertAccessible(small, 'the dialog on a dark phone')
  await assertTouchable(small, 'the dialog on a phone')
  await small.goto(`${admin.world.baseUrl}/admin/players`)
  await small.getByRole('link', { name: 'bob' }).waitFor()
  await assertAccessible(small, 'players on a dark phone')
  await assertTouchable(small, 'players on a phone')
  await small.context().close()
}

async function showsOthers(t: TestContext, { world, aurum }: Admin): Promise<void> {
  const platform = { email: 'admin@desk.example', roles: ['auditor' as const] }
  const { page, faults: found } = await openAdminPage(t, world, platform, '/players')
  await page.getByText('Choose an operator to see its players.').waitFor()
  await page.getByLabel('Operator').selectOption({ label: 'aurum' })
  await page.getByRole('link', { name: 'ann' }).click()
  await heading(page, 'Player ann')
  const path = new URL(page.url()).pathname
  await page.getByRole('table', { name: 'Verifications' }).getByRole('link').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Change restrictions…' }).count(), 0)
  await page.getByRole('table', { name: 'Changes of restrictions' }).getByRole('link').first().click()
  await heading(page, 'Player restrictions changed')
  await page.goto(`${world.baseUrl}${path}`)
  await page.getByText('The address of this page names no operator.').waitFor()
  assert.deepEqual(found, [])

  const finance = { email: 'fin@aurum.example', roles: ['finance' as const], operator: aurum }
  const other = await openAdminPage(t, world, finance, path.replace('/admin', ''))
  await heading(other.page, 'Player ann')
  assert.equal(await other.page.getByRole('button', { name: 'Change restrictions…' }).count(), 0)
  const viewer = { email: 'vic@aurum.example', roles: ['viewer' as const], operator: aurum }
  const third = await openAdminPage(t, world, viewer, '/players')
  await heading(third.page, 'No permission')
  assert.deepEqual([...other.faults, ...third.faults], [])
}
