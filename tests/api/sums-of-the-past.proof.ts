import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hours } from '../../service/src/kernel/index.ts'
import { betsOfDay } from '../../service/src/rounds/index.ts'
import { placeOfNow, sumHistoryAfter } from '../../service/src/wallet/index.ts'
import { listenIn, readCount } from '../support/query-count.ts'
import { openRows } from '../support/rows.ts'
import { sureBox } from '../support/sure-boxes.ts'
import { openBody, startWorld } from '../support/world.ts'

const PAST_COUNT = 20_000

test('however long a player has played before, the sums of a session and of a day read only what came since', async (t) => {
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBox() } } })
  const { operatorId } = world.operator
  world.clock.advance(hours(36) - (world.clock.now().getTime() % hours(24)))
  const player = await world.play(world.operator, 'ann')
  for (const click of ['1', '2', '3']) await player.open(openBody(world.operator, click))
  const rows = openRows(world.databaseUrl)
  const query = (text: string) => rows.query<Record<string, number>>(text)
  const now = world.clock.now()
  await world.tick('history')
  await player.open(openBody(world.operator, 'without its place yet'))

  await rows.query('begin')
  await query('set local session_replication_role = replica')
  // The past lies before: its ids are smaller than those of today.
  // Before lies the past of ann and of 200 others: its ids are smaller than those of today.
  await query(`insert into players overriding system value
    select operator_id, 1000 + n, 'player ' || n, created_at from players, generate_series(1, 200) n`)
  const pasts = ['player_id', `1000 + n % 200`].map((whose) => [whose, whose === 'player_id' ? 0 : PAST_COUNT] as const)
  for (const [whose, below] of pasts) {
    await query(`insert into history_entries overriding system value
      select operator_id, -n - ${below}, ${whose}, case ${below} when 0 then player_external_id else 'player ' || n % 200 end, type, null,
        round_public_id, inventory_item_id, order_public_id, amount_minor, payout_minor, currency, status, null, null,
        occurred_at - interval '2 days', -n - ${below}, recorded_at - interval '2 days'
      from (select * from history_entries where position > 0 limit 1) h, generate_series(1, ${PAST_COUNT}) n`)
    await query(`create temporary table past on commit drop as
      select r.*, n from (select * from rounds where round_id > 0 limit 1) r, generate_series(1, ${PAST_COUNT}) n`)
    await query(`update past set round_id = -n - ${below}, public_id = 'rnd_' || n + ${below}, nonce = -n - ${below},
      player_id = ${whose}, created_at = created_at - interval '2 days'`)
    await query('alter table past drop column n')
    await query('insert into rounds overriding system value select * from past')
    await query('drop table past')
  }
  await query('analyze history_entries')
  await query('analyze rounds')
  const [{ player_id: playerId } = { player_id: 0 }] = await query(
    "select player_id from players where external_id = 'ann'",
  )
  const owner = { operatorId, playerId: playerId! }
  const { tx, asked } = listenIn(rows)
  const moved = await sumHistoryAfter(tx, { operatorId, playerExternalId: 'ann' }, 0)
  await placeOfNow(world.service.ctx, tx, owner)
  const bets = await betsOfDay(world.service.ctx, tx, owner, now)
  const told = []
  for (const statement of [...asked]) told.push(await readCount(rows, statement))
  await rows.query('rollback')
  assert.deepEqual([Number(moved[0]?.spentMinor), Number(bets[0]?.minor)], [2000, 2000])
  assert.equal(told.length, 7)
  for (const { plan, most } of told) assert.ok(most <= 6, `${most} rows are read\n${plan}`)
})
