import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OpenedRound } from '@coffer/contract/shapes'
import { type Fault, faults } from '@coffer/reference-operator'
import type { Player } from '../support/player.ts'
import { sureBoxes, winBody } from '../support/sure-boxes.ts'
import { openBody, startWorld, type World } from '../support/world.ts'

const hours = (count: number) => count * 3_600_000

test('a prepaid box is debited and held without a draw, and opens later at the version that was bought', async (t) => {
  const { world, player, held } = await start(t)
  assert.deepEqual([held.round.status, held.round.payoutMinor, held.items, held.facts], ['held', 0, [], null])
  assert.equal(held.round.fairness, undefined)
  assert.equal(balanceOf(world), 100_000 - 500)

  const opened = await openHeld(player, held)
  assert.equal(opened.status, 200, opened.text)
  assert.deepEqual([opened.body.round.status, opened.body.round.fairness?.nonce], ['settled', 0])
  assert.equal(opened.body.balanceAfterMinor, null)
  const again = await openHeld(player, held)
  assert.deepEqual([again.text, again.headers.get('coffer-replayed')], [opened.text, 'true'])
  assert.deepEqual(await codeOfCancel(player, held), [409, 'ROUND_NOT_REFUNDABLE'])
  assert.equal(balanceOf(world), 100_000 - 500)
  const { items } = await world.operator.coffer.history({})
  assert.deepEqual(
    items.map((item) => [item.type, item.amountMinor, item.status]),
    [
      ['open', 0, 'settled'],
      ['purchase', -500, 'held'],
    ],
  )
})

test('a held box holds the kind of prize that it was sold with, whatever the catalogue makes of the thing since', async (t) => {
  const file = sureBoxes()
  const world = await startWorld(t, { operators: { aurum: { catalogue: file } } })
  const { operator } = world
  const player = await world.play(operator, 'ann')
  const hold = (key: 'mug' | 'spins') =>
    operator.coffer.purchase({ playerExternalId: 'ann', mode: 'prepay', ...winBody(operator, key, key) })
  const [mug, spins] = [await hold('mug'), await hold('spins')]
  const became = { mug: 'nuggets', spins: 'physical' } as Record<string, 'nuggets' | 'physical'>
  const items = file.items.map((item) => ({ ...item, type: became[item.key] ?? item.type }))
  await world.catalogue(operator, { items, boxes: [] })

  for (const [held, type, state] of [
    [mug, 'physical', 'unresolved'],
    [spins, 'bonus', 'forwarded_to_casino'],
  ] as const) {
    const opened = await openHeld(player, held)
    assert.equal(opened.status, 200, opened.text)
    assert.deepEqual(
      opened.body.items.map((item) => [item.type, item.state]),
      [[type, state]],
    )
    assert.equal(opened.body.facts?.reels[0]?.itemType, type)
  }
})

test('a held box is cancelled once, and everyone who asks again is told the same', async (t) => {
  const { world, player, held } = await start(t)
  const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(player, held)))
  assert.deepEqual([...new Set(answers.map((answer) => answer.status))], [200], answers[0]?.text)
  assert.equal(new Set(answers.map((answer) => answer.text)).size, 1)
  assert.deepEqual(
    { ...answers[0]!.body.round, refundedAt: '' },
    {
      publicId: held.round.publicId,
      status: 'voided',
      undecided: false,
      refundedMinor: 500,
      currency: 'EUR',
      refundedAt: '',
    },
  )
  assert.equal(balanceOf(world), 100_000)
  const opened = await openHeld(player, held)
  assert.deepEqual([opened.status, opened.body.error.code], [409, 'ROUND_NOT_HELD'])
  const types = (await world.operator.coffer.history({})).items.map((item) => [item.type, item.amountMinor])
  assert.deepEqual(types, [
    ['refund', 500],
    ['purchase', -500],
  ])
})

test('a cancel that the wallet refuses leaves the box held, to be opened or cancelled later', async (t) => {
  const { world, player, held } = await start(t)
  fail(world, faults.refuse('PLAYER_BLOCKED'))
  const told = await cancel(player, held)
  assert.deepEqual([told.status, told.body.error.code], [403, 'PLAYER_BLOCKED'], told.text)
  assert.deepEqual(told.body.round, { publicId: held.round.publicId, status: 'held', undecided: false })
  assert.equal((await cancel(player, held)).status, 200)
  assert.equal(balanceOf(world), 100_000)
})

for (const [name, fault] of Object.entries({
  'not applied': faults.reset(),
  applied: faults.reset({ apply: true }),
})) {
  test(`a cancel whose credit is ${name} and unanswered locks the box, and the same cancel or the resolver ends it`, async (t) => {
    const { world, player, held } = await start(t)
    fail(world, fault)
    const told = await cancel(player, held)
    assert.deepEqual([told.status, told.headers.get('retry-after')], [503, '2'], told.text)
    assert.deepEqual(told.body.round, { publicId: held.round.publicId, status: 'held', undecided: true })
    assert.deepEqual((await openHeld(player, held)).body.error.code, 'ROUND_NOT_HELD')
    const repeated = await cancel(player, held)
    assert.equal(repeated.status, 200, repeated.text)
    assert.equal(balanceOf(world), 100_000)

    const second = await buy(world, 'second')
    fail(world, fault)
    assert.equal((await cancel(player, second)).status, 503)
    world.clock.advance(hours(0.05))
    await world.tick('resolver')
    assert.equal(balanceOf(world), 100_000)
    assert.equal((await cancel(player, second)).status, 200, 'the cancel that was told 503 gets its answer')
  })
}

test('a cancel that cannot be sent leaves the box held before the answer', async (t) => {
  const { world, player, held } = await start(t)
  await world.settings(world.operator, { 'wallet.url': 'http://127.0.0.1:9/wallet' })
  const told = await cancel(player, held)
  assert.deepEqual([told.status, told.headers.get('retry-after')], [503, null], told.text)
  assert.equal((await openHeld(player, held)).status, 200, 'a paid box opens without a wallet')
})

test('boxes are not refunded where the policy says so', async (t) => {
  const { world, player, held } = await start(t)
  await world.settings(world.operator, { 'policies.refundEnabled': false })
  assert.deepEqual(await codeOfCancel(player, held), [403, 'REFUND_NOT_ALLOWED'])
})

test('an operator-funded held box is cancelled without a call, for nothing', async (t) => {
  const { world, player } = await start(t)
  const funded = await buy(world, 'funded', { funding: 'operator' })
  const told = await cancel(player, funded)
  assert.equal(told.status, 200, told.text)
  assert.equal(told.body.round.refundedMinor, 0)
  assert.equal(balanceOf(world), 100_000 - 500, 'only the first box was paid for')
})

test('a held box opens by itself after the hours that its operator sets, and not before', async (t) => {
  const { world, player, held } = await start(t)
  await world.settings(world.operator, { 'vault.autoOpenAfterHours': 2 })
  world.clock.advance(hours(1.9))
  assert.equal(await world.tick('auto-open'), 0)
  world.clock.advance(hours(0.2))
  assert.equal(await world.tick('auto-open'), 1)
  const later = await world.play(world.operator, player.externalId)
  const rounds = await later.call<{ rounds: { publicId: string; status: string }[] }>('listRounds')
  assert.deepEqual(
    rounds.body.rounds.map((round) => [round.publicId, round.status]),
    [[held.round.publicId, 'settled']],
  )
  assert.deepEqual((await openHeld(later, held)).body.error.code, 'ROUND_NOT_HELD')
})

test('of an open and a cancel of one held box at once, exactly one wins', async (t) => {
  const { world, player } = await start(t)
  for (let run = 0; run < 15; run++) {
    const held = await buy(world, `race-${run}`)
    const before = balanceOf(world)
    const [opened, cancelled] = await Promise.all([openHeld(player, held), cancel(player, held)])
    const wins = [opened.status === 200, cancelled.status === 200]
    assert.equal(wins.filter(Boolean).length, 1, `${opened.text} ${cancelled.text}`)
    assert.equal(balanceOf(world), before + (wins[1] ? 500 : 0))
  }
})

async function start(t: Parameters<typeof startWorld>[0]) {
  const world = await startWorld(t)
  const player = await world.play(world.operator, 'ann')
  return { world, player, held: await buy(world, 'prepaid') }
}

function buy(world: World, clientActionId: string, more: { funding?: 'operator' } = {}): Promise<OpenedRound> {
  const body = openBody(world.operator, clientActionId)
  return world.operator.coffer.purchase({ playerExternalId: 'ann', mode: 'prepay', ...body, ...more })
}

function balanceOf(world: World): number {
  return world.casino.wallet.balance(world.operator.slug, 'ann', 'EUR')!
}

function fail(world: World, fault: Fault): void {
  world.casino.wallet.faults.push({ when: { type: 'wallet.credit' }, times: 1, fault })
}

const openHeld = (player: Player, held: OpenedRound) =>
  player.call<OpenedRound>('openHeldRound', { path: `/api/play/rounds/${held.round.publicId}/open` })

const cancel = (player: Player, held: OpenedRound) =>
  player.call<{ round: { refundedMinor: number } }>('cancelHeldRound', {
    path: `/api/play/rounds/${held.round.publicId}/cancel`,
  })

async function codeOfCancel(player: Player, held: OpenedRound) {
  const told = await cancel(player, held)
  return [told.status, told.body.error.code]
}
