import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { askFor, lookup, many, operatorTransaction, type Tx, write } from '../../service/src/platform/index.ts'
import { openCatalogueWorld } from '../support/catalogue-world.ts'
import { eventually } from '../support/eventually.ts'

type Shared = { name: string; togetherCount: number; aloneCount: number }

type Named = { operator_id: number; player_id: number; external_id: string }

const INSERT = many<Named>`
  insert into players (operator_id, player_id, external_id, created_at)
  overriding system value
  select operator_id, player_id, external_id, now()
  from rows as row (operator_id bigint, player_id bigint, external_id text)`

const TOUCH = many<Named>`
  with row as (
    select * from rows as row (operator_id bigint, player_id bigint, external_id text)
  ), touched as (
    update players p set created_at = now()
    from row where p.operator_id = row.operator_id and p.player_id = row.player_id and p.external_id = row.external_id
    returning 1
  )
  select exactly((select count(*) from touched), (select count(*) from row), 'a player is there')`

const FIND = lookup<Omit<Named, 'player_id'>, { id: number }>`
  select place, player_id as id
  from rows as asked (place int, operator_id bigint, external_id text)
  join players using (operator_id, external_id)`

let lastId = 1_000_000

async function open(t: TestContext, options: Parameters<typeof openCatalogueWorld>[0] = {}) {
  const world = await openCatalogueWorld(options)
  t.after(() => world.close())
  const { operatorId } = await world.operator('aurum', 'EUR')
  const { db } = world.ctx
  const heard: Shared[] = []
  db.sharedListeners.add((shared) => heard.push(shared))
  return {
    /** What came of each transaction that works might share. */
    heard,
    share: <T>(key: string, work: (tx: Tx) => Promise<T>, as = 'test') =>
      operatorTransaction(db, operatorId, work, { as, key, mayBeRefused: true }),
    limits: db.limits,
    row: (name: string): Named => ({ operator_id: operatorId, player_id: ++lastId, external_id: name }),
    find: async (tx: Tx, name: string) =>
      (await askFor(tx, FIND, { operator_id: operatorId, external_id: name }))[0]?.id,
  }
}

test('whoever is done again by itself is under way until that has ended: the next one of its key comes after it', async (t) => {
  const { share, find } = await open(t)
  const letGo = Promise.withResolvers<void>()
  let [running, most] = [0, 0]
  const loners = Array.from({ length: 5 }, () =>
    share('loner', async (tx) => {
      await sql`select ${1}::int`.execute(tx)
      running += 1
      most = Math.max(most, running)
      await letGo.promise
      running -= 1
    }),
  )
  // In each turn there is somebody to share a transaction with.
  for (let turn = 0; turn < 30; turn++)
    await Promise.all(['one', 'two'].map((key) => share(key, (tx) => find(tx, 'nobody'))))
  await eventually(() => running === 1, 'one of them runs')
  const seen = [running, most]
  letGo.resolve()
  await Promise.all(loners)
  assert.deepEqual(seen, [1, 1])
  assert.deepEqual([running, most], [0, 1])
})

test('what a work writes goes in its own order, whatever others have written first', async (t) => {
  const { share, find, row, heard } = await open(t)
  const old = row('there before')
  await share('before', async (tx) => write(tx, INSERT, old))
  const added = row('in order')
  await Promise.all([
    share('changes', async (tx) => {
      write(tx, TOUCH, old)
      write(tx, INSERT, row('after a change'))
    }),
    share('adds', async (tx) => {
      write(tx, INSERT, added)
      write(tx, TOUCH, added)
    }),
  ])
  assert.deepEqual(heard.at(-1), { name: 'test', togetherCount: 2, aloneCount: 0 })
  assert.equal(await share('after', (tx) => find(tx, 'in order')), added.player_id)
})

test('where more queues wait than can be served at once, a long one has short turns', async (t) => {
  const { share, find, heard, limits } = await open(t)
  const { sharedCount, sharedCrowdedCount, sharedConnections } = limits
  const look = (as: string, key: number) => share(String(key), (tx) => find(tx, 'nobody'), as)
  const lookLong = (as: string) => Array.from({ length: sharedCount }, (_, key) => look(as, key))
  await Promise.all(lookLong('alone'))
  await Promise.all([
    ...lookLong('beside others'),
    ...Array.from({ length: 2 * sharedConnections }, (_, place) => look(`other ${place}`, 0)),
  ])
  // Turns may end in another order than they began.
  const turnsOf = (as: string) => heard.filter(({ name }) => name === as).map(({ togetherCount }) => togetherCount)
  assert.deepEqual(turnsOf('alone'), [sharedCount])
  assert.ok(turnsOf('beside others').includes(sharedCrowdedCount), `${turnsOf('beside others')}`)
})

test('a database that speaks another language tells nobody what it refuses to others', async (t) => {
  const { share, row } = await open(t, { language: 'de' })
  const add = (name: string) => {
    const one = row(name)
    return share(String(one.player_id), async (tx) => write(tx, INSERT, one))
  }
  await add('there before')
  const ends = await Promise.allSettled(['good', 'there before', 'good too'].map(add))
  assert.deepEqual(
    ends.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
})
