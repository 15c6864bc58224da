import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { askFor, lookup, many, operatorTransaction, type Tx } from '../../service/src/platform/index.ts'
import { type CatalogueWorld, openCatalogueWorld } from '../support/catalogue-world.ts'
import { SEED_NUMBER } from '../support/seeds.ts'

let world: CatalogueWorld
let operatorId: number

before(async () => {
  world = await openCatalogueWorld()
  ;({ operatorId } = await world.operator('aurum', 'EUR'))
})
after(() => world.close())

type Values = {
  large: number | null
  small: number | null
  yes: boolean | null
  words: string | null
  at: Date | null
  list: readonly number[] | null
}

const SAY_AGAIN = lookup<Values, Values & { place: number; listWritten: string }>`
  select place, large, small, yes, words, at, list::text as "listWritten"
  from rows as asked (place int, large bigint, small int, yes boolean, words text, at timestamptz, list bigint[])`

const inTx = <T>(work: (tx: Tx) => Promise<T>) => operatorTransaction(world.ctx.db, operatorId, work)

const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null })
const INT_MIN = -(2 ** 31)
const INT_MAX = 2 ** 31 - 1
const large = fc.oneof(fc.maxSafeInteger(), fc.constantFrom(Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 0, -1))
const ROW: fc.Arbitrary<Values> = fc.record({
  large: orNull(large),
  small: orNull(fc.oneof(fc.integer({ min: INT_MIN, max: INT_MAX }), fc.constantFrom(INT_MIN, INT_MAX))),
  yes: orNull(fc.boolean()),
  // The database has no text with this character.
  words: orNull(fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.replaceAll('\0', ''))),
  at: orNull(fc.date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })),
  list: orNull(fc.array(large, { maxLength: 5 })),
})

test('whatever the values of rows are, the database has them as they are', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(ROW, { minLength: 1, maxLength: 20 }), async (rows) => {
      const found = await inTx((tx) => Promise.all(rows.map((row) => askFor(tx, SAY_AGAIN, row))))
      for (const [index, row] of rows.entries()) {
        const [{ place: _place, listWritten, ...told }] = found[index] as [
          Values & { place: number; listWritten: string },
        ]
        const { list, ...rest } = row
        assert.deepEqual({ ...told }, rest)
        assert.equal(listWritten, list === null ? null : `{${list.join()}}`)
      }
    }),
    { seed: SEED_NUMBER, numRuns: 60 },
  )
})

test('a text of any length is handed over, beside others', async () => {
  const texts = ['', 'ö', '€'.repeat(200_000), '🎁'.repeat(60_000), 'end']
  const rows = texts.map((words) => ({ large: 1, small: 1, yes: true, words, at: null, list: [] }))
  const found = await inTx((tx) => Promise.all(rows.map((row) => askFor(tx, SAY_AGAIN, row))))
  assert.deepEqual(
    found.map(([row]) => row?.words),
    texts,
  )
})

test('what is no value of its column is refused before anything is sent', async () => {
  const row: Values = { large: 1, small: 1, yes: true, words: 'a', at: new Date(0), list: [1] }
  const bad: Record<keyof Values, readonly unknown[]> = {
    large: [1.5, 2 ** 53, Number.NaN, '1', 1n, true],
    small: [2 ** 31, INT_MIN - 1, 0.5, '1'],
    yes: [1, 'true'],
    words: [1, '\ud83c', {}],
    at: ['2026-01-01T00:00:00Z', 0, new Date(Number.NaN)],
    list: ['{1}', [1.5], ['1'], 1],
  }
  for (const [name, values] of Object.entries(bad)) {
    for (const value of values) {
      const asked = inTx((tx) => askFor(tx, SAY_AGAIN, { ...row, [name]: value }))
      await assert.rejects(asked, new RegExp(`${name} is a `), `${name}: ${String(value)}`)
    }
  }
})

test('a statement says what becomes of each column of its rows, and a row has all of them and no other', async () => {
  assert.throws(() => many`select 1 from rows as row (operator_id bigint)`, /does something with operator_id/)
  const row = { large: 1, small: 2, yes: true, words: 'words', at: null, list: null }
  const { words: _, ...less } = row
  for (const other of [{ ...row, nickName: 'more' }, less, { ...less, Words: 'misspelled' }])
    await assert.rejects(
      inTx((tx) => askFor(tx, SAY_AGAIN, other as never)),
      /broken assumption/,
    )
})

test('what changes something is known by its text in each of its forms, and is no lookup', () => {
  const over = 'from rows as row (id bigint) where row.id = t.id'
  const told = (text: string) => many([text] as unknown as TemplateStringsArray)
  for (const text of [
    'insert into t select id',
    'merge into t',
    'update only public.t set id = 1',
    'delete from t using',
  ])
    assert.ok(told(`${text} ${over}`).changes, text)
  for (const lock of ['for update', 'for no key update', 'for share'])
    assert.deepEqual(
      [told(`select id ${over} ${lock}`).changes, told(`select id ${over} ${lock}`).locks],
      [false, true],
    )
  assert.throws(() => lookup(['update t set id = 1 '.concat(over)] as unknown as TemplateStringsArray), /only reads/)
  assert.throws(() => lookup([`select id ${over} for share`] as unknown as TemplateStringsArray), /only reads/)
})
