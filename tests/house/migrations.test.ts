import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SERVICE } from './support/paths.ts'
import { isMigration, readSchema, statementsOf, type Table } from './support/schema.ts'
import { file, isTypeScript, placeOf, readSourceTree, type SourceFile } from './support/source-tree.ts'
import { syntaxOf } from './support/syntax.ts'

/** Tables that hold no operator's rows. */
const GLOBAL_TABLES = [
  'audit_keys',
  'sealing',
  'rate_tables',
  'rate_feeds',
  'staff',
  'staff_challenges',
  'staff_links',
  'staff_passkeys',
  'staff_recovery_codes',
  'staff_sessions',
  'staff_tickets',
  'process_pulses',
]
/** Keys over all operators: what an operator is found by, what may never be there twice, and who of the platform's staff did something. */
const GLOBAL_KEYS = [
  'operators: slug',
  'api_keys: key_id',
  'seed_pairs: server_seed_hash',
  'kyc_requests: claimed_by',
  'kyc_notes: staff_id',
  'kyc_opinions: staff_id',
  'operator_staff: staff_id',
]
/** Compares the clocks of process and database, which is the one question that needs the database's. */
const ASKS_THE_DATABASE_CLOCK = ['service/src/platform/clock-skew.ts']

const DATABASE_CLOCK =
  /\b(now\s*\(|(clock|statement|transaction)_timestamp\b|current_(timestamp|date|time)\b|local(timestamp|time)\b|timeofday\b)/i

function databaseClocks(files: readonly SourceFile[]): string[] {
  const statements = files.filter(isMigration).flatMap(statementsOf)
  const texts = files
    .filter((one) => one.path.startsWith(SERVICE) && isTypeScript(one) && !ASKS_THE_DATABASE_CLOCK.includes(one.path))
    .flatMap((one) => {
      const parts = syntaxOf(one).nodes.filter((node) => node.type === 'TemplateElement' || node.type === 'Literal')
      return parts.map(({ start, end }) => ({ text: one.text.slice(start, end), place: placeOf(one, start) }))
    })
  return [...statements, ...texts].filter(({ text }) => DATABASE_CLOCK.test(text)).map(({ place }) => place)
}

function faultsOfTable(table: Table): string[] {
  if (GLOBAL_TABLES.includes(table.name)) return []
  const faults = table.keys
    .filter(
      (key) => key.columns[0] !== 'operator_id' && !GLOBAL_KEYS.includes(`${table.name}: ${key.columns.join(', ')}`),
    )
    .map(
      (key) =>
        `${key.place} ${table.name}: the ${key.kind} key (${key.columns.join(', ')}) does not begin with operator_id`,
    )
  const lacks = (condition: boolean, words: string) => (condition ? [] : [`${table.place} ${table.name}: ${words}`])
  return [
    ...faults,
    ...lacks(table.columns.includes('operator_id'), 'it has no operator_id'),
    ...lacks(
      table.keys.some(({ kind }) => kind === 'primary'),
      'it has no primary key',
    ),
    ...lacks(table.isProtected, 'it is not under row-level security'),
  ]
}

const schemaFaults = (files: readonly SourceFile[]) => readSchema(files.filter(isMigration)).flatMap(faultsOfTable)

test('every key of an operator’s table begins with the operator, and the table is under row-level security', () => {
  assert.deepEqual(schemaFaults(readSourceTree()), [])
})

test('SQL never asks the database for the time, and no column defaults to it', () => {
  assert.deepEqual(databaseClocks(readSourceTree()), [])
})

test('the migrations are read whole: every statement that makes a table is understood', () => {
  const files = readSourceTree().filter(isMigration)
  const made = files.flatMap(statementsOf).filter(({ text }) => /^create\b[^(]*\btable\b/.test(text))
  assert.equal(readSchema(files).length, made.length)
  assert.ok(made.length > 0)
})

/** Migrations run in the order of their names: two of one number, or a gap that is filled later, run in another order elsewhere. */
function misnumbered(files: readonly SourceFile[]): string[] {
  const paths = files.filter(isMigration).map(({ path }) => path)
  return paths.toSorted().filter((path, place) => !path.includes(`/${String(place + 1).padStart(4, '0')}_`))
}

test('migrations are numbered one after the other', () => {
  assert.deepEqual(misnumbered(readSourceTree()), [])
})

test('a number that is there twice and one that is missing are found', () => {
  const named = (...names: string[]) => names.map((name) => file(`service/migrations/${name}.sql`, 'select 1'))
  assert.deepEqual(misnumbered(named('0001_a', '0002_b')), [])
  assert.equal(misnumbered(named('0001_a', '0001_b', '0002_c')).length, 2)
  assert.equal(misnumbered(named('0001_a', '0003_b')).length, 1)
})

const migration = (text: string) => [file('service/migrations/0001_a.sql', text)]
const PROTECT = "select protect_operator_table('things');"

test('a key without the operator, a missing operator and a missing protection are found', () => {
  const columns = 'operator_id bigint not null, thing_id bigint, name text'
  const good = `create table things (${columns}, primary key (operator_id, thing_id)); ${PROTECT}`
  assert.deepEqual(schemaFaults(migration(good)), [])
  const count = (text: string) => schemaFaults(migration(text)).length
  assert.equal(count(good.replace(PROTECT, '')), 1)
  assert.equal(count(good.replace('(operator_id, thing_id)', '(thing_id)')), 1)
  assert.equal(count(good.replace('name text', 'name text unique')), 1)
  assert.equal(count(good.replace('name text', 'name text references names')), 1)
  assert.equal(count(good.replace('name text', 'name text, foreign key (name, operator_id) references names')), 1)
  assert.equal(count(`${good} create unique index one on things (name) where name is null;`), 1)
  assert.equal(count(`${good} alter table things add constraint a unique (name);`), 1)
  assert.equal(count(good.replace('operator_id bigint not null,', '')), 1)
})

test('a time from the database is found in a default, in a statement and in a template', () => {
  const words = ['now()', 'current_timestamp', 'clock_timestamp()']
  for (const word of words) {
    assert.equal(databaseClocks(migration(`create table t (at timestamptz default ${word})`)).length, 1)
    assert.equal(databaseClocks([file('service/src/rounds/store.ts', `const a = sql\`select ${word}\``)]).length, 1)
  }
  assert.deepEqual(databaseClocks(migration('-- now() is not asked\nselect 1')), [])
  assert.deepEqual(databaseClocks([file('service/src/rounds/store.ts', 'const a = ctx.clock.now()')]), [])
})
