import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faults } from '@coffer/reference-operator'
import { letPass, UNTIL_RELEASED_MS, withoutAnswer } from '../support/pacing.ts'
import { sureBox } from '../support/sure-boxes.ts'
import { openBody, startWorld } from '../support/world.ts'

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
      { when: { type: 'wallet.debit' }, times: 1, fault: faults.hangThenApply(UNTIL_RELEASED_MS) },
      { when: { type: 'wallet.debit' }, times: 1, fault: faults.refuse('INSUFFICIENT_FUNDS') },
    )
    const open = () => player.open(openBody(world.operator, 'click'))
    assert.equal((await withoutAnswer(world, open)).status, 503)
    world.clock.advance(waitMs)
    const told = await open()
    const expected = unknownDebit === 'refund' ? [422, 'INSUFFICIENT_FUNDS'] : [503, 'WALLET_UNAVAILABLE']
    assert.deepEqual([told.status, told.body.error.code], expected, told.text)
    assert.equal(balance(world), 100_000)

    assert.equal(await world.casino.wallet.endWaits(), 1)
    assert.equal(balance(world), 100_000 - 500, 'the first debit came true after all')
    await letPass(world, 10)
    const again = await open()
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
    { when: { type: 'wallet.credit' }, times: 1, fault: faults.hangThenApply(UNTIL_RELEASED_MS) },
    { when: { type: 'wallet.credit' }, times: 1, fault: faults.refuse('LIMIT_REACHED') },
  )
  assert.equal((await withoutAnswer(world, () => player.cashBack(item!.id))).status, 503)
  const told = await player.cashBack(item!.id)
  assert.deepEqual([told.status, told.headers.get('retry-after')], [503, '2'], told.text)
  assert.equal(await world.casino.wallet.endWaits(), 1)
  await letPass(world, 10)
  assert.equal(balance(world), 100_000 - 500 + 405)
  assert.equal((await player.inventory('?state=cashed_back')).body.items.length, 1)
})

async function startSlow(t: Parameters<typeof startWorld>[0], unknownDebit: 'refund' | 'settle') {
  const world = await startWorld(t, {
    operators: { aurum: { catalogue: sureBox(), settings: { 'wallet.unknownDebit': unknownDebit } } },
  })
  return { world, player: await world.play(world.operator, 'ann') }
}

function balance(world: Awaited<ReturnType<typeof startWorld>>): number {
  return world.casino.wallet.balance(world.operator.slug, 'ann', 'EUR')!
}
