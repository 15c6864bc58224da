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

test('with a tolerance, a pinned rate that is too far off is refused with the new price, and pinned anew on request', async (t) => {
  const world = await startWorld(t)
  await world.settings(world.operator, { 'fx.toleranceBps': 100 })
  const player = await world.play(world.operator, 'ann', { currency: 'USD' })
  await setRates(world.service.ctx, 'EUR', { USD: '1.0900' }, 'test')
  assert.equal((await player.open(openBody(world.operator, 'near'))).status, 200)

  await setRates(world.service.ctx, 'EUR', { USD: '1.2000' }, 'test')
  const moved = await player.open(openBody(world.operator, 'far', 2))
  assert.deepEqual([moved.status, moved.body.error.code], [422, 'FX_RATE_MOVED'], moved.text)
  const { priceMinor, currency, ratePinnedAt } = moved.body.error.current as Record<string, unknown>
  assert.deepEqual([priceMinor, currency], [1200, 'USD'])
  assert.equal(ratePinnedAt, player.bootstrap.session.ratePinnedAt)
  assert.equal((await player.call('setCurrency', { body: { currency: 'USD' } })).status, 200)
  const opened = await player.open(openBody(world.operator, 'far', 2))
  assert.deepEqual([opened.status, opened.body.round.betMinor], [200, 1200])
})
