import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { CatalogueFile } from '@coffer/contract/catalogue-file'
import { type BoxRow, backendBoxDetail, backendBoxRow } from '@coffer/contract/shapes'
import { BOX_TOTAL_UNITS } from '@coffer/fairness'
import { demoRates, sampleBox } from '@coffer/fixtures'
import { z } from 'zod'
import { type BoxListQuery, browseBoxes, importCatalogue, showBox } from '../../service/src/catalog/index.ts'
import type { Operator } from '../../service/src/operators/index.ts'
import { setRates } from '../../service/src/rates/index.ts'
import { type CatalogueWorld, faultsOf, openCatalogueWorld, refusedWith } from '../support/catalogue-world.ts'
import { startWorld } from '../support/world.ts'

let world: CatalogueWorld
let operatorCount = 0

before(async () => {
  world = await openCatalogueWorld()
  await setRates(world.ctx, demoRates.base, { ...demoRates.rates }, 'test')
})
after(() => world.close())

const newOperator = () => {
  operatorCount += 1
  return world.operator(`casino-${operatorCount}`, 'EUR', { currencies: ['EUR', 'JPY', 'KWD'] })
}
const importFile = (operator: Operator, file: CatalogueFile) =>
  importCatalogue(world.ctx, operator.operatorId, file, '/nowhere')
const browse = (operator: Operator, query: BoxListQuery = {}, currency = operator.currency) =>
  browseBoxes(world.ctx, operator, query, { currency })

/** 120 boxes whose names, prices and attributes repeat, so that ties are everywhere. */
function manyBoxes(): CatalogueFile {
  const file = sampleBox()
  const [sample] = file.boxes
  file.attributes = [
    { name: 'featured', type: 'boolean', default: false },
    { name: 'rank', type: 'number', default: 3 },
    { name: 'mood', type: 'text', default: 'calm' },
  ]
  file.boxes = Array.from({ length: 120 }, (_, index) => ({
    ...sample!,
    key: `box-${index}`,
    slug: `box-${index}`,
    name: `${['Zebra', 'apple', 'Äpfel', 'Apple'][index % 4]} ${'x'.repeat(index % 3 === 0 ? 150 : 1)}`,
    priceMinor: 490 + (index % 7),
    customAttributes: {
      ...(index % 2 === 0 ? { featured: index % 4 === 0 } : {}),
      ...(index % 3 === 0 ? {} : { rank: (index % 5) - 1.5 }),
      ...(index % 5 === 0 ? {} : { mood: `m${index % 11}` }),
    },
  }))
  return file
}

test('a list is walked to its end and back with every sort, each box once and in order, in as many statements per page', async () => {
  const operator = await newOperator()
  await importFile(operator, manyBoxes())
  const key = (sort: string | undefined) => (box: BoxRow) => {
    const by = sort?.replace('-', '')
    if (by === undefined) return -box.boxId
    if (by === 'name') return box.name
    return by === 'price'
      ? box.priceMinor!
      : Number(box.customAttributes[by.slice(5)]) || box.customAttributes[by.slice(5)]!
  }
  for (const sort of [
    undefined,
    'name',
    '-name',
    'price',
    '-price',
    'meta.rank',
    '-meta.rank',
    'meta.mood',
    '-meta.featured',
  ]) {
    const pages: number[][] = []
    const seen: BoxRow[] = []
    let cursor: string | undefined
    let prev: string | null = null
    const statements = new Set<number>()
    do {
      const before = world.statementCount()
      const page = await browse(operator, { limit: 17, sort, cursor }, 'JPY')
      statements.add(world.statementCount() - before)
      pages.push(page.boxes.map(({ boxId }) => boxId))
      seen.push(...page.boxes)
      if (cursor === undefined) assert.equal(page.cursor.prev, null)
      prev = page.cursor.prev
      cursor = page.cursor.next ?? undefined
    } while (cursor !== undefined)
    assert.deepEqual([...statements], [3])
    assert.equal(new Set(seen.map(({ boxId }) => boxId)).size, 120)
    const sign = sort?.startsWith('-') ? -1 : 1
    const sortValue = key(sort)
    const inOrder = seen.toSorted((a, b) => {
      const [x, y] = [sortValue(a), sortValue(b)]
      return (x < y ? -sign : x > y ? sign : 0) || a.boxId - b.boxId
    })
    assert.deepEqual(
      seen.map(({ boxId }) => boxId),
      inOrder.map(({ boxId }) => boxId),
      `sorted by ${sort}`,
    )
    for (const page of pages.toReversed().slice(1)) {
      const back = await browse(operator, { limit: 17, sort, cursor: prev! })
      assert.deepEqual(
        back.boxes.map(({ boxId }) => boxId),
        page,
      )
      prev = back.cursor.prev
    }
    assert.equal(prev, null)
  }
})

test('filters select by equality of their type, bracketed or bare, and together', async () => {
  const operator = await newOperator()
  const { boxes } = await importFile(operator, manyBoxes())
  const count = async (query: BoxListQuery) => (await browse(operator, { limit: 200, ...query })).boxes.length
  assert.equal(await count({}), 120)
  assert.equal(await count({ 'filter[slug]': 'box-7' }), 1)
  assert.equal(await count({ slug: 'box-7', 'filter[name]': 'nothing' }), 0)
  assert.equal(await count({ 'meta.featured': 'true' }), 30)
  assert.equal(await count({ 'filter[meta.featured]': 'false' }), 90)
  assert.equal(await count({ 'filter[meta.rank]': '3' }), 40)
  assert.equal(await count({ 'filter[meta.rank]': '-0.50' }), 16)
  assert.equal(await count({ 'filter[meta.mood]': 'calm', isActive: 'true' }), 24)
  assert.equal(await count({ isActive: 'false' }), 0)
  assert.equal(await count({ ids: [boxes['box-3']!.boxId, boxes['box-4']!.boxId, 999_999_999] }), 2)
  assert.equal(await count({ unheard: 'of' }), 120)
})

test('a player filters and sorts as a backend does, and sees active boxes only, whatever is asked for', async (t) => {
  const file = manyBoxes()
  file.boxes.length = 12
  const world = await startWorld(t, { operators: { aurum: { catalogue: file } } })
  const { operator } = world
  file.boxes[3]!.archived = true
  await world.catalogue(operator, file)
  const player = await world.play(operator, 'u_1')
  const slugs = async (query: string) => {
    const answer = await player.call<{ boxes: BoxRow[] }>('listBoxes', { query })
    assert.equal(answer.status, 200, answer.text)
    return answer.body.boxes.map(({ slug }) => slug)
  }
  const active = [0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11].map((index) => `box-${index}`)
  assert.deepEqual((await slugs('')).toSorted(), active.toSorted())
  assert.deepEqual(await slugs('?sort=-price&limit=2'), ['box-6', 'box-5'])
  assert.deepEqual(await slugs('?filter[slug]=box-7'), ['box-7'])
  assert.deepEqual(await slugs('?meta.featured=true&sort=price'), ['box-0', 'box-8', 'box-4'])
  const { boxes } = await operator.coffer.listBoxes({ isActive: 'false' })
  assert.deepEqual(
    boxes.map(({ slug }) => slug),
    ['box-3'],
  )
  for (const query of ['slug=box-3', `ids=${boxes[0]!.boxId}`, 'isActive=false', 'filter[isActive]=false'])
    assert.deepEqual(await slugs(`?${query}`), [], query)
  assert.equal((await player.call('listBoxes', { query: '?sort=colour' })).status, 422)
})

test('an unknown attribute, a value of another type and a cursor of another list are 422 and named', async () => {
  const operator = await newOperator()
  await importFile(operator, manyBoxes())
  const { cursor } = await browse(operator, { limit: 5, sort: 'price' })
  const forged = (sort: unknown) => {
    const tuple = JSON.parse(Buffer.from(cursor.next!, 'base64url').toString())
    return Buffer.from(JSON.stringify([tuple[0], sort, tuple[2], tuple[3]])).toString('base64url')
  }
  const refused: [BoxListQuery, string][] = [
    [{ 'filter[meta.colour]': 'red' }, 'filter[meta.colour]'],
    [{ 'meta.toString': 'red' }, 'meta.toString'],
    [{ 'filter[colour]': 'red' }, 'filter[colour]'],
    [{ sort: 'meta.colour' }, 'sort'],
    [{ sort: '--price' }, 'sort'],
    [{ 'meta.rank': 'first' }, 'meta.rank'],
    [{ 'meta.rank': '1e999' }, 'meta.rank'],
    [{ 'filter[isActive]': 'yes' }, 'filter[isActive]'],
    [{ name: ['a', 'b'] }, 'name'],
    [{ name: 'a\u0000' }, 'name'],
    [{ cursor: cursor.next! }, 'cursor'],
    [{ sort: '-price', cursor: cursor.next! }, 'cursor'],
    [{ sort: 'price', cursor: forged('text') }, 'cursor'],
    [{ sort: 'price', cursor: forged(null) }, 'cursor'],
    [{ sort: 'price', cursor: 'nonsense' }, 'cursor'],
  ]
  for (const [query, path] of refused) assert.deepEqual(Object.keys(await faultsOf(browse(operator, query))), [path])
  assert.equal((await browse(operator, { sort: 'price', cursor: forged(491.5), limit: 1 })).boxes[0]?.priceMinor, 492)
})

test('prices round up and prizes down into yen and dinar, once; a pinned rate is used as it is', async () => {
  const operator = await newOperator()
  const file = sampleBox()
  file.boxes[0]!.priceMinor = 499
  const { boxes } = await importFile(operator, file)
  const { boxId } = boxes.sample!
  const yen = await showBox(world.ctx, operator, boxId, { currency: 'JPY' })
  assert.deepEqual([yen.priceMinor, yen.maxPrizeMinor, yen.currency], [845, 8463, 'JPY'])
  assert.deepEqual(
    yen.prizes.map((prize) => [prize.valueMinor, prize.currency]),
    [169, 338, 677, 1523, 8463].map((value) => [value, 'JPY']),
  )
  const [dinar] = (await browse(operator, {}, 'KWD')).boxes
  assert.deepEqual([dinar?.priceMinor, dinar?.maxPrizeMinor, dinar?.currency], [1661, 16_635, 'KWD'])
  const pinned = { currency: 'JPY', rate: { numerator: 200n, denominator: 1n }, rateFrom: operator.currency }
  assert.equal((await showBox(world.ctx, operator, boxId, pinned)).priceMinor, 998)
  await assert.rejects(browse(operator, {}, 'GBP'), refusedWith('UNSUPPORTED_CURRENCY'))
})

test('a box shows its odds, return, largest prize and stock, and fits the contract', async () => {
  const operator = await newOperator()
  const file = sampleBox()
  file.items[3]!.stock = 0
  const { boxes, items } = await importFile(operator, file)
  const { boxId, boxVersionId } = boxes.sample!
  const detail = await showBox(world.ctx, operator, boxId, operator)
  assert.deepEqual(z.strictObject(backendBoxDetail.shape).parse(detail), detail)
  const row = (await browse(operator)).boxes[0]!
  assert.deepEqual(z.strictObject(backendBoxRow.shape).parse(row), row)
  assert.deepEqual([row.rtpBps, row.houseEdgeBps, row.maxPrizeMinor], [9360, 640, 5000])
  assert.equal(detail.totalUnits, BOX_TOTAL_UNITS)
  assert.equal(detail.snapshotUrl, `http://coffer.test/fairness/box-versions/${boxVersionId}/snapshot`)
  assert.deepEqual(
    detail.prizes.map(({ itemId, chancePercent, inStock, isCollectible }) => [
      itemId,
      chancePercent,
      inStock,
      isCollectible,
    ]),
    [
      [items['sample-nuggets'], 30, true, false],
      [items['sample-bonus'], 22, true, false],
      [items['sample-digital'], 24, true, false],
      [items['sample-physical'], 22, false, false],
      [items['sample-collectible'], 2, true, true],
    ],
  )
})
