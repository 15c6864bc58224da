import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { letPass, makeBarrier } from '../support/pacing.ts'
import { openPool } from '../support/rows.ts'
import { sureBox } from '../support/sure-boxes.ts'
import { openBody, startWorld, type World } from '../support/world.ts'

const NO = '{"accepted":false,"errorCode":"NO"}'

/** A connection of ours that takes part in what requests wait for. */
async function connect({ databaseUrl }: World) {
  const client = await openPool(databaseUrl).connect()
  const lockRound = (publicId: string) => client.query('select from rounds where public_id = $1 for update', [publicId])
  return { query: client.query.bind(client), lockRound, end: () => client.release(true) }
}

/** Until so many wait for a lock. */
async function untilWaiting({ query }: Awaited<ReturnType<typeof connect>>, count: number): Promise<void> {
  const looks = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  await eventually(async () => (await query(looks)).rowCount === count, `${count} sessions wait for a lock`)
}

test('a cancel that saw one credit and finds another is told what came of the one that it saw', async (t) => {
  const barrier = makeBarrier('cancel-held-round:replied')
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBox() } }, service: { points: barrier } })
  const { operator, casino } = world
  const refuses = { apply: false, answer: { kind: 'raw' as const, status: 200, body: NO } }
  casino.wallet.faults.push({ when: { type: 'wallet.credit' }, times: 1, fault: refuses })
  const player = await world.play(operator, 'ann')
  const buy = { playerExternalId: 'ann', mode: 'prepay' as const, ...openBody(operator, 'held') }
  const { publicId } = (await operator.coffer.purchase(buy)).round
  const cancel = () => player.call('cancelHeldRound', { path: `/api/play/rounds/${publicId}/cancel` })
  const [looker, door, third] = await Promise.all([connect(world), connect(world), connect(world)])

  const first = cancel()
  await barrier.reached
  await door.query('begin')
  await door.lockRound(publicId)
  barrier.release()
  await untilWaiting(looker, 1)
  await third.query('begin')
  const isNext = third.lockRound(publicId)
  await untilWaiting(looker, 2)
  const second = cancel()
  await untilWaiting(looker, 3)
  // The first one ends: the box is held again. The third cancels it anew, while the second has the first one's operation in its hands.
  await door.query('commit')
  await isNext
  await third.query(
    `insert into wallet_operations (operator_id, player_id, player_external_id, kind, subject_id, idempotency_key, direction,
       amount_minor, currency, body, state, next_look_at, resolver_tries, created_at)
     select operator_id, player_id, player_external_id, kind, subject_id, idempotency_key, direction,
       amount_minor, currency, body, 'open', created_at, 0, created_at
     from wallet_operations where subject_id = $1 and kind = 'round_refund'`,
    [publicId],
  )
  await third.query("update rounds set state = 'cancelling' where public_id = $1", [publicId])
  await third.query('commit')
  for (const client of [looker, door, third]) client.end()

  const told = { publicId, status: 'held', undecided: false }
  for (const { status, body, headers, text } of await Promise.all([first, second])) {
    assert.deepEqual([status, headers.get('retry-after')], [503, null], text)
    assert.deepEqual((body as { round?: object }).round, told)
  }
  await letPass(world, 1)
  const { round } = await operator.coffer.getRound({ playerExternalId: 'ann', publicId })
  assert.deepEqual([round.status, round.refundedMinor], ['voided', 500], 'the credit of the third is paid')
  assert.equal(casino.wallet.balance(operator.slug, 'ann', 'EUR'), 100_000, 'given back once')
})
