import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { playRoutes } from '@coffer/contract/play'
import { s2sRoutes } from '@coffer/contract/s2s'
import { faults } from '@coffer/reference-operator'
import { createKey } from '@coffer/service/administration'
import { hours } from '../../service/src/kernel/index.ts'
import { type Caller, type DoorAnswer, knock } from '../support/door.ts'
import { openRows } from '../support/rows.ts'
import { makeTestClock } from '../support/test-clock.ts'
import { prizesOf, startUpgrader, upgrade, upgraded } from '../support/upgrader.ts'
import type { World, WorldOptions } from '../support/world.ts'

const NOBODY = 999_999
const ALL_ON = {
  enabledGames: ['mystery_box', 'upgrader'],
  'upgrader.modes.balance': true,
  'upgrader.modes.items': true,
  'upgrader.minWagerMinor': 100,
  'upgrader.maxWagerMinor': 100_000,
}

type Wrong = { code: string; settings?: object; body?: object; only?: 'balance' | 'items' }

/** What can be wrong with a play of 10.00, or of a mug that counts for 8.10, in the order in which it is looked at. */
const wrongsOf = (mug: number, plain: number): Wrong[] => [
  { code: 'GAME_DISABLED', settings: { enabledGames: ['mystery_box'] } },
  { code: 'UPGRADER_MODE_DISABLED', settings: { 'upgrader.modes.balance': false, 'upgrader.modes.items': false } },
  { code: 'UNSUPPORTED_CURRENCY', body: { currency: 'CHF' } },
  { code: 'UPGRADER_CHANCE_INVALID', body: { chanceBps: 4999 } },
  { code: 'UPGRADER_ITEM_NOT_OWNED', body: { stakeItemIds: [mug, NOBODY] }, only: 'items' },
  { code: 'UPGRADER_WAGER_OUT_OF_RANGE', body: { wagerMinor: 99 }, only: 'balance' },
  { code: 'UPGRADER_WAGER_OUT_OF_RANGE', settings: { 'upgrader.minWagerMinor': 811 }, only: 'items' },
  { code: 'UPGRADER_PRIZE_OUT_OF_RANGE', body: { targetItemId: plain } },
]

test('of two faults the one is told that comes first in the order of the checks, on both surfaces and in both modes', async (t) => {
  const { world, operator, player, prize, won } = await start(t)
  const [mug] = await won('mug')
  const wrongs = wrongsOf(mug!, operator.items.mug!)
  const right = {
    balance: { wagerMinor: 1000, chanceBps: 5000, targetItemId: prize(1900), clientActionId: 'one-click' },
    items: { stakeItemIds: [mug], chanceBps: 7500, targetItemId: prize(950), clientActionId: 'one-click' },
  }
  const [before, money] = [await writtenBy(world), world.casino.wallet.ledger(operator.slug, 'ann').length]
  for (const [place, first] of wrongs.entries()) {
    for (const second of wrongs.slice(place)) {
      await world.settings(operator, { ...ALL_ON, ...first.settings, ...second.settings })
      for (const mode of ['balance', 'items'] as const) {
        if ([first, second].some(({ only }) => only !== undefined && only !== mode)) continue
        const body = { ...right[mode], ...second.body, ...first.body }
        for (const refused of await playEverywhere(world, player, mode, body)) {
          const about = `${first.code} and ${second.code} with ${mode}: ${refused.text}`
          assert.equal(refused.body.error?.code, first.code, about)
          assert.deepEqual([refused.body.round, refused.headers.get('retry-after')], [undefined, null], about)
        }
      }
    }
  }
  assert.deepEqual(await writtenBy(world), before, 'nothing was recorded')
  assert.equal(world.casino.wallet.ledger(operator.slug, 'ann').length, money)
  await world.settings(operator, ALL_ON)
  const { round } = await upgraded(player, right.items)
  assert.equal(round.betMinor, 810, 'and the click may still be used')
})

test('a stake of exactly the least or the most is taken, and one minor unit beyond is not', async (t) => {
  const { world, operator, player, prize, won } = await start(t, { 'upgrader.maxWagerMinor': 10_000 })
  const wagers = [
    [99, 950],
    [100, 950],
    [10_000, 95_000],
    [10_001, 95_000],
  ] as const
  for (const [wagerMinor, target] of wagers) {
    const played = await upgrade(player, { wagerMinor, chanceBps: 1000, targetItemId: prize(target) })
    const isWithin = wagerMinor >= 100 && wagerMinor <= 10_000
    assert.equal(played.body.error?.code, isWithin ? undefined : 'UPGRADER_WAGER_OUT_OF_RANGE', played.text)
  }
  // In dollars the least is 1.0834 up, the most 108.34 down.
  for (const wagerMinor of [108, 10_835]) {
    const refused = await upgrade(player, { wagerMinor, chanceBps: 1000, targetItemId: NOBODY, currency: 'USD' })
    const current = { wagerMinor, minWagerMinor: 109, maxWagerMinor: 10_834, currency: 'USD' }
    assert.deepEqual(refused.body.error.current, current, refused.text)
  }
  for (const wagerMinor of [109, 10_834]) {
    const refused = await upgrade(player, { wagerMinor, chanceBps: 1000, targetItemId: NOBODY, currency: 'USD' })
    assert.equal(refused.body.error.code, 'UPGRADER_PRIZE_OUT_OF_RANGE')
  }
  const mugs = await won('mug', 'mug')
  const items = { chanceBps: 7500, targetItemId: prize(950) }
  await world.settings(operator, { 'upgrader.minWagerMinor': 810, 'upgrader.maxWagerMinor': 810 })
  const both = await upgrade(player, { ...items, stakeItemIds: mugs, currency: 'USD' })
  const current = { wagerMinor: 1754, minWagerMinor: 878, maxWagerMinor: 877, currency: 'USD' }
  assert.deepEqual([both.body.error.code, both.body.error.current], ['UPGRADER_WAGER_OUT_OF_RANGE', current])
  assert.equal((await upgraded(player, { ...items, stakeItemIds: mugs.slice(1), currency: 'USD' })).round.betMinor, 877)
})

test('a prize on the edge of the band is won at the rate of the play, and what lies beyond it is refused with the band', async (t) => {
  const { world, operator, player, prize } = await start(t)
  const playAt = (wagerMinor: number, currency = 'EUR', chanceBps = 5000) =>
    upgrade(player, { wagerMinor, chanceBps, targetItemId: prize(1900), currency })
  // 19.00 are 2058.46 dollar cents: shown as 2058, which would be inside the last of these.
  const beyond: [Parameters<typeof playAt>, lowerMinor: number, upperMinor: number][] = [
    [[999, 'EUR'], 1726, 1898],
    [[1101, 'EUR'], 1902, 2091],
    [[1083, 'USD'], 1871, 2057],
    [[1192, 'USD'], 2059, 2264],
    [[1625, 'USD', 7500], 1872, 2058],
  ]
  for (const [play, lowerMinor, upperMinor] of beyond) {
    const { body } = await playAt(...play)
    const current = { lowerMinor, upperMinor, currency: play[1] }
    assert.deepEqual([body.error?.code, body.error?.current], ['UPGRADER_PRIZE_OUT_OF_RANGE', current])
  }
  const inside: Parameters<typeof playAt>[] = [[1000], [1100], [1084, 'USD'], [1191, 'USD'], [1626, 'USD', 7500]]
  for (const play of inside) assert.equal((await playAt(...play)).status, 200, `${play}`)
  await world.catalogue(operator, { items: [{ ...NO_PRIZE, valueMinor: 1900 }], boxes: [] })
  for (const key of ['mug', 'no-prize']) {
    const targetItemId = operator.items[key]
    const { body } = await upgrade(player, { wagerMinor: 1000, chanceBps: 5000, targetItemId })
    assert.equal(body.error.code, 'UPGRADER_PRIZE_OUT_OF_RANGE', key)
  }
})

const NO_PRIZE = { key: 'no-prize', name: 'No prize', type: 'bonus' as const, upgraderPrize: true }

test('a repeated click gets the first round over both surfaces and in both modes, and is neither paid nor consumed again', async (t) => {
  const { world, operator, player, prize, won, balance, stateOf } = await start(t)
  const [mug, kept] = (await won('mug', 'mug')) as [number, number]
  const wager = { wagerMinor: 1000, chanceBps: 5000, targetItemId: prize(1900) }
  const items = { stakeItemIds: [mug], chanceBps: 7500, targetItemId: prize(950) }
  const start_ = await balance()
  // An id of 80 characters is as long as one may be.
  for (const [clientActionId, first] of Object.entries({ ['w'.repeat(80)]: wager, staked: items })) {
    const played = await upgrade(player, { ...first, clientActionId })
    assert.equal(played.status, 200, played.text)
    const [before, calls] = [await writtenBy(world), world.casino.wallet.ledger(operator.slug, 'ann').length]
    const others = [
      ...(await playEverywhere(world, player, 'balance', { ...wager, wagerMinor: 5000, clientActionId })),
      ...(await playEverywhere(world, player, 'items', { ...items, stakeItemIds: [kept], clientActionId })),
    ]
    for (const again of others) {
      assert.deepEqual([again.status, again.headers.get('coffer-replayed')], [200, 'true'])
      assert.equal(again.text, played.text)
    }
    assert.deepEqual(await writtenBy(world), before)
    assert.equal(world.casino.wallet.ledger(operator.slug, 'ann').length, calls)
    assert.equal((await player.open({ clientActionId, reels: [] })).status, 422, 'a box is another kind of click')
  }
  assert.deepEqual([await stateOf(mug), await stateOf(kept)], ['consumed', 'unresolved'])
  assert.equal(await balance(), start_ - 1000)
})

test('without a wallet a wager is refused with no round, and items are played', async (t) => {
  const { world, operator, player, prize, won } = await start(t)
  const [mug] = await won('mug')
  const wager = { wagerMinor: 1000, chanceBps: 5000, targetItemId: prize(1900), clientActionId: 'no-wallet' }
  await world.settings(operator, { 'wallet.url': '' })
  const before = await writtenBy(world)
  for (const { status, body, headers } of await playEverywhere(world, player, 'balance', wager)) {
    assert.deepEqual([status, body.error.code, headers.get('retry-after')], [503, 'WALLET_UNAVAILABLE', null])
    assert.deepEqual(Object.keys(body), ['error'])
  }
  assert.deepEqual(await writtenBy(world), before)
  await upgraded(player, { stakeItemIds: [mug], chanceBps: 7500, targetItemId: prize(950) })
  await world.settings(operator, { 'wallet.url': world.casino.walletUrl(operator.slug) })
  await upgraded(player, wager)
})

test('with too many debits of unknown outcome a wager waits, with no round, and items do not', async (t) => {
  const { world, player, prize, won } = await start(t, { 'wallet.maxUnknown': 1 })
  const [mug] = await won('mug')
  const wager = { wagerMinor: 1000, chanceBps: 5000, targetItemId: prize(1900) }
  world.casino.wallet.faults.push({ when: { type: 'wallet.debit' }, times: 1, fault: faults.reset() })
  assert.equal((await upgrade(player, { ...wager, clientActionId: 'lost' })).status, 503)
  const told = await upgrade(player, wager)
  assert.deepEqual([told.status, told.headers.get('retry-after'), told.body.round], [503, '5', undefined], told.text)
  await upgraded(player, { stakeItemIds: [mug], chanceBps: 7500, targetItemId: prize(950) })
  await upgraded(player, { ...wager, clientActionId: 'lost' })
  await upgraded(player, wager)
})

test('an excluded player plays with nothing; a cap of spends counts wagers and no items, a cap of opens both', async (t) => {
  const { world, operator, coffer, prize, won } = await start(t)
  const mugs = await won('mug', 'mug', 'mug')
  const ofMug = (place: number) => ({ stakeItemIds: [mugs[place]], chanceBps: 7500, targetItemId: prize(950) })
  const wager = { wagerMinor: 1000, chanceBps: 5000, targetItemId: prize(1900), currency: 'EUR' }
  const half = { wagerMinor: 500, chanceBps: 5000, targetItemId: prize(950) }
  const restrict = (change: object) => coffer.setRestrictions({ playerExternalId: 'ann', ...change })
  const today = async () => (await coffer.getRestrictions({ playerExternalId: 'ann' })).restrictions.today
  let clicks = 0
  /** Why a play is refused; undefined when it is not. */
  const refusalOf = async (stake: object) => {
    const route = 'wagerMinor' in stake ? s2sRoutes.playUpgrader : s2sRoutes.playUpgraderWithItems
    const body = { playerExternalId: 'ann', clientActionId: `capped-${clicks++}`, ...stake }
    const { status, text, body: told } = await knock(world, route, operator, { body })
    assert.ok(status === 200 || told.error.code === 'PLAYER_RESTRICTED', text)
    return told.error?.reason
  }
  await restrict({ selfExcluded: true })
  assert.deepEqual([await refusalOf(wager), await refusalOf(ofMug(0))], ['SELF_EXCLUDED', 'SELF_EXCLUDED'])
  const asked = { playerExternalId: 'ann', wagerMinor: 1000, chanceBps: 5000 }
  assert.equal((await coffer.upgraderPrizes(asked)).prizes.length, 2, 'asking is no play')

  // From noon of the next day on, so that no test sees another day by chance.
  world.clock.advance(hours(36) - (world.clock.now().getTime() % hours(24)))
  await restrict({ selfExcluded: false, dailySpendMinor: 1500 })
  assert.equal(await refusalOf(ofMug(0)), undefined)
  // 10.84 dollars are 10.0055 euro, of which 10.00 are counted.
  assert.equal(await refusalOf({ ...wager, wagerMinor: 1084, currency: 'USD' }), undefined)
  assert.deepEqual(await today(), { spentMinor: 1000, opensCount: 2 })
  assert.equal(await refusalOf(wager), 'DAILY_SPEND', 'the cap is passed')
  assert.deepEqual([await refusalOf(half), await refusalOf(ofMug(1))], [undefined, undefined])
  assert.deepEqual(await today(), { spentMinor: 1500, opensCount: 4 })

  await restrict({ dailySpendMinor: null, dailyOpensCount: 5 })
  assert.equal(await refusalOf(half), undefined)
  assert.deepEqual([await refusalOf(half), await refusalOf(ofMug(2))], ['DAILY_OPENS', 'DAILY_OPENS'])
})

test('plays count as opens of a player, from both surfaces and in both modes; questions do not', async (t) => {
  const now = new Date()
  const { world, prize } = await start(t, {}, { clock: { ...makeTestClock(), now: () => now } })
  await world.settings(world.operator, { 'rateLimits.opensBurst': 4, 'rateLimits.opensPerSecond': 1 })
  const bob = await world.play(world.operator, 'bob', { gameKey: 'upgrader', target: {} })
  const wager = { wagerMinor: 1000, chanceBps: 5000, targetItemId: prize(1900), clientActionId: 'once' }
  for (let n = 0; n < 6; n++) assert.equal((await prizesOf(bob, { wagerMinor: 1, chanceBps: 5000 })).status, 200)
  const answers = [
    ...(await playEverywhere(world, bob, 'balance', wager)),
    ...(await playEverywhere(world, bob, 'items', { ...wager, stakeItemIds: [NOBODY] })),
    await knock(world, s2sRoutes.playUpgrader, world.operator, { body: { playerExternalId: 'bob', ...wager } }),
  ]
  const statuses = answers.map(({ status }) => status)
  assert.deepEqual(statuses, [200, 200, 200, 200, 429, 429], 'the first click, its repeats, and what was too much')
  const carl = await world.play(world.operator, 'carl', { gameKey: 'upgrader', target: {} })
  await upgraded(carl, wager)
})

test('a key needs the scope read to ask for prizes and the scope play to play, and a suspended operator does neither', async (t) => {
  const { world, operator, player, prize, won, rows } = await start(t)
  const { operatorId } = operator
  const [mug] = await won('mug')
  const keyOf = (scope: 'read' | 'play') => createKey(world.service.ctx, { operatorId, scopes: [scope], actor: 'test' })
  const keys = { read: await keyOf('read'), play: await keyOf('play') }
  const ann = { playerExternalId: 'ann' }
  const wager = { wagerMinor: 1000, chanceBps: 5000, targetItemId: prize(1900), clientActionId: 'scoped' }
  const asked = { ...ann, chanceBps: '5000', wagerMinor: '1000', stakeItemIds: String(mug) }
  const asksFor = async (caller: Caller) => [
    await knock(world, s2sRoutes.upgraderPrizes, caller, { query: asked }),
    await knock(world, s2sRoutes.upgraderPrizesByItems, caller, { query: asked }),
  ]
  const playsFor = async (caller: Caller) => [
    await knock(world, s2sRoutes.playUpgrader, caller, { body: { ...ann, ...wager } }),
    await knock(world, s2sRoutes.playUpgraderWithItems, caller, { body: { ...ann, ...wager, stakeItemIds: [mug] } }),
  ]
  const codes = (answers: DoorAnswer[]) => answers.map(({ status, body }) => body.error?.code ?? status)
  assert.deepEqual(codes(await asksFor(keys.play)), ['SCOPE_MISSING', 'SCOPE_MISSING'])
  assert.deepEqual(codes(await playsFor(keys.read)), ['SCOPE_MISSING', 'SCOPE_MISSING'])
  assert.deepEqual(codes(await asksFor(keys.read)), [200, 200])
  assert.deepEqual(codes(await playsFor(keys.play)), [200, 200])

  const before = await writtenBy(world)
  const become = (status: string) =>
    rows.query('update operators set status = $2 where operator_id = $1', [operatorId, status])
  await become('suspended')
  const refused = [
    ...(await asksFor(operator)),
    ...(await playEverywhere(world, player, 'balance', { ...wager, clientActionId: 'suspended' })),
    ...(await playEverywhere(world, player, 'items', { ...wager, clientActionId: 'suspended', stakeItemIds: [mug] })),
    await knock(world, playRoutes.upgraderConfig, player),
  ]
  await become('active')
  assert.deepEqual(new Set(codes(refused)), new Set(['OPERATOR_SUSPENDED']))
  assert.deepEqual(await writtenBy(world), before)
})

async function start(t: TestContext, settings: Record<string, unknown> = {}, service: WorldOptions['service'] = {}) {
  return startUpgrader(t, settings, ['EUR', 'USD'], service)
}

/** A play of the player over every route that takes it: with this mode two in the game, and one of the backend. */
async function playEverywhere(
  world: World,
  { externalId, token }: { externalId: string; token: string },
  mode: 'balance' | 'items',
  body: object,
): Promise<DoorAnswer[]> {
  const forPlayer = { body: { playerExternalId: externalId, ...body } }
  const { wagerMinor: _, ...items } = body as { wagerMinor?: number }
  if (mode === 'balance') {
    const { stakeItemIds: _, ...wager } = body as { stakeItemIds?: number[] }
    return [
      await knock(world, playRoutes.playUpgrader, { token }, { body: wager }),
      await knock(world, s2sRoutes.playUpgrader, world.operator, forPlayer),
    ]
  }
  return [
    await knock(world, playRoutes.playUpgrader, { token }, { body: items }),
    await knock(world, playRoutes.playUpgraderWithItems, { token }, { body: items }),
    await knock(world, s2sRoutes.playUpgraderWithItems, world.operator, forPlayer),
  ]
}

const WRITTEN = [
  ...['rounds', 'round_deals', 'upgrader_stakes', 'actions', 'wallet_operations', 'wallet_attempts'],
  ...['inventory_items', 'seed_pairs', 'history_entries'],
]

/** Everything that a play writes, and where the items stand. */
async function writtenBy(world: World) {
  const every = await openRows(world.databaseUrl).fingerprint(world.operator.operatorId)
  assert.ok(WRITTEN.every((table) => every[table]))
  return WRITTEN.map((table) => [table, every[table]])
}
