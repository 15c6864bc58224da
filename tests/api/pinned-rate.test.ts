import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setRates } from '@coffer/service/administration'
import { openRows } from '../support/rows.ts'
import { openBody, startWorld } from '../support/world.ts'

test('a pinned rate is no free option: with the settings that an operator begins with, one that the market has left behind buys nothing', async (t) => {
  const world = await startWorld(t)
  const { operator } = world
  const [stored] = await openRows(world.databaseUrl).query<{ fx: unknown }>(
    "select settings -> 'fx' as fx from operators",
  )
  assert.equal(stored?.fx, null, 'nothing is stored of it, as for an operator of an earlier build')
  const dollars = (rate: string) => setRates(world.service.ctx, 'EUR', { USD: rate }, 'test')
  await dollars('1.10')
  const player = await world.play(operator, 'ann', { currency: 'USD' })
  const { ratePinnedAt } = player.bootstrap.session
  const before = (await player.call<{ balanceMinor: number }>('balance')).body.balanceMinor
  await dollars('1.12')
  assert.equal(
    (await player.open(openBody(operator, 'near'))).body.round.betMinor,
    550,
    'a small move is the player\u2019s',
  )
  for (const [rate, priceMinor] of [
    ['1.30', 650],
    ['1.0784', 540],
    ['1.1225', 562],
  ] as const) {
    await dollars(rate)
    const moved = await player.open(openBody(operator, `moved-${rate}`))
    assert.deepEqual([moved.status, moved.body.error?.code], [422, 'FX_RATE_MOVED'], moved.text)
    assert.deepEqual(moved.body.error.current, { ratePinnedAt, priceMinor, currency: 'USD' })
  }
  assert.equal((await player.call<{ balanceMinor: number }>('balance')).body.balanceMinor, before - 550)

  await dollars('1.30')
  const ofBackend = { playerExternalId: 'ann', currency: 'USD' }
  const held = await operator.coffer.purchase({ ...ofBackend, mode: 'prepay', ...openBody(operator, 'held') })
  assert.equal(held.round.betMinor, 650, 'a backend pays at the rate of its call')
  await dollars('2')
  const opened = await operator.coffer.openHeldRound({ playerExternalId: 'ann', publicId: held.round.publicId })
  assert.deepEqual(
    [opened.round.status, opened.round.betMinor],
    ['settled', 650],
    'what is held stays as it was bought',
  )
  assert.equal((await player.call('setCurrency', { body: { currency: 'USD' } })).status, 200)
  assert.equal((await player.open(openBody(operator, 'anew'))).body.round.betMinor, 1000)
})

test('without a tolerance a session pays at the rate that was pinned when it began, however the rate moves', async (t) => {
  const world = await startWorld(t)
  await world.settings(world.operator, { 'fx.toleranceBps': null })
  const player = await world.play(world.operator, 'ann', { currency: 'USD' })
  await setRates(world.service.ctx, 'EUR', { USD: '2.0000' }, 'test')
  const opened = await player.open(openBody(world.operator, 'pinned'))
  assert.deepEqual([opened.status, opened.body.round.betMinor], [200, 542])
  const bought = await world.operator.coffer.purchase({
    playerExternalId: 'ann',
    currency: 'USD',
    ...openBody(world.operator, 'current'),
  })
  assert.equal(bought.round.betMinor, 1000, 'a backend call pays at the current rate')
})

test('with a tolerance, a pinned rate that is too far off either way is refused with the new price, and pinned anew on request', async (t) => {
  const world = await startWorld(t)
  await world.settings(world.operator, { 'fx.toleranceBps': 100 })
  const player = await world.play(world.operator, 'ann', { currency: 'USD' })
  const dollars = (rate: string) => setRates(world.service.ctx, 'EUR', { USD: rate }, 'test')
  let clicks = 0
  const open = (count = 1) => player.open(openBody(world.operator, `click-${clicks++}`, count))
  const pinAnew = async () =>
    assert.equal((await player.call('setCurrency', { body: { currency: 'USD' } })).status, 200)
  await dollars('1.0000')
  await pinAnew()
  for (const near of ['0.99009901', '1.01010101']) {
    await dollars(near)
    assert.equal((await open()).body.round.betMinor, 500, 'within 100 bps of the current rate')
  }
  const tooFar = [
    ['0.99009900', 992],
    ['1.01010102', 1012],
    ['0.5', 500],
    ['2', 2000],
  ] as const
  let { ratePinnedAt } = (await player.call<{ ratePinnedAt: string }>('setCurrency', { body: { currency: 'USD' } }))
    .body
  await dollars('1.0000')
  ratePinnedAt = (await player.call<{ ratePinnedAt: string }>('setCurrency', { body: { currency: 'USD' } })).body
    .ratePinnedAt
  for (const [rate, priceMinor] of tooFar) {
    await dollars(rate)
    const moved = await open(2)
    assert.deepEqual([moved.status, moved.body.error.code], [422, 'FX_RATE_MOVED'], moved.text)
    assert.deepEqual(moved.body.error.current, { ratePinnedAt, priceMinor, currency: 'USD' })
  }
  await pinAnew()
  const opened = await open(2)
  assert.deepEqual([opened.status, opened.body.round.betMinor], [200, 2000])
})
