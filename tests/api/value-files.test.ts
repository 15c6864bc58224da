import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { importValues } from '@coffer/service/administration'
import { LIMITS } from '../../service/src/kernel/index.ts'
import { faultsOf } from '../support/catalogue-world.ts'
import { commandLine } from '../support/command-line.ts'
import { openRows } from '../support/rows.ts'
import { sureBoxes } from '../support/sure-boxes.ts'
import { masterKeyOf, startWorld } from '../support/world.ts'

const SECOND_MS = 1000

async function start(t: TestContext) {
  const world = await startWorld(t, {
    operators: { aurum: { catalogue: sureBoxes(), settings: { 'catalog.pauseUnprofitable': true } } },
  })
  const { operator, clock } = world
  const { ctx } = world.service
  const rows = openRows(world.databaseUrl)
  const begun = clock.now().getTime()
  clock.advance(60 * SECOND_MS)
  /** A moment so many seconds after the catalogue was imported. */
  const at = (seconds: number) => new Date(begun + seconds * SECOND_MS).toISOString()
  const history = async (key: string) => {
    const found = await rows.query<{ value: number; at: Date }>(
      `select value_minor::int as value, recorded_at as at from item_revisions where item_id = $1 order by revision_id`,
      [operator.items[key]],
    )
    return found.slice(1).map(({ value, at }) => [value, at.toISOString()])
  }
  const tell = (...lines: string[]) => importValues(ctx, operator.operatorId, Buffer.from(lines.join('\n')))
  return { world, operator, ctx, at, history, tell }
}

test('a file tells several values of several items in its order, by key or by id, and each becomes a point', async (t) => {
  const { operator, at, history, tell } = await start(t)
  const told = await tell(
    'item,valueMinor,recordedAt',
    `crown,5100,${at(10)}`,
    `mug,950,${at(5)}`,
    `crown,5200,${at(20)}`,
    '',
    `crown,5200,${at(25)}`,
    `crown,5100,${at(30)}`,
  )
  assert.deepEqual(told, { rowsCount: 5, recordedCount: 4, unchangedCount: 1 })
  assert.deepEqual(await history('crown'), [
    [5100, at(10)],
    [5200, at(20)],
    [5100, at(30)],
  ])
  assert.deepEqual(await history('mug'), [[950, at(5)]])
  const byId = await tell('valueMinor,itemId', `6000,${operator.items.crown}`)
  assert.deepEqual(byId, { rowsCount: 1, recordedCount: 1, unchangedCount: 0 })
  assert.deepEqual((await history('crown')).at(-1)?.[0], 6000)
})

test('a file again adds nothing, and one without moments holds from now on', async (t) => {
  const { world, at, history, tell } = await start(t)
  const file = ['item,valueMinor,recordedAt', `crown,5100,${at(10)}`, `crown,5200,${at(20)}`, `mug,950,${at(5)}`]
  await tell(...file)
  assert.deepEqual(await tell(...file), { rowsCount: 3, recordedCount: 0, unchangedCount: 3 })
  const before = world.clock.now()
  await tell('item,valueMinor,recordedAt', 'crown,1,', 'crown,2,', '"crown", 3 ,')
  const points = (await history('crown')).slice(2)
  assert.deepEqual(
    points.map(([value]) => value),
    [1, 2, 3],
  )
  assert.deepEqual(points.map(([, moment]) => moment).sort(), [...new Set(points.map(([, moment]) => moment))])
  assert.ok(points.every(([, moment]) => new Date(moment!) >= before))
})

test('a file again adds nothing when some of its rows confirmed a value, and a moment of the past with another value is refused', async (t) => {
  const { at, history, tell } = await start(t)
  const header = 'item,valueMinor,recordedAt'
  const file = [header, `crown,5000,${at(5)}`, `crown,5100,${at(10)}`, `crown,5100,${at(15)}`, `crown,5200,${at(20)}`]
  assert.deepEqual(await tell(...file), { rowsCount: 4, recordedCount: 2, unchangedCount: 2 })
  const before = await history('crown')
  assert.deepEqual(await tell(...file), { rowsCount: 4, recordedCount: 0, unchangedCount: 4 })
  assert.deepEqual(await history('crown'), before)
  for (const row of [`crown,5200,${at(15)}`, `crown,5100,${at(5)}`])
    assert.deepEqual(Object.keys(await faultsOf(tell(header, row))), ['line 2'], row)
})

test('a file with a mistake changes nothing, and every mistake is named by its line', async (t) => {
  const { at, history, tell } = await start(t)
  const faults = await faultsOf(
    tell(
      'item,valueMinor,recordedAt',
      `crown,5100,${at(10)}`,
      `crown,5200,${at(10)}`,
      'crowns,1,',
      'crown,-1,',
      'crown,1.5,',
      'crown,1000000000001,',
      'crown,1,yesterday',
      `crown,1,${at(3600)}`,
      'crown,1',
      ',1,',
      '"two words",1,',
    ),
  )
  assert.deepEqual(
    Object.entries(faults).map(([line, words]) => [line, words[0]!.replace(/ \d{4}-.*/, '')]),
    [
      ['line 5', 'valueMinor must be a whole number from 0 to 1000000000000'],
      ['line 6', 'valueMinor must be a whole number from 0 to 1000000000000'],
      ['line 7', 'valueMinor must be a whole number from 0 to 1000000000000'],
      ['line 8', 'recordedAt must be a date and time such as'],
      ['line 10', 'must have 3 fields'],
      ['line 11', 'must name an item by its key or id'],
      ['line 12', 'must name an item by its key or id'],
      ['line 4', 'there is no item crowns'],
      ['line 3', 'must be after'],
      ['line 9', 'must not be in the future'],
    ],
  )
  assert.deepEqual(await history('crown'), [])
  const strangers = await faultsOf(tell('itemId,valueMinor', '0,1', '999999,1', '01,1', '99999999999999999999,1'))
  assert.deepEqual(Object.keys(strangers), ['line 2', 'line 3', 'line 4', 'line 5'])
})

test('a file is refused whose header is not understood, whose quotes stand open, or that is too large', async (t) => {
  const { ctx, operator, tell } = await start(t)
  const refused: [line: string, ...file: string[]][] = [
    ['line 1', ''],
    ['line 1', 'crown,5100'],
    ['line 1', 'item|valueMinor'],
    ['line 1', 'item;valueMinor,recordedAt'],
    ['line 1', 'item,itemId,valueMinor'],
    ['line 1', 'valueMinor'],
    ['line 1', 'item,recordedAt'],
    ['line 1', 'item,valueMinor,valueMinor'],
    ['line 3', 'item,valueMinor', 'crown,1', '"crown,2'],
  ]
  for (const [line, ...file] of refused) assert.deepEqual(Object.keys(await faultsOf(tell(...file))), [line], file[0])
  const small = { ...ctx, limits: { ...ctx.limits, valueFileRowsCount: 1, valueFileBytes: 40 } }
  for (const text of ['item,valueMinor\ncrown,1\ncrown,2', `item,valueMinor\ncrown,1${' '.repeat(40)}`]) {
    assert.deepEqual(Object.keys(await faultsOf(importValues(small, operator.operatorId, Buffer.from(text)))), ['file'])
  }
  assert.deepEqual([LIMITS.valueFileRowsCount, LIMITS.valueFileBytes], [50_000, 8 * 1024 * 1024])
  const wide = Buffer.from('\uFEFFitem,valueMinor\ncrown,5001', 'utf16le')
  const other = await faultsOf(importValues(ctx, operator.operatorId, wide))
  assert.deepEqual(other, { file: ['is UTF-16, not UTF-8; save it as UTF-8'] })
  assert.deepEqual(await tell('\uFEFFitem,valueMinor\r', 'crown,5001\r'), {
    rowsCount: 1,
    recordedCount: 1,
    unchangedCount: 0,
  })
})

test('exports of items and semicolons are read, another currency is refused', async (t) => {
  const { operator, history, tell } = await start(t)
  const header = 'itemId,key,name,type,valueMinor,currency,createdAt'
  await tell(header, `${operator.items.crown},crown,"Sure, crown",physical,5100,EUR,2026-01-01T00:00:00.000Z`)
  await tell('\uFEFFitem;valueMinor;recordedAt', 'crown;5200;')
  assert.deepEqual(
    (await history('crown')).map(([value]) => value),
    [5100, 5200],
  )
  const faults = await faultsOf(tell('item,valueMinor,currency', 'crown,5300,', 'mug,950,USD'))
  assert.deepEqual(faults, { 'line 3': ['must have a value in EUR, the currency of the item'] })
})

test('a file that makes a box unprofitable takes it off sale', async (t) => {
  const { operator, tell } = await start(t)
  await tell('item,valueMinor', 'crown,9000', 'mug,1')
  const { box } = await operator.coffer.getBox({ boxId: operator.boxes.crown!.boxId })
  assert.deepEqual([box.isPaused, box.isActive, box.currentRtpBps], [true, false, 15_064])
})

test('coffer item values reads a file, answers with --json, and ends with 1 when something is wrong with it', async (t) => {
  const { world, operator, history } = await start(t)
  const { coffer, file } = commandLine(t, world.databaseUrl, { COFFER_MASTER_KEY: masterKeyOf(world) })
  const run = (text: string, ...more: string[]) =>
    coffer('item', 'values', file('values.csv', text), '--operator', operator.slug, ...more)
  const done = await run('item,valueMinor\ncrown,5500\nmug,900\n')
  assert.deepEqual([done.code, done.out.trim()], [0, 'Values recorded: 1. Rows that told nothing new: 1.'], done.err)
  assert.equal((await history('crown')).length, 1)
  const machine = await run('item,valueMinor\ncrown,5600\n', '--json')
  assert.deepEqual(JSON.parse(machine.out), { rowsCount: 1, recordedCount: 1, unchangedCount: 0 })
  const wrong = await run('item,valueMinor\ncrown,5700\ncrwon,1\n')
  assert.deepEqual([wrong.code, wrong.out], [1, ''])
  assert.match(wrong.err, /^ {2}line 3: there is no item crwon$/m)
  assert.equal((await history('crown')).length, 2)
})
