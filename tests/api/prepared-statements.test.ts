import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { type Database, systemTransaction, type Tx } from '../../service/src/platform/index.ts'
import { openOneConnection } from '../support/database.ts'

let url: string
let db: Database

before(async () => {
  ;({ url, db } = await openOneConnection())
})
after(() => db.close())

const everything = (slug: string) => (tx: Tx) =>
  tx.selectFrom('operators').selectAll().where('slug', '=', slug).execute()

async function preparedCount(text: string, database = db): Promise<number> {
  const { rows } = await systemTransaction(database, (tx) =>
    sql<{ count: number }>`select count(*) from pg_prepared_statements where statement like ${`%${text}%`}`.execute(tx),
  )
  return rows[0]!.count
}

async function alter(statement: string): Promise<void> {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  await owner.query(statement).finally(() => owner.end())
}

test('a statement with values is prepared once on a connection, whatever the values are', async () => {
  for (const slug of ['a', 'b', 'c']) await systemTransaction(db, everything(slug))
  assert.equal(await preparedCount('from "operators" where "slug"'), 1)
})

test('a connection keeps at most 300 statements prepared, however many another one keeps', async (t) => {
  const { db: full } = await openOneConnection()
  t.after(() => full.close())
  await systemTransaction(full, async (tx) => {
    for (let n = 0; n < 310; n++) await sql`select ${n}::int as ${sql.ref(`column_${n}`)}`.execute(tx)
  })
  assert.equal(await preparedCount('as "column_', full), 300)
  await systemTransaction(db, (tx) => sql`select ${1}::int as column_of_another`.execute(tx))
  assert.equal(await preparedCount('as column_of_another'), 1)
})

test('a long list of values is sent whole, so that its many lengths do not fill the server', async () => {
  const slugs = Array.from({ length: 100 }, (_, index) => `slug-${index}`)
  await systemTransaction(db, (tx) => tx.selectFrom('operators').select('name').where('slug', 'in', slugs).execute())
  assert.equal(await preparedCount('select "name" from "operators"'), 0)
})

test('a transaction runs again when a migration has changed what its statements answer', async () => {
  let runs = 0
  const run = () =>
    systemTransaction(db, async (tx) => {
      runs += 1
      await everything('a')(tx)
      return tx.selectFrom('players').selectAll().where('external_id', '=', 'a').execute()
    })
  await run()
  await alter('alter table operators add column motto text; alter table players add column nick text')
  await run()
  assert.equal(runs, 3, 'once before, and twice after: every statement is prepared anew at once')
})
