import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HISTORY_TYPES } from '@coffer/contract/history'
import { GAMES } from '../../service/src/games/index.ts'
import { listInventory, listPayouts, readFilter } from '../../service/src/inventory/index.ts'
import { hours, later, minutes, type PageRequest } from '../../service/src/kernel/index.ts'
import { getOperator } from '../../service/src/operators/index.ts'
import type { Context } from '../../service/src/platform/index.ts'
import { listRounds } from '../../service/src/rounds/index.ts'
import { listOrders } from '../../service/src/shipping/index.ts'
import { readHistory } from '../../service/src/wallet/index.ts'
import { type DeliveryFilter, readDeliveries } from '../../service/src/webhooks/index.ts'
import { copyRows } from '../support/copied-rows.ts'
import { listenIn, readCount } from '../support/query-count.ts'
import { subscribe } from '../support/receiver.ts'
import { openNumbers } from '../support/rows.ts'
import { orderOf } from '../support/shipping.ts'
import { sureBoxes, win } from '../support/sure-boxes.ts'
import { startWorld } from '../support/world.ts'

const COUNT = 20_000
const LIMIT = 2
/** The places of the history begin at 1. */
const FIRST_PLACE = 1_000_000
/** A page of two and one more, from each combination of eight states, three types, collectible or not. */
const MOST_ROWS = 8 * 3 * 2 * (LIMIT + 1)

/** What is rare stands among the oldest, where it takes longest to come upon; most of the history, and its newest part, is another player’s. */
const COPIES = {
  inventory_items: `inventory_item_id = -n, state = case when n > ${COUNT - 9} then 'fulfilled' when n % 2 = 0 then 'cashed_back'
    else 'unresolved' end, type = case when n > ${COUNT - 9} then 'digital' else 'physical' end`,
  history_entries: `entry_id = -n, position = ${FIRST_PLACE} - n, recorded_at = occurred_at - n * interval '1 second', player_external_id = case when n <= ${(COUNT * 3) / 4} then 'bob' else player_external_id end, type = case when n > ${COUNT - 9} then 'refund' else 'open' end, operation_id = null`,
  rounds: `round_id = -n, public_id = 'rnd_' || n, nonce = case when n <= ${COUNT - 9} then -n end,
    state = case when n > ${COUNT - 9} then 'voided' else 'settled' end`,
  payouts: `payout_id = -n, status = case when n > ${COUNT - 9} then 'paid_out' else 'cancelled' end, closed_at = created_at`,
  shipping_orders: `order_id = -n, public_id = 'ord_' || n, status = case when n > ${COUNT - 9} then 'processing' else 'pending' end`,
  shipping_lines: 'line_id = -n, order_id = -n, inventory_item_id = -n',
  shipping_moves: 'move_id = -n, order_id = -n',
  outbox_events: `event_id = -n, idempotency_key = 'copy:' || n`,
  webhook_deliveries: `delivery_id = -n, event_id = -n, occurred_at = occurred_at - n * interval '1 second',
    type = case when n > ${COUNT - 9} then 'box_archived' else 'round_settled' end,
    status = case when n > ${COUNT - 9} then 'failed' else 'delivered' end,
    delivered_at = case when n > ${COUNT - 9} then null else occurred_at end, next_attempt_at = null`,
}

/** The first page, one from the middle on, and one from the end back. */
const PLACES: PageRequest['cursor'][] = [
  null,
  { direction: 'next', sort: null, id: -COUNT / 2 },
  { direction: 'prev', sort: null, id: -COUNT - 1 },
]

/** Lists of an operator's deliveries by every filter, one of them rare. */
function deliveries(
  ctx: Context,
  { operatorId, endpointId }: Record<'operatorId' | 'endpointId', number>,
  window: [Date, Date],
) {
  const [from, to] = window
  const filters: Partial<DeliveryFilter>[] = [
    {},
    ...[{ status: 'delivered' } as const, { status: 'failed' } as const, { endpointId, status: 'failed' } as const],
    ...['round_settled', 'box_archived'].flatMap((type) => [{ type }, { type, endpointId }]),
    { from, to },
    { type: 'box_archived', from, to },
    ...[{ search: 'whd_1' }, { search: 'unknown', status: 'failed' } as const],
  ]
  return filters.map((filter) => async (page: PageRequest) => {
    const none = { search: null, status: null, type: null, endpointId: null, from: null, to: null }
    const whole = { operatorId, ...none, ...filter }
    return (await readDeliveries(ctx, whole, page)).deliveries
  })
}

test('a page of a list reads only the rows that it shows, however many there are, common or rare', async (t) => {
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBoxes() } } })
  const { operatorId } = world.operator
  const { endpointId } = await subscribe(t, world, world.operator, ['round_settled'])
  const { items } = await win(world.operator, await world.play(world.operator, 'ann'), 'mug', 'mug', 'mug')
  const reserved = { inventoryItemIds: [items[1]!.id], idempotencyKey: 'payout' }
  await world.operator.coffer.createPayout({ playerExternalId: 'ann', ...reserved })
  await world.operator.coffer.createOrder({ playerExternalId: 'ann', ...orderOf([items[2]!.id]) })
  const rows = openNumbers(world.databaseUrl)
  const [{ player_id } = { player_id: '0' }] = await rows.query<{ player_id: string }>('select player_id from players')
  const owner = { operatorId, playerId: Number(player_id) }
  await rows.query('begin')
  await copyRows(rows, COPIES, { count: COUNT })

  const now = world.service.ctx.clock.now()
  const { tx, asked } = listenIn(rows)
  const ctx: Context = { ...world.service.ctx, tx: (_, work) => work(tx) }
  const operator = await world.service.ctx.tx(operatorId, (own) => getOperator(own, operatorId))
  const vault = (query: Parameters<typeof readFilter>[0]) => async (page: PageRequest) =>
    (await listInventory(ctx, operator, owner, { filter: readFilter(query), currency: null, page })).items
  const history =
    (types: (typeof HISTORY_TYPES)[number][], playerExternalId: string | null, ...window: Date[]) =>
    async (page: PageRequest) => {
      const { from = null, to = null } = { from: window[0], to: window[1] }
      const cursor = page.cursor && { ...page.cursor, id: page.cursor.id + FIRST_PLACE }
      return (await readHistory(ctx, { operatorId, playerExternalId, types, from, to }, { ...page, cursor })).items
    }
  const rounds = (status: string) => async (page: PageRequest) =>
    (await listRounds(ctx, GAMES, owner, { statuses: [status], page })).rounds
  const payouts = (statuses: string[], playerExternalId: string | null) => async (page: PageRequest) =>
    (await listPayouts(ctx, { operatorId, playerExternalId, statuses }, page)).payouts
  const orders = (statuses: string[], playerId: number | null) => async (page: PageRequest) =>
    (await listOrders(ctx, { operatorId, playerId }, { statuses, page })).orders
  const [longAgo, lately] = [later(now, -hours(5.56)), later(now, -hours(2))]
  const lists = [
    ...[{}, { state: 'fulfilled' }, { state: 'unresolved,fulfilled', type: 'digital' }, { collectible: false }].map(
      vault,
    ),
    vault({ state: 'unresolved,ship_requested,fulfilled,cashed_back,expired,forwarded_to_casino,consumed' }),
    ...[null, 'ann'].flatMap((who) => [
      history([...HISTORY_TYPES], who),
      history(['open'], who),
      history(['refund'], who),
      history([...HISTORY_TYPES], who, new Date(0), later(now, minutes(1))),
      history(['refund'], who, longAgo, lately),
    ]),
    ...['', 'settled', 'voided'].map(rounds),
    ...[null, 'ann'].flatMap((who) => [payouts([], who), payouts(['paid_out'], who), payouts(['cancelled'], who)]),
    ...[null, owner.playerId].flatMap((who) => [
      orders([], who),
      orders(['pending'], who),
      orders(['processing'], who),
    ]),
    ...deliveries(ctx, { operatorId, endpointId }, [longAgo, lately]),
  ]
  for (const read of lists) {
    for (const cursor of PLACES) assert.equal((await read({ limit: LIMIT, cursor, filters: '' })).length, LIMIT)
  }
  const told = []
  for (const statement of [...asked]) told.push(await readCount(rows, statement))
  await rows.query('rollback')
  assert.ok(told.length >= lists.length * PLACES.length)
  for (const { plan, most } of told) assert.ok(most <= MOST_ROWS, `${most} rows are read\n${plan}`)
})
