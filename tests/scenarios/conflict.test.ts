import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Fault } from '@coffer/reference-operator'
import { sureBox } from '../support/sure-box.ts'
import { openBody, startWorld } from '../support/world.ts'

const MINUTE_MS = 60_000
/** A wallet that pays, and then says of the same key that it does not. */
const PAYS: Fault = { apply: true, answer: { kind: 'honest' } }
const DENIES: Fault = {
  apply: false,
  answer: { kind: 'raw', status: 200, body: '{"accepted":false,"errorCode":"NO"}' },
}

test('a credit that comes true after it was refused is recorded and shown, and the item is not credited again', async (t) => {
  const gate = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  let stops = 1
  const at = async (name: string) => {
    if (name !== 'cash-back:replied' || stops-- <= 0) return
    arrived.resolve()
    await gate.promise
  }
  const world = await startWorld(t, {
    operators: { aurum: { catalogue: sureBox() } },
    service: { points: { at } },
  })
  const player = await world.play(world.operator, 'ann')
  await player.open(openBody(world.operator, 'win'))
  const [item] = (await player.inventory()).body.items
  const credit = { type: 'wallet.credit' } as const
  world.casino.wallet.faults.push({ when: credit, times: 1, fault: PAYS }, { when: credit, times: 1, fault: DENIES })

  const stopped = player.cashBack(item!.id)
  await arrived.promise
  world.clock.advance(2 * MINUTE_MS)
  await world.tick('resolver')
  const free = (await player.inventory()).body.items.map((one) => one.id)
  assert.deepEqual(free, [item!.id], 'a clean refusal set the item free')

  gate.resolve()
  assert.equal((await stopped).status, 503)
  const [open] = (await world.operator.coffer.unresolved({})).operations
  assert.deepEqual([open?.kind, open?.state], ['cashback_credit', 'conflict'])
  const again = await player.cashBack(item!.id)
  assert.deepEqual(
    [again.status, again.body.error.code, again.headers.get('retry-after')],
    [503, 'WALLET_UNAVAILABLE', null],
  )
  assert.equal(world.casino.wallet.balance(world.operator.slug, 'ann', 'EUR'), 100_000 - 500 + 405, 'credited once')
})
