import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setRates } from '@coffer/service/administration'
import { openBody, startWorld } from '../support/world.ts'

test('a session pays at the rate that was pinned when it began, however the rate moves', async (t) => {
  const world = await startWorld(t)
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
