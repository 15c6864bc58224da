import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { CatalogueFile } from '@coffer/contract/catalogue-file'
import { s2sRoutes } from '@coffer/contract/s2s'
import { setRates } from '@coffer/service/administration'
import { assertInvalid, knock } from '../support/door.ts'
import { openRows } from '../support/rows.ts'
import { sureBoxes, win } from '../support/sure-boxes.ts'
import { prizeKey, prizesOf, UPGRADER_ON, upgrade } from '../support/upgrader.ts'
import { startWorld } from '../support/world.ts'

/** A wager of 10.00 at even chances, house edge 5 %, wins from 10.00 · 0.95 / 0.5 / 1.1 = 17.2727… to 19.00. */
const TEN = { wagerMinor: 1000, chanceBps: 5000 }

/** What lies on the edges of the band, in the operator's euro, with the unrounded value of each in the currency of the wager. */
const EDGES: Record<string, { out: number[]; shown: [valueMinor: number, shownMinor: number, rtpBps: number][] }> = {
  // 17.27 is one cent too little, 19.01 one too much.
  EUR: {
    out: [1727, 1901],
    shown: [
      [1900, 1900, 9500],
      [1754, 1754, 8770],
      [1753, 1753, 8765],
      [1728, 1728, 8640],
    ],
  },
  // 1594 are 1726.93 cents, 1595 are 1728.02; 1753 are 1899.20, and 1754 are 1900.28: shown they would be 1900, and are too much.
  USD: {
    out: [1594, 1754],
    shown: [
      [1753, 1899, 9496],
      [1728, 1872, 9360],
      [1727, 1871, 9355],
      [1595, 1728, 8640],
    ],
  },
  // 1020 are 1726.55 yen, 1021 are 1728.24; 1122 are 1899.20, and 1123 are 1900.90.
  JPY: {
    out: [1020, 1123],
    shown: [
      [1122, 1899, 9496],
      [1021, 1728, 8641],
    ],
  },
  // 519 are 1726.71 fils, 520 are 1730.04; 571 are 1899.71, and 572 are 1903.04.
  KWD: {
    out: [519, 572],
    shown: [
      [571, 1899, 9498],
      [520, 1730, 8650],
    ],
  },
}

test('a prize is in the band by its unrounded value, on both edges too, and is shown rounded down, the highest first', async (t) => {
  const { operator, player } = await start(t, Object.values(EDGES).flatMap(valuesOf))
  for (const [currency, edges] of Object.entries(EDGES)) {
    const asked = { ...TEN, currency, locale: 'de' }
    const backend = await operator.coffer.upgraderPrizes({ ...asked, playerExternalId: 'ann' })
    const { prizes, config, ...rest } = backend
    assert.deepEqual(rest, { ...TEN, feeBps: 500, currency, targetBand: { lowerMinor: 1728, upperMinor: 1900 } })
    assert.equal(config.currency, currency)
    assert.deepEqual(
      prizes,
      edges.shown.map(([value, valueMinor, rtpBps]) => ({
        itemId: operator.items[prizeKey(value)],
        name: `Prize of ${value}`,
        ...{ valueMinor, currency, imageUrl: null, rtpBps },
      })),
    )
    assert.deepEqual((await prizesOf(player, asked)).body, backend, 'both surfaces say the same')
  }
})

/** Wager and chance in basis points, and the band: W · 9500 / p down, and that over 1.1 up. */
const BANDS: [wagerMinor: number, chanceBps: number, lowerMinor: number, upperMinor: number][] = [
  [1100, 5000, 1900, 2090],
  [333, 7500, 384, 421],
  [777, 2500, 2685, 2952],
  [999, 1000, 8628, 9490],
  // Nothing that is whole lies between 1.727 and 1.9.
  [1, 5000, 2, 1],
  [0, 5000, 0, 0],
  // Far beyond what may be staked, it may still be asked for.
  [100_000_000, 1000, 863_636_364, 950_000_000],
]

test('a band is given for any wager, within the limits or not, and no prize in it is no fault', async (t) => {
  const { world, operator, player } = await start(t, [1900, 2090])
  for (const [wagerMinor, chanceBps, lowerMinor, upperMinor] of BANDS) {
    const { body } = await prizesOf(player, { wagerMinor, chanceBps })
    assert.deepEqual(body.targetBand, { lowerMinor, upperMinor })
    const inside = [2090, 1900].filter((value) => value >= lowerMinor && value <= upperMinor)
    assert.deepEqual(
      body.prizes.map((prize) => prize.valueMinor),
      inside,
    )
  }
  const most = { playerExternalId: 'ann', wagerMinor: Number.MAX_SAFE_INTEGER, chanceBps: 1000 }
  const { targetBand, prizes } = await operator.coffer.upgraderPrizes(most)
  assert.deepEqual([targetBand.upperMinor, prizes], [Number.MAX_SAFE_INTEGER, []])
  // In the operator's own currency it is more than can be told.
  await setRates(world.service.ctx, 'EUR', { USD: '0.5' }, 'test')
  assert.deepEqual((await operator.coffer.upgraderPrizes({ ...most, currency: 'USD' })).prizes, [])
  const body = { ...most, targetItemId: 1, currency: 'USD' }
  assert.equal((await upgrade(player, body)).body.error.code, 'UPGRADER_WAGER_OUT_OF_RANGE')
})

test('with no-loss a win is worth the stake at least, and the cost of Nuggets is taken off the most', async (t) => {
  const { world, operator, player } = await start(t, [959, 960, 999, 1000, 1022, 1023, 1055, 1056])
  const chances = { 'upgrader.chancePresetsBps': [1000, 9000], 'upgrader.defaultChanceBps': 9000 }
  const bandAnd = async () => {
    const { targetBand, prizes, config } = (await prizesOf(player, { wagerMinor: 1000, chanceBps: 9000 })).body
    return [config.noLoss, ...Object.values(targetBand), prizes.map((prize) => prize.valueMinor)]
  }
  await world.settings(operator, { ...chances, 'noLoss.nuggetsCostPercent': 30 })
  assert.deepEqual(await bandAnd(), [false, 960, 1055, [1055, 1023, 1022, 1000, 999, 960]])
  await world.settings(operator, { 'noLoss.enabled': true, 'noLoss.nuggetsCostPercent': 0 })
  assert.deepEqual(await bandAnd(), [true, 1000, 1055, [1055, 1023, 1022, 1000]])
  // 10.00 · (0.95 − 0.1 · 0.3) / 0.9 = 10.2222…
  await world.settings(operator, { 'noLoss.nuggetsCostPercent': 30 })
  assert.deepEqual(await bandAnd(), [true, 1000, 1022, [1022, 1000]])
})

test('prizes are physical and digital items that are marked and not archived, at today’s value, in stock or not', async (t) => {
  const one = (key: string, more: object = {}) => ({
    key,
    name: key,
    type: 'physical' as const,
    valueMinor: 1800,
    ...more,
  })
  const marked = { upgraderPrize: true }
  const items = [
    one('plain', marked),
    one('digital', { ...marked, type: 'digital' }),
    one('empty', { ...marked, stock: 0 }),
    one('rising', { ...marked, valueMinor: 1700, isCollectible: true, collectibleCategory: 'coin' }),
    one('falling', { ...marked, isCollectible: true, collectibleCategory: 'coin' }),
    one('kept', { ...marked, cashback: false }),
    one('unmarked'),
    one('bonus', { ...marked, type: 'bonus' }),
    one('nuggets', { ...marked, type: 'nuggets' }),
    one('archived', { ...marked, archived: true }),
    one('gone', marked),
  ] as CatalogueFile['items']
  const { world, operator, player } = await start(t, [], items)
  await world.catalogue(operator, { items: [{ ...items.at(-1)!, archived: true }], boxes: [] })
  const { items: ids } = operator
  await operator.coffer.recordValue({ itemId: ids.rising!, valueMinor: 1900 })
  await operator.coffer.recordValue({ itemId: ids.falling!, valueMinor: 1700 })
  const offered = async () => (await prizesOf(player, TEN)).body.prizes.map(({ itemId }) => itemId)
  assert.deepEqual(await offered(), [ids.rising, ids.plain, ids.digital, ids.empty, ids.kept])
  await world.catalogue(operator, { items: [{ ...items.at(-1)!, archived: false }], boxes: [] })
  assert.deepEqual(await offered(), [ids.rising, ids.plain, ids.digital, ids.empty, ids.kept, ids.gone])
})

test('of more than a hundred prizes the hundred highest are listed', async (t) => {
  const values = Array.from({ length: 120 }, (_, index) => 70_000 + 10 * index)
  const { player } = await start(t, values)
  const { prizes } = (await prizesOf(player, { wagerMinor: 40_000, chanceBps: 5000 })).body
  const listed = prizes.map((prize) => prize.valueMinor)
  assert.deepEqual(listed, values.reverse().slice(0, 100))
})

test('a stake of items is shown with what each counts for, and all of it is computed in the operator’s currency', async (t) => {
  const { operator, player, won } = await start(t, [3419, 3420, 3762, 3763])
  const [mug, book, another] = await won('mug', 'book', 'mug')
  const stakeItemIds = [another!, book!, mug!]
  const asked = { stakeItemIds, chanceBps: 5000 }
  // Mugs of 9.00 count 8.10 each, the book of 4.00 counts 3.60: 19.80 in all, which wins 34.20 to 37.62.
  const own = (await prizesOf(player, asked)).body
  assert.deepEqual([own.wagerMinor, own.stake!.totalMinor], [1980, 1980])
  assert.deepEqual(own.targetBand, { lowerMinor: 3420, upperMinor: 3762 })
  const { prizes, stake, ...usd } = (await prizesOf(player, { ...asked, currency: 'USD' })).body
  const row = (id: number, key: string, valueMinor: number, itemValueMinor: number) => ({
    ...{ inventoryItemId: id, itemId: operator.items[key], name: `Sure ${key}` },
    ...{ valueMinor, itemValueMinor, currency: 'USD' },
  })
  // Each is converted by itself: 2 · 877.554 + 390.024 would be 2145 in one sum.
  assert.deepEqual(stake, {
    currency: 'USD',
    totalMinor: 2144,
    items: [row(another!, 'mug', 877, 975), row(book!, 'book', 390, 433), row(mug!, 'mug', 877, 975)],
  })
  assert.equal(usd.wagerMinor, 2144)
  assert.deepEqual(usd.targetBand, { lowerMinor: 3705, upperMinor: 4075 })
  assert.deepEqual(
    prizes.map(({ itemId, valueMinor, rtpBps }) => [itemId, valueMinor, rtpBps]),
    [
      [operator.items[prizeKey(3762)], 4075, 9500],
      [operator.items[prizeKey(3420)], 3705, 8636],
    ],
  )
  const yen = (await player.call('upgraderPrizesByItems', { body: { ...asked, currency: 'JPY' } })).body as never
  const { wagerMinor, targetBand, prizes: inYen } = yen as typeof own
  assert.deepEqual([wagerMinor, targetBand], [1371 + 1371 + 609, { lowerMinor: 5789, upperMinor: 6367 }])
  assert.deepEqual(
    inYen.map((prize) => [prize.itemId, prize.rtpBps]),
    prizes.map((prize) => [prize.itemId, prize.rtpBps]),
  )
})

test('ids of a stake are read alike in every spelling, in the order in which they stand, and up to fifty of them', async (t) => {
  const { world, operator, won } = await start(t, [])
  const [one, two] = await won('mug', 'book')
  const ask = (stake: string) =>
    knock(world, s2sRoutes.upgraderPrizesByItems, operator, {
      rawQuery: `playerExternalId=ann&chanceBps=5000&${stake}`,
    })
  const spellings = [
    `stakeItemIds[]=${one}&stakeItemIds[]=${two}`,
    `stakeItemIds%5B%5D=${one}&stakeItemIds%5B%5D=${two}`,
    `stakeItemIds[0]=${one}&stakeItemIds[1]=${two}`,
    `stakeItemIds%5B0%5D=${one}&stakeItemIds%5B1%5D=${two}`,
    `stakeItemIds=${one}&stakeItemIds=${two}`,
    `stakeItemIds=${one},${two}`,
    `stakeItemIds=${one}%2C${two}`,
    `stakeItemIds[]=${one},${two}`,
  ]
  const { text } = await ask(spellings[0]!)
  assert.deepEqual(
    JSON.parse(text).stake.items.map((item: { inventoryItemId: number }) => item.inventoryItemId),
    [one, two],
  )
  for (const spelling of spellings) assert.equal((await ask(spelling)).text, text, spelling)

  for (const [spelling, ids] of [
    ['stakeItemIds[]', [one, two, one]],
    ['stakeItemIds[]', [0]],
    ['stakeItemIds[]', ['']],
    ['stakeItemIds', Array.from({ length: 51 }, (_, index) => index + 1)],
    ['stakeItemIds[]', Array.from({ length: 51 }, (_, index) => index + 1)],
  ] as const) {
    assertInvalid(await ask(ids.map((id) => `${spelling}=${id}`).join('&')), 'stakeItemIds', `${spelling} ${ids}`)
  }
  assertInvalid(await ask(''), 'stakeItemIds', 'without')
  const books = Array.from({ length: 20 }, () => 'book' as const)
  const fifty = [one, two, ...(await won(...books)), ...(await won(...books)), ...(await won(...books.slice(0, 8)))]
  const stake = JSON.parse((await ask(`stakeItemIds=${fifty}`)).text).stake
  assert.deepEqual([stake.items.length, stake.totalMinor], [50, 810 + 49 * 360])
})

test('asking moves nothing, makes no player, and takes any locale', async (t) => {
  const { world, operator, player, won } = await start(t, [1900])
  const [mug] = await won('mug')
  const rows = openRows(world.databaseUrl)
  const before = await rows.fingerprint()
  for (const playerExternalId of ['ann', 'nobody']) {
    const ask = (locale: string) => operator.coffer.upgraderPrizes({ playerExternalId, ...TEN, locale })
    const answers = await Promise.all(['en', 'de-AT', 'tlh-Piqd', '?', '', 'x'.repeat(1000)].map(ask))
    for (const answer of answers) assert.deepEqual(answer, answers[0])
    assert.equal(answers[0]!.prizes[0]!.name, 'Prize of 1900')
  }
  const query = { stakeItemIds: String(mug), chanceBps: '5000' }
  const byItems = (playerExternalId: string) =>
    knock(world, s2sRoutes.upgraderPrizesByItems, operator, { query: { ...query, playerExternalId } })
  assert.equal((await byItems('ann')).status, 200)
  const strange = await byItems('nobody')
  assert.deepEqual([strange.status, strange.body.error.code], [422, 'UPGRADER_ITEM_NOT_OWNED'])
  assert.deepEqual(strange.body.error.fields, { 'stakeItemIds.0': ['is not in the vault'] })
  for (const body of [TEN, { stakeItemIds: [mug], chanceBps: 5000, locale: 'xx' }]) {
    assert.equal((await prizesOf(player, body)).status, 200)
  }
  assert.deepEqual(await rows.fingerprint(), before)
})

function valuesOf({ out, shown }: (typeof EDGES)[string]): number[] {
  return [...out, ...shown.map(([value]) => value)]
}

/** A player in a casino whose prizes have these values, beside the items of the sure boxes. */
async function start(t: TestContext, values: readonly number[], more: CatalogueFile['items'] = []) {
  const prizes = [...new Set(values)].map((valueMinor) => ({
    ...{ key: prizeKey(valueMinor), name: `Prize of ${valueMinor}`, type: 'physical' as const },
    ...{ valueMinor, upgraderPrize: true },
  }))
  const file = sureBoxes()
  const catalogue = { ...file, items: [...file.items, ...prizes, ...more] }
  const world = await startWorld(t, { operators: { aurum: { catalogue, settings: UPGRADER_ON } } })
  const { operator } = world
  const player = await world.play(operator, 'ann', { gameKey: 'upgrader', target: {} })
  const won = async (...keys: Parameters<typeof win>[2][]) =>
    (await win(operator, player, ...keys)).items.map(({ id }) => id)
  return { world, operator, player, won }
}
