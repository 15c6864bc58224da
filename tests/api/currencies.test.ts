import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CatalogueFile } from '@coffer/contract/catalogue-file'
import type { BoxDetail } from '@coffer/contract/shapes'
import { convertOperator, createOperator, setRates } from '@coffer/service/administration'
import { knock } from '../support/door.ts'
import type { Player } from '../support/player.ts'
import { openRows } from '../support/rows.ts'
import { callerOf, currencySamples, makeScene } from '../support/samples.ts'
import { sureBoxes, win } from '../support/sure-boxes.ts'
import { boxOf, openBody, startWorld, type TestOperator, type World } from '../support/world.ts'

/** One box that always holds the same coin, at about 90 %, with wagers that no rate divides evenly. */
function coinBox(priceMinor: number, valueMinor: number): CatalogueFile {
  const coin = { key: 'coin', name: 'Old coin', type: 'physical', isCollectible: true, valueMinor } as const
  const prizes = [{ item: 'coin', chanceUnits: 100_000_000 }]
  return { items: [coin], boxes: [{ key: 'coin', slug: 'coin', name: 'Coin', priceMinor, prizes }] }
}

const operatorOf = (currency: string, price: number, value: number, minWagerMinor: number) => ({
  currency,
  catalogue: coinBox(price, value),
  // The rates of before and of now lie far apart, and a pinned one must hold for the figures.
  settings: { upgrader: { minWagerMinor, maxWagerMinor: 99_999 }, fx: { toleranceBps: null } },
})

const OPERATORS = {
  euro: operatorOf('EUR', 499, 449, 99),
  yen: operatorOf('JPY', 845, 760, 101),
  dinar: operatorOf('KWD', 1661, 1493, 301),
}

/** Rates of the world when sessions begin and boxes are bought, and those that are in force afterwards. */
const THEN = { USD: '1.0834', JPY: '169.27', KWD: '0.3327' }
const NOW = { USD: '1.2', JPY: '150.01', KWD: '0.3111' }

/**
 * What the coin box of an operator comes to in another currency, in minor units, computed by hand as fractions. `price` and `value`
 * are at the rates of THEN, the rest at those of NOW; `threeCoins` are converted together, everything else one by one.
 */
const TABLE = [
  {
    of: 'euro',
    in: 'USD',
    price: 541,
    value: 486,
    priceNow: 599,
    valueNow: 538,
    threeCoins: 1616,
    credits: 484,
    share: 54,
    wagers: [119, 119_998],
  },
  {
    of: 'euro',
    in: 'JPY',
    price: 845,
    value: 760,
    priceNow: 749,
    valueNow: 673,
    threeCoins: 2020,
    credits: 606,
    share: 68,
    wagers: [149, 150_008],
  },
  {
    of: 'euro',
    in: 'KWD',
    price: 1661,
    value: 1493,
    priceNow: 1553,
    valueNow: 1396,
    threeCoins: 4190,
    credits: 1256,
    share: 140,
    wagers: [308, 311_096],
  },
  {
    of: 'yen',
    in: 'EUR',
    price: 500,
    value: 448,
    priceNow: 564,
    valueNow: 506,
    threeCoins: 1519,
    credits: 455,
    share: 51,
    wagers: [68, 66_661],
  },
  {
    of: 'yen',
    in: 'USD',
    price: 541,
    value: 486,
    priceNow: 676,
    valueNow: 607,
    threeCoins: 1823,
    credits: 547,
    share: 61,
    wagers: [81, 79_993],
  },
  {
    of: 'yen',
    in: 'KWD',
    price: 1661,
    value: 1493,
    priceNow: 1753,
    valueNow: 1576,
    threeCoins: 4728,
    credits: 1418,
    share: 158,
    wagers: [210, 207_384],
  },
  {
    of: 'dinar',
    in: 'EUR',
    price: 500,
    value: 448,
    priceNow: 534,
    valueNow: 479,
    threeCoins: 1439,
    credits: 431,
    share: 49,
    wagers: [97, 32_143],
  },
  {
    of: 'dinar',
    in: 'USD',
    price: 541,
    value: 486,
    priceNow: 641,
    valueNow: 575,
    threeCoins: 1727,
    credits: 518,
    share: 58,
    wagers: [117, 38_572],
  },
  {
    of: 'dinar',
    in: 'JPY',
    price: 846,
    value: 759,
    priceNow: 801,
    valueNow: 719,
    threeCoins: 2159,
    credits: 647,
    share: 73,
    wagers: [146, 48_218],
  },
] as const

type Row = (typeof TABLE)[number]

/** What a player was debited and credited, newest last. */
function moved({ casino }: World, { slug }: TestOperator, player: string): [amountMinor: number, currency: string][] {
  const entries = casino.wallet.ledger(slug, player).filter(({ idempotencyKey }) => idempotencyKey !== null)
  return entries.map(({ amountMinor, currency }) => [amountMinor, currency])
}

test('every amount has its rate and its rounding, in each currency of an operator', async (t) => {
  const world = await startWorld(t, { operators: OPERATORS })
  for (const row of TABLE) {
    await t.test(`${row.of} operator, charged in ${row.in}`, () => assertRow(world, row))
  }
})

/** A player of one operator who is charged in one currency; every row of the table has its own. */
type Charged = { world: World; row: Row; operator: TestOperator; externalId: string; player: Player }

async function assertRow(world: World, row: Row): Promise<void> {
  const operator = world.operators[row.of]!
  const { coffer } = operator
  await setRates(world.service.ctx, 'EUR', THEN, 'test')
  const externalId = `pays in ${row.in}`
  const player = await world.play(operator, externalId, {
    currency: row.in,
    target: { boxId: boxOf(operator).boxId },
  })
  const charged = { world, row, operator, externalId, player }
  const buy = (mode: 'open' | 'prepay', clientActionId: string, count = 1) =>
    coffer.purchase({
      playerExternalId: externalId,
      mode,
      currency: row.in,
      ...openBody(operator, clientActionId, count),
    })
  const [held, given] = [await buy('prepay', 'held'), await buy('prepay', 'given')]
  assert.deepEqual([held.round.betMinor, given.round.betMinor], [row.price, row.price])
  await setRates(world.service.ctx, 'EUR', NOW, 'test')

  await pinnedWhenPlayed(charged)
  assert.deepEqual(await portfolioOf(charged), { count: 3, totalCurrentValueMinor: row.threeCoins })
  const opened = await coffer.openHeldRound({ playerExternalId: externalId, publicId: held.round.publicId })
  const facts = [{ reelIndex: 0, paidMinor: row.price, itemValueMinor: row.value, itemType: 'physical' }]
  assert.deepEqual(opened.facts, { currency: row.in, reels: facts, deal: null }, 'the stored rate')
  await coffer.cancelHeldRound({ playerExternalId: externalId, roundPublicId: given.round.publicId })
  assert.deepEqual(moved(world, operator, externalId).at(-1), [row.price, row.in], 'a refund is its debit')
  await currentWhenRead(charged)
  const now = await buy('open', 'now', 3)
  assert.deepEqual([now.round.betMinor, now.round.payoutMinor], [3 * row.priceNow, 3 * row.valueNow])
  await currentWhenCashedBack(charged)
}

/** A session shows and charges its pinned rate: each reel up, the debit their sum, each prize down. */
async function pinnedWhenPlayed({ world, row, operator, externalId, player }: Charged): Promise<void> {
  const { boxId } = boxOf(operator)
  assert.equal(player.bootstrap.game.target!.priceMinor, row.price)
  const { body } = await player.call<{ box: BoxDetail }>('getBox', { path: `/api/play/boxes/${boxId}` })
  const { priceMinor, maxPrizeMinor, currency, prizes } = body.box
  assert.deepEqual([priceMinor, maxPrizeMinor, prizes[0]!.valueMinor], [row.price, row.value, row.value])
  assert.deepEqual([currency, prizes[0]!.currency], [row.in, row.in])
  const { round, facts } = (await player.open(openBody(operator, 'three', 3))).body
  assert.deepEqual([round.betMinor, round.payoutMinor, round.currency], [3 * row.price, 3 * row.value, row.in])
  assert.deepEqual(
    facts!.reels.map(({ paidMinor, itemValueMinor }) => [paidMinor, itemValueMinor]),
    Array(3).fill([row.price, row.value]),
  )
  assert.deepEqual(moved(world, operator, externalId).at(-1), [-3 * row.price, row.in])
}

async function portfolioOf({ row, operator, externalId: playerExternalId }: Charged) {
  const { count, totalCurrentValueMinor } = await operator.coffer.portfolio({ playerExternalId, currency: row.in })
  return { count, totalCurrentValueMinor }
}

/** Lists and the limits of a wager take the current rate. */
async function currentWhenRead({ row, operator, externalId }: Charged): Promise<void> {
  const { coffer } = operator
  const { box } = await coffer.getBox({ boxId: boxOf(operator).boxId, currency: row.in })
  assert.deepEqual([box.priceMinor, box.prizes[0]!.valueMinor, box.currency], [row.priceNow, row.valueNow, row.in])
  const of = { playerExternalId: externalId, currency: row.in }
  const [item] = (await coffer.listInventory(of)).items
  const cashback = [row.credits, { priceFallMinor: 0, priceRiseMinor: 0, creditsShareMinor: row.share }]
  assert.deepEqual([item!.valueMinor, item!.currency], [row.valueNow, row.in])
  assert.deepEqual([item!.cashbackMinor, item!.cashbackUncredited], cashback)
  const { points, wonValueMinor } = await coffer.priceHistory({ ...of, id: item!.id })
  assert.deepEqual([points.map(({ valueMinor }) => valueMinor), wonValueMinor], [[row.valueNow], row.valueNow])
  const { upgrader } = await coffer.config({ currency: row.in })
  assert.deepEqual([[upgrader.minWagerMinor, upgrader.maxWagerMinor], upgrader.currency], [row.wagers, row.in])
}

/** Credits down, what is not credited up, and the basis their sum. */
async function currentWhenCashedBack({ world, row, operator, externalId, player }: Charged): Promise<void> {
  const [item] = (await player.inventory()).body.items
  const { body } = await player.cashBack(item!.id)
  const { cashbackMinor, uncredited, basisMinor, currency } = body.item
  assert.deepEqual([cashbackMinor, uncredited.creditsShareMinor], [row.credits, row.share])
  assert.deepEqual([basisMinor, currency], [row.credits + row.share, row.in])
  assert.deepEqual(moved(world, operator, externalId).at(-1), [row.credits, row.in])
}

test('a currency that is not configured, has no rate, or is none at all, is refused by one code on every route with a currency', async (t) => {
  const currencies = ['EUR', 'USD', 'ISK']
  const world = await startWorld(t, { operators: { aurum: { currencies, catalogue: sureBoxes() } } })
  const scene = await makeScene(world, world.operator, 'ann')
  for (const currency of ['JPY', 'ISK', 'XXX', 'eur', 'ZZZ']) {
    const samples = currencySamples(scene, currency)
    assert.deepEqual([...new Set(samples.map(({ surface }) => surface))], ['play', 's2s'])
    for (const one of samples) {
      const answer = await knock(world, one.route, callerOf(scene, one), one.sample)
      const about = `${one.surface}.${one.name} in ${currency}: ${answer.text}`
      assert.deepEqual([answer.status, answer.body.error?.code], [422, 'UNSUPPORTED_CURRENCY'], about)
    }
  }
  for (const one of currencySamples(scene, 'USD')) {
    const answer = await knock(world, one.route, callerOf(scene, one), one.sample)
    assert.notEqual(answer.body.error?.code, 'UNSUPPORTED_CURRENCY', `${one.surface}.${one.name}: ${answer.text}`)
  }
})

test('after a change of currency in a session the next purchase carries the new one, at the rate of the change', async (t) => {
  const world = await startWorld(t, { operators: { aurum: { settings: { 'fx.toleranceBps': null } } } })
  const player = await world.play(world.operator, 'ann', { currency: 'USD' })
  const open = async (clientActionId: string) => {
    const { round } = (await player.open(openBody(world.operator, clientActionId))).body
    return [round.betMinor, round.currency]
  }
  assert.deepEqual(await open('dollars'), [542, 'USD'])
  const { status, body } = await player.call<{ currency: string }>('setCurrency', { body: { currency: 'KWD' } })
  assert.deepEqual([status, body.currency], [200, 'KWD'])
  await setRates(world.service.ctx, 'EUR', NOW, 'test')
  assert.deepEqual(await open('dinars'), [1664, 'KWD'])
  const shown = await player.call<{ boxes: { priceMinor: number; currency: string }[] }>('listBoxes')
  assert.deepEqual([shown.body.boxes[0]!.priceMinor, shown.body.boxes[0]!.currency], [1664, 'KWD'])
  assert.deepEqual(await open('dollars'), [542, 'USD'], 'a repeated click is what it was')
  assert.deepEqual(moved(world, world.operator, 'ann'), [
    [-542, 'USD'],
    [-1664, 'KWD'],
  ])
})

test('the currency of Curaçao and Sint Maarten since 2025 is one like any other', async (t) => {
  const world = await startWorld(t, { operators: { island: { currency: 'XCG', catalogue: sureBoxes() } } })
  const player = await world.play(world.operator, 'ann')
  const { items } = await win(world.operator, player, 'mug')
  assert.deepEqual([items[0]!.valueMinor, items[0]!.currency], [900, 'XCG'])
  assert.deepEqual(moved(world, world.operator, 'ann').at(-1)?.[1], 'XCG')
})

test('a currency that has ended is none for an operator, its settings, a conversion or a session', async (t) => {
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBoxes() } } })
  const { ctx } = world.service
  for (const currency of ['ANG', 'BGN', 'HRK', 'ZWL']) {
    const operator = { slug: 'late', name: 'Late', currency, actor: 'test' }
    assert.deepEqual(await fieldsOf(createOperator(ctx, operator)), ['currency'], currency)
    const settings = { currencies: ['USD', currency] }
    assert.deepEqual(await fieldsOf(createOperator(ctx, { ...operator, currency: 'EUR', settings })), ['currencies.1'])
    assert.deepEqual(await fieldsOf(world.settings(world.operator, settings)), ['currencies.1'], currency)
    assert.deepEqual(await fieldsOf(convertOperator(ctx, world.operator.operatorId, currency, { actor: 'test' })), [
      'currency',
    ])
    await assert.rejects(world.play(world.operator, 'ann', { currency }), { code: 'UNSUPPORTED_CURRENCY' })
  }
})

test('what there is in a currency that has ended is read, paid and converted', async (t) => {
  const world = await startWorld(t, {
    operators: { aurum: { catalogue: sureBoxes(), currencies: ['EUR', 'USD'] } },
  })
  const { operator, service } = world
  const { coffer } = operator
  const player = await world.play(operator, 'ann')
  await writeAs(world.databaseUrl, 'EUR', 'BGN')
  world.casino.wallet.setBalance(operator.slug, 'ann', 'BGN', 100_000)
  const [kept, paid] = (await win(operator, player, 'mug', 'mug')).items
  const held = await coffer.purchase({ playerExternalId: 'ann', mode: 'prepay', ...openBody(operator, 'held', 1) })

  const config = await coffer.config({})
  assert.deepEqual([config.operator.currency, config.currencies], ['BGN', ['BGN', 'USD']])
  const rows = (await coffer.listInventory({ playerExternalId: 'ann' })).items
  assert.deepEqual([rows.length, rows[0]!.currency, rows[0]!.valueMinor], [2, 'BGN', 900])
  const cashed = await player.cashBack(paid!.id)
  assert.deepEqual([cashed.body.item.currency, cashed.body.item.cashbackMinor], ['BGN', 810], cashed.text)
  assert.deepEqual(moved(world, operator, 'ann').at(-1), [810, 'BGN'])
  await coffer.cancelHeldRound({ playerExternalId: 'ann', roundPublicId: held.round.publicId })
  assert.deepEqual(moved(world, operator, 'ann').at(-1), [held.round.betMinor, 'BGN'])

  await world.settings(operator, { 'game.maxReels': 4 })
  const refused = { code: 'UNSUPPORTED_CURRENCY' }
  await assert.rejects(world.play(operator, 'ann'), refused)
  const again = await player.call<{ error: { code: string } }>('setCurrency', { body: { currency: 'BGN' } })
  assert.deepEqual([again.status, again.body.error.code], [422, 'UNSUPPORTED_CURRENCY'])
  await setRates(service.ctx, 'EUR', { BGN: '1.95583', USD: '1.0834' }, 'test')
  await convertOperator(service.ctx, operator.operatorId, 'EUR', { actor: 'test' })
  assert.deepEqual((await coffer.config({})).currencies, ['EUR', 'USD'])
  const inEuro = await coffer.getInventoryItem({ playerExternalId: 'ann', id: kept!.id, currency: 'EUR' })
  assert.deepEqual([inEuro.item.valueMinor, inEuro.item.currency], [460, 'EUR'])
  assert.equal((await world.play(operator, 'ann')).bootstrap.session.currency, 'EUR')
})

/** Everything of a database as if it had been written in another currency: before anything was charged. */
async function writeAs(databaseUrl: string, from: string, to: string): Promise<void> {
  const { query } = openRows(databaseUrl)
  const columns = await query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and (column_name like '%currency' or column_name = 'rate_from') and data_type = 'text'`,
  )
  for (const { table, column } of columns) {
    await query(`update ${table} set ${column} = $2 where ${column} = $1`, [from, to])
  }
  await query(`update operators set settings = replace(settings::text, '"${from}"', '"${to}"')::jsonb`)
}

async function fieldsOf(refused: Promise<unknown>): Promise<string[]> {
  const error = await refused.then(
    () => assert.fail('it was not refused'),
    (thrown: { details?: { fields?: object } }) => thrown,
  )
  return Object.keys(error.details?.fields ?? {})
}
