import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { faults } from '@coffer/reference-operator'
import { sureBox } from '../support/sure-boxes.ts'
import { openBody, startWorld } from '../support/world.ts'

const MINUTE_MS = 60_000
/** Our 10 seconds are 200 ms here, and the wallet wakes up after 1.5 s. */
const CALL_MS = 200
const LATE_MS = 1_500

/** The lease of the first try is over by then, and the clocks may differ by less; the quarantine of the wallet is not. */
const WITHIN_QUARANTINE_MS = 30_000

for (const [unknownDebit, waitMs] of [
  ['refund', 0],
  ['refund', WITHIN_QUARANTINE_MS],
  ['settle', 0],
] as const) {
  const when = `${unknownDebit}, ${waitMs / 1000} s later`
  test(`a refusal while an earlier debit may still come true is not the end of the money (${when})`, async (t) => {
    const { world, player } = await startSlow(t, unknownDebit)
    world.casino.wallet.faults.push(
      { when: { type: 'wallet.debit' }, times: 1, fault: faults.hangThenApply(LATE_MS) },
      { when: { type: 'wallet.debit' }, times: 1, fault: faults.refuse('INSUFFICIENT_FUNDS') },
    )
    assert.equal((await player.open(openBody(world.operator, 'click'))).status, 503)
    world.clock.advance(waitMs)
    const told = await player.open(openBody(world.operator, 'click'))
    const expected = unknownDebit === 'refund' ? [422, 'INSUFFICIENT_FUNDS'] : [503, 'WALLET_UNAVAILABLE']
    assert.deepEqual([told.status, told.body.error.code], expected, told.text)
    assert.equal(balance(world), 100_000)

    await sleep(LATE_MS)
    assert.equal(balance(world), 100_000 - 500, 'the first debit came true after all')
    for (let minute = 0; minute < 10; minute++) {
      world.clock.advance(MINUTE_MS)
      await world.tick('resolver')
    }
    const again = await player.open(openBody(world.operator, 'click'))
    if (unknownDebit === 'refund') {
      assert.equal(balance(world), 100_000, 'and was given back')
      assert.deepEqual([again.status, again.body.error.code], expected, 'the stored answer stands')
      const read = await player.call<{ round: { status: string; refundedMinor: number } }>('getRound', {
        path: `/api/play/rounds/${told.body.round.publicId}`,
      })
      assert.deepEqual([read.body.round.status, read.body.round.refundedMinor], ['voided', 500])
    } else {
      assert.deepEqual([again.status, balance(world)], [200, 100_000 - 500], 'and the round was settled')
    }
  })
}

test('a cashback credit that is refused while an earlier one may still come true keeps the item locked until it is known', async (t) => {
  const { world, player } = await startSlow(t, 'refund')
  await player.open(openBody(world.operator, 'win'))
  const [item] = (await player.inventory()).body.items
  world.casino.wallet.faults.push(
    { when: { type: 'wallet.credit' }, times: 1, fault: faults.hangThenApply(LATE_MS) },
    { when: { type: 'wallet.credit' }, times: 1, fault: faults.refuse('LIMIT_REACHED') },
  )
  assert.equal((await player.cashBack(item!.id)).status, 503)
  const told = await player.cashBack(item!.id)
  assert.deepEqual([told.status, told.headers.get('retry-after')], [503, '2'], told.text)
  await sleep(LATE_MS)
  for (let minute = 0; minute < 10; minute++) {
    world.clock.advance(MINUTE_MS)
    await world.tick('resolver')
  }
  assert.equal(balance(world), 100_000 - 500 + 405)
  assert.equal((await player.inventory('?state=cashed_back')).body.items.length, 1)
})

async function startSlow(t: Parameters<typeof startWorld>[0], unknownDebit: 'refund' | 'settle') {
  const world = await startWorld(t, {
    operators: { aurum: { catalogue: sureBox(), settings: { 'wallet.unknownDebit': unknownDebit } } },
    service: { limits: { walletCallMs: CALL_MS } },
  })
  return { world, player: await world.play(world.operator, 'ann') }
}

function balance(world: Awaited<ReturnType<typeof startWorld>>): number {
  return world.casino.wallet.balance(world.operator.slug, 'ann', 'EUR')!
}
