import assert from 'node:assert/strict'
import { test } from 'node:test'
import { playRoutes } from '@coffer/contract/play'
import { s2sRoutes } from '@coffer/contract/s2s'
import type { UpgraderConfig } from '@coffer/contract/upgrader'
import { setRates } from '@coffer/service/administration'
import { assertInvalid, knock } from '../support/door.ts'
import { prizesOf, UPGRADER_ON, upgrade, upgraded, upgraderCatalogue } from '../support/upgrader.ts'
import { startWorld, type TestOperator, type World } from '../support/world.ts'

const LAUNCH = { gameKey: 'upgrader', target: {} } as const

/** What an operator offers by default, with the prizes of the tests: the richest is worth 950.00. */
const BY_DEFAULT: UpgraderConfig = {
  houseEdgeBps: 500,
  chancePresetsBps: [1000, 2500, 5000, 7500],
  defaultChanceBps: 5000,
  maxChanceBps: 9500,
  available: true,
  minWagerMinor: 100,
  maxWagerMinor: 100_000,
  maxPrizeMinor: 95_000,
  currency: 'EUR',
  modes: { balance: true, items: true },
  noLoss: false,
}

/** One euro is worth 1.0834 dollars, 169.27 yen and 0.3327 dinars. The least is rounded up, the most and the prize down. */
const IN_OTHER_CURRENCIES: Record<string, [minMinor: number, maxMinor: number, maxPrizeMinor: number]> = {
  EUR: [101, 99_999, 95_000],
  USD: [110, 108_338, 102_923],
  JPY: [171, 169_268, 160_806],
  KWD: [337, 332_696, 316_065],
}

test('the selector is the same wherever it is read, in any currency: the least wager up, the most and the richest prize down', async (t) => {
  const { world, operator } = await start(t, { 'upgrader.minWagerMinor': 101, 'upgrader.maxWagerMinor': 99_999 })
  for (const [currency, [minWagerMinor, maxWagerMinor, maxPrizeMinor]] of Object.entries(IN_OTHER_CURRENCIES)) {
    const player = await world.play(operator, 'ann', { ...LAUNCH, currency })
    const expected = { ...BY_DEFAULT, minWagerMinor, maxWagerMinor, maxPrizeMinor, currency }
    assert.deepEqual(player.bootstrap.game.upgrader, expected)
    assert.deepEqual((await player.call('upgraderConfig')).body, expected, 'of the session’s currency')
    assert.deepEqual((await prizesOf(player, { wagerMinor: 1, chanceBps: 5000 })).body.config, expected)
    const euro = await world.play(operator, 'bob', LAUNCH)
    assert.deepEqual((await euro.call('upgraderConfig', { query: `?currency=${currency}` })).body, expected)
    assert.deepEqual((await operator.coffer.config({ currency })).upgrader, expected)
    const asked = { playerExternalId: 'ann', wagerMinor: 1, chanceBps: 5000, currency }
    assert.deepEqual((await operator.coffer.upgraderPrizes(asked)).config, expected)
  }
})

test('a largest wager that stands for none shuts no currency out, however small its units', async (t) => {
  const { world, operator } = await start(t, { 'upgrader.maxWagerMinor': 1_000_000_000_000 }, ['EUR', 'LBP'])
  await setRates(world.service.ctx, 'EUR', { LBP: '97000' }, 'test')
  const player = await world.play(operator, 'ann', { ...LAUNCH, currency: 'LBP' })
  assert.equal(player.bootstrap.game.upgrader?.maxWagerMinor, Number.MAX_SAFE_INTEGER)
  const wager = { wagerMinor: 97_000_000, chanceBps: 5000 }
  const [prize] = (await prizesOf(player, wager)).body.prizes
  world.casino.wallet.setBalance(operator.slug, 'ann', 'LBP', wager.wagerMinor)
  const { round } = await upgraded(player, { ...wager, targetItemId: prize?.itemId })
  assert.deepEqual([round.betMinor, round.target.valueMinor], [97_000_000, 184_300_000])
})

/** Settings, and what is offered under them beside the default. Prizes are worth up to 950.00, and 190.00 next. */
const OFFERS: [name: string, settings: object, offered: Partial<UpgraderConfig>][] = [
  [
    'presets above the largest chance are dropped, and the default is the next below the one that was set',
    { 'upgrader.houseEdgeBps': 5001 },
    { houseEdgeBps: 5001, chancePresetsBps: [1000, 2500], defaultChanceBps: 2500, maxChanceBps: 4999 },
  ],
  [
    'the one preset that is left is the default',
    { 'upgrader.houseEdgeBps': 7000, 'upgrader.chancePresetsBps': [3000, 9000], 'upgrader.defaultChanceBps': 9000 },
    { houseEdgeBps: 7000, chancePresetsBps: [3000], defaultChanceBps: 3000, maxChanceBps: 3000, maxPrizeMinor: 95_000 },
  ],
  [
    'no-loss takes the cost of its Nuggets off the largest chance, and off the richest prize',
    { 'noLoss.enabled': true, 'noLoss.nuggetsCostPercent': 30, 'upgrader.maxWagerMinor': 10_000 },
    { noLoss: true, maxChanceBps: 9285, maxWagerMinor: 10_000, maxPrizeMinor: 19_000 },
  ],
  ['the cost of Nuggets is nothing without no-loss', { 'noLoss.nuggetsCostPercent': 30 }, {}],
  [
    'the largest wager bounds the richest prize to the minor unit',
    { 'upgrader.maxWagerMinor': 9999 },
    { maxWagerMinor: 9999, maxPrizeMinor: 19_000 },
  ],
  ['which it reaches', { 'upgrader.maxWagerMinor': 10_000 }, { maxWagerMinor: 10_000 }],
  [
    'and when there is none, it is null',
    { 'upgrader.minWagerMinor': 0, 'upgrader.maxWagerMinor': 26 },
    { minWagerMinor: 0, maxWagerMinor: 26, maxPrizeMinor: null },
  ],
  ['a mode that is off is said to be', { 'upgrader.modes.items': false }, { modes: { balance: true, items: false } }],
]

test('what is offered follows from the settings', async (t) => {
  const { world, operator } = await start(t, {})
  const player = await world.play(operator, 'ann', LAUNCH)
  for (const [name, settings, offered] of OFFERS) {
    await world.settings(operator, { ...DEFAULTS, ...settings })
    const expected = { ...BY_DEFAULT, ...offered }
    assert.deepEqual((await player.call('upgraderConfig')).body, expected, name)
    assert.deepEqual((await operator.coffer.config()).upgrader, expected, name)
  }
  await world.settings(operator, DEFAULTS)
  assert.deepEqual((await player.call('upgraderConfig')).body, BY_DEFAULT)
  assert.deepEqual(player.bootstrap.game.upgrader, BY_DEFAULT, 'a session begins with what was offered then')
})

test('with no chance on offer the game is not available, and every question and play is refused for its chance', async (t) => {
  const { world, operator } = await start(t, {})
  const player = await world.play(operator, 'ann', LAUNCH)
  const none = { chancePresetsBps: [], defaultChanceBps: 0, maxChanceBps: 0, available: false, maxPrizeMinor: null }
  for (const settings of [
    { 'upgrader.houseEdgeBps': 9500 },
    { 'noLoss.enabled': true, 'noLoss.nuggetsCostPercent': 95 },
    { 'upgrader.chancePresetsBps': [] },
  ]) {
    await world.settings(operator, { ...DEFAULTS, ...settings })
    const { houseEdgeBps, noLoss, ...read } = (await player.call<UpgraderConfig>('upgraderConfig')).body
    assert.deepEqual({ ...BY_DEFAULT, ...read }, { ...BY_DEFAULT, ...none })
    for (const refused of await askAndPlay(world, operator, player.token, 5000)) {
      assert.deepEqual([refused.status, refused.body.error.code], [422, 'UPGRADER_CHANCE_INVALID'], refused.text)
      assert.deepEqual(refused.body.error.current, { chancePresetsBps: [], maxChanceBps: 0 })
    }
  }
})

test('a launch without a box boots into the Upgrader, and one with a box is refused', async (t) => {
  const { world, operator } = await start(t, {})
  const launched = { playerExternalId: 'ann', ...LAUNCH }
  const boxId = operator.boxes.mug!.boxId
  const body = { ...launched, target: { boxId } }
  assertInvalid(await knock(world, s2sRoutes.createLaunch, operator, { body }), 'target.boxId', 'an Upgrader launch')
  const { game, enabledGames } = (await world.play(operator, 'ann', LAUNCH)).bootstrap
  assert.deepEqual(game, { key: 'upgrader', maxReels: 20, target: null, upgrader: BY_DEFAULT })
  assert.deepEqual(enabledGames, ['mystery_box', 'upgrader'])

  const box = await world.play(operator, 'ann', { target: { boxId } })
  assert.deepEqual([box.bootstrap.game.key, 'upgrader' in box.bootstrap.game], ['mystery_box', false])
  assert.deepEqual(box.bootstrap.enabledGames, ['mystery_box', 'upgrader'])
  const targetItemId = operator.items['prize-1900']
  await upgraded(box, { wagerMinor: 1000, chanceBps: 5000, targetItemId })
})

test('an operator without the game launches, begins, shows and plays none of it; sessions of boxes go on', async (t) => {
  const { world, operator } = await start(t, {})
  const player = await world.play(operator, 'ann', LAUNCH)
  const { launchToken } = await operator.coffer.createLaunch({ playerExternalId: 'ann', ...LAUNCH })
  await world.settings(operator, { enabledGames: ['mystery_box'] })
  const launch = { body: { playerExternalId: 'ann', ...LAUNCH } }
  const every = [
    await knock(world, s2sRoutes.createLaunch, operator, launch),
    await knock(world, playRoutes.initSession, null, { body: { launchToken } }),
    await knock(world, playRoutes.upgraderConfig, player),
    ...(await askAndPlay(world, operator, player.token, 5000)),
  ]
  for (const refused of every) assert.deepEqual([refused.status, refused.body.error.code], [403, 'GAME_DISABLED'])
  const box = await world.play(operator, 'ann')
  assert.deepEqual([box.bootstrap.enabledGames, box.bootstrap.game.upgrader], [['mystery_box'], undefined])
  assert.equal((await operator.coffer.config()).upgrader.available, true, 'a backend still reads what it has set')

  await world.settings(operator, { enabledGames: ['mystery_box', 'upgrader'] })
  assert.equal((await knock(world, playRoutes.initSession, null, { body: { launchToken } })).status, 200, 'not used up')
})

test('a currency that is not configured, or has no rate, is refused wherever the Upgrader takes one', async (t) => {
  const { world, operator } = await start(t, {}, ['EUR', 'USD', 'CHF'])
  const player = await world.play(operator, 'ann', LAUNCH)
  for (const currency of ['JPY', 'CHF']) {
    const every = [
      await knock(world, playRoutes.upgraderConfig, player, { query: { currency } }),
      await knock(world, s2sRoutes.config, operator, { query: { currency } }),
      ...(await askAndPlay(world, operator, player.token, 5000, { currency })),
    ]
    for (const { status, body } of every) assert.deepEqual([status, body.error.code], [422, 'UNSUPPORTED_CURRENCY'])
  }
  assert.equal((await upgrade(player, { wagerMinor: 1, chanceBps: 1, targetItemId: 1, currency: 'USD' })).status, 422)
})

/** The settings that these tests change, as they are by default. */
const DEFAULTS = {
  'upgrader.houseEdgeBps': 500,
  'upgrader.chancePresetsBps': [1000, 2500, 5000, 7500],
  'upgrader.defaultChanceBps': 5000,
  'upgrader.minWagerMinor': 100,
  'upgrader.maxWagerMinor': 100_000,
  'upgrader.modes.items': true,
  'noLoss.enabled': false,
  'noLoss.nuggetsCostPercent': 0,
}

async function start(t: Parameters<typeof startWorld>[0], settings: object, currencies?: string[]) {
  const catalogue = upgraderCatalogue()
  const aurum = { catalogue, settings: { ...UPGRADER_ON, ...settings }, ...(currencies ? { currencies } : {}) }
  const world = await startWorld(t, { operators: { aurum } })
  return { world, operator: world.operator }
}

/** Every route of the game on both surfaces, with items and with balance. */
async function askAndPlay(world: World, operator: TestOperator, token: string, chanceBps: number, more: object = {}) {
  const [playerExternalId, clientActionId] = ['ann', 'refused']
  const aim = { chanceBps, targetItemId: operator.items['prize-1900'], clientActionId, ...more }
  const [wager, items] = [{ wagerMinor: 1000 }, { stakeItemIds: [1] }]
  const query = { playerExternalId, chanceBps: String(chanceBps), ...more }
  const play = (
    name: 'upgraderPrizes' | 'playUpgrader' | 'upgraderPrizesByItems' | 'playUpgraderWithItems',
    body: object,
  ) => knock(world, playRoutes[name], { token }, { body: { ...aim, ...body } })
  return [
    await play('upgraderPrizes', wager),
    await play('upgraderPrizes', items),
    await play('upgraderPrizesByItems', items),
    await play('playUpgrader', wager),
    await play('playUpgrader', items),
    await play('playUpgraderWithItems', items),
    await knock(world, s2sRoutes.upgraderPrizes, operator, { query: { ...query, wagerMinor: '1000' } }),
    await knock(world, s2sRoutes.upgraderPrizesByItems, operator, { query: { ...query, stakeItemIds: '1' } }),
    await knock(world, s2sRoutes.playUpgrader, operator, { body: { playerExternalId, ...aim, ...wager } }),
    await knock(world, s2sRoutes.playUpgraderWithItems, operator, { body: { playerExternalId, ...aim, ...items } }),
  ]
}
