import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { CatalogueFile } from '@coffer/contract/catalogue-file'
import { openRows } from '../support/rows.ts'
import { priceOf, sureBoxes, win } from '../support/sure-boxes.ts'
import { startWorld } from '../support/world.ts'

const SECOND_MS = 1000

async function start(t: TestContext, file: CatalogueFile = sureBoxes()) {
  const world = await startWorld(t, { operators: { aurum: { catalogue: file }, borealis: {} } })
  const operator = world.operators.aurum!
  // A value comes after the one of the import.
  world.clock.advance(1)
  const rows = openRows(world.databaseUrl)
  const tell = (key: string, valueMinor: number, recordedAt?: Date) =>
    operator.coffer.recordValue({
      itemId: operator.items[key]!,
      valueMinor,
      ...(recordedAt && { recordedAt: recordedAt.toISOString() }),
    })
  const history = (key: string) =>
    rows.query<{ revision: number; value: number; at: Date }>(
      `select revision_id::int as revision, value_minor::int as value, recorded_at as at from item_revisions
       where item_id = $1 order by revision_id`,
      [operator.items[key]],
    )
  const values = async (key: string) => (await history(key)).map(({ value }) => value)
  const importFile = (changed: CatalogueFile = file) => world.catalogue(operator, changed)
  return { world, operator, rows, tell, history, values, importFile, file }
}

test('a told value is in force at once, and a point of the item\u2019s history', async (t) => {
  const { world, operator, tell, history, values } = await start(t)
  const player = await world.play(operator, 'ann')
  const [won] = (await win(operator, player, 'crown')).items
  const told = await tell('crown', 6500)
  const [row] = (await operator.coffer.listInventory({ playerExternalId: 'ann' })).items
  assert.deepEqual([row?.valueMinor, row?.wonValueMinor], [6500, 5000])
  assert.ok(told.revisionId > won!.currentRevisionId!)
  assert.equal(row?.currentRevisionId, told.revisionId)
  const last = (await history('crown')).at(-1)!
  assert.deepEqual(told, {
    itemId: operator.items.crown,
    revisionId: last.revision,
    valueMinor: 6500,
    currency: 'EUR',
    recordedAt: last.at.toISOString(),
    changed: true,
  })
  assert.deepEqual(await values('crown'), [5000, 6500])
})

test('the value in force told again adds no point, and answers the revision in force', async (t) => {
  const { world, tell, values } = await start(t)
  const first = await tell('crown', 6500)
  world.clock.advance(SECOND_MS)
  const again = await tell('crown', 6500)
  const dated = await tell('crown', 6500, world.clock.now())
  for (const answer of [again, dated]) assert.deepEqual(answer, { ...first, changed: false })
  assert.deepEqual(await values('crown'), [5000, 6500])
})

test('a call that is sent again after later values adds nothing and undoes nothing', async (t) => {
  const { world, tell, values } = await start(t)
  const at = world.clock.now()
  await tell('crown', 6500, at)
  world.clock.advance(SECOND_MS)
  const later = await tell('crown', 7000)
  assert.deepEqual(await tell('crown', 6500, at), { ...later, changed: false })
  assert.deepEqual(await values('crown'), [5000, 6500, 7000])
})

test('a value is refused when it is not dated after the last one, or is dated in the future', async (t) => {
  const { world, tell, values } = await start(t)
  const at = world.clock.now()
  await tell('crown', 6500, at)
  const moments = [
    [at, /^must be after \d{4}-.*Z, when the value before it was recorded$/],
    [new Date(at.getTime() - 1), /^must be after/],
    [new Date('0001-01-01T00:00:00Z'), /^must be after/],
    [new Date(at.getTime() + 3_600_000), /^must not be in the future$/],
  ] as const
  for (const [moment, words] of moments) {
    await assert.rejects(tell('crown', 7000, moment), (error: { status: number; fields: Record<string, string[]> }) => {
      assert.deepEqual([error.status, Object.keys(error.fields)], [422, ['recordedAt']])
      assert.match(error.fields.recordedAt![0]!, words)
      return true
    })
  }
  assert.deepEqual(await values('crown'), [5000, 6500])
})

test('a moment of another time zone is read as what it is, and one before the Common Era is refused', async (t) => {
  const { world, operator } = await start(t)
  const itemId = operator.items.crown!
  const now = world.clock.now()
  const inTokyo = new Date(now.getTime() + 9 * 3_600_000).toISOString().replace('Z', '+09:00')
  const told = await operator.coffer.recordValue({ itemId, valueMinor: 1, recordedAt: inTokyo })
  assert.equal(told.recordedAt, now.toISOString())
  const early = { itemId, valueMinor: 2, recordedAt: '0000-01-01T00:00:00Z' }
  await assert.rejects(operator.coffer.recordValue(early), { status: 422 })
})

test('without a moment a value always comes after the last, though the clock stands or goes back', async (t) => {
  const { world, tell, history, importFile } = await start(t)
  world.clock.advance(3_600_000)
  await tell('crown', 6000, world.clock.now())
  world.clock.advance(-3_600_000)
  await tell('crown', 6001)
  const revalued = sureBoxes()
  Object.assign(revalued.items.find(({ key }) => key === 'crown')!, { valueMinor: 6002 })
  await importFile({ items: revalued.items, boxes: [] })
  const points = await history('crown')
  assert.deepEqual(
    points.map(({ value }) => value),
    [5000, 6000, 6001, 6002],
  )
  for (const [index, { at }] of points.entries()) {
    if (index > 0) assert.ok(at > points[index - 1]!.at, `${at.toISOString()} comes after the point before it`)
  }
})

test('any item may be told a value, an archived one and one that is no collectible too; an unknown one may not', async (t) => {
  const { world, operator, tell, importFile, file } = await start(t)
  Object.assign(file.items.find(({ key }) => key === 'crown')!, { archived: true })
  await importFile()
  for (const key of ['crown', 'mug', 'spins', 'dust']) assert.equal((await tell(key, 577)).valueMinor, 577)
  const player = await world.play(operator, 'ann')
  const [mug] = (await win(operator, player, 'mug')).items
  assert.equal(mug?.valueMinor, 900, 'a box pays what it published')
  assert.equal((await tell('mug', 888)).changed, true)
  assert.equal((await operator.coffer.listInventory({ playerExternalId: 'ann' })).items[0]?.valueMinor, 900)
  for (const itemId of [999_999, Object.values(world.operators.borealis!.items)[0]!]) {
    await assert.rejects(operator.coffer.recordValue({ itemId, valueMinor: 1 }), { code: 'UNKNOWN_ITEM', status: 404 })
  }
})

test('many values told at once all become points, in the order of their revisions, and the last is in force', async (t) => {
  const { tell, history, rows, operator } = await start(t)
  const values = Array.from({ length: 12 }, (_, index) => 6000 + index)
  const answers = await Promise.all(values.map((value) => tell('crown', value)))
  assert.ok(answers.every(({ changed }) => changed))
  const points = await history('crown')
  assert.deepEqual(points.map(({ value }) => value).sort(), [5000, ...values].sort())
  assert.deepEqual(
    points.map(({ at }) => at.getTime()),
    [...new Set(points.map(({ at }) => at.getTime()))].sort((a, b) => a - b),
  )
  const [item] = await rows.query('select value_minor::int as value from catalogue_items where item_id = $1', [
    operator.items.crown,
  ])
  assert.equal(item?.value, points.at(-1)?.value)
})

test('the same file again undoes no told value and publishes nothing; another value in the file is put in force', async (t) => {
  const { operator, tell, values, importFile, file } = await start(t)
  const before = structuredClone(operator.boxes)
  await tell('crown', 6500)
  await importFile()
  assert.deepEqual(await values('crown'), [5000, 6500])
  assert.deepEqual(operator.boxes, before)

  const crown = file.items.find(({ key }) => key === 'crown')!
  crown.valueMinor = 6400
  await importFile({ items: file.items, boxes: [] })
  assert.deepEqual(await values('crown'), [5000, 6500, 6400])
  crown.valueMinor = 6500
  await tell('crown', 6500)
  await importFile({ items: file.items, boxes: [] })
  assert.deepEqual(await values('crown'), [5000, 6500, 6400, 6500], 'what is in force already adds no point')
})

test('a box is published anew at the values in force, and a value told after that calls for no new version', async (t) => {
  const { operator, tell, importFile, file } = await start(t)
  const box = file.boxes.find(({ key }) => key === 'crown')!
  const shown = async () => {
    const { boxId, boxVersionId } = operator.boxes.crown!
    const { prizes } = (await operator.coffer.getBox({ boxId })).box
    return [boxVersionId, prizes[0]?.valueMinor]
  }
  const [first] = await shown()
  await tell('crown', 6500)
  assert.deepEqual(await shown(), [first, 5000], 'odds that are published never change')
  box.priceMinor = 7000
  await importFile()
  const [second, value] = await shown()
  assert.ok(Number(second) > Number(first))
  assert.equal(value, 6500)
  await tell('crown', 9000)
  await importFile()
  assert.deepEqual(await shown(), [second, 6500])

  Object.assign(file.items.find(({ key }) => key === 'crown')!, { valueMinor: 6400 })
  await importFile({ items: file.items, boxes: [] })
  await importFile()
  assert.deepEqual((await shown())[1], 6400, 'what the file says anew is published')
  assert.ok(priceOf('crown') < 7000)
})
