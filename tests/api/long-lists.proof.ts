import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HISTORY_TYPES } from '@coffer/contract/history'
import { RESTRICTION_KINDS } from '@coffer/contract/player-names'
import { GAMES } from '../../service/src/games/index.ts'
import { listInventory, listPayouts, readFilter } from '../../service/src/inventory/index.ts'
import { hours, later, minutes, type Owner, type PageRequest } from '../../service/src/kernel/index.ts'
import { getOperator } from '../../service/src/operators/index.ts'
import type { Context } from '../../service/src/platform/index.ts'
import { listPlayers, type PlayerFilter } from '../../service/src/players/index.ts'
import { type RoundFilter, readRounds } from '../../service/src/reports/index.ts'
import { listRounds } from '../../service/src/rounds/index.ts'
import { listAdminOrders, listOrders, type OrderFilter } from '../../service/src/shipping/index.ts'
import { readHistory } from '../../service/src/wallet/index.ts'
import { type DeliveryFilter, readDeliveries } from '../../service/src/webhooks/index.ts'
import { copyRows } from '../support/copied-rows.ts'
import { listenIn, readCount } from '../support/query-count.ts'
import { subscribe } from '../support/receiver.ts'
import { openNumbers, type Rows } from '../support/rows.ts'
import { orderOf } from '../support/shipping.ts'
import { sureBoxes, win } from '../support/sure-boxes.ts'
import { startWorld } from '../support/world.ts'

const COUNT = 20_000
const LIMIT = 2
/** No other row has this id. */
const RARE_ITEM = 999_999
/** The places of the history begin at 1. */
const FIRST_PLACE = 1_000_000
/** A page of two and one more, from each combination of eight states, three types, collectible or not. */
const MOST_ROWS = 8 * 3 * 2 * (LIMIT + 1)

/** What is rare stands among the oldest, where it takes longest to come upon; the newest part of the history and of the rounds is another player’s. */
const COPIES = {
  inventory_items: `inventory_item_id = -n, state = case when n > ${COUNT - 9} then 'fulfilled' when n % 2 = 0 then 'cashed_back'
    else 'unresolved' end, type = case when n > ${COUNT - 9} then 'digital' else 'physical' end`,
  history_entries: `entry_id = -n, position = ${FIRST_PLACE} - n, recorded_at = occurred_at - n * interval '1 second', player_external_id = case when n <= ${(COUNT * 3) / 4} then 'bob' else player_external_id end, type = case when n > ${COUNT - 9} then 'refund' else 'open' end, operation_id = null`,
  players: `player_id = -n, external_id = 'player-' || n`,
  restrictions: `player_id = -n, self_excluded = n > ${COUNT - 9}, cool_off_until = case when n > ${COUNT - 9} then
    updated_at + interval '1 day' else updated_at - interval '1 day' end, daily_opens_count = case when n > ${COUNT - 9} then 5 end`,
  rounds: `round_id = -n, public_id = 'rnd_' || n,
    player_id = case when n <= ${COUNT / 4} then (select player_id from players where external_id = 'bob') else player_id end,
    created_at = created_at - n * interval '1 second', nonce = case when n <= ${COUNT - 9} then -n end,
    state = case when n > ${COUNT - 9} then 'voided' else 'settled' end`,
  round_reels: `round_id = -n, item_id = case when n between ${COUNT - 17} and ${COUNT - 9} then ${RARE_ITEM} else item_id end`,
  payouts: `payout_id = -n, status = case when n > ${COUNT - 9} then 'paid_out' else 'cancelled' end, closed_at = created_at`,
  shipping_orders: `order_id = -n, public_id = 'ord_' || n, status = case when n > ${COUNT - 9} then 'processing' else 'pending' end,
    created_at = created_at - n * interval '1 second', tracking_number = case when n > ${COUNT - 9} then 'rare' end`,
  shipping_lines: `line_id = -n, order_id = -n, inventory_item_id = -n, took_stock = false, waiting_for_stock = n > ${COUNT - 9}`,
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

/** Lists with rows for every page, and searches that find one row or none. */
type Lists = Record<'long' | 'named', ((page: PageRequest) => Promise<unknown[]>)[]>

/** Lists of an operator's deliveries by every filter, one of them rare, and searches that find one or none. */
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
  ]
  const named: Partial<DeliveryFilter>[] = [{ search: 'whd_1' }, { search: 'unknown', status: 'failed' }]
  const read = (filter: Partial<DeliveryFilter>) => async (page: PageRequest) => {
    const none = { search: null, status: null, type: null, endpointId: null, from: null, to: null }
    const whole = { operatorId, ...none, ...filter }
    return (await readDeliveries(ctx, whole, page)).deliveries
  }
  return { long: filters.map(read), named: named.map(read) } satisfies Lists
}

/** Searches of an operator's rounds by every filter, one of them rare. */
function searchesOfRounds(ctx: Context, operatorId: number, [from, before]: [Date, Date]) {
  const filters: Partial<RoundFilter>[] = [
    {},
    { states: ['settled'] },
    { states: ['voided'] },
    { item: 'mug' },
    { item: 'rare' },
    { item: 'rare', states: ['settled'] },
    { search: 'ann' },
    { search: 'ann', states: ['voided'] },
    { from, before },
  ]
  const none = { search: null, item: null, states: null, from: null, before: null }
  return filters.map(
    (filter) => async (page: PageRequest) =>
      (await readRounds(ctx, GAMES, { operatorId, ...none, ...filter }, page)).rounds,
  )
}

/**
 * Orders of an operator and of a player by their status, and in the admin by every filter, some of them rare. From the oldest on, no page is before
 * that of the last place.
 */
function orders(ctx: Context, { operatorId, playerId }: Owner, [from, before]: [Date, Date]) {
  const statuses = [[], ['pending'], ['processing']]
  const listed = [null, playerId].flatMap((id) =>
    statuses.map(
      (some) => async (page: PageRequest) =>
        (await listOrders(ctx, { operatorId, playerId: id }, { statuses: some, page })).orders,
    ),
  )
  const filters: Partial<OrderFilter>[] = [
    {},
    { statuses: ['pending'] },
    { statuses: ['processing'] },
    { statuses: ['pending', 'processing'] },
    { stock: 'waiting' },
    { stock: 'in_stock', statuses: ['pending'] },
    { search: 'ann' },
    { search: 'ann', statuses: ['processing'] },
    { search: 'rare' },
    { from, before },
  ]
  const none = { search: null, statuses: null, stock: null, from: null, before: null, isOldestFirst: false }
  const read = (filter: Partial<OrderFilter>) => async (page: PageRequest) =>
    (await listAdminOrders(ctx, { operatorId, ...none, ...filter }, page)).orders
  const others = [
    read({ stock: 'waiting', statuses: ['cancelled'] }),
    ...filters.map((filter) => read({ ...filter, isOldestFirst: true })),
  ]
  return { long: [...listed, ...filters.map(read)], named: others } satisfies Lists
}

/** Players of an operator by every filter, each of which is rare. */
function players(ctx: Context, operatorId: number) {
  const kinds = [null, ...RESTRICTION_KINDS]
  const read = (filter: Partial<PlayerFilter>) => async (page: PageRequest) =>
    (await listPlayers(ctx, { operatorId, search: null, restriction: null, ...filter }, page)).players
  return { long: kinds.map((restriction) => read({ restriction })), named: [read({ search: 'ann' })] } satisfies Lists
}

test('a page of a list reads only the rows that it shows, however many there are, common or rare', async (t) => {
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBoxes() } } })
  const { operatorId } = world.operator
  const { endpointId } = await subscribe(t, world, world.operator, ['round_settled'])
  await world.play(world.operator, 'bob')
  await world.operator.coffer.setRestrictions({ playerExternalId: 'bob', dailyOpensCount: 5 })
  const { items } = await win(world.operator, await world.play(world.operator, 'ann'), 'mug', 'mug', 'mug')
  const reserved = { inventoryItemIds: [items[1]!.id], idempotencyKey: 'payout' }
  await world.operator.coffer.createPayout({ playerExternalId: 'ann', ...reserved })
  await world.operator.coffer.createOrder({ playerExternalId: 'ann', ...orderOf([items[2]!.id]) })
  const rows = openNumbers(world.databaseUrl)
  const owner = { operatorId, playerId: await findPlayerId(rows, 'ann') }
  await rows.query('begin')
  await copyRows(rows, COPIES, { count: COUNT })
  await copyRows(rows, { catalogue_items: `item_id = ${RARE_ITEM}, key = 'rare', name = 'Rare'` }, { count: 1 })

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
  const [longAgo, lately] = [later(now, -hours(5.56)), later(now, -hours(2))]
  const payouts = (statuses: string[], playerExternalId: string | null) => async (page: PageRequest) =>
    (await listPayouts(ctx, { operatorId, playerExternalId, statuses }, page)).payouts
  const found: Lists[] = [
    players(ctx, operatorId),
    deliveries(ctx, { operatorId, endpointId }, [longAgo, lately]),
    orders(ctx, owner, [longAgo, lately]),
  ]
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
    ...searchesOfRounds(ctx, operatorId, [longAgo, lately]),
    ...[null, 'ann'].flatMap((who) => [payouts([], who), payouts(['paid_out'], who), payouts(['cancelled'], who)]),
    ...found.flatMap(({ long }) => long),
  ]
  for (const cursor of PLACES) {
    const page: PageRequest = { limit: LIMIT, cursor, filters: '' }
    for (const read of lists) assert.equal((await read(page)).length, LIMIT)
    for (const read of found.flatMap(({ named }) => named)) await read(page)
  }
  const told = []
  for (const statement of [...asked]) told.push(await readCount(rows, statement))
  await rows.query('rollback')
  assert.ok(told.length >= lists.length * PLACES.length)
  for (const { plan, most } of told) assert.ok(most <= MOST_ROWS, `${most} rows are read\n${plan}`)
})

async function findPlayerId(rows: Rows, externalId: string): Promise<number> {
  const text = 'select player_id from players where external_id = $1'
  const [player] = await rows.query<{ player_id: string }>(text, [externalId])
  return Number(player!.player_id)
}
