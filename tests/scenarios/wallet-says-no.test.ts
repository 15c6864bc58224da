import assert from 'node:assert/strict'
import { test } from 'node:test'
import { s2sRoutes } from '@coffer/contract/s2s'
import { type Fault, faults } from '@coffer/reference-operator'
import { knock } from '../support/door.ts'
import type { Player } from '../support/player.ts'
import { openBody, startWorld, type World } from '../support/world.ts'

/** What a wallet can say to a debit, and what the player is told. */
const REFUSALS = [
  { errorCode: 'INSUFFICIENT_FUNDS', status: 422, code: 'INSUFFICIENT_FUNDS', walletErrorCode: undefined },
  { errorCode: 'PLAYER_BLOCKED', status: 403, code: 'PLAYER_BLOCKED', walletErrorCode: undefined },
  { errorCode: 'LIMIT_REACHED', status: 503, code: 'WALLET_UNAVAILABLE', walletErrorCode: 'LIMIT_REACHED' },
  { errorCode: 'words for a person', status: 503, code: 'WALLET_UNAVAILABLE', walletErrorCode: undefined },
]

const FAILURES: Record<string, Fault> = {
  'a 500': faults.serverError(),
  'a body that is no JSON': faults.garbage(),
  'accepted as text': faults.acceptedAsText(),
  'a reset connection': faults.reset(),
}

for (const refusal of REFUSALS) {
  test(`an open that the wallet refuses with "${refusal.errorCode}" is a voided round, for good, and nothing moved`, async (t) => {
    const { world, player, before } = await start(t)
    world.casino.wallet.faults.push({ when: { type: 'wallet.debit' }, fault: faults.refuse(refusal.errorCode) })
    const told = await player.open(openBody(world.operator, 'click'))

    assert.equal(told.status, refusal.status, told.text)
    assert.equal(told.body.error.code, refusal.code)
    assert.equal(told.body.error.walletErrorCode, refusal.walletErrorCode)
    assert.equal(told.headers.get('retry-after'), null, 'a refusal is final')
    assert.equal(told.body.round.status, 'voided')
    assert.deepEqual([told.body.round.undecided, told.body.balanceAfterMinor], [false, 0])
    const bought = await knock(world, s2sRoutes.purchase, world.operator, {
      body: { playerExternalId: 'ann', ...openBody(world.operator, 'bought') },
    })
    const { round, balanceAfterMinor } = bought.body as { round: { status: string }; balanceAfterMinor: unknown }
    assert.deepEqual([bought.status, round.status, balanceAfterMinor], [refusal.status, 'voided', 0])
    await assertNothingMoved(world, player, before)

    world.casino.wallet.faults.length = 0
    const again = await player.open(openBody(world.operator, 'click'))
    assert.deepEqual(
      [again.status, again.body.round, again.body.balanceAfterMinor],
      [told.status, told.body.round, 0],
      'the same click is told the same',
    )
    const read = await player.call('getRound', { path: `/api/play/rounds/${told.body.round.publicId}` })
    assert.equal((read.body as { round: { status: string } }).round.status, 'voided')
  })

  test(`a cashback that the wallet refuses with "${refusal.errorCode}" leaves the item as it was`, async (t) => {
    const { world, player } = await start(t)
    const item = await winSomething(world, player)
    const before = world.casino.wallet.balance(world.operator.slug, player.externalId, 'EUR')
    world.casino.wallet.faults.push({ when: { type: 'wallet.credit' }, fault: faults.refuse(refusal.errorCode) })
    const told = await player.cashBack(item.id)

    assert.deepEqual([told.status, told.body.error.code], [refusal.status, refusal.code], told.text)
    assert.equal(world.casino.wallet.balance(world.operator.slug, player.externalId, 'EUR'), before)
    assert.deepEqual(
      (await player.inventory()).body.items.find((one) => one.id === item.id),
      item,
    )
    world.casino.wallet.faults.length = 0
    assert.equal((await player.cashBack(item.id)).status, 200, 'the item can be cashed back later')
  })
}

for (const [name, fault] of Object.entries(FAILURES)) {
  test(`an open that the wallet answers with ${name} is undecided, and the same click settles it under the same key`, async (t) => {
    const { world, player, before } = await start(t)
    world.casino.wallet.faults.push({ when: { type: 'wallet.debit' }, times: 1, fault })
    const told = await player.open(openBody(world.operator, 'click'))

    assert.deepEqual(
      [told.status, told.body.error.code, told.headers.get('retry-after')],
      [503, 'WALLET_UNAVAILABLE', '2'],
      told.text,
    )
    const { round, balanceAfterMinor } = told.body
    assert.deepEqual([round.status, round.undecided, balanceAfterMinor], ['voided', true, null])
    await assertNothingMoved(world, player, before)
    assert.deepEqual((await player.call<{ rounds: unknown[] }>('listRounds')).body.rounds, [], 'it stands in no list')

    const again = await player.open(openBody(world.operator, 'click'))
    assert.equal(again.status, 200, again.text)
    assert.equal(again.body.round.publicId, told.body.round.publicId)
    const debits = world.casino.wallet
      .ledger(world.operator.slug, player.externalId)
      .filter((one) => one.idempotencyKey)
    assert.deepEqual(
      debits.map((one) => one.idempotencyKey),
      [`round:${told.body.round.publicId}`],
    )
  })
}

test('an open whose debit was applied before the answer got lost is settled by the same click and charged once', async (t) => {
  const { world, player, before } = await start(t)
  world.casino.wallet.faults.push({
    when: { type: 'wallet.debit' },
    times: 1,
    fault: faults.serverError({ apply: true }),
  })
  assert.equal((await player.open(openBody(world.operator, 'click'))).status, 503)
  assert.equal((await player.open(openBody(world.operator, 'click'))).status, 200)
  assert.equal(world.casino.wallet.balance(world.operator.slug, player.externalId, 'EUR'), before - 500)
})

test('a cashback whose credit was applied before the answer got lost locks the item, and the same call ends it with one credit', async (t) => {
  const { world, player } = await start(t)
  const item = await winSomething(world, player)
  const before = world.casino.wallet.balance(world.operator.slug, player.externalId, 'EUR')!
  world.casino.wallet.faults.push({
    when: { type: 'wallet.credit' },
    times: 1,
    fault: faults.serverError({ apply: true }),
  })
  const told = await player.cashBack(item.id)
  assert.deepEqual([told.status, told.headers.get('retry-after')], [503, '2'], told.text)
  assert.equal((await player.inventory()).body.items.find((one) => one.id === item.id)?.state, 'unresolved')
  const again = await player.cashBack(item.id)
  assert.equal(again.status, 200, again.text)
  assert.equal((await player.cashBack(item.id)).status, 200, 'who was told 503 about it gets its answer')
  assert.equal(world.casino.wallet.balance(world.operator.slug, player.externalId, 'EUR'), before + item.cashbackMinor!)
})

test('a paid cashback is recorded although its currency was taken off the list meanwhile', async (t) => {
  const { world } = await start(t)
  const player = await world.play(world.operator, 'usd', { currency: 'USD' })
  const item = await winSomething(world, player)
  world.casino.wallet.faults.push({
    when: { type: 'wallet.credit' },
    times: 1,
    fault: faults.serverError({ apply: true }),
  })
  assert.equal((await player.cashBack(item.id)).status, 503)
  await world.settings(world.operator, { currencies: ['EUR'] })
  const again = await player.cashBack(item.id)
  assert.deepEqual([again.status, again.body.item.currency], [200, 'USD'], again.text)
})

test('a wallet that cannot be reached leaves the item free and the round undecided', async (t) => {
  const { world, player } = await start(t)
  const item = await winSomething(world, player)
  await world.settings(world.operator, { 'wallet.url': 'http://127.0.0.1:9/wallet' })
  const cashback = await player.cashBack(item.id)
  assert.deepEqual([cashback.status, cashback.headers.get('retry-after')], [503, null], cashback.text)
  const open = await player.open(openBody(world.operator, 'unreachable'))
  assert.deepEqual([open.status, open.headers.get('retry-after')], [503, '2'], open.text)
  await world.settings(world.operator, { 'wallet.url': world.casino.walletUrl(world.operator.slug) })
  assert.equal((await player.cashBack(item.id)).status, 200)
  assert.equal((await player.open(openBody(world.operator, 'unreachable'))).status, 200)
})

test('without a wallet URL every spend is refused, with no round', async (t) => {
  const world = await startWorld(t, { wallet: false })
  const player = await world.play(world.operator, 'ann')
  assert.equal(player.bootstrap.player.balanceMinor, null, 'a balance that cannot be read never blocks play')
  const told = await player.open(openBody(world.operator, 'click'))
  assert.deepEqual([told.status, told.body.error.code, told.body.round], [503, 'WALLET_UNAVAILABLE', undefined])
  assert.equal(told.headers.get('retry-after'), null)
  assert.equal((await player.call('balance')).status, 503)
})

async function start(t: Parameters<typeof startWorld>[0]) {
  const world = await startWorld(t)
  const player = await world.play(world.operator, 'ann')
  return { world, player, before: world.casino.wallet.balance(world.operator.slug, 'ann', 'EUR')! }
}

async function winSomething(world: World, player: Player) {
  for (let click = 0; click < 40; click++) {
    const item = (await player.inventory()).body.items.find((one) => one.cashbackMinor)
    if (item) return item
    await player.open(openBody(world.operator, `win-${click}`, 5))
  }
  throw new Error('200 reels hold something that pays cashback')
}

async function assertNothingMoved(world: World, player: Player, before: number) {
  assert.equal(world.casino.wallet.balance(world.operator.slug, player.externalId, 'EUR'), before)
  assert.deepEqual((await player.inventory()).body.items, [])
  const state = await player.call<{ nextNonce: number }>('fairnessState')
  assert.equal(state.body.nextNonce, 0, 'a voided round burns no nonce')
}
