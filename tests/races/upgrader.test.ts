import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { CofferError } from '@coffer/operator-sdk'
import { convertOperator } from '@coffer/service/administration'
import { Refusal } from '../../service/src/kernel/index.ts'
import { getOperator } from '../../service/src/operators/index.ts'
import { playUpgrader } from '../../service/src/upgrader/index.ts'
import { makeOwner } from '../support/launching.ts'
import { makeBarrier } from '../support/pacing.ts'
import type { Player } from '../support/player.ts'
import { openMeeting } from '../support/racing.ts'
import { seededBytes } from '../support/seeds.ts'
import { orderOf } from '../support/shipping.ts'
import { winBody } from '../support/sure-boxes.ts'
import { type Played, prizeKey, startUpgrader, upgrade, upgraderCatalogue } from '../support/upgrader.ts'

/** What came of a play over either surface: the round, or the code that it was refused with. */
type Told = { code: string | null; body: Played }

/** Whoever waits for somebody who waits for them is refused at once, and not tried again: it would be a bug in the log. */
const NO_CIRCLES = { limits: { transactionTries: 1 } }

/** Two mugs count for 1620, and at this chance win up to 2052. */
const TWO_MUGS = { chanceBps: 7500, prize: 1900 as const }
/** One mug counts for 810, and at this chance wins up to 1026. */
const ONE_MUG = { chanceBps: 7500, prize: 950 as const }
const WAGER = { wagerMinor: 1000, chanceBps: 5000, prize: 1900 as const }

const LOCK_ITEM = 'select from inventory_items where inventory_item_id = $1 for update'
const LOCK_PLAYER = 'select from players where external_id = $1 for update'
const LOCK_CAPS =
  'select from restrictions join players using (operator_id, player_id) where external_id = $1 for update'

async function start(t: TestContext, settings?: Record<string, unknown>, currencies?: string[]) {
  const stage = await startUpgrader(t, settings, currencies, NO_CIRCLES)
  const { world, operator, coffer } = stage
  world.casino.wallet.setBalance(operator.slug, 'ann', 'EUR', 10_000_000)
  let clicks = 0
  const mugs = async (player: Player, count: number) => {
    const won: number[] = []
    while (won.length < count) {
      const keys = Array(Math.min(20, count - won.length)).fill('mug') as 'mug'[]
      const opened = await player.open(winBody(operator, `mugs-${clicks++}`, ...keys))
      assert.equal(opened.status, 200, opened.text)
      won.push(...opened.body.items.map((item) => item.id))
    }
    return won
  }
  const body = (stake: typeof WAGER | { chanceBps: number; prize: 1900 | 950; stakeItemIds: number[] }) => {
    const { prize, ...rest } = stake
    return { clientActionId: `play-${clicks++}`, ...rest, targetItemId: stage.prize(prize) }
  }
  return {
    ...stage,
    mugs,
    body,
    meeting: (name: string) => openMeeting(world.databaseUrl, name),
    inGame: (player: Player, asked: object) => upgrade(player, asked).then(toldOf),
    overBackend: (player: Player, asked: object): Promise<Told> => {
      const click = { playerExternalId: player.externalId, ...asked } as never
      const play = 'stakeItemIds' in asked ? coffer.playUpgraderWithItems(click) : coffer.playUpgrader(click)
      return play.then(
        (body) => ({ code: null, body: body as Played }),
        (error) => {
          if (!(error instanceof CofferError)) throw error
          return toldOf({ body: error.body as Played })
        },
      )
    },
  }
}

type Stage = Awaited<ReturnType<typeof start>>

const toldOf = ({ body }: { body: Played }): Told => ({ code: body.error?.code ?? null, body })

test('two tabs that stake the same item at once, 200 times, consume it once in one round, and the other is told so', async (t) => {
  const stage = await start(t)
  const { world, operator, rows, mugs, body, inGame, overBackend } = stage
  const lane = async (n: number) => {
    world.casino.wallet.setBalance(operator.slug, `tab-${n}`, 'EUR', 10_000_000)
    const player = await world.play(operator, `tab-${n}`)
    for (const [trial, id] of (await mugs(player, 50)).entries()) {
      const isOneClick = trial % 2 === 1
      const first = body({ ...ONE_MUG, stakeItemIds: [id] })
      const second = isOneClick ? first : body({ ...ONE_MUG, stakeItemIds: [id] })
      const tabs = trial % 4 < 2 ? [inGame, inGame] : [inGame, overBackend]
      const told = await Promise.all([tabs[0]!(player, first), tabs[1]!(player, second)])
      const [played, ...others] = told.sort((a, b) => Number(a.code !== null) - Number(b.code !== null))
      assert.equal(played!.code, null, JSON.stringify(played!.body))
      if (isOneClick) assert.deepEqual(others, [played])
      else
        assert.deepEqual(
          others.map(({ code, body }) => [code, body.error.fields]),
          [GONE],
        )
    }
  }
  await Promise.all([0, 1, 2, 3].map(lane))
  const [count] = await rows.query(
    `select count(*)::int as items, count(distinct s.round_id)::int as rounds,
       (select count(*)::int from round_deals) as deals
     from upgrader_stakes s join inventory_items using (operator_id, inventory_item_id) where state = 'consumed'`,
  )
  assert.deepEqual(count, { items: 200, rounds: 200, deals: 200 })
})

const GONE = ['UPGRADER_ITEM_NOT_OWNED', { 'stakeItemIds.0': ['is consumed'] }]

/** Takes two items, both or neither: a stake in the game or over the backend, a payout, an order. */
function waysFor({ player, coffer, body, inGame, overBackend }: Stage): ((pair: number[]) => Promise<string | null>)[] {
  let keys = 0
  return [
    async (pair) => roundOf(await inGame(player, body({ ...TWO_MUGS, stakeItemIds: pair }))),
    async (pair) => roundOf(await overBackend(player, body({ ...TWO_MUGS, stakeItemIds: pair }))),
    (pair) =>
      coffer
        .createPayout({ playerExternalId: 'ann', inventoryItemIds: pair, idempotencyKey: `key-${keys++}` })
        .then(({ payout }) => `payout ${payout.id}`, lostTo('VALIDATION_FAILED', 'PAYOUT_NOT_AVAILABLE')),
    (pair) =>
      coffer
        .createOrder({ playerExternalId: 'ann', ...orderOf(pair) })
        .then(({ order }) => order.publicId, lostTo('INVENTORY_NOT_SHIPPABLE')),
  ]
}

test('a stake never waits in a circle with a payout or an order of the same two items, and who comes first has both', async (t) => {
  const stage = await start(t)
  const meeting = stage.meeting('circle-race')
  const ways = waysFor(stage)
  const ids = (await stage.mugs(stage.player, 32)).sort((a, b) => a - b)
  for (let n = 0; n < 16; n++) {
    const pair = [ids[2 * n]!, ids[2 * n + 1]!]
    const stake = () => ways[n % 2]!(pair.toReversed())
    const other = () => ways[2 + ((n >> 1) % 2)]!(pair)
    const movers = n % 8 < 4 ? [stake, other] : [other, stake]
    const done = await meeting.queue({ statement: LOCK_ITEM, id: pair[n >> 3]! }, movers)
    assert.deepEqual([done[0] === null, done[1]], [false, null], `${n}: ${done}`)
  }
})

test('stakes, payouts and orders that overlap share no item, in whatever order they name them', async (t) => {
  const stage = await start(t)
  const { player, rows, mugs } = stage
  const random = seededBytes('overlapping-stakes')
  const ids = await mugs(player, 48)
  const taken = new Map<string, number[]>()
  const ways = waysFor(stage)
  const moves = Array.from({ length: 80 }, async (_, n) => {
    const [one, step] = random(2)
    const pair = [ids[one! % 48]!, ids[(one! + 1 + (step! % 3)) % 48]!]
    if (n % 2 === 0) pair.reverse()
    const what = await ways[random(1)[0]! % 4]!(pair)
    if (what !== null) taken.set(what, pair)
  })
  await Promise.all(moves)
  const held = [...taken.values()].flat()
  assert.equal(new Set(held).size, held.length, 'no item twice')
  const states = await rows.query<{ id: number; state: string }>(
    'select inventory_item_id::int as id, state from inventory_items where inventory_item_id = any($1)',
    [ids],
  )
  const leads = (what: string) => ({ rnd: 'consumed', pay: 'reserved', ord: 'ship_requested' })[what.slice(0, 3)]!
  const expected = new Map([...taken].flatMap(([what, pair]) => pair.map((id) => [id, leads(what)])))
  for (const { id, state } of states) assert.equal(state, expected.get(id) ?? 'unresolved', `item ${id}`)
  assert.ok([...taken.keys()].some((what) => what.startsWith('rnd_')))
})

function roundOf({ code, body }: Told): string | null {
  if (code === null) return body.round.publicId
  assert.equal(code, 'UPGRADER_ITEM_NOT_OWNED')
  return null
}

function lostTo(...codes: string[]): (error: unknown) => null {
  return (error) => {
    if (error instanceof CofferError && codes.includes(error.code)) return null
    throw error
  }
}

test('60 parallel plays of a wager with one clientActionId, over both surfaces, are one round, one debit and one answer', async (t) => {
  const { world, operator, player, body, inGame, overBackend } = await start(t)
  const click = body(WAGER)
  const told = await Promise.all(
    Array.from({ length: 60 }, (_, n) => (n % 2 === 0 ? inGame : overBackend)(player, click)),
  )
  assert.equal(told[0]!.code, null, JSON.stringify(told[0]))
  for (const one of told) assert.deepEqual(one, told[0])
  const debits = world.casino.wallet.ledger(operator.slug, 'ann').filter(({ idempotencyKey }) => idempotencyKey)
  assert.deepEqual(
    debits.map(({ idempotencyKey, amountMinor }) => [idempotencyKey, amountMinor]),
    [[`round:${told[0]!.body.round.publicId}`, -1000]],
  )
})

test('plays of both modes among rotations of the seed take nonces 0 to n-1 of every pair', async (t) => {
  const stage = await start(t)
  const { player, mugs, body, inGame } = stage
  const ids = await mugs(player, 15)
  await player.call('rotateSeed', { body: {} })
  const rotating: ReturnType<Player['call']>[] = []
  const playing = ids.flatMap((id, n) => {
    if (n % 3 === 2) rotating.push(player.call('rotateSeed', { body: {} }))
    return [inGame(player, body({ ...ONE_MUG, stakeItemIds: [id] })), inGame(player, body(WAGER))]
  })
  const told = await Promise.all(playing)
  for (const { status, text } of await Promise.all(rotating)) assert.equal(status, 200, text)
  const nonces = Map.groupBy(told, ({ code, body }) => {
    assert.equal(code, null, JSON.stringify(body))
    return body.round.fairness.serverSeedHash
  })
  for (const taken of nonces.values()) {
    const found = taken.map(({ body }) => body.round.fairness.nonce).sort((a, b) => a - b)
    assert.deepEqual(
      found,
      Array.from({ length: taken.length }, (_, nonce) => nonce),
    )
  }
})

test('a play that meets an exclusion is played before it, or refused after it with nothing staked', async (t) => {
  const stage = await start(t)
  const { world, operator, coffer, player, mugs, body, overBackend, stateOf } = stage
  const meeting = stage.meeting('exclusion-race')
  const exclude = (selfExcluded: boolean) => coffer.setRestrictions({ playerExternalId: 'ann', selfExcluded })
  for (const [n, id] of (await mugs(player, 12)).entries()) {
    const before = world.casino.wallet.balance(operator.slug, 'ann', 'EUR')!
    const [isFirst, hasItems] = [n % 2 === 0, n % 4 < 2]
    const play = () => overBackend(player, body(hasItems ? { ...ONE_MUG, stakeItemIds: [id] } : WAGER))
    const movers: (() => Promise<unknown>)[] = isFirst ? [play, () => exclude(true)] : [() => exclude(true), play]
    const done = await meeting.queue({ statement: LOCK_PLAYER, id: 'ann' }, movers)
    const { code } = done[isFirst ? 0 : 1] as Told
    assert.equal(code, isFirst ? null : 'PLAYER_RESTRICTED', 'who stood first')
    assert.equal(await stateOf(id), isFirst && hasItems ? 'consumed' : 'unresolved')
    const moved = world.casino.wallet.balance(operator.slug, 'ann', 'EUR')! - before
    assert.equal(moved, isFirst && !hasItems ? -1000 : 0)
    await exclude(false)
  }
})

test('plays and free opens of a player with a cap wait for each other in one order, and go no further than the cap', async (t) => {
  const stage = await start(t)
  const { world, operator, coffer, mugs, body, inGame } = stage
  const { boxId } = operator.boxes.mug!
  const player = await world.play(operator, 'ann', { target: { boxId }, funding: 'operator', fundingRounds: 50 })
  const ids = await mugs(player, 12)
  await coffer.setRestrictions({ playerExternalId: 'ann', dailyOpensCount: 24 })
  const open = (n: number) => player.open({ ...winBody(operator, `free-${n}`, 'mug'), funding: 'operator' })
  const stake = (id: number) => inGame(player, body({ ...ONE_MUG, stakeItemIds: [id] }))
  const meeting = stage.meeting('cap-race')
  for (const n of [0, 1, 2, 3]) {
    const movers = [async () => (await open(n)).body.error?.code, async () => (await stake(ids.pop()!)).code]
    if (n % 2 === 1) movers.reverse()
    const refused = (await meeting.queue({ statement: LOCK_CAPS, id: 'ann' }, movers)).filter(Boolean)
    assert.deepEqual(refused, [])
  }
  const told = await Promise.all([
    ...ids.slice(0, 6).map((id) => stake(id).then(({ code }) => code)),
    ...[4, 5, 6].map((n) => open(n).then(({ body }) => body.error?.code ?? null)),
    ...[7, 8, 9].map(() => inGame(player, body(WAGER)).then(({ code }) => code)),
  ])
  const most = [...Array(8).fill('PLAYER_RESTRICTED'), ...Array(4).fill(null)]
  assert.deepEqual(told.sort(), most.sort(), 'four fit under the cap')
})

/** Each lane plays this often while a change is made. */
const MEETING_PLAYS_COUNT = 3

/** Makes a change while every lane plays; resolves when the change is made and the plays have ended. */
async function meetChange(lanes: readonly (() => Promise<unknown>)[], change: () => Promise<unknown>): Promise<void> {
  const playing = lanes.map(async (play) => {
    for (let n = 0; n < MEETING_PLAYS_COUNT; n++) await play()
  })
  await Promise.all([change(), ...playing])
}

test('a play that meets a catalogue import aims at the value before it or after it, and never at what is not on offer', async (t) => {
  const stage = await start(t)
  const { world, operator, player, rows, mugs, body, inGame } = stage
  const file = upgraderCatalogue()
  const prize = file.items.find(({ key }) => key === prizeKey(1900))!
  const ids = await mugs(player, 64)
  const codes = new Set<string | null>()
  const lanes = [true, true, false, false].map((hasItems) => async () => {
    const stake = hasItems ? { ...TWO_MUGS, stakeItemIds: [ids.pop()!, ids.pop()!] } : WAGER
    const { code } = await inGame(player, body(stake))
    codes.add(code)
    return code
  })
  // In both bands, in neither of them, gone, and back again.
  const changes = [
    { change: { valueMinor: 1880 }, expected: null },
    { change: { valueMinor: 9000 }, expected: 'UPGRADER_PRIZE_OUT_OF_RANGE' },
    { change: { archived: true }, expected: 'UPGRADER_PRIZE_OUT_OF_RANGE' },
    { change: { archived: false }, expected: null },
  ]
  for (const { change, expected } of changes) {
    const meant = { items: [{ ...prize, ...change }], boxes: [] }
    await meetChange(lanes, () => world.catalogue(operator, meant))
    const after = await Promise.all(lanes.map((play) => play()))
    assert.deepEqual(new Set(after), new Set([expected]), `begun after ${JSON.stringify(change)}`)
  }
  assert.deepEqual([...codes].sort(), ['UPGRADER_PRIZE_OUT_OF_RANGE', null].sort())
  const aimed = await rows.query<{ value: number; payout: number; won: number | null }>(
    `select operator_target_value_minor::int as value, operator_payout_minor::int as payout, won_value_minor::int as won
     from round_deals d join rounds using (operator_id, round_id)
       left join inventory_items i on i.operator_id = d.operator_id and i.inventory_item_id = d.won_inventory_item_id
     where d.target_item_id = $1`,
    [operator.items[prize.key]],
  )
  for (const { value, payout, won } of aimed) {
    assert.ok([1900, 1880].includes(value), `${value}`)
    assert.deepEqual([payout, won], won === null ? [0, null] : [value, value], 'what was aimed at is what was won')
  }
})

test('plays while the operator is converted are each counted in one currency, the old one or the new one', async (t) => {
  const stage = await start(t, { 'upgrader.maxWagerMinor': 100_000 }, ['EUR', 'USD'])
  const { world, operator, player, rows, mugs, body, inGame, overBackend } = stage
  const ids = await mugs(player, 52)
  const codes = new Set<string | null>()
  const lanes = [inGame, overBackend].flatMap((play) =>
    [true, false].map((hasItems) => async () => {
      const stake = hasItems ? { ...TWO_MUGS, stakeItemIds: [ids.pop()!, ids.pop()!] } : WAGER
      codes.add((await play(player, { ...body(stake), currency: 'EUR' })).code)
    }),
  )
  const playOnce = () => Promise.all(lanes.map((play) => play()))
  await playOnce()
  for (const currency of ['USD', 'EUR', 'USD']) {
    const convert = () => convertOperator(world.service.ctx, operator.operatorId, currency, { actor: 'test' })
    await meetChange(lanes, convert)
    await playOnce()
  }
  codes.delete('UPGRADER_PRIZE_OUT_OF_RANGE')
  assert.deepEqual([...codes], [null])
  const found = await rows.query<{ currency: string; stake: number; target: number }>(
    `select operator_currency as currency, operator_bet_minor::int as stake, operator_target_value_minor::int as target
     from round_deals join rounds using (operator_id, round_id)`,
  )
  // A target of 19.00 euro is 20.58 dollars, and each conversion may move it by a cent.
  for (const { currency, target, stake } of found) {
    const [low, high] = currency === 'EUR' ? [1898, 1902] : [2056, 2060]
    assert.ok(target >= low! && target <= high!, `${target} ${currency} for ${stake}`)
  }
})

test('a play that was read before a conversion and begins after it stakes nothing', async (t) => {
  const { world, operator, won, prize, balance, stateOf } = await start(t, {}, ['EUR', 'USD'])
  const { ctx } = world.service
  const stale = await ctx.tx(operator.operatorId, (tx) => getOperator(tx, operator.operatorId))
  const owner = await makeOwner(ctx, operator.operatorId, 'ann')
  const ids = await won('mug', 'book')
  const before = await balance()
  await convertOperator(ctx, operator.operatorId, 'USD', { actor: 'test' })
  const click = { operator: stale, owner, playerExternalId: 'ann', currency: 'EUR', targetItemId: prize(1900) }
  // In both bands if its 20.58 dollars were taken for euro.
  const stakes: Pick<Parameters<typeof playUpgrader>[1], 'stake' | 'chanceBps'>[] = [
    { stake: { mode: 'balance', wagerMinor: 1100 }, chanceBps: 5000 },
    { stake: { mode: 'items', inventoryItemIds: ids }, chanceBps: 5000 },
  ]
  for (const [n, staked] of stakes.entries()) {
    await assert.rejects(
      playUpgrader(ctx, { ...click, ...staked, clientActionId: `late-${n}` }),
      (error) => error instanceof Refusal && error.code === 'UPGRADER_PRIZE_OUT_OF_RANGE',
      'a play in the former currency',
    )
  }
  assert.deepEqual(
    [await balance(), await stateOf(ids[0]!), await stateOf(ids[1]!)],
    [before, 'unresolved', 'unresolved'],
  )
})

test('a stake whose connection is cut before its commit is undone, and it is played once in the end', async (t) => {
  const barrier = makeBarrier('stake-items:consumed')
  const { player, rows, prize, won, stateOf } = await startUpgrader(t, {}, undefined, { points: barrier })
  const stakeItemIds = await won('keepsake')
  const click = { stakeItemIds, chanceBps: 7500, targetItemId: prize(1900), clientActionId: 'cut' }
  const cut = upgrade(player, click)
  await Promise.race([barrier.reached, cut])
  // Whatever its connection does at that moment, and until it is gone.
  const terminate = `select pg_terminate_backend(pid, 60000) as gone from pg_stat_activity
    where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`
  assert.deepEqual(await rows.query(terminate), [{ gone: true }])
  barrier.release()
  const first = await cut
  // The service tries once more when it reads that the server ends the session. A connection that is merely gone is a 503.
  if (first.status !== 200) {
    assert.deepEqual([first.status, first.headers.get('retry-after')], [503, '2'], first.text)
    assert.equal(await stateOf(stakeItemIds[0]!), 'unresolved')
    assert.deepEqual(await rows.query('select from round_deals'), [])
  }
  const again = await upgrade(player, click)
  assert.deepEqual([again.status, await stateOf(stakeItemIds[0]!)], [200, 'consumed'], again.text)
  assert.equal((await rows.query('select from round_deals')).length, 1)
})
