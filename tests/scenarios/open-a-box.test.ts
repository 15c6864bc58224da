import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyRound } from '@coffer/fairness'
import { boxOf, openBody, startWorld } from '../support/world.ts'

test('a player opens a box, finds the item in the vault, cashes it back, and everyone can check the draw', async (t) => {
  const world = await startWorld(t)
  const { operator } = world
  const player = await world.play(operator, 'ann', { target: { boxId: boxOf(operator).boxId } })
  assert.equal(player.bootstrap.game.target?.priceMinor, 500)
  const before = world.casino.wallet.balance(operator.slug, 'ann', 'EUR')!

  let opened = await player.open(openBody(operator, 'click-0'))
  for (let click = 1; click < 60 && !opened.body.items.some((item) => item.cashbackMinor); click++) {
    opened = await player.open(openBody(operator, `click-${click}`))
  }
  assert.equal(opened.status, 200, opened.text)
  assert.equal(opened.body.round.status, 'settled')
  assert.equal(opened.body.round.betMinor, 500)
  const rounds = opened.body.round.fairness!.nonce + 1
  assert.equal(opened.body.balanceAfterMinor, before - 500 * rounds)

  const item = opened.body.items.find((one) => one.cashbackMinor)!
  const vault = await player.inventory()
  assert.deepEqual(
    vault.body.items.find((one) => one.id === item.id),
    item,
  )

  const cashed = await player.cashBack(item.id)
  assert.equal(cashed.status, 200, cashed.text)
  assert.equal(cashed.body.item.state, 'cashed_back')
  assert.equal(cashed.body.item.cashbackMinor, item.cashbackMinor)
  const { uncredited, basisMinor, cashbackMinor } = cashed.body.item
  assert.equal(
    cashbackMinor + uncredited.priceFallMinor + uncredited.priceRiseMinor + uncredited.creditsShareMinor,
    basisMinor,
  )
  assert.equal(world.casino.wallet.balance(operator.slug, 'ann', 'EUR'), before - 500 * rounds + cashbackMinor)
  assert.equal(
    (await player.inventory('?state=unresolved')).body.items.some((one) => one.id === item.id),
    false,
  )

  const { publicId } = opened.body.round
  const proofAt = () => fetch(`${world.baseUrl}/fairness/rounds/${publicId}`).then((answer) => answer.json())
  assert.equal(verifyRound(await proofAt()).status, 'unrevealed')
  const rotated = await player.call('rotateSeed', { body: { clientSeed: 'my own words' } })
  assert.equal(rotated.status, 200, rotated.text)
  const verified = verifyRound(await proofAt())
  assert.equal(verified.status, 'verified', JSON.stringify(verified.checks.filter((check) => !check.ok)))
})

test('a backend opens a box for a player and cashes the item out with signed calls', async (t) => {
  const world = await startWorld(t)
  const { operator } = world
  const playerExternalId = 'bob'
  for (let click = 0; click < 60; click++) {
    const bought = await operator.coffer.purchase({ playerExternalId, ...openBody(operator, `c-${click}`, 3) })
    assert.equal(bought.round.reels.length, 3)
    assert.equal(bought.round.betMinor, 1500)
    assert.equal(
      bought.facts?.reels.reduce((sum, reel) => sum + reel.paidMinor, 0),
      1500,
    )
    const item = bought.items.find((one) => one.cashbackMinor)
    if (!item) continue
    const { item: cashed, balanceAfterMinor } = await operator.coffer.cashout({
      playerExternalId,
      inventoryItemId: item.id,
    })
    assert.equal(cashed.inventoryItemId, item.id)
    assert.equal(cashed.state, 'cashed_back')
    assert.equal(balanceAfterMinor, world.casino.wallet.balance(operator.slug, playerExternalId, 'EUR'))
    return
  }
  assert.fail('60 rounds of three reels hold something that pays cashback')
})

test('free opens are counted by the server and never debit the player', async (t) => {
  const world = await startWorld(t)
  const { operator } = world
  const launch = { target: { boxId: boxOf(operator).boxId }, funding: 'operator', fundingRounds: 2 }
  const player = await world.play(operator, 'cat', launch)
  assert.equal(player.bootstrap.game.target?.freeOpens, 2)

  const first = await player.open({ ...openBody(operator, 'a'), funding: 'operator' })
  assert.deepEqual([first.status, first.body.round.funding, first.body.freeOpensLeft], [200, 'operator', 1])
  assert.equal(first.body.round.betMinor, 500)
  const second = await player.open(openBody(operator, 'b'))
  assert.deepEqual([second.body.round.funding, second.body.freeOpensLeft], ['operator', 0])
  const refused = await player.open({ ...openBody(operator, 'c'), funding: 'operator' })
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'FREE_OPENS_EXHAUSTED'])
  assert.deepEqual(
    world.casino.wallet.ledger(operator.slug, 'cat').filter((entry) => entry.idempotencyKey !== null),
    [],
    'no debit reached the wallet',
  )
  const paid = await player.open(openBody(operator, 'd'))
  assert.deepEqual([paid.body.round.funding, paid.body.freeOpensLeft], ['player', 0], 'a paid answer counts them too')
})

test('a player of a EUR operator pays in yen and dinar, rounded up once for each reel', async (t) => {
  const world = await startWorld(t)
  const { operator } = world
  const player = await world.play(operator, 'dan', { currency: 'JPY' })
  const yen = await player.open(openBody(operator, 'yen', 2))
  assert.deepEqual([yen.body.round.currency, yen.body.round.betMinor], ['JPY', 2 * 847])
  assert.equal(world.casino.wallet.ledger(operator.slug, 'dan').at(-1)?.currency, 'JPY')

  const changed = await player.call('setCurrency', { body: { currency: 'KWD' } })
  assert.equal(changed.status, 200, changed.text)
  const dinar = await player.open(openBody(operator, 'dinar'))
  assert.deepEqual([dinar.body.round.currency, dinar.body.round.betMinor], ['KWD', 1664])
  assert.equal(dinar.body.facts?.currency, 'KWD')
})
