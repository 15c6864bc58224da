import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CatalogueFile } from '@coffer/contract/catalogue-file'
import { startWorld } from '../support/world.ts'

/** Half of what the box holds on average cannot be cashed back: a keepsake, a bonus, Nuggets. */
const CATALOGUE: CatalogueFile = {
  items: [
    { key: 'coin', name: 'Coin', type: 'physical', valueMinor: 2000, isCollectible: true, collectibleCategory: 'coin' },
    { key: 'code', name: 'Code', type: 'digital', valueMinor: 505 },
    { key: 'keepsake', name: 'Keepsake', type: 'physical', valueMinor: 1000, cashback: false },
    { key: 'spins', name: 'Spins', type: 'bonus', valueMinor: 1000 },
    { key: 'dust', name: 'Dust', type: 'nuggets', valueMinor: 1000 },
  ],
  boxes: [
    {
      ...{ key: 'mixed', slug: 'mixed', name: 'Mixed', priceMinor: 1200 },
      prizes: [
        { item: 'coin', chanceUnits: 20_000_000 },
        { item: 'code', chanceUnits: 30_000_000 },
        { item: 'keepsake', chanceUnits: 20_000_000 },
        { item: 'spins', chanceUnits: 20_000_000 },
        { item: 'dust', chanceUnits: 10_000_000 },
      ],
    },
  ],
}

test('a box tells what comes back to one who cashes everything, wherever it tells its RTP, by the values and the rules of now', async (t) => {
  const settings = { 'collectibles.creditedRiseBps': 5000 }
  const world = await startWorld(t, { operators: { aurum: { catalogue: CATALOGUE, settings } } })
  const { operator } = world
  const { boxId } = operator.boxes.mixed!
  const player = await world.play(operator, 'ann')
  type Box = { rtpBps: number | null; rtpCashedBps: number | null }
  const shown = async () => {
    const list = await player.call<{ boxes: Box[] }>('listBoxes')
    const one = await player.call<{ box: Box }>('getBox', { path: `/api/play/boxes/${boxId}` })
    const boxes = [
      (await operator.coffer.listBoxes({})).boxes[0]!,
      (await operator.coffer.getBox({ boxId })).box,
      list.body.boxes[0]!,
      one.body.box,
    ]
    assert.equal(new Set(boxes.map((box) => `${box.rtpBps} ${box.rtpCashedBps}`)).size, 1)
    return [boxes[0]!.rtpBps, boxes[0]!.rtpCashedBps]
  }
  // 0.2 · 1800 + 0.3 · 454, of 1200: each credit in whole cents, as it is paid.
  assert.deepEqual(await shown(), [8762, 4135])
  await operator.coffer.recordValue({ itemId: operator.items.coin!, valueMinor: 4000 })
  assert.deepEqual(await shown(), [8762, 5635], 'a rise as far as it is credited')
  await operator.coffer.recordValue({ itemId: operator.items.coin!, valueMinor: 1000 })
  assert.deepEqual(await shown(), [8762, 2635], 'a fall whole')
  await world.settings(operator, { 'cashback.maxItemMinor': 899 })
  assert.deepEqual(await shown(), [8762, 1135], 'what is above the limit is not paid')
  await world.settings(operator, { 'cashback.percentBps': 5000 })
  assert.deepEqual(await shown(), [8762, 1463])
  await world.settings(operator, { 'policies.cashbackEnabled': false })
  assert.deepEqual(await shown(), [8762, null])
})
