import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Fault, faults } from '@coffer/reference-operator'
import { assertAccessible, assertTouchable } from '../support/accessible.ts'
import { exportCsv, heading, openAdminPage, openDarkPhone } from '../support/admin-page.ts'
import { eventually } from '../support/eventually.ts'
import { routeFirst } from '../support/page-requests.ts'
import type { Player } from '../support/player.ts'
import { subscribe } from '../support/receiver.ts'
import { openRows } from '../support/rows.ts'
import { sureBoxes, win, winBody } from '../support/sure-boxes.ts'
import { startWorld } from '../support/world.ts'

test('round screens: support finds a round and sees why its player was not paid', async (t) => {
  const admin = await openAdmin(t)
  await t.test('before the first round the list says so', () => showsNone(admin))
  await t.test('a search by player, transaction or item finds rounds', () => searches(admin))
  await t.test('a settled round shows its prizes, its calls and its proof', () => showsSettled(admin))
  await t.test('a refused debit, an unanswered one and an unanswered cashback are explained', () => explains(admin))
  await t.test('failures and unknown rounds are explained', () => showsFailures(admin))
  await t.test('dark scheme and phone: both screens are readable', () => checksDarkPhone(admin))
  await t.test('staff of the platform choose an operator, finance sees no deliveries', () => showsOthers(t, admin))
  assert.deepEqual(admin.faults, [])
})

/** A browser in which a member of support of aurum has just signed in, and a player who has not played yet. */
async function openAdmin(t: TestContext) {
  const world = await startWorld(t, {
    operators: { aurum: { catalogue: sureBoxes() }, borealis: {} },
    service: { limits: { searchedItemsCount: 2 } },
  })
  const { aurum, borealis } = world.operators as Record<'aurum' | 'borealis', typeof world.operator>
  const ann = await world.play(aurum, 'ann')
  const person = { email: 'sam@aurum.example', roles: ['support' as const], operator: aurum }
  const admin = await openAdminPage(t, world, person, '/rounds')
  await heading(admin.page, 'Rounds')
  const fail = (type: 'wallet.debit' | 'wallet.credit', fault: Fault) => {
    world.casino.wallet.faults.push({ when: { type }, times: 1, fault })
  }
  return { world, aurum, borealis, ann, fail, ids: {} as Record<string, string>, ...admin }
}

type Admin = Awaited<ReturnType<typeof openAdmin>>

async function showsNone({ page }: Admin): Promise<void> {
  await page.getByText('No rounds yet. A round starts when a player opens a box or plays the Upgrader.').waitFor()
  await assertAccessible(page, 'rounds without a round')
}

async function opened({ aurum, ids }: Admin, player: Player, name: string): Promise<void> {
  ids[name] = (await player.open(winBody(aurum, name, 'mug'))).body.round.publicId
}

async function searches(admin: Admin): Promise<void> {
  const { world, aurum, ann, page, ids, fail } = admin
  ids.settled = (await win(aurum, ann, 'mug', 'spins')).round.publicId
  fail('wallet.debit', faults.refuse('INSUFFICIENT_FUNDS'))
  await opened(admin, ann, 'refused')
  await opened(admin, await world.play(aurum, 'bob'), 'bobs')
  const row = (name: string) => page.getByRole('row').filter({ hasText: ids[name]! })
  const shows = async (...names: string[]) => {
    await eventually(async () => (await page.locator('tbody tr').count()) === names.length, `${names} are shown`)
    for (const name of names) await row(name).waitFor()
  }
  await page.reload()
  await shows('bobs', 'refused', 'settled')
  await assertAccessible(page, 'rounds')
  const search = page.getByLabel('Round ID, player ID or transaction')
  await search.fill('ann')
  await shows('refused', 'settled')
  const entry = world.casino.wallet
    .ledger('aurum', 'bob')
    .find(({ idempotencyKey }) => idempotencyKey === `round:${ids.bobs}`)
  await search.fill(entry!.providerTxnRef)
  await shows('bobs')
  assert.ok(!page.url().includes(entry!.providerTxnRef))
  await search.fill('')
  await page.getByLabel('Item name or vault item ID').fill('spins')
  await shows('settled')
  await page.getByLabel('Item name or vault item ID').fill('sure')
  await page.getByText('Item name or vault item ID matches more than 2 items. Enter more of the name.').waitFor()
  await assertAccessible(page, 'a search that matches too many items')
  await page.getByLabel('Item name or vault item ID').fill('')
  await page.getByLabel('Status').selectOption({ label: 'Voided' })
  await shows('refused')
  const { name, rows } = await exportCsv(page)
  assert.equal(name, 'rounds.csv')
  assert.deepEqual(
    rows.map(({ publicId }) => publicId),
    [ids.refused],
  )
  await page.getByLabel('Status').selectOption({ label: 'Disputed' })
  await page.getByText('No rounds match the filters.').waitFor()
  await page.goto(`${world.baseUrl}/admin/rounds`)
  await row('settled').getByRole('link').click()
  await heading(page, `Round ${ids.settled}`)
}

async function showsSettled({ world, ann, page, ids }: Admin): Promise<void> {
  await page.getByText(/^The player was charged €/).waitFor()
  const prizes = page.getByRole('list', { name: 'Prizes' })
  await prizes.getByText('No cashback was requested.').waitFor()
  await prizes.getByText('The operator grants this bonus from the event bonus_entitlement.').waitFor()
  await page.getByText(/^No endpoint received bonus_entitlement/).waitFor()
  await page.getByText(`round:${ids.settled}`).waitFor()
  await page.getByRole('table', { name: 'Draws' }).getByText('100.00%').first().waitFor()
  await assertAccessible(page, 'a settled round')

  const verify = page.getByRole('button', { name: 'Verify now' })
  await routeFirst(page, `**/fairness/rounds/${ids.settled}`, (route) => route.abort())
  await verify.click()
  await page.getByText('The proof could not be read.').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Every check that is possible now holds.').waitFor()
  await ann.call('rotateSeed', { body: { clientSeed: 'another' } })
  await verify.click()
  await page.getByText('Verified: this browser recomputed the draw, and every check holds.').waitFor()
  await assertAccessible(page, 'a verified round')
  await routeFirst(page, `**/fairness/rounds/${ids.settled}`, async (route) => {
    const other = route.request().url().replace(ids.settled!, ids.bobs!)
    await route.fulfill({ response: await route.fetch({ url: other }) })
  })
  await verify.click()
  await page.getByText('Verification failed: 1 check does not hold.').waitFor()
  await page.getByRole('row', { name: 'The proof is of the round shown here' }).getByText('Does not hold').waitFor()
  await routeFirst(page, `**/fairness/rounds/${ids.settled}`, async (route) => {
    const answer = await route.fetch()
    const proof = await answer.json()
    proof.round.reels[0].rawDraw += 1
    await route.fulfill({ response: answer, json: proof })
  })
  await verify.click()
  await page.getByText(/Verification failed: \d checks? (does|do) not hold\./).waitFor()
  await page.getByRole('table', { name: 'Checks' }).getByText('Does not hold').first().waitFor()
  await assertAccessible(page, 'a round whose proof is wrong')

  const { items } = (await ann.inventory()).body
  assert.equal((await ann.cashBack(items.find(({ name }) => name === 'Sure mug')!.id)).status, 200)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await prizes.getByText(/was credited at/).waitFor()
  const entry = world.casino.wallet.ledger('aurum', 'ann').at(-1)
  await page.getByText(entry!.providerTxnRef).waitFor()
}

async function explains(admin: Admin): Promise<void> {
  const { world, aurum, ann, page, ids, fail } = admin
  const open = async (name: string) => {
    await page.goto(`${world.baseUrl}/admin/rounds/${ids[name]}`)
    await heading(page, `Round ${ids[name]}`)
  }
  await open('refused')
  await page.getByText('The wallet refused the debit').waitFor()
  await page.getByText('Reason: INSUFFICIENT_FUNDS (the player’s balance is too low).').waitFor()
  await page.getByText('The player was not charged, and there is no prize.').waitFor()
  await page.getByText('No delivery: only a settled round has events.').waitFor()
  await page.getByText('A round can be verified after it is settled.').waitFor()

  fail('wallet.debit', faults.serverError())
  await opened(admin, ann, 'unanswered')
  await open('unanswered')
  await page.getByText('It is not known whether the player was charged').waitFor()
  await page.getByText('Coffer sends the same debit again at').waitFor()
  await page.getByText('No usable answer: status 500').waitFor()
  await assertAccessible(page, 'a round with an unanswered debit')
  const rows = openRows(world.databaseUrl)
  const move = (state: string) =>
    rows.query('update wallet_operations set state = $1 where idempotency_key = $2', [state, `round:${ids.unanswered}`])
  await move('parked')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByText('Coffer stopped trying after 72 hours.').waitFor()
  await page.getByText(`compare the idempotency key round:${ids.unanswered}`).waitFor()
  await move('open')

  const { round, items } = await win(aurum, await world.play(aurum, 'eve'), 'book')
  ids.cashback = round.publicId
  fail('wallet.credit', faults.reset())
  const eve = await world.play(aurum, 'eve')
  assert.equal((await eve.cashBack(items[0]!.id)).status, 503)
  await open('cashback')
  await page.getByText(/The cashback of .* has no final answer yet\./).waitFor()
  await page.getByText(/Coffer sends it again at/).waitFor()
  await page.getByText(/No usable answer: the connection was closed/).waitFor()
  await assertAccessible(page, 'a round with an unanswered cashback')
}

async function showsFailures({ world, page, ids }: Admin): Promise<void> {
  await page.goto(`${world.baseUrl}/admin/rounds/rnd_unknown`)
  await page.getByText('There is no such round').waitFor()
  await assertAccessible(page, 'an unknown round')
  await page.keyboard.press('Escape')
  await heading(page, 'Rounds')
  await routeFirst(page, `**/api/admin/rounds/${ids.bobs}*`, (route) => route.abort())
  await page.getByRole('link', { name: ids.bobs! }).click()
  await page.getByText('The service did not answer.').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText(/^The player was charged €/).waitFor()
}

async function checksDarkPhone(admin: Admin): Promise<void> {
  const { page, world, ids } = admin
  await page.goto(`${world.baseUrl}/admin/rounds/${ids.settled}`)
  await heading(page, `Round ${ids.settled}`)
  await page.getByRole('button', { name: 'Verify now' }).waitFor()
  const small = await openDarkPhone(admin)
  await heading(small, `Round ${ids.settled}`)
  await small.getByRole('button', { name: 'Verify now' }).click()
  await small.getByText('Verified: this browser').waitFor()
  await assertAccessible(small, 'a round on a dark phone')
  await assertTouchable(small, 'a round on a phone')
  await small.goto(`${world.baseUrl}/admin/rounds`)
  await small.getByText(ids.settled!).waitFor()
  await assertAccessible(small, 'rounds on a dark phone')
  await assertTouchable(small, 'rounds on a phone')
  await small.context().close()
}

async function showsOthers(t: TestContext, { world, aurum, ann, ids }: Admin): Promise<void> {
  await subscribe(t, world, aurum, ['round_settled'])
  const { round } = await win(aurum, ann, 'mug')
  const platform = { email: 'admin@desk.example', roles: ['auditor' as const] }
  const { page, faults: found } = await openAdminPage(t, world, platform, '/rounds')
  await page.getByText('Choose an operator to see its rounds.').waitFor()
  await page.getByLabel('Operator').selectOption({ label: 'aurum' })
  await page.getByRole('link', { name: round.publicId }).click()
  await heading(page, `Round ${round.publicId}`)
  await page.getByRole('link', { name: /Round settled whd_/ }).click()
  await heading(page, 'Round settled')
  await page.getByRole('link', { name: round.publicId }).click()
  await heading(page, `Round ${round.publicId}`)
  await page.goto(`${world.baseUrl}/admin/rounds/${ids.settled}`)
  await page.getByText('The address of this page names no operator.').waitFor()
  assert.deepEqual(found, [])

  const finance = { email: 'fin@aurum.example', roles: ['finance' as const], operator: aurum }
  const other = await openAdminPage(t, world, finance, `/rounds/${ids.settled}`)
  await other.page.getByText('Your roles do not include deliveries.', { exact: true }).waitFor()
  await other.page.getByText(/Ask a colleague with the role support whether bonus_entitlement was delivered/).waitFor()
  const viewer = { email: 'vic@aurum.example', roles: ['viewer' as const], operator: aurum }
  const third = await openAdminPage(t, world, viewer, '/rounds')
  await heading(third.page, 'No permission')
  assert.deepEqual([...other.faults, ...third.faults], [])
}
