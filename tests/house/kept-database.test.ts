import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takeDatabase } from '../support/kept-database.ts'
import { openPool, type Rows } from '../support/rows.ts'
import { openBody, startWorld } from '../support/world.ts'

test('a world finds nothing of the one that had its database before: no row, and numbers begin again', async (t) => {
  let url = ''
  await t.test('the one before', async (inner) => {
    const world = await startWorld(inner)
    url = world.databaseUrl
    const player = await world.play(world.operator, 'ann')
    assert.equal((await player.open(openBody(world.operator, 'first'))).status, 200)
  })
  const { url: sameUrl, rows, giveBack } = await takeDatabase()
  assert.equal(sameUrl, url, 'it is the same database')
  assert.deepEqual(await filledTables(rows), ['migrations'])
  const [{ next } = { next: 0 }] = await rows.query<{ next: number }>(
    `select nextval('players_player_id_seq')::int as next`,
  )
  assert.equal(next, 1)
  giveBack()
})

/** What a test may do to a database so that the next one must not have it. */
const UNFIT: [what: string, work: string][] = [
  ['whose triggers are off', 'alter table rounds disable trigger settled_stays'],
  ['with a constraint more', 'alter table rounds add constraint one_more check (true)'],
  ['in which a column may be read that might not be', 'grant select (slug) on operators to public'],
  [
    'with settings of its own',
    "do $$ begin execute format('alter database %I set work_mem = 64', current_database()); end $$",
  ],
  ['with figures for the planner', 'analyze migrations'],
]
for (const [what, work] of UNFIT) {
  test(`a database ${what} is handed on to nobody`, async () => {
    const before = await takeDatabase()
    await before.rows.query(work)
    before.giveBack()
    await assertNotHandedOn(before.url)
  })
}

test('a database in which somebody is still at work is handed on to nobody', async (t) => {
  const before = await takeDatabase()
  const client = await openPool(before.url).connect()
  t.after(() => client.release(true))
  await client.query('begin')
  before.giveBack()
  await assertNotHandedOn(before.url)
})

async function assertNotHandedOn(url: string): Promise<void> {
  const next = await takeDatabase()
  assert.notEqual(next.url, url)
  next.giveBack()
}

async function filledTables(rows: Rows): Promise<string[]> {
  const filled = []
  for (const { name } of await rows.tables()) {
    const [{ count } = { count: '0' }] = await rows.query<{ count: string }>(`select count(*) as count from ${name}`)
    if (Number(count) > 0) filled.push(name)
  }
  return filled
}
