import assert from 'node:assert/strict'
import { test } from 'node:test'
import { walletKey } from '@coffer/contract/keys'
import { readAnswerOfSubject } from '../../service/src/actions/index.ts'
import { GAMES } from '../../service/src/games/index.ts'
import { findUndecidedRound, getPublicProof } from '../../service/src/rounds/index.ts'
import { findLatestOperation, listConflicts } from '../../service/src/wallet/index.ts'
import { listenIn, readCount } from '../support/query-count.ts'
import { openRows, type Rows } from '../support/rows.ts'
import { orderOf } from '../support/shipping.ts'
import { sureBoxes, win } from '../support/sure-boxes.ts'
import { startWorld } from '../support/world.ts'

const COUNT = 20_000
const MOST_ROWS = 2

/** All of one player. Half of the operations came to nothing, and every other one of those may have. */
const COPIES = {
  wallet_operations: `operation_id = -n, subject_id = 'rnd_' || n, idempotency_key = 'refund:round:rnd_' || n, kind = 'round_refund',
    direction = 'credit', state = case n % 4 when 0 then 'conflict' when 2 then 'refused' else 'accepted' end`,
  rounds: "round_id = -n, public_id = 'rnd_' || n, nonce = -n",
  round_reels: 'reel_id = -n, round_id = -n',
  actions: "client_action_id = 'copy-' || n, subject_id = 'ord_' || n, kind = 'shipping'",
}

async function copyRows(rows: Rows): Promise<void> {
  await rows.query('set local session_replication_role = replica')
  for (const [table, columns] of Object.entries(COPIES)) {
    await rows.query(`create temporary table copies on commit drop as
      select one.*, n from (select * from ${table} limit 1) one, generate_series(1, ${COUNT}) n`)
    await rows.query(`update copies set ${columns}`)
    await rows.query('alter table copies drop column n')
    await rows.query(`insert into ${table} overriding system value select * from copies`)
    await rows.query('drop table copies')
    await rows.query(`analyze ${table}`)
  }
}

test('what is looked up by its key is found without reading any other row, however many there are', async (t) => {
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBoxes() } } })
  const { operatorId } = world.operator
  const { items } = await win(world.operator, await world.play(world.operator, 'ann'), 'mug')
  await world.operator.coffer.createOrder({ playerExternalId: 'ann', ...orderOf([items[0]!.id]) })
  const rows = openRows(world.databaseUrl)
  const [{ player_id } = { player_id: '0' }] = await rows.query<{ player_id: string }>('select player_id from players')
  const owner = { operatorId, playerId: Number(player_id) }
  await rows.query('begin')
  await copyRows(rows)

  const { tx, asked } = listenIn(rows)
  const refundOf = (n: number) => walletKey.refundRound(`rnd_${n}`)
  for (const n of [17, 18, 20]) {
    assert.equal(Number((await findLatestOperation(tx, operatorId, refundOf(n)))?.operation_id), -n)
  }
  assert.deepEqual(await listConflicts(tx, operatorId, [18, 20].map(refundOf)), new Set([refundOf(20)]))
  assert.equal((await getPublicProof(tx, GAMES, 'rnd_21')).publicId, 'rnd_21')
  assert.equal(await findUndecidedRound(tx, owner), null)
  assert.ok(await readAnswerOfSubject(tx, { owner, kind: 'shipping', subjectId: 'ord_22' }))
  const told = []
  for (const statement of [...asked]) told.push(await readCount(rows, statement))
  await rows.query('rollback')
  for (const { plan, most } of told) assert.ok(most <= MOST_ROWS, `${most} rows are read\n${plan}`)
})
