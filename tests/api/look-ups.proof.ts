import assert from 'node:assert/strict'
import { test } from 'node:test'
import { walletKey } from '@coffer/contract/keys'
import { readAnswerOfSubject } from '../../service/src/actions/index.ts'
import { GAMES } from '../../service/src/games/index.ts'
import { atOnce } from '../../service/src/kernel/index.ts'
import { getOperator } from '../../service/src/operators/index.ts'
import type { Context, Tx } from '../../service/src/platform/index.ts'
import { findUndecidedRound, getPublicProof } from '../../service/src/rounds/index.ts'
import {
  findLatestOperation,
  listConflicts,
  placeAllHistory,
  placeHistory,
  refuseTooManyUnknown,
} from '../../service/src/wallet/index.ts'
import { copyRows } from '../support/copied-rows.ts'
import { listenIn, lookOn, readCount } from '../support/query-count.ts'
import { openNumbers } from '../support/rows.ts'
import { orderOf } from '../support/shipping.ts'
import { sureBoxes, win } from '../support/sure-boxes.ts'
import { startWorld, type World } from '../support/world.ts'

const COUNT = 20_000
const MOST_ROWS = 2
const WAITING_COUNT = 500

/** All of one player. Half of the operations came to nothing, and every other one of those may have. */
const COPIES = {
  wallet_operations: `operation_id = -n, subject_id = 'rnd_' || n, idempotency_key = 'refund:round:rnd_' || n, kind = 'round_refund',
    direction = 'credit', state = case n % 4 when 0 then 'conflict' when 2 then 'refused' else 'accepted' end`,
  rounds: "round_id = -n, public_id = 'rnd_' || n, nonce = -n",
  round_reels: 'reel_id = -n, round_id = -n',
  actions: "client_action_id = 'copy-' || n, subject_id = 'ord_' || n, kind = 'shipping'",
}

test('what is looked up by its key is found without reading any other row, however many there are', async (t) => {
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBoxes() } }, freshDatabase: true })
  const { operatorId } = world.operator
  const { items } = await win(world.operator, await world.play(world.operator, 'ann'), 'mug')
  await world.operator.coffer.createOrder({ playerExternalId: 'ann', ...orderOf([items[0]!.id]) })
  const rows = openNumbers(world.databaseUrl)
  const [{ player_id } = { player_id: '0' }] = await rows.query<{ player_id: string }>('select player_id from players')
  const owner = { operatorId, playerId: Number(player_id) }
  await rows.query('begin')
  await copyRows(rows, COPIES, { count: COUNT })

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

test('entries of the history get their places without being looked for among all that wait, when the database expected none', async (t) => {
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBoxes() } }, freshDatabase: true })
  const { operatorId } = world.operator
  await win(world.operator, await world.play(world.operator, 'ann'), 'mug')
  await placeAllHistory(world.service.ctx)
  const rows = openNumbers(world.databaseUrl)
  await rows.query('begin')
  await rows.query('analyze history_entries')
  const columns = 'entry_id = -n, operation_id = null, position = null, recorded_at = null'
  await copyRows(rows, { history_entries: columns }, { count: WAITING_COUNT, isAnalyzed: false })
  await rows.query('set local role coffer_app')
  await rows.query(`set local coffer.operator_id = '${operatorId}'`)
  const { tx, told } = lookOn(rows)
  assert.equal((await placeHistory(inside(world, tx), operatorId)).count, WAITING_COUNT)
  await rows.query('rollback')
  for (const { plan, most } of told) assert.ok(most <= 2 * WAITING_COUNT, `${most} rows are read\n${plan}`)
})

test('operators whose entries wait for their places are found without reading entries that do not', async (t) => {
  const world = await startWorld(t, {
    operators: { aurum: { catalogue: sureBoxes() }, basalt: {} },
    freshDatabase: true,
  })
  const [aurum, basalt] = [world.operators.aurum!, world.operators.basalt!]
  await win(aurum, await world.play(aurum, 'ann'), 'mug')
  await placeAllHistory(world.service.ctx)
  const rows = openNumbers(world.databaseUrl)
  await rows.query('begin')
  await copyRows(rows, { history_entries: 'entry_id = -n, operation_id = null, position = -n' }, { count: COUNT })
  const { tx, told } = lookOn(rows)
  assert.equal(await placeAllHistory(inside(world, tx)), 0)
  const waiting = `operator_id = case n % 2 when 0 then ${aurum.operatorId} else ${basalt.operatorId} end, entry_id = -${COUNT} - n,
    operation_id = null, position = null, recorded_at = null`
  await copyRows(rows, { history_entries: waiting }, { count: WAITING_COUNT })
  assert.equal(await placeAllHistory(inside(world, tx)), WAITING_COUNT)
  await rows.query('rollback')
  const looks = told.filter(({ text }) => text.includes('recursive feed'))
  assert.equal(looks.length, 2)
  for (const { plan, most } of looks) assert.ok(most <= 5, `${most} rows are read\n${plan}`)
})

test('the undecided debits of a player are counted without reading those of anybody else', async (t) => {
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBoxes() } }, freshDatabase: true })
  const { operatorId } = world.operator
  await win(world.operator, await world.play(world.operator, 'ann'), 'mug')
  const rows = openNumbers(world.databaseUrl)
  await rows.query('begin')
  const columns = "subject_id = 'rnd_' || n, player_id = -n"
  await copyRows(
    rows,
    { wallet_operations: `${columns}, operation_id = -n, idempotency_key = 'round:rnd_' || n` },
    { count: COUNT },
  )
  // The database has heard of none that is undecided.
  const open = `${columns}, operation_id = -${COUNT} - n, idempotency_key = 'round:open_' || n, state = 'open', closed_at = null`
  await copyRows(rows, { wallet_operations: open }, { count: WAITING_COUNT, isAnalyzed: false })
  // As connections of shared transactions are.
  for (const setting of ['seqscan', 'hashjoin', 'mergejoin']) await rows.query(`set local enable_${setting} = off`)
  const { tx, told } = lookOn(rows)
  const { operator, ctx } = { operator: await getOperator(tx, operatorId), ctx: world.service.ctx }
  const look = (playerId: number) => refuseTooManyUnknown(ctx, tx, operator, { operatorId, playerId })
  // Of one player, and of several at once.
  await look(-1)
  await atOnce(look(-1), look(-2), look(-3))
  await rows.query('rollback')
  for (const { plan, most } of told) assert.ok(most <= 2 * MOST_ROWS, `${most} rows are read\n${plan}`)
})

/** The world's context, whose transactions are all part of this one. */
function inside(world: World, tx: Tx): Context {
  return { ...world.service.ctx, tx: (_operatorId, work) => work(tx), systemTx: (work) => work(tx) }
}
