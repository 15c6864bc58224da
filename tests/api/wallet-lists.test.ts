import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faults } from '@coffer/reference-operator'
import { getOperator } from '@coffer/service/administration'
import { applyReplies, type Flow, type Reply } from '../../service/src/wallet/index.ts'
import { openRows } from '../support/rows.ts'
import { sureBox } from '../support/sure-boxes.ts'
import { openBody, startWorld, type World } from '../support/world.ts'

const TIMES = 20

/** A debit of which nothing is done but to lock it. */
const LOCKED: Flow<string, string> = {
  name: 'open-round',
  kind: 'round_debit',
  keyOf: (_who, subjectId) => subjectId,
  lock: async (_tx, _owner, subjectId) => subjectId,
  isWaiting: () => true,
  apply: async (_ctx, _tx, ends) => ends.map((end) => end.subject),
}

/** What a wallet would have answered to the attempts that stand in the database: nobody knows. */
async function repliesOf({ service, operator, databaseUrl }: World): Promise<Reply[]> {
  const { ctx } = service
  const rows = await openRows(databaseUrl).query<Record<'player' | 'operation' | 'attempt' | 'subject', string>>(
    `select o.player_id as player, operation_id as operation, attempt_id as attempt, subject_id as subject
     from wallet_attempts join wallet_operations o using (operator_id, operation_id) order by operation_id`,
  )
  const row = await ctx.tx(operator.operatorId, (tx) => getOperator(tx, operator.operatorId))
  return rows.map(({ player, operation, attempt, subject }) => {
    const owner = { operatorId: operator.operatorId, playerId: Number(player) }
    return {
      who: { operator: row, owner, playerExternalId: 'ann' },
      subjectId: subject,
      attempt: {
        ...{ operatorId: operator.operatorId, operationId: Number(operation), attemptId: Number(attempt) },
        ...{ idempotencyKey: '', body: '', recordedAt: ctx.clock.now(), recordedMono: 0, leaseUntil: ctx.clock.now() },
      },
      outcome: { kind: 'unknown', reason: 'nobody knows' },
      live: false,
    }
  })
}

test('replies that come together in whatever order lock alike, and each is answered in its own place', async (t) => {
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBox() } } })
  const player = await world.play(world.operator, 'ann')
  world.casino.wallet.faults.push({ when: { type: 'wallet.debit' }, times: 3, fault: faults.reset() })
  for (const name of ['one', 'two', 'three']) {
    assert.equal((await player.open(openBody(world.operator, name))).status, 503)
  }
  const database = openRows(world.databaseUrl)
  const replies = await repliesOf(world)
  assert.equal(replies.length, 3)
  const { ctx } = world.service
  const answered = (order: readonly Reply[]) =>
    ctx.tx(world.operator.operatorId, (tx) => applyReplies(ctx, tx, LOCKED, order))

  const orders = [replies, replies.toReversed()]
  const expected = orders.map((order) => order.map(({ subjectId }) => subjectId))
  for (let time = 0; time < TIMES; time++) assert.deepEqual(await Promise.all(orders.map(answered)), expected)
  const [seen] = await database.query<{ deadlocks: number }>(
    'select pg_stat_clear_snapshot(), deadlocks::int from pg_stat_database where datname = current_database()',
  )
  assert.equal(seen!.deadlocks, 0)
})
