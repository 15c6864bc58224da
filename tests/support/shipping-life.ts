import assert from 'node:assert/strict'
import { faults } from '@coffer/reference-operator'
import { changeOrder } from '@coffer/service/administration'
import { ADDRESS, CONTACT, cancelOrder, orderOf, removeItem, ship, shipped } from './shipping.ts'
import type { World } from './world.ts'

/**
 * Everything that can become of an order and of a fee: one order of each status, with a line that waits and one that was taken off, a fee
 * that was refused, and one that was taken without an order. Needs a cost of shipping, and one `sample-collectible` in stock.
 */
export async function shipEverything(world: World, playerExternalId: string): Promise<void> {
  const { operator } = world
  const { coffer } = operator
  const player = await world.play(operator, playerExternalId)
  let purchases = 0
  const buy = async (key = 'sample-physical', more = {}) => {
    const clientActionId = `good-${purchases++}`
    return coffer.buyWithNuggets({ playerExternalId, clientActionId, itemId: operator.items[key]!, ...more })
  }
  const good = async (key?: string) => (await buy(key)).item.id

  const mug = await good()
  const goods = [mug, await good('sample-collectible'), await good('sample-collectible')]
  const waiting = await shipped(player, goods, { clientActionId: 'ship' })
  assert.equal((await removeItem(player, waiting.publicId, mug)).status, 200)
  const cancelled = await shipped(player, [mug])
  assert.equal((await cancelOrder(player, cancelled.publicId)).status, 200)

  world.casino.wallet.faults.push({ times: 1, fault: faults.refuse('INSUFFICIENT_FUNDS') })
  assert.equal((await ship(player, [mug])).status, 422)
  world.casino.wallet.faults.push({ times: 1, fault: faults.serverError({ apply: true }) })
  assert.equal((await ship(player, [mug])).status, 503)
  for (const waitMs of [200_000, 200_000]) {
    world.clock.advance(waitMs)
    await world.tick('resolver')
  }

  await buy('sample-physical', { address: ADDRESS, contact: CONTACT })
  await buy('sample-physical', { address: { ...ADDRESS, line1: '2 Quay Street' }, contact: CONTACT })
  for (const last of [['delivered', 'shipped_with_replacements', 'delivered'], ['returned']] as const) {
    // The second of them waits until the order is sent all the same.
    const ids = [await good(), await good('sample-collectible')]
    const { order } = await coffer.createOrder({ playerExternalId, ...orderOf(ids) })
    for (const status of ['processing', 'shipped', ...last] as const) {
      const change = { operatorId: operator.operatorId, publicId: order.publicId, save: { status }, actor: 'desk' }
      await changeOrder(world.service.ctx, change)
    }
  }
}
