import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { RoundAnswer } from '@coffer/contract/shapes'
import { type Fault, faults } from '@coffer/reference-operator'
import { minutes } from '../../service/src/kernel/index.ts'
import type { Player } from '../support/player.ts'
import { sureBox } from '../support/sure-boxes.ts'
import { openBody, startWorld, type World } from '../support/world.ts'

async function start(t: TestContext) {
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBox() } } })
  const player = await world.play(world.operator, 'ann')
  /** What both surfaces say of a round by its id. */
  const read = async (publicId: string) => {
    const inGame = await player.call<{ round: RoundAnswer }>('getRound', { path: `/api/play/rounds/${publicId}` })
    const { round } = await world.operator.coffer.getRound({ playerExternalId: 'ann', publicId })
    assert.deepEqual(inGame.body.round, round)
    return [round.status, round.undecided, round.refundedMinor ?? null]
  }
  return { world, player, read }
}

const strike = ({ casino }: World, type: 'wallet.debit' | 'wallet.credit', fault: Fault, times = 1) =>
  casino.wallet.faults.push({ when: { type }, times, fault })

async function open(player: Player, world: World, click: string) {
  const { status, body, headers } = await player.open(openBody(world.operator, click))
  return {
    status,
    code: body.error?.code,
    round: body.round,
    balance: body.balanceAfterMinor,
    waits: headers.get('retry-after'),
  }
}

test('a round whose debit nobody has decided says so, in the 503 and by its id, until it is settled or its money is back', async (t) => {
  const { world, player, read } = await start(t)
  strike(world, 'wallet.debit', faults.reset({ apply: true }), 2)
  const told = await open(player, world, 'comes back')
  const { publicId } = told.round
  assert.deepEqual(told.round, { publicId, status: 'voided', undecided: true })
  assert.deepEqual(
    [told.status, told.balance, told.waits],
    [503, null, '2'],
    'the wallet has said nothing of a balance',
  )
  assert.deepEqual(await read(publicId), ['voided', true, null])
  const left = (await open(player, world, 'stays away')).round.publicId

  const settled = await open(player, world, 'comes back')
  assert.deepEqual([settled.status, settled.round.undecided], [200, false])
  assert.deepEqual(await read(publicId), ['settled', false, null])

  strike(world, 'wallet.credit', faults.serverError())
  world.clock.advance(minutes(3))
  await world.tick('resolver')
  await world.tick('resolver')
  assert.deepEqual(await read(left), ['voided', true, null], 'its refund is not decided')
  world.clock.advance(minutes(30))
  await world.tick('resolver')
  assert.deepEqual(await read(left), ['voided', false, 500])
  const final = await open(player, world, 'stays away')
  assert.deepEqual([final.status, final.round.undecided, final.balance, final.waits], [503, false, null, null])
})

test('a refused debit: the balance is 0, and undecided while an earlier attempt may count', async (t) => {
  const { world, player, read } = await start(t)
  strike(world, 'wallet.debit', faults.refuse('INSUFFICIENT_FUNDS'))
  const clean = await open(player, world, 'clean')
  assert.deepEqual([clean.status, clean.round.undecided, clean.balance], [422, false, 0])
  assert.deepEqual(await read(clean.round.publicId), ['voided', false, null])

  strike(world, 'wallet.debit', faults.reset())
  assert.equal((await open(player, world, 'doubtful')).status, 503)
  strike(world, 'wallet.debit', faults.refuse('INSUFFICIENT_FUNDS'))
  const doubtful = await open(player, world, 'doubtful')
  assert.deepEqual([doubtful.status, doubtful.code, doubtful.waits], [422, 'INSUFFICIENT_FUNDS', null])
  assert.deepEqual([doubtful.round.undecided, doubtful.balance], [true, 0])
  assert.deepEqual(await read(doubtful.round.publicId), ['voided', true, null])
  strike(world, 'wallet.debit', faults.refuse('INSUFFICIENT_FUNDS'))
  world.clock.advance(minutes(3))
  await world.tick('resolver')
  assert.deepEqual(await read(doubtful.round.publicId), ['voided', false, null])
})

test('a held box says that it is undecided while it goes back, and not before or after', async (t) => {
  const { world, player, read } = await start(t)
  const { round } = await world.operator.coffer.purchase({
    ...{ playerExternalId: 'ann', mode: 'prepay' as const },
    ...openBody(world.operator, 'kept'),
  })
  assert.equal(round.undecided, false)
  assert.deepEqual(await read(round.publicId), ['held', false, null])
  strike(world, 'wallet.credit', faults.reset({ apply: true }))
  const path = `/api/play/rounds/${round.publicId}/cancel`
  const told = await player.call<{ round: object }>('cancelHeldRound', { path })
  assert.deepEqual([told.status, told.body.round], [503, { publicId: round.publicId, status: 'held', undecided: true }])
  assert.deepEqual(await read(round.publicId), ['held', true, null])
  const done = await player.call<{ round: RoundAnswer }>('cancelHeldRound', { path })
  assert.deepEqual([done.status, done.body.round.status, done.body.round.undecided], [200, 'voided', false])
  assert.deepEqual(await read(round.publicId), ['voided', false, 500])
})
