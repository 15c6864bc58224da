import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GamePreview } from '@coffer/contract/admin'
import type { InventoryRow } from '@coffer/contract/shapes'
import { BOX_TOTAL_UNITS, draw, serverSeedHash } from '@coffer/fairness'
import { ApiFailure, type PlayApi } from '@coffer/web'
import { createPreviewService } from '../../apps/game/src/preview/preview-service.ts'

const AT = new Date('2026-03-01T12:00:00.000Z')
const ADMIN = 'https://coffer.example'
const SEEDS = ['a', 'b', 'c'].map((digit) => digit.repeat(64))
const HALF = BOX_TOTAL_UNITS / 2

const row = (itemId: number, differs: Partial<InventoryRow> = {}): InventoryRow => ({
  ...{ id: 1, itemId, name: `Item ${itemId}`, imageUrl: null, type: 'physical', valueMinor: 950, currency: 'EUR' },
  ...{ state: 'unresolved', acquisitionType: 'game_win', cashbackMinor: 855, shippable: true },
  cashbackUncredited: { priceFallMinor: 10, priceRiseMinor: 20, creditsShareMinor: 65 },
  ...{ wonAtRoundPublicId: 'preview', createdAt: AT.toISOString(), ...differs },
})

/** A box with a mug, and Nuggets that enter no vault, of 50% each. */
function previewOf(priceMinor: number): GamePreview {
  const prize = (itemId: number, type: 'physical' | 'nuggets', rangeStart: number) => ({
    ...{ itemId, name: `Item ${itemId}`, type, valueMinor: 950, currency: 'EUR', imageUrl: null },
    ...{ chanceUnits: HALF, chancePercent: 50, rangeStart, rangeEnd: rangeStart + HALF },
    ...{ inStock: true, isCollectible: false },
  })
  return {
    tenant: { name: 'Aurum', locale: 'en', currency: 'EUR', logoUrl: null },
    ...{ theme: { tokens: {} }, locales: ['en'], maxReels: 5 },
    policies: { cashbackEnabled: true, shippingEnabled: true, refundEnabled: true },
    presentation: {
      ...{ fastMode: true, skip: false, minCycleMs: 0 },
      ...{ celebrateOnlyAbovePaid: true, sessionClock: true, netPosition: true },
    },
    box: {
      ...{ boxId: 7, boxVersionId: 1, versionNumber: 1, slug: 'winter', name: 'Winter', imageUrl: null },
      ...{ isActive: true, priceMinor, currency: 'EUR', rtpBps: 9500, houseEdgeBps: 500, rtpCashedBps: 4275 },
      ...{ maxPrizeMinor: 950, customAttributes: {}, description: null, snapshotUrl: null, snapshotHash: null },
      ...{ totalUnits: BOX_TOTAL_UNITS, refundable: true },
      prizes: [prize(1, 'physical', 0), prize(2, 'nuggets', HALF)],
    },
    wins: [row(1)],
  }
}

function startPreview(priceMinor = 1000) {
  const seeds = [...SEEDS]
  const { api, show } = createPreviewService({ allowedOrigin: ADMIN, newSeed: () => seeds.shift()!, now: () => AT })
  show(previewOf(priceMinor))
  return { api, show }
}

const open = (api: PlayApi, reelCount: number) =>
  api.call('openRound', {
    body: {
      clientActionId: 'click',
      reels: Array.from({ length: reelCount }, (_, reelIndex) => ({ reelIndex, boxVersionId: 1 })),
    },
  })
const balanceOf = async (api: PlayApi) => (await api.call('balance', {})).balanceMinor
const itemsOf = async (api: PlayApi, query: object = {}) => (await api.call('listInventory', { query })).items
const codeOf = (code: string) => (error: unknown) => error instanceof ApiFailure && error.code === code

test('game preview: rounds follow the committed seeds and pay the drawn prizes', async () => {
  const { api } = startPreview()
  const { fairness, game, allowedOrigins } = await api.call('initSession', { body: { launchToken: 'preview' } })
  const [serverSeed, clientSeed] = SEEDS as [string, string]
  assert.deepEqual([fairness.serverSeedHash, fairness.clientSeed], [serverSeedHash(serverSeed), clientSeed])
  assert.deepEqual([game.target?.boxId, game.target?.priceMinor, allowedOrigins], [7, 1000, [ADMIN]])
  const expected = (nonce: number, reelIndex: number) => {
    const rawDraw = draw({ serverSeed, clientSeed, nonce, reelIndex, total: BOX_TOTAL_UNITS })
    return [reelIndex, rawDraw, rawDraw < HALF ? 1 : 2]
  }
  const won: number[] = []
  for (let nonce = 0; nonce < 10; nonce++) {
    const { round, items, facts } = await open(api, 2)
    const drawn = round.reels.map(({ reelIndex, rawDraw, result }) => [reelIndex, rawDraw, result?.itemId])
    assert.deepEqual(drawn, [expected(nonce, 0), expected(nonce, 1)])
    assert.deepEqual([round.betMinor, round.payoutMinor], [2000, 1900])
    assert.deepEqual(
      facts!.reels.map(({ paidMinor, itemValueMinor }) => [paidMinor, itemValueMinor]),
      [
        [1000, 950],
        [1000, 950],
      ],
    )
    assert.equal(items.length, drawn.filter(([, , itemId]) => itemId === 1).length, 'Nuggets enter no vault')
    won.push(...items.map(({ id }) => id))
  }
  assert.equal((await api.call('fairnessState', {})).nextNonce, 10)
  assert.ok(won.length > 0 && won.length < 20)
  assert.deepEqual((await itemsOf(api)).map(({ id }) => id).toReversed(), won)
  assert.equal(new Set(won).size, won.length)
  assert.equal((await api.call('listRounds', {})).rounds.length, 10)
})

test('game preview: opens charge play money, and an item is cashed back once', async () => {
  const { api } = startPreview()
  assert.equal(await balanceOf(api), 100_000)
  let item: InventoryRow | undefined
  while (item === undefined) [item] = (await open(api, 1)).items
  const before = await balanceOf(api)
  const params = { id: String(item.id) }
  const cashedBack = await api.call('cashBackItem', { params, body: {} })
  assert.deepEqual([cashedBack.item.state, cashedBack.item.basisMinor], ['cashed_back', 950])
  assert.equal(cashedBack.balanceAfterMinor, before + 855)
  await assert.rejects(api.call('cashBackItem', { params, body: {} }), codeOf('CASHBACK_NOT_AVAILABLE'))
  const other = { params: { id: '99' }, body: {} }
  await assert.rejects(api.call('cashBackItem', other), codeOf('INVENTORY_ITEM_NOT_FOUND'))
  assert.deepEqual(await itemsOf(api, { state: 'unresolved' }), [])
  assert.equal((await itemsOf(api, { state: 'cashed_back', type: 'physical,bonus' })).length, 1)
  assert.deepEqual(await itemsOf(api, { state: 'cashed_back', type: 'digital' }), [])
  assert.deepEqual(await itemsOf(api, { collectible: 'true' }), [])
  const { netPosition } = await api.call('heartbeat', {})
  assert.deepEqual([netPosition!.spentMinor, netPosition!.returnedMinor], [100_000 - before, 855])
  assert.equal(netPosition!.netMinor, 855 - (100_000 - before))
})

test('game preview: play money is refilled when it does not pay for an open', async () => {
  const { api, show } = startPreview(1000)
  for (let count = 0; count < 33; count++) await open(api, 3)
  assert.equal(await balanceOf(api), 1000)
  assert.equal((await open(api, 2)).balanceAfterMinor, 99_000)
  for (let count = 0; count < 98; count++) await open(api, 1)
  assert.equal(await balanceOf(api), 1000)
  assert.equal((await open(api, 1)).balanceAfterMinor, 100_000)
  show(previewOf(100_001))
  assert.equal(await balanceOf(api), 100_000 + 10_000_100)
})

test('game preview: the newest 100 rounds and items are kept', async () => {
  const { api } = startPreview(0)
  const opened: Awaited<ReturnType<typeof open>>[] = []
  for (let count = 0; count <= 100; count++) opened.push(await open(api, 5))
  const roundIds = opened.map(({ round }) => round.publicId)
  const { rounds } = await api.call('listRounds', {})
  assert.deepEqual(rounds.map(({ publicId }) => publicId).toReversed(), roundIds.slice(1))
  const itemIds = opened.flatMap(({ items }) => items.map(({ id }) => id))
  assert.ok(itemIds.length > 100)
  assert.deepEqual((await itemsOf(api)).map(({ id }) => id).toReversed(), itemIds.slice(-100))
})

test('game preview: calls for anything else are refused', async () => {
  const { api } = startPreview()
  const body = { inventoryItemIds: [1] }
  await assert.rejects(api.call('quoteShipping', { body }), codeOf('NOT_IN_PREVIEW'))
  await assert.rejects(api.call('rotateSeed', { body: {} }), codeOf('NOT_IN_PREVIEW'))
})
