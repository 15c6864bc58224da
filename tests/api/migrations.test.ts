import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { commandLine } from '../support/command-line.ts'
import { createTestDatabase } from '../support/database.ts'
import { openRows } from '../support/rows.ts'

const LATER = '0014_sessions.sql'

const ONE_BY_ONE = '0037_indexes_made_beside_the_work.sql'
const MADE = ['actions_of_orders', 'wallet_operations_given_up']

/** A database that has not seen the one that goes without a transaction. */
async function behindOneByOne(t: TestContext) {
  const { url } = await createTestDatabase()
  const rows = openRows(url)
  await rows.query(`drop index ${MADE.join()}; delete from migrations where name = '${ONE_BY_ONE}'`)
  const made = async () => {
    const found = await rows.query<{ name: string }>(
      `select relname as name from pg_class join pg_index on indexrelid = pg_class.oid
       where relname = any ($1) and indisvalid order by relname`,
      [MADE],
    )
    return found.map(({ name }) => name)
  }
  return { rows, made, ...commandLine(t, url) }
}

/** A database that has not seen one of the migrations. */
async function behind(t: TestContext) {
  const { url } = await createTestDatabase()
  const rows = openRows(url)
  await rows.query(`drop index sessions_of_player; delete from migrations where name = '${LATER}'`)
  return { rows, ...commandLine(t, url) }
}

/** What looks and what changes, of every kind that works on the database. */
const COMMANDS = [
  ['webhook', 'list', '--operator', 'aurum'],
  ['staff', 'list'],
  ['order', 'list', '--operator', 'aurum'],
  ['doctor'],
  ['simulate', '--operator', 'aurum', '--box', 'a'],
  ['rates', 'set', 'EUR', 'USD=1.1'],
  ['operator', 'create', '--slug', 'aurum', '--name', 'Aurum', '--currency', 'EUR'],
]

test('a command on a database that is behind migrates nothing, does nothing, and says what to run', async (t) => {
  const { rows, coffer, json } = await behind(t)
  for (const words of COMMANDS) {
    const { code, out, err } = await coffer(...words)
    assert.deepEqual([code, out], [1, ''], words.join(' '))
    assert.equal(err, `The database waits for ${LATER}. Run coffer migrate first, or coffer serve; nothing was done.\n`)
  }
  assert.deepEqual(await rows.query(`select name from migrations where name = '${LATER}'`), [])
  assert.deepEqual(await rows.query('select 1 from operators union all select 1 from rate_tables'), [])
  assert.deepEqual(await json('migrate'), { code: 0, applied: [LATER] })
  const looked = await coffer('webhook', 'list', '--operator', 'aurum')
  assert.deepEqual(looked, { code: 1, out: '', err: 'There is no operator aurum.\n' })
})

test('a migration that fails says which, where, why and what then, and leaves the schema as it was', async (t) => {
  const { rows, coffer, json } = await behind(t)
  await rows.query('alter table sessions rename column revoked_at to revoked_on')
  const { code, err } = await coffer('migrate')
  assert.equal(code, 1)
  assert.match(
    err,
    /^The migration 0014_sessions\.sql failed at line 2: column "revoked_at" does not exist \(42703\)\. /,
  )
  assert.match(err, /Nothing of it was kept, and those before it stand; run coffer migrate again/)
  await rows.query('alter table sessions rename column revoked_on to revoked_at')
  assert.deepEqual((await json('migrate')).applied, [LATER])
})

test('a migration that goes statement by statement is done again when it failed half-way, and says so', async (t) => {
  const { rows, made, coffer, json } = await behindOneByOne(t)
  await rows.query('alter table wallet_operations rename column state to renamed')
  const { code, err } = await coffer('migrate')
  assert.equal(code, 1)
  assert.match(err, new RegExp(`^The migration ${ONE_BY_ONE} failed at line 11: column "state" does not exist`))
  assert.match(err, /What it has done is done again next time, and those before it stand; run coffer migrate again/)
  assert.deepEqual(await made(), ['actions_of_orders'])
  await rows.query('alter table wallet_operations rename column renamed to state')
  assert.deepEqual((await json('migrate')).applied, [ONE_BY_ONE])
  assert.deepEqual(await made(), MADE)
})

test('processes that migrate at once while an index is built do it once, and none waits for the other for ever', async (t) => {
  const { made, json } = await behindOneByOne(t)
  const applied = await Promise.all([json('migrate'), json('migrate'), json('migrate')])
  assert.deepEqual(
    applied.flatMap((one) => one.applied),
    [ONE_BY_ONE],
  )
  assert.deepEqual(await made(), MADE)
})
