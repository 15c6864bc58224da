import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { CatalogueFile } from '@coffer/contract/catalogue-file'
import type { EventPayload } from '@coffer/contract/events'
import { CofferError } from '@coffer/operator-sdk'
import { inProof } from '../support/in-proof.ts'
import type { Player } from '../support/player.ts'
import { type Meeting, openMeeting, pairsOf } from '../support/racing.ts'
import { openRows, type Rows } from '../support/rows.ts'
import { ADDRESS, cancelOrder, orderOf, removeItem, ship, shipped } from '../support/shipping.ts'
import { type SureKey, sureBoxes, winBody } from '../support/sure-boxes.ts'
import { UPGRADER_ON, upgrade } from '../support/upgrader.ts'
import { startWorld, type World } from '../support/world.ts'

/** Six show each order in the queue on both surfaces, and two that begin together as the same click and as two. */
const TRIALS = inProof ? 50 : 6
const LANES = 8
const FEE_MINOR = 300
const CASHBACK_MINOR = 810
const STOCK_COUNT = 1_000_000

const LOST = [
  'CASHBACK_NOT_AVAILABLE',
  'INVENTORY_NOT_SHIPPABLE',
  'ITEM_BUSY',
  'PAYOUT_NOT_AVAILABLE',
  'SHIPMENT_NOT_EDITABLE',
  'VALIDATION_FAILED',
]
/** A stake says nothing else of an item that somebody else has. */
const NOT_STAKED = ['UPGRADER_ITEM_NOT_OWNED']

/** A player who plays one trial after the other, beside others who do the same. */
type Lane = { world: World; player: Player; rows: Rows; meeting: Meeting; won: Map<SureKey, number[]> }

/** A mug that two want to move: it is free, or on an order with another one. `coin` is worth more, and costs nothing to ship. */
type Trial = Lane & { n: number; id: number; coin: number; order: string; mayJoin: boolean }

/** Moves the mug, as the first or the second of the two. What it did, as a text; null when it was told that it cannot be done. */
type Way = (trial: Trial, turn: number) => Promise<string | null>

/** What takes a free mug. It leads to a cashback, a payout, or the order or the round that it names. */
const TAKERS: Record<string, Way> = {
  'cash back': async ({ player, id }) => did(await player.cashBack(id), () => 'cashed_back'),
  'cash out': ({ world, player, id }) =>
    orLost(world.operator.coffer.cashout({ playerExternalId: player.externalId, inventoryItemId: id }), () => {
      return 'cashed_back'
    }),
  'ship for a fee': async (trial, turn) => did(await ship(trial.player, [trial.id], click(trial, turn)), orderIn),
  'ship for nothing': async (trial, turn) => {
    return did(await ship(trial.player, [trial.id, trial.coin], click(trial, turn)), orderIn)
  },
  'ship over the backend': (trial, turn) => {
    const { world, player, id } = trial
    const body = { playerExternalId: player.externalId, ...orderOf([id], click(trial, turn)) }
    return orLost(world.operator.coffer.createOrder(body), (answer) => orderIn(answer))
  },
  payout: ({ world, player, id }, turn) => {
    const body = { playerExternalId: player.externalId, inventoryItemIds: [id], idempotencyKey: `${id}-${turn}` }
    return orLost(world.operator.coffer.createPayout(body), ({ payout }) => `payout ${payout.id}`)
  },
  stake: async (trial, turn) => {
    const { world, player, n } = trial
    const body = wager(trial, turn)
    if ((Math.floor(n / 3) + turn) % 2 === 0) return did(await upgrade(player, body), roundIn, NOT_STAKED)
    const playing = world.operator.coffer.playUpgraderWithItems({ playerExternalId: player.externalId, ...body })
    return orLost(playing, roundIn, NOT_STAKED)
  },
}

/** What takes the mug off its order. Each second time over the backend. */
const FREERS: Record<string, Way> = {
  'cancel the order': async ({ world, player, order: publicId, n }, turn) => {
    if ((Math.floor(n / 3) + turn) % 2 === 0) return did(await cancelOrder(player, publicId), () => 'cancelled')
    const body = { playerExternalId: player.externalId, publicId }
    return orLost(world.operator.coffer.cancelOrder(body), () => 'cancelled')
  },
  'remove the item': async ({ world, player, order: publicId, id, n }, turn) => {
    if ((Math.floor(n / 3) + turn) % 2 === 0) return did(await removeItem(player, publicId, id), () => 'removed')
    const body = { playerExternalId: player.externalId, publicId, inventoryItemId: id }
    return orLost(world.operator.coffer.removeOrderItem(body), () => 'removed')
  },
}

/**
 * Two orders at once are the same click, or two clicks for one address, of which the later takes up the fee of the first. Two in a queue
 * are for two addresses: each has a fee of its own.
 */
function click({ id, n, mayJoin }: Trial, turn: number): object {
  const place = mayJoin ? 0 : turn
  const address = { ...ADDRESS, line2: `Door ${place}` }
  return { address, clientActionId: `ship-${id}-${mayJoin && n % 2 === 0 ? 0 : turn}` }
}

/** A mug for a keepsake. Two stakes at once are the same click every second time. */
function wager({ world, id, n, mayJoin }: Trial, turn: number) {
  const clientActionId = `stake-${id}-${mayJoin && n % 2 === 0 ? 0 : turn}`
  return { stakeItemIds: [id], chanceBps: 5000, targetItemId: world.operator.items.keepsake!, clientActionId }
}

const orderIn = ({ order }: { order: { publicId: string } }) => order.publicId
const roundIn = ({ round }: { round: { publicId: string } }) => round.publicId

function did<Body>(
  { body, text }: { body: Body & { error?: { code: string } }; text: string },
  what: (body: Body) => string,
  lost = LOST,
): string | null {
  if (!body.error) return what(body)
  assert.ok(lost.includes(body.error.code), text)
  return null
}

async function orLost<Body>(moving: Promise<Body>, what: (body: Body) => string, lost = LOST): Promise<string | null> {
  try {
    return what(await moving)
  } catch (error) {
    if (!(error instanceof CofferError) || !lost.includes(error.code)) throw error
    return null
  }
}

/** Of everything there are counted pieces, so that whoever ships meets at the stock, too. A keepsake is what a mug can win. */
function catalogue(): CatalogueFile {
  const file = sureBoxes()
  const own: Record<string, object> = { crown: { shippingCostMinor: 0 }, keepsake: { upgraderPrize: true } }
  return { ...file, items: file.items.map((item) => ({ ...item, stock: STOCK_COUNT, ...own[item.key] })) }
}

async function openLanes(t: TestContext): Promise<Lane[]> {
  const settings = { ...UPGRADER_ON, 'shipping.defaultCostMinor': FEE_MINOR }
  const world = await startWorld(t, { operators: { aurum: { catalogue: catalogue(), settings } } })
  const lanes = Array.from({ length: LANES }, async (_, n) => {
    const name = `player-${n}`
    world.casino.wallet.setBalance('aurum', name, 'EUR', 100_000_000)
    const rows = openRows(world.databaseUrl)
    const meeting = openMeeting(world.databaseUrl, `shipping-race-${n}`)
    return { world, rows, meeting, player: await world.play(world.operator, name), won: new Map() }
  })
  return Promise.all(lanes)
}

let winsCount = 0

async function take({ world, player, won }: Lane, key: SureKey): Promise<number> {
  const kept = won.get(key) ?? []
  if (kept.length === 0) {
    const keys = Array(20).fill(key) as SureKey[]
    const opened = await player.open(winBody(world.operator, `win-${key}-${winsCount++}`, ...keys))
    assert.equal(opened.status, 200, opened.text)
    kept.push(...opened.body.items.map((item) => item.id))
    won.set(key, kept)
  }
  return kept.pop()!
}

/** Only those who ship for nothing need one. */
async function coinFor(lane: Lane, ...ways: string[]): Promise<number> {
  return ways.includes('ship for nothing') ? take(lane, 'crown') : 0
}

const LOCK_ITEM = 'select from inventory_items where inventory_item_id = $1 for update'

/** Plays all trials of a pair, lanes side by side. Every third time they come at once, else each comes first as often as the other. */
async function playPair(
  lanes: readonly Lane[],
  prepare: (lane: Lane, n: number) => Promise<Trial>,
  ways: [Way, Way],
  judge: Judge,
) {
  let next = 0
  const playOn = async (lane: Lane) => {
    for (let n = next++; n < TRIALS; n = next++) {
      const trial = await prepare(lane, n)
      const isQueued = n % 3 > 0
      trial.mayJoin = !isQueued
      const order = n % 2 === 0 ? [0, 1] : [1, 0]
      const movers = order.map((place, turn) => () => ways[place]!(trial, turn))
      const lock = { statement: LOCK_ITEM, id: trial.id }
      const done = isQueued ? await lane.meeting.queue(lock, movers) : await lane.meeting.together(movers)
      const results: [string | null, string | null] = [done[order.indexOf(0)]!, done[order.indexOf(1)]!]
      await judge(trial, results, isQueued ? done[0]! : undefined)
    }
  }
  await Promise.all(lanes.map(playOn))
}

/** What the two ways came to; `first` is what came of the one that stood first. */
type Judge = (trial: Trial, results: [string | null, string | null], first: string | null | undefined) => Promise<void>

type Order = { publicId: string; status: string; fee: number | null; stands: boolean }
type Found = { state: string; orders: Order[]; staked: string[] }

/** Where the mug is, every order that it was ever on, and every round that it was staked in. */
async function find({ rows, id }: Trial): Promise<Found> {
  const [item] = await rows.query<Pick<Found, 'state' | 'staked'>>(
    `select state, array(select public_id from upgrader_stakes s join rounds using (operator_id, round_id)
       where s.inventory_item_id = i.inventory_item_id) as staked
     from inventory_items i where inventory_item_id = $1`,
    [id],
  )
  const orders = await rows.query<Order>(
    `select public_id as "publicId", status, fee_minor::int as fee, left_at is null as stands
     from shipping_lines join shipping_orders using (operator_id, order_id) where inventory_item_id = $1 order by order_id`,
    [id],
  )
  return { ...item!, orders }
}

/** The mug is where the winner brought it and nowhere else, and the player paid for exactly that. */
async function assertTaken(trial: Trial, winner: string | null, movedMinor: number): Promise<void> {
  const { state, orders, staked } = await find(trial)
  const about = `${trial.id}: ${winner} ${JSON.stringify(orders)}`
  const isOrder = winner?.startsWith('ord_') ?? false
  const isRound = winner?.startsWith('rnd_') ?? false
  const led = winner?.startsWith('payout') ? 'reserved' : (winner ?? 'unresolved')
  const expected = isOrder ? 'ship_requested' : isRound ? 'consumed' : led
  assert.equal(state, expected, about)
  const holding = orders.filter(({ stands }) => stands).map(({ publicId }) => publicId)
  assert.deepEqual(holding, isOrder ? [winner] : [], about)
  assert.deepEqual(staked, isRound ? [winner] : [], about)
  const fees = orders.filter(({ status }) => status !== 'cancelled').reduce((sum, { fee }) => sum + (fee ?? 0), 0)
  assert.equal(movedMinor, (winner === 'cashed_back' ? CASHBACK_MINOR : 0) - fees, `${about}: what it cost`)
}

/** What the wallet has moved for a player since; each movement is one entry. */
function purseOf({ world, player }: Lane): () => number {
  const before = world.casino.wallet.balance('aurum', player.externalId, 'EUR')!
  return () => world.casino.wallet.balance('aurum', player.externalId, 'EUR')! - before
}

/** As many pieces are gone as stand on orders, and nobody ever waited for somebody who waited for them. */
async function assertInOrder(lanes: readonly Lane[]): Promise<void> {
  const { rows } = lanes[0]!
  const stocks = await rows.query<{ left: number; expected: number }>(
    `select stock::int as left, $1 - (select count(*)::int from shipping_lines l
       where l.item_id = i.item_id and took_stock and left_at is null) as expected from catalogue_items i`,
    [STOCK_COUNT],
  )
  for (const { left, expected } of stocks) assert.equal(left, expected)
  const [seen] = await rows.query<{ deadlocks: number }>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  )
  assert.equal(seen!.deadlocks, 0)
}

test('of two that take one item, one does, and whoever paid a fee for nothing has it back', async (t) => {
  const lanes = await openLanes(t)
  for (const [one, other] of pairsOf(Object.keys(TAKERS))) {
    await t.test(`${one} and ${other}`, async (t) => {
      const wins = new Map<string, number>()
      const purses = new WeakMap<Trial, () => number>()
      const prepare = async (lane: Lane, n: number) => {
        const [id, coin] = [await take(lane, 'mug'), await coinFor(lane, one, other)]
        const trial = { ...lane, n, id, coin, order: '', mayJoin: false }
        purses.set(trial, purseOf(lane))
        return trial
      }
      await playPair(lanes, prepare, [TAKERS[one]!, TAKERS[other]!], async (trial, results, first) => {
        const won = new Set(results.filter((result) => result !== null))
        assert.equal(won.size, 1, `${one} and ${other} of ${trial.id}: ${results}`)
        const [winner] = [...won] as [string]
        if (first !== undefined) assert.equal(winner, first, 'who stood first')
        await assertTaken(trial, winner, purses.get(trial)!())
        const name = results[0] === null ? other : results[1] === null ? one : 'both as one'
        wins.set(name, (wins.get(name) ?? 0) + 1)
      })
      t.diagnostic([...wins].map(([name, count]) => `${name} ${count}`).join(', '))
    })
  }
  await assertInOrder(lanes)
})

/** Each thing happened to the order once, whoever asked for it again, and was told of; the fee went back with the cancel. */
async function assertFreedOnce({ rows, order }: Trial, results: readonly (string | null)[]): Promise<void> {
  const notices = await rows.query<{ payload: string }>(
    `select payload from outbox_events where type = 'fulfillment_notice' and idempotency_key like $1 order by event_id`,
    [`fulfillment_notice:${order}:%`],
  )
  const told = notices.map(({ payload }) => {
    const { changes, shippingRefundedMinor } = JSON.parse(payload) as EventPayload<'fulfillment_notice'>
    return [changes.join(), shippingRefundedMinor]
  })
  const expected = [
    ['created', null],
    ...(results.includes('removed') ? [['item_removed', null]] : []),
    ...(results.includes('cancelled') ? [['cancelled', FEE_MINOR]] : []),
  ]
  assert.deepEqual(told, expected)
}

test('of two that change one order each does so once, and an item that it gives back goes where somebody took it', async (t) => {
  const lanes = await openLanes(t)
  const pairs = [
    ...pairsOf(Object.keys(FREERS)),
    ...Object.keys(FREERS).flatMap((freer) => Object.keys(TAKERS).map((taker): [string, string] => [freer, taker])),
  ]
  for (const [one, other] of pairs) {
    await t.test(`${one} and ${other}`, async (t) => {
      const ends = new Map<string, number>()
      const purses = new WeakMap<Trial, () => number>()
      const prepare = async (lane: Lane, n: number) => {
        const [id, along] = [await take(lane, 'mug'), await take(lane, 'mug')]
        const coin = await coinFor(lane, one, other)
        const purse = purseOf(lane)
        const { publicId } = await shipped(lane.player, [id, along])
        const trial = { ...lane, n, id, coin, order: publicId, mayJoin: false }
        purses.set(trial, purse)
        return trial
      }
      await playPair(lanes, prepare, [FREERS[one]!, FREERS[other] ?? TAKERS[other]!], async (trial, results) => {
        assert.ok(results[0] !== null, `${one} of ${trial.order}`)
        await assertTaken(trial, other in TAKERS ? results[1] : null, purses.get(trial)!())
        await assertFreedOnce(trial, results)
        const end = results[1] === null ? `${other} was refused` : 'both, one after the other'
        ends.set(end, (ends.get(end) ?? 0) + 1)
      })
      t.diagnostic([...ends].map(([name, count]) => `${name} ${count}`).join(', '))
    })
  }
  await assertInOrder(lanes)
})
