import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { commandLine } from '../support/command-line.ts'
import { createTestDatabase } from '../support/database.ts'
import { openRows } from '../support/rows.ts'

const LATER = '0014_sessions.sql'

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
