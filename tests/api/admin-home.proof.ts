import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOME_DAYS, HOME_FAILED_DELIVERIES } from '@coffer/contract/home'
import type { Context } from '../../service/src/platform/index.ts'
import { readHome } from '../../service/src/reports/index.ts'
import { updateTotals } from '../support/admin-home.ts'
import { copyRows } from '../support/copied-rows.ts'
import { listenIn, readCount } from '../support/query-count.ts'
import { subscribe } from '../support/receiver.ts'
import { openNumbers } from '../support/rows.ts'
import { shipped } from '../support/shipping.ts'
import { sureBoxes, win } from '../support/sure-boxes.ts'
import { startWorld } from '../support/world.ts'

const COUNT = 20_000

/** Rounds, calls, events and orders of the past, all final. */
const COPIES = {
  rounds: `round_id = -n, public_id = 'rnd_' || n, nonce = -n`,
  history_entries: `entry_id = -n, position = 1000000 + n, operation_id = null`,
  wallet_operations: `operation_id = -n, idempotency_key = 'copy:' || n`,
  wallet_attempts: 'operation_id = -n, attempt_id = -n',
  daily_totals: `day = day - n, currency = 'EUR'`,
  outbox_events: `event_id = -n, idempotency_key = 'copy:' || n`,
  webhook_deliveries: `delivery_id = -n, event_id = -n, next_attempt_at = null,
    delivered_at = case when n > ${COUNT - 5000} then null else occurred_at end,
    status = case when n > ${COUNT - 5000} then 'failed' else 'delivered' end`,
  shipping_orders: `order_id = -n, public_id = 'ord_' || n, status = 'cancelled'`,
}

test('the home screen reads no more rows when there are more in the past', async (t) => {
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBoxes() } } })
  const { operatorId } = world.operator
  await subscribe(t, world, world.operator, ['round_settled'])
  const player = await world.play(world.operator, 'ann')
  await shipped(player, [(await win(world.operator, player, 'mug')).items[0]!.id])
  await updateTotals(world)
  const rows = openNumbers(world.databaseUrl)
  await rows.query('begin')
  await copyRows(rows, COPIES, { count: COUNT })
  const { tx, asked } = listenIn(rows)
  const ctx: Context = { ...world.service.ctx, tx: (_, work) => work(tx) }
  const home = await readHome(ctx, { operatorId, roles: ['owner'] })
  assert.equal(home.deliveries?.hasMoreFailed, true)
  const plans = []
  for (const statement of [...asked]) plans.push(await readCount(rows, statement))
  await rows.query('rollback')
  assert.ok(plans.length >= 8)
  const most = Math.max(HOME_DAYS, HOME_FAILED_DELIVERIES + 1)
  for (const { plan, most: read } of plans) assert.ok(read <= most, `${read} rows are read\n${plan}`)
})
