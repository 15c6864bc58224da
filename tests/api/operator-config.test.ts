import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operatorConfig } from '@coffer/contract/config'
import { s2sRoutes } from '@coffer/contract/s2s'
import type { BoxRow } from '@coffer/contract/shapes'
import { createEndpoint, createKey, setRates } from '@coffer/service/administration'
import { knock } from '../support/door.ts'
import { openRows } from '../support/rows.ts'
import { startWorld, type World } from '../support/world.ts'

const upgraderOf = async ({ operator }: World) => (await operator.coffer.config()).upgrader

test('the configuration says what a backend mirrors, with every default, and nothing else', async (t) => {
  const world = await startWorld(t)
  const { operator } = world
  const config = await operator.coffer.config()
  assert.deepEqual(Object.keys(config), Object.keys(operatorConfig.shape))
  const { updatedAt, fx, ...rest } = config
  const now = world.clock.now().getTime()
  for (const at of [updatedAt, fx.ratesAt!]) assert.ok(Math.abs(now - Date.parse(at)) < 60_000)
  assert.equal(fx.toleranceBps, 200)
  assert.deepEqual(rest, {
    dataVersion: 2,
    operator: { name: 'aurum', locale: 'en', currency: 'EUR' },
    currencies: ['EUR', 'USD', 'JPY', 'KWD'],
    locales: ['en'],
    enabledGames: ['mystery_box'],
    policies: { cashbackEnabled: true, shippingEnabled: true, refundEnabled: true },
    cashback: { percentBps: 9000, maxItemMinor: null },
    collectibles: { creditedRiseBps: 10_000, maxStepBps: 50_000 },
    shipping: { minShipmentValueMinor: 0, defaultCostMinor: 0 },
    inventory: { expiryDays: null },
    vault: { autoOpenAfterHours: null },
    upgrader: {
      houseEdgeBps: 500,
      chancePresetsBps: [1000, 2500, 5000, 7500],
      defaultChanceBps: 5000,
      maxChanceBps: 9500,
      available: true,
      minWagerMinor: 100,
      maxWagerMinor: 100_000,
      maxPrizeMinor: null,
      currency: 'EUR',
      modes: { balance: true, items: true },
      noLoss: false,
    },
    noLoss: { enabled: false, nuggetsCostPercent: 0 },
    kyc: { enabled: false, minimumAge: 18 },
    presentation: {
      fastMode: true,
      skip: true,
      minCycleMs: 0,
      celebrateOnlyAbovePaid: true,
      sessionClock: false,
      netPosition: false,
    },
    wallet: { configured: true },
    webhooks: [],
  })
})

test('a saved setting stands in the configuration at once, with the time at which it was saved', async (t) => {
  const world = await startWorld(t, { wallet: false })
  const { operator } = world
  const before = await operator.coffer.config()
  assert.equal(before.wallet.configured, false)
  world.clock.advance(60_000)
  await world.settings(operator, { 'vault.autoOpenAfterHours': 48, 'fx.toleranceBps': 150, locales: ['de', 'en'] })
  const after = await operator.coffer.config()
  assert.deepEqual([after.vault.autoOpenAfterHours, after.fx.toleranceBps], [48, 150])
  assert.deepEqual(after.locales, ['en', 'de'])
  assert.ok(Date.parse(after.updatedAt) - Date.parse(before.updatedAt) >= 60_000)
  await world.settings(operator, { 'fx.toleranceBps': 150 })
  assert.equal((await operator.coffer.config()).updatedAt, after.updatedAt, 'a change without an effect is none')
})

test('endpoints are listed, and no secret stands in the configuration', async (t) => {
  const world = await startWorld(t)
  const { operator } = world
  const endpoint = { url: 'http://127.0.0.1:9/hooks', types: ['box_archived', 'box_updated'] }
  const made = await createEndpoint(world.service.ctx, { operatorId: operator.operatorId, ...endpoint, actor: 'test' })
  await world.settings(operator, { allowedOrigins: ['https://casino.example'] })
  const { text, body } = await knock(world, s2sRoutes.config, operator)
  const [listed, ...others] = (body as unknown as { webhooks: { types: string[] }[] }).webhooks
  assert.deepEqual({ ...listed, types: listed!.types.toSorted() }, { id: made.endpointId, ...endpoint, enabled: true })
  assert.deepEqual(others, [])
  for (const secret of [made.secret, made.secret.slice(6), operator.keySecret, operator.outboundSecret, '/wallet']) {
    assert.ok(!text.includes(secret))
  }
})

const UPGRADER = { houseEdgeBps: 500, chancePresetsBps: [1000, 2500, 5000, 7500], defaultChanceBps: 5000 }

/** Settings of the Upgrader, and what is offered under them: presets, default, largest chance. */
const OFFERS: [settings: object, presets: number[], defaultBps: number, maxBps: number][] = [
  [{ houseEdgeBps: 0 }, [1000, 2500, 5000, 7500], 5000, 10_000],
  [{ houseEdgeBps: 5001 }, [1000, 2500], 2500, 4999],
  [{ houseEdgeBps: 9999, chancePresetsBps: [1, 5000] }, [1], 1, 1],
  [{ houseEdgeBps: 6000, chancePresetsBps: [3000, 5000], defaultChanceBps: 3000 }, [3000], 3000, 4000],
  [{ houseEdgeBps: 9500, chancePresetsBps: [1000, 5000] }, [], 0, 0],
  [{ chancePresetsBps: [] }, [], 0, 0],
]

test('the Upgrader offers the presets up to its largest chance, and none when there is none', async (t) => {
  const world = await startWorld(t)
  for (const [settings, presets, defaultBps, maxBps] of OFFERS) {
    await world.settings(world.operator, { upgrader: { ...UPGRADER, ...settings } })
    const { chancePresetsBps, defaultChanceBps, maxChanceBps, available } = await upgraderOf(world)
    assert.deepEqual([chancePresetsBps, defaultChanceBps, maxChanceBps], [presets, defaultBps, maxBps])
    assert.equal(available, presets.length > 0)
  }
})

test('no-loss lowers the largest chance by what the Nuggets cost, rounded down', async (t) => {
  const world = await startWorld(t)
  const withNuggets = async (nuggetsCostPercent: number) => {
    await world.settings(world.operator, { noLoss: { enabled: true, nuggetsCostPercent } })
    const { maxChanceBps, available } = await upgraderOf(world)
    return [maxChanceBps, available]
  }
  assert.deepEqual(await withNuggets(0), [9500, true])
  assert.deepEqual(await withNuggets(30), [9285, true])
  assert.deepEqual(await withNuggets(94), [1666, true])
  assert.deepEqual(await withNuggets(95), [0, false])
  assert.deepEqual(await withNuggets(99), [0, false])
  await world.settings(world.operator, { 'noLoss.enabled': false })
  assert.equal((await upgraderOf(world)).maxChanceBps, 9500)
})

test('both reads need the scope read', async (t) => {
  const world = await startWorld(t)
  const { operatorId } = world.operator
  const keyWith = (scope: 'play' | 'read') =>
    createKey(world.service.ctx, { operatorId, scopes: [scope], actor: 'test' })
  const [play, read] = [await keyWith('play'), await keyWith('read')]
  for (const route of [s2sRoutes.config, s2sRoutes.rates]) {
    assert.equal((await knock(world, route, play)).body.error.code, 'SCOPE_MISSING')
    assert.equal((await knock(world, route, read)).status, 200)
  }
})

test('rates are read as decimal texts, as they were set, and without any the base is the operator’s own', async (t) => {
  const world = await startWorld(t)
  const { coffer } = world.operator
  await setRates(world.service.ctx, 'EUR', { USD: '1.0900', GBP: '0.8' }, 'test')
  const { ratesAt, ...table } = await coffer.rates()
  assert.deepEqual(table, { base: 'EUR', rates: { USD: '1.0900', JPY: '169.27', KWD: '0.3327', GBP: '0.8' } })
  assert.equal((await coffer.config()).fx.ratesAt, ratesAt)
  await openRows(world.databaseUrl).query('delete from rate_tables')
  assert.deepEqual(await coffer.rates(), { base: 'EUR', ratesAt: null, rates: {} })
  assert.equal((await coffer.config()).fx.ratesAt, null)
})

test('boxes are asked for by ids in every way that a list is written, and a bad one is named', async (t) => {
  const world = await startWorld(t)
  const { operator } = world
  const [first] = (await operator.coffer.listBoxes({})).boxes
  const { boxId } = first!
  const ask = (rawQuery: string) => knock(world, s2sRoutes.listBoxes, operator, { rawQuery })
  const written = [
    ...[`ids=${boxId},999999999`, `ids=999999999&ids=${boxId}`, `ids[]=${boxId}&ids[]=999999999`],
    ...[`ids%5B%5D=${boxId}`, `ids[0]=999999999&ids[1]=${boxId}`, `ids=999999999,999999998&ids=${boxId}`],
  ]
  for (const rawQuery of written) {
    const { boxes } = (await ask(rawQuery)).body as unknown as { boxes: BoxRow[] }
    assert.deepEqual(
      boxes.map((box) => box.boxId),
      [boxId],
      rawQuery,
    )
  }
  for (const rawQuery of ['ids[]=', 'ids=1&ids=x', 'ids[]=1,', 'ids[]=%00', 'ids=1&ids=']) {
    const { status, body } = await ask(rawQuery)
    assert.deepEqual([status, Object.keys(body.error.fields ?? {})], [422, ['ids']], rawQuery)
  }
})
