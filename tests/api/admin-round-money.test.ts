import assert from 'node:assert/strict'
import { before, type TestContext, test } from 'node:test'
import type { AdminWalletOperation } from '@coffer/contract/admin'
import { CALLS_OF_OPERATION, OPERATIONS_OF_KEY } from '@coffer/contract/round-names'
import { faults } from '@coffer/reference-operator'
import { failNext, prepay, roundIn } from '../support/admin-rounds.ts'
import { subscribe } from '../support/receiver.ts'
import { openNumbers, openRows } from '../support/rows.ts'
import { type DeskBrowser, startDesk } from '../support/staff.ts'
import { sureBoxes, win, winBody } from '../support/sure-boxes.ts'
import { startWorld, type TestOperator, type World } from '../support/world.ts'

let world: World
let operator: TestOperator
let support: DeskBrowser
/** The public IDs of rounds by name. */
const ids: Record<string, string> = {}

before(async (t) => {
  world = await startWorld(t as TestContext, { operators: { aurum: { catalogue: sureBoxes() } } })
  operator = world.operator
  support = await startDesk(world, 'sam@aurum.example', ['support'], operator)
})

async function held(name: string, funding: 'player' | 'operator' = 'player') {
  const box = await prepay(operator, { name, key: 'mug', funding })
  ids[name] = box.roundPublicId
  return box
}

/** The bet of a round, its status, and the states of its refunds. */
async function betOf(name: string) {
  const { bet, status, operations } = await roundIn(support, ids[name]!)
  return [bet, status, ...refundsOf(operations)]
}

const refundsOf = (operations: readonly AdminWalletOperation[]) =>
  operations.filter(({ kind }) => kind === 'round_refund').map(({ state }) => state)

test('round: a cancelled box shows each answer of the wallet to its refund', async () => {
  const ann = await world.play(operator, 'ann')
  const { roundPublicId } = await held('given back')
  const cancel = async () =>
    (await ann.call('cancelHeldRound', { path: `/api/play/rounds/${roundPublicId}/cancel` })).status
  failNext(world, 'credit', faults.reset())
  assert.equal(await cancel(), 503)
  assert.deepEqual(await betOf('given back'), ['cancelling', 'unresolved', 'open'])
  failNext(world, 'credit', faults.refuse('PLAYER_BLOCKED'))
  world.clock.advance(120_000)
  assert.equal(await cancel(), 403)
  assert.deepEqual(await betOf('given back'), ['charged', 'held', 'refused'])
  assert.equal(await cancel(), 200)
  assert.deepEqual(await betOf('given back'), ['refunded', 'voided', 'refused', 'accepted'])
})

test('round: a refund that the wallet accepted after a refusal is disputed, also once the box is open', async () => {
  const rows = openRows(world.databaseUrl)
  const box = await held('disputed')
  failNext(world, 'credit', faults.refuse('PLAYER_BLOCKED'))
  await assert.rejects(operator.coffer.cancelHeldRound(box))
  await operator.coffer.openHeldRound({ playerExternalId: 'ann', publicId: box.roundPublicId })
  assert.deepEqual(await betOf('disputed'), ['charged', 'settled', 'refused'])
  const change = (state: string) =>
    rows.query('update wallet_operations set state = $1 where idempotency_key = $2', [
      state,
      `refund:round:${ids.disputed}`,
    ])
  await change('conflict')
  try {
    assert.deepEqual(await betOf('disputed'), ['disputed', 'settled', 'conflict'])
  } finally {
    await change('refused')
  }
})

test('round: a cancelled free box moved no money', async () => {
  await operator.coffer.cancelHeldRound(await held('free', 'operator'))
  assert.deepEqual(await betOf('free'), ['free', 'voided'])
})

test('round: a debit that no call has left for is not sent yet, and then voided', async () => {
  const dan = await world.play(operator, 'dan')
  await world.settings(operator, { 'wallet.url': 'http://127.0.0.1:9/wallet' })
  ids.unsent = (await dan.open(winBody(operator, 'unsent', 'mug'))).body.round.publicId
  assert.deepEqual(await betOf('unsent'), ['unsent', 'unresolved'])
  world.clock.advance(120_000)
  await world.tick('resolver')
  await world.settings(operator, { 'wallet.url': world.casino.walletUrl(operator.slug) })
  assert.deepEqual(await betOf('unsent'), ['not_sent', 'voided'])
  const { calls } = (await roundIn(support, ids.unsent!)).operations[0]!
  assert.deepEqual(
    calls.map(({ outcome, reason }) => [outcome, reason]),
    [['never_sent', 'ECONNREFUSED']],
  )
})

test('round: a cashback without an answer is shown, then refused, then paid', async () => {
  const eve = await world.play(operator, 'eve')
  const { round, items } = await win(operator, eve, 'mug')
  ids.eve = round.publicId
  const shown = async () => {
    const { won, operations } = await roundIn(support, ids.eve!)
    const cashbacks = operations.filter(({ inventoryItemId }) => inventoryItemId === items[0]!.id)
    return [won[0]!.state, ...cashbacks.map(({ state, walletErrorCode }) => walletErrorCode ?? state)]
  }
  failNext(world, 'credit', faults.reset())
  assert.equal((await eve.cashBack(items[0]!.id)).status, 503)
  assert.deepEqual(await shown(), ['crediting', 'open'])
  failNext(world, 'credit', faults.refuse('PLAYER_BLOCKED'))
  world.clock.advance(120_000)
  assert.equal((await eve.cashBack(items[0]!.id)).status, 403)
  assert.deepEqual(await shown(), ['unresolved', 'PLAYER_BLOCKED'])
  assert.equal((await eve.cashBack(items[0]!.id)).status, 200)
  assert.deepEqual(await shown(), ['cashed_back', 'PLAYER_BLOCKED', 'accepted'])
  const { operations } = await roundIn(support, ids.eve!)
  assert.deepEqual(
    operations.map(({ calls }) => calls.map(({ outcome }) => outcome)),
    [['accepted'], ['unknown', 'refused'], ['accepted']],
  )
})

test('round: of many operations and calls the newest are shown, and every conflict', async () => {
  const rows = openNumbers(world.databaseUrl)
  const box = await held('many')
  const key = `refund:round:${box.roundPublicId}`
  await rows.query(
    `insert into wallet_operations (operator_id, player_id, player_external_id, kind, subject_id, idempotency_key, direction,
       amount_minor, currency, body, state, next_look_at, resolver_tries, created_at, closed_at)
     select operator_id, player_id, player_external_id, 'round_refund', subject_id, $1, 'credit', amount_minor, currency, body,
       case when n = 1 then 'conflict' else 'refused' end, next_look_at, 0, created_at, created_at
     from wallet_operations, generate_series(1, $2) n where idempotency_key = $3`,
    [key, OPERATIONS_OF_KEY + 2, `round:${box.roundPublicId}`],
  )
  const [last] = await rows.query<{ operation_id: number }>(
    'select max(operation_id) as operation_id from wallet_operations where idempotency_key = $1',
    [key],
  )
  await rows.query(
    `insert into wallet_attempts (operator_id, operation_id, recorded_at, clean, lease_until, outcome, closed_at)
     select $1, $2, to_timestamp(n), true, to_timestamp(n), 'refused', to_timestamp(n) from generate_series(1, $3) n`,
    [operator.operatorId, last!.operation_id, CALLS_OF_OPERATION + 2],
  )
  try {
    const { operations } = await roundIn(support, ids.many!)
    const refunds = operations.filter(({ kind }) => kind === 'round_refund')
    assert.deepEqual(
      [refunds.length, refunds[0]!.state, refunds.at(-1)!.id],
      [OPERATIONS_OF_KEY, 'conflict', last!.operation_id],
    )
    const times = refunds.at(-1)!.calls.map(({ recordedAt }) => Date.parse(recordedAt) / 1000)
    assert.deepEqual(
      times,
      Array.from({ length: CALLS_OF_OPERATION }, (_, n) => n + 3),
    )
  } finally {
    await rows.query('delete from wallet_attempts where operation_id = $1', [last!.operation_id])
    await rows.query('delete from wallet_operations where idempotency_key = $1', [key])
  }
})

test('round: deliveries of its events are shown to roles that may read deliveries', async (t) => {
  const eve = await world.play(operator, 'eve')
  ids.before = (await win(operator, eve, 'spins')).round.publicId
  await subscribe(t, world, operator, ['round_settled', 'bonus_entitlement'])
  ids.delivered = (await win(operator, eve, 'spins')).round.publicId
  const { deliveries } = await roundIn(support, ids.delivered!)
  assert.deepEqual(
    deliveries!.map(({ type, status }) => [type, status]),
    [
      ['round_settled', 'pending'],
      ['bonus_entitlement', 'pending'],
    ],
  )
  assert.deepEqual((await roundIn(support, ids.before!)).deliveries, [])
  const finance = await startDesk(world, 'fin@aurum.example', ['finance'], operator)
  assert.equal((await roundIn(finance, ids.delivered!)).deliveries, null)
})
