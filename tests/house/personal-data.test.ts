import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isMigration, readSchema, statementsOf } from './support/schema.ts'
import { file, readSourceTree, type SourceFile } from './support/source-tree.ts'

const MAP = 'docs/personal-data.md'

/** Of these every column stands in the map, as personal or as not. */
const OF_PEOPLE = /^(kyc_\w+|staff|staff_\w+|operator_staff|operator_data_keys)$/
/** Columns that are likely to say something of a person, whatever table they are in. */
const LIKELY = /(_sealed|_email|_external_id|^email|^external_id|^address|^draft)$/

/** `table.column` of every column of the migrations. */
function columnsOf(files: readonly SourceFile[]): { table: string; column: string }[] {
  const migrations = files.filter(isMigration)
  const created = readSchema(migrations).flatMap(({ name, columns }) =>
    columns.map((column) => ({ table: name, column })),
  )
  const added = migrations.flatMap(statementsOf).flatMap(({ text }) => {
    const match = /^alter table (\w+) add column (\w+)/.exec(text)
    return match ? [{ table: match[1] as string, column: match[2] as string }] : []
  })
  return [...created, ...added]
}

/** What the map names: `table.column` as personal, and columns in a row of their table as not personal. */
function placesIn(map: string): string[] {
  const rows = map.split('\n').filter((line) => line.startsWith('| `'))
  return rows.flatMap((row) => {
    const [, first = '', second = ''] = row.split('|')
    const places = [...first.matchAll(/`(\w+\.\w+)`/g)].map((match) => match[1] as string)
    const table = /^ `(\w+)` $/.exec(first)?.[1]
    const columns = table ? [...second.matchAll(/`(\w+)`/g)].map((match) => `${table}.${match[1]}`) : []
    return [...places, ...columns].filter((place) => !place.startsWith('kyc.'))
  })
}

function gaps(files: readonly SourceFile[]): string[] {
  const places = placesIn(files.find(({ path }) => path === MAP)?.text ?? '')
  const columns = columnsOf(files)
  const missing = columns
    .filter(({ table, column }) => OF_PEOPLE.test(table) || LIKELY.test(column))
    .map(({ table, column }) => `${table}.${column}`)
    .filter((place) => !places.includes(place))
  const known = new Set(columns.map(({ table, column }) => `${table}.${column}`))
  return [
    ...missing.map((place) => `${place} is not in the map`),
    ...places.filter((place) => !known.has(place)).map((place) => `${place} is in the map and in no table`),
    ...places.filter((place, at) => places.indexOf(place) !== at).map((place) => `${place} is in the map twice`),
  ]
}

test('the map of personal data names every column that holds some, and none that is not there', () => {
  assert.deepEqual(gaps(readSourceTree()), [])
})

test('a column that the map leaves out, names twice, or makes up is found', () => {
  const migration = file(
    'service/migrations/0001_x.sql',
    `create table kyc_cats (
       cat_id bigint,
       name_sealed bytea
     );
     create table boxes (
       box_id bigint
     );
     alter table boxes add column contact_email text;`,
  )
  const map = '| Place |\n|---|\n| `kyc_cats.cat_id` | x |\n| `kyc_cats` | `cat_id` |\n| `kyc_cats.tail` | x |\n'
  assert.deepEqual(gaps([migration, file(MAP, map)]), [
    'kyc_cats.name_sealed is not in the map',
    'boxes.contact_email is not in the map',
    'kyc_cats.tail is in the map and in no table',
    'kyc_cats.cat_id is in the map twice',
  ])
})
