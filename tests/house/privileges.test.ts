import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isStore, SERVICE } from './support/paths.ts'
import { grantedUpdates } from './support/privileges.ts'
import { isMigration, readSchema } from './support/schema.ts'
import { file, isTypeScript, readSourceTree, type SourceFile } from './support/source-tree.ts'

/** Nothing of these ever changes, but to lock a row takes the right to update something of it. */
const ONLY_TO_LOCK = ['players.created_at', 'sealing.only_row']
/** Locked as a whole table by the process that comes first, which takes the right to update all of it. */
const LOCKED_WHOLE = ['sealing']

/** What `updateTable('t').set({ a: … })`, `update t set a = …` and `on conflict … do update set a = …` name, with the place of each. */
function updates(one: SourceFile): { table: string; column: string }[] {
  const found: { table: string; columns: string }[] = []
  for (const [, table, rest] of one.text.matchAll(/updateTable\('(\w+)'\)([\s\S]*?)\.(?:where|execute)/g)) {
    const set = /\.set\(\s*(?:\(?\w*\)? => \()?\{([\s\S]*?)\}\)?\)/.exec(rest as string)
    const names = [...(set?.[1] ?? '').matchAll(/(?:^|[{,])\s*(\w+):/g)].map((match) => `${match[1]} =`)
    found.push({ table: table as string, columns: names.join(', ') })
  }
  for (const [, table, set] of one.text.matchAll(
    /\bupdate (\w+)(?: \w+)?\s+set\s([\s\S]*?)(?:\s(?:from|where|returning)\s|`)/g,
  )) {
    found.push({ table: table as string, columns: set as string })
  }
  for (const [, table, set] of one.text.matchAll(
    /\binsert into (\w+)[^`]*?do update set\s([\s\S]*?)(?:\s(?:returning|where)\s|`)/g,
  )) {
    found.push({ table: table as string, columns: set as string })
  }
  return found.flatMap(({ table, columns }) =>
    [...columns.matchAll(/(?:^|,)\s*(\w+) =(?!=)/g)].map((match) => ({ table, column: match[1] as string })),
  )
}

function faultsOfPrivileges(files: readonly SourceFile[]): string[] {
  const migrations = files.filter(isMigration)
  const { columns: granted, whole } = grantedUpdates(migrations)
  const tables = readSchema(migrations).map(({ name }) => name)
  const stores = files.filter((one) => one.path.startsWith(SERVICE) && isTypeScript(one) && isStore(one.path))
  const missing = stores
    .flatMap((one) => updates(one).map((update) => ({ ...update, path: one.path })))
    .filter(
      ({ table, column }) =>
        tables.includes(table) && !LOCKED_WHOLE.includes(table) && !granted.has(`${table}.${column}`),
    )
    .map(({ table, column, path }) => `${path} updates ${table}.${column}, which no migration grants`)
  const text = stores.map((one) => one.text).join('\n')
  const unused = [...granted]
    .filter((name) => !ONLY_TO_LOCK.includes(name) && !new RegExp(`\\b${name.split('.')[1]}\\b`).test(text))
    .map((name) => `${name} may be updated, and no store names it`)
  return [
    ...missing,
    ...unused,
    ...whole
      .filter((table) => !LOCKED_WHOLE.includes(table))
      .map((table) => `${table} may be updated in every column: name those that are`),
  ]
}

test('the logins of the service may update the columns that its stores update, and no others', () => {
  assert.deepEqual(faultsOfPrivileges(readSourceTree()), [])
})

test('a column that nobody may update, one that nobody updates and a table that may be updated whole are found', () => {
  const things = 'create table things (operator_id bigint, thing_id bigint, name text, state text);'
  const protect = (privileges: string) =>
    `${things} select protect_operator_table('things', 'select, insert${privileges}');`
  const faults = (migration: string, store: string) =>
    faultsOfPrivileges([file('service/migrations/0030_a.sql', migration), file('service/src/things/store.ts', store)])
  const chain = "tx.updateTable('things').set({ state: to, ...rest }).where('operator_id', '=', 1)"
  const statement = "sql`update things t set state = 'x', name = t.name from x where true`"
  const upsert = 'sql`insert into things (a) values (1) on conflict (a) do update set name = excluded.name`'
  assert.deepEqual(faults(protect(', update (state)'), chain), [])
  assert.deepEqual(
    faults(`${protect('')} grant update (state, name) on things to coffer_app, coffer_jobs;`, statement),
    [],
  )
  assert.equal(faults(protect(''), chain).length, 1)
  assert.equal(faults(protect(', update (state)'), statement).length, 1)
  assert.equal(faults(protect(''), upsert).length, 1)
  assert.equal(faults(protect(', update (state, name)'), chain).length, 1)
  assert.equal(faults(protect(', update'), chain).length, 2)
  const wide = `${protect(', update (state)')} grant select, update on things to coffer_jobs;`
  assert.equal(faults(wide, chain).length, 1)
  assert.deepEqual(faults(`${wide} revoke update on things from coffer_jobs;`, chain), [])
})
