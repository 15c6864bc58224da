import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { faults } from '@coffer/reference-operator'
import type { Locator, Page } from 'playwright-core'
import { days } from '../../service/src/kernel/index.ts'
import { assertAccessible, assertTouchable } from '../support/accessible.ts'
import { updateTotals } from '../support/admin-home.ts'
import { heading, openAdminPage, openDarkPhone } from '../support/admin-page.ts'
import { emit } from '../support/admin-webhooks.ts'
import { routeFirst } from '../support/page-requests.ts'
import { status, subscribe } from '../support/receiver.ts'
import { openRows } from '../support/rows.ts'
import { sureBoxes, win, winBody } from '../support/sure-boxes.ts'
import { startWorld } from '../support/world.ts'

const REFRESH_MS = 30_000

test('home screen: what an operator and the platform see of play, tasks and set-up', async (t) => {
  const admin = await openAdmin(t)
  await t.test('a new operator sees what is left to set up', () => showsSetUp(t, admin))
  await t.test('the figures of rounds are shown and refreshed, also after a failure', () => showsFigures(admin))
  await t.test('a wallet that does not answer and failed deliveries are shown', () => showsFaults(t, admin))
  await t.test('dark scheme and phone: the screen is readable', () => checksDarkPhone(admin))
  await t.test('staff of the platform choose an operator', () => showsPlatform(t, admin))
  assert.deepEqual(admin.faults, [])
})

/** A browser in which an owner of aurum has just signed in. Players have opened a box yesterday; today two boxes, and one for free. */
async function openAdmin(t: TestContext) {
  const world = await startWorld(t, {
    operators: { aurum: { catalogue: sureBoxes() }, borealis: { settings: { wallet: { url: '' } } } },
  })
  const { aurum, borealis } = world.operators as Record<'aurum' | 'borealis', typeof world.operator>
  const open = async (...keys: Parameters<typeof winBody>[2][]) => {
    const player = await world.play(aurum, 'ann')
    for (const key of keys) await win(aurum, player, key)
    await updateTotals(world)
  }
  await open('book')
  world.clock.advance(days(1))
  await open('mug', 'mug')
  const launch = { target: { boxId: aurum.boxes.book!.boxId }, funding: 'operator', fundingRounds: 1 }
  const guest = await world.play(aurum, 'guest', launch)
  assert.equal((await guest.open({ ...winBody(aurum, 'free', 'book'), funding: 'operator' })).status, 200)
  await updateTotals(world)
  const person = { email: 'owner@aurum.example', roles: ['owner' as const], operator: aurum }
  const admin = await openAdminPage(t, world, person, '/')
  await heading(admin.page, 'Home')
  return { world, aurum, borealis, open, ...admin }
}

type Admin = Awaited<ReturnType<typeof openAdmin>>

function part(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true })
}

async function showsSetUp(t: TestContext, { world, borealis }: Admin): Promise<void> {
  const person = { email: 'viewer@borealis.example', roles: ['viewer' as const], operator: borealis }
  const { page, faults: found } = await openAdminPage(t, world, person, '/home')
  const setUp = part(page, 'Set up')
  await setUp.getByText('1 of 6 done').waitFor()
  await setUp.getByRole('listitem').filter({ hasText: 'Done: Publish a box' }).waitFor()
  await part(page, 'Last 30 days').getByText('No rounds in the last 30 days.').waitFor()
  await part(page, 'Wallet').getByText('No wallet').waitFor()
  for (const text of ['No failed deliveries.', 'No orders wait to be shipped.', 'No verifications wait for review.'])
    await page.getByText(text).waitFor()
  await assertAccessible(page, 'a new operator')
  await setUp.getByRole('link', { name: 'Set the wallet URL' }).click()
  await heading(page, 'Integration')
  assert.deepEqual(found, [])
}

async function showsFigures({ world, open, page }: Admin): Promise<void> {
  const figures = part(page, 'Key figures')
  const seen = async () => (await figures.innerText()).replace(/\s+/g, ' ')
  await figures.getByText('3 opens').waitFor()
  assert.match(await seen(), /Bets €19\.36 Yesterday €4\.31 Last 30 days €23\.67/)
  assert.match(await seen(), /Payouts €18\.00 .* GGR €1\.36 Yesterday €0\.31/)
  assert.match(await seen(), /RTP 92\.94% in the last 30 days Free rounds 1, prizes worth €4\.00/)
  const rows = part(page, 'Last 30 days').getByRole('row')
  assert.equal(await rows.count(), 3, 'a head and two days')
  await part(page, 'Wallet').getByText('The wallet answered the last call.').waitFor()
  await assertAccessible(page, 'an operator with rounds')

  await page.clock.install({ time: world.clock.now() })
  await routeFirst(page, '**/api/admin/home', (route) => route.abort())
  await page.reload()
  await page.getByText('The service did not answer.').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await figures.getByText('3 opens').waitFor()
  await open('mug')
  await page.clock.runFor(REFRESH_MS)
  await figures.getByText('4 opens').waitFor()
}

async function showsFaults(t: TestContext, { world, aurum, page }: Admin): Promise<void> {
  const { receiver } = await subscribe(t, world, aurum)
  receiver.answer = status(500)
  await emit(world, 'settings_changed:1')
  await world.tick('webhooks')
  const rows = openRows(world.databaseUrl)
  await rows.query("update webhook_deliveries set status = 'failed', next_attempt_at = null")
  world.casino.wallet.faults.push({ when: { type: 'wallet.debit' }, times: 1, fault: faults.reset() })
  const player = await world.play(aurum, 'ann')
  assert.equal((await player.open(winBody(aurum, 'lost', 'mug'))).status, 503)
  await page.reload()
  const wallet = part(page, 'Wallet')
  await wallet.getByText('Last call failed').waitFor()
  await wallet.getByText(/^1 debit or credit, the oldest for/).waitFor()
  const webhooks = part(page, 'Webhooks')
  await webhooks.getByText(receiver.url).waitFor()
  await assertAccessible(page, 'an operator with faults')
  await webhooks.getByRole('link', { name: 'Show failed deliveries' }).click()
  await heading(page, 'Deliveries')
  assert.equal(new URL(page.url()).search, '?status=failed')
  await page.getByRole('table').getByRole('row').nth(1).waitFor()
  await rows.query("update webhook_deliveries set status = 'pending', next_attempt_at = now()")
  receiver.answer = status(200)
  await page.getByRole('link', { name: 'Home' }).click()
  await heading(page, 'Home')
}

async function checksDarkPhone(admin: Admin): Promise<void> {
  const phone = await openDarkPhone(admin)
  await part(phone, 'Key figures').getByText('4 opens').waitFor()
  await assertAccessible(phone, 'the home screen on a phone')
  await assertTouchable(phone, 'the home screen')
  await phone.context().close()
}

async function showsPlatform(t: TestContext, { world }: Admin): Promise<void> {
  const person = { email: 'auditor@desk.example', roles: ['auditor' as const] }
  const { page, faults: found } = await openAdminPage(t, world, person, '/')
  await part(page, 'Verifications').getByText('Of all operators').waitFor()
  await assertAccessible(page, 'the home screen without an operator')
  await page.getByLabel('Operator').selectOption('aurum')
  await part(page, 'Key figures').getByText('4 opens').waitFor()
  assert.equal(new URL(page.url()).search, '?operator=aurum')
  await part(page, 'Wallet').getByRole('link', { name: 'Go to Integration' }).click()
  await heading(page, 'Integration')
  assert.equal(new URL(page.url()).search, '?operator=aurum')

  const finance = { email: 'finance@aurum.example', roles: ['finance' as const], operator: world.operators.aurum! }
  const { page: theirs, faults: theirFaults } = await openAdminPage(t, world, finance, '/')
  await part(theirs, 'Key figures').waitFor()
  assert.deepEqual(await theirs.getByRole('region').getByRole('heading').allInnerTexts(), [
    'Key figures',
    'Last 30 days',
  ])
  assert.deepEqual([...found, ...theirFaults], [])
}
