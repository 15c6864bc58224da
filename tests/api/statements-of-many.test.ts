import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { atOnce, Refusal } from '../../service/src/kernel/index.ts'
import {
  askFor,
  isInTransaction,
  lookup,
  many,
  operatorTransaction,
  type Tx,
  takeId,
  write,
} from '../../service/src/platform/index.ts'
import { type CatalogueWorld, openCatalogueWorld } from '../support/catalogue-world.ts'
import { eventually } from '../support/eventually.ts'

let world: CatalogueWorld
let operatorId: number

before(async () => {
  world = await openCatalogueWorld()
  ;({ operatorId } = await world.operator('aurum', 'EUR'))
})
after(() => world.close())

type Named = { operator_id: number; external_id: string }

const INSERT = many<Named & { player_id: number }>`
  insert into players (operator_id, player_id, external_id, created_at)
  overriding system value
  select operator_id, player_id, external_id, now()
  from rows as row (operator_id bigint, player_id bigint, external_id text)`

const INSERT_AND_SAY = many<Named & { player_id: number }, object>`
  insert into players (operator_id, player_id, external_id, created_at)
  overriding system value
  select operator_id, player_id, external_id, now()
  from rows as row (place int, operator_id bigint, player_id bigint, external_id text)
  returning 0 as place`

const FIND = lookup<Named, { id: number }>`
  select place, player_id as id
  from rows as asked (place int, operator_id bigint, external_id text)
  join players using (operator_id, external_id)`

const RENAME = many<Named>`
  with renamed as (
    update players p set created_at = now()
    from rows as row (operator_id bigint, external_id text)
    where p.operator_id = row.operator_id and p.external_id = row.external_id
    returning 1
  )
  select exactly((select count(*) from renamed), 1, 'a player is there')`

const FAILS = lookup<{ number: number }, { id: number }>`
  select place, 1 / number as id from rows as asked (place int, number int)`

const MISPLACED = lookup<{ number: number }, { id: number }>`
  select place + 1 as place, number as id from rows as asked (place int, number int)`

let lastId = 1_000_000
const add = (tx: Tx, name: string) => {
  lastId += 1
  write(tx, INSERT, { operator_id: operatorId, player_id: lastId, external_id: name })
  return lastId
}
const find = async (tx: Tx, name: string) =>
  (await askFor(tx, FIND, { operator_id: operatorId, external_id: name }))[0]?.id
const inTx = <T>(work: (tx: Tx) => Promise<T>) => operatorTransaction(world.ctx.db, operatorId, work)
const share = <T>(key: string, work: (tx: Tx) => Promise<T>, mayBeRefused = true) =>
  operatorTransaction(world.ctx.db, operatorId, work, { as: 'test', key, mayBeRefused })
const isThere = async (name: string) => (await inTx((tx) => find(tx, name))) !== undefined

test('rows that are asked for in one turn go in one statement, and each is answered for itself', async () => {
  const ids = await inTx(async (tx) => ['one', 'two', 'three'].map((name) => add(tx, name)))
  const before = world.statementCount()
  const found = await inTx((tx) => atOnce(find(tx, 'three'), find(tx, 'nobody'), find(tx, 'one'), find(tx, 'one')))
  assert.deepEqual(found, [ids[2], undefined, ids[0], ids[0]])
  assert.equal(world.statementCount() - before, 1)
})

test('ids that are asked for at once are different ones', async () => {
  const take = (tx: Tx) => takeId(tx, 'rounds_round_id_seq')
  const ids = await inTx((tx) => atOnce(take(tx), takeId(tx, 'round_reels_reel_id_seq'), take(tx), take(tx)))
  const [first, , second, third] = ids
  assert.equal(new Set([first, second, third]).size, 3)
})

test('what is written goes before the next question, and at the latest with the commit', async () => {
  const before = world.statementCount()
  await inTx(async (tx) => {
    const id = add(tx, 'seen at once')
    assert.equal(await find(tx, 'seen at once'), id)
    add(tx, 'seen by a statement of one')
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from players
      where external_id = ${'seen by a statement of one'}`.execute(tx)
    assert.equal(rows[0]!.count, 1)
    add(tx, 'with the commit')
  })
  assert.equal(world.statementCount() - before, 5)
  assert.ok(await isThere('with the commit'))
})

test('a write that fails, or hits another number of rows than it says, fails all of its transaction', async () => {
  await inTx(async (tx) => void add(tx, 'taken'))
  await assert.rejects(
    inTx(async (tx) => {
      add(tx, 'beside a failure')
      add(tx, 'taken')
    }),
    { constraint: 'players_external_id_is_unique' },
  )
  await assert.rejects(
    inTx(async (tx) => {
      add(tx, 'beside a failure')
      write(tx, RENAME, { operator_id: operatorId, external_id: 'nobody' })
    }),
    /broken assumption: a player is there \(0 of 1 rows\)/,
  )
  assert.equal(await isThere('beside a failure'), false)
})

test('what was written is forgotten where the work fails before the commit, and nothing is asked after the end', async () => {
  let late: Tx | undefined
  await assert.rejects(
    inTx(async (tx) => {
      late = tx
      add(tx, 'never meant')
      throw new Error('refused')
    }),
    /refused/,
  )
  assert.equal(await isThere('never meant'), false)
  assert.throws(() => add(late!, 'too late'), /belongs to a transaction that goes on/)
  assert.equal(isInTransaction(), false)
})

/** Works that go together: the first one that comes has the first transaction for itself. */
async function together<T>(works: readonly ((tx: Tx) => Promise<T>)[]): Promise<PromiseSettledResult<T>[]> {
  return Promise.allSettled(works.map((work, place) => share(`work ${place}`, work)))
}

const outcomesOf = (ends: PromiseSettledResult<unknown>[]) =>
  ends.map((end) => (end.status === 'fulfilled' ? end.value : String(end.reason.message)))

test('works that come together share a transaction: their rows go in the same statements', async () => {
  await together([(tx: Tx) => find(tx, 'nobody')])
  const before = world.statementCount()
  const names = ['ann', 'bob', 'eve'].map((name) => `shared ${name}`)
  const ends = await together(names.map((name) => async (tx: Tx) => [await find(tx, name), add(tx, name)] as const))
  assert.ok(ends.every(({ status }) => status === 'fulfilled'))
  assert.equal(world.statementCount() - before, 2)
  for (const name of names) assert.ok(await isThere(name), name)
})

test('one that fails before anything of it has gone is left out, and the others take effect', async () => {
  let doneCount = 0
  const looksAndAdds = (name: string) => async (tx: Tx) => {
    doneCount += 1
    await find(tx, name)
    add(tx, name)
    if (name === 'left refused') throw new Error('refused')
    return name
  }
  const ends = await together(['left good', 'left refused', 'left late'].map(looksAndAdds))
  assert.deepEqual([outcomesOf(ends), doneCount], [['left good', 'refused', 'left late'], 3])
  assert.deepEqual(
    [await isThere('left good'), await isThere('left refused'), await isThere('left late')],
    [true, false, true],
  )
})

test('one that has failed leaves nothing that goes with what another asks for later: nobody is done again', async () => {
  let doneCount = 0
  const ends = await together<string>([
    async (tx) => {
      doneCount += 1
      await find(tx, 'asks twice')
      await find(tx, 'asks once more')
      return String(add(tx, 'asks twice'))
    },
    async (tx) => {
      doneCount += 1
      await find(tx, 'fails between')
      add(tx, 'fails between')
      throw new Error('refused')
    },
  ])
  assert.equal(ends[0]?.status, 'fulfilled')
  assert.deepEqual([outcomesOf(ends)[1], doneCount], ['refused', 2])
  assert.deepEqual([await isThere('asks twice'), await isThere('fails between')], [true, false])
})

test('one that fails after something of it has gone makes the others be done again, each by itself', async () => {
  const ends = await together([
    async (tx) => add(tx, 'again good') && 'good',
    async (tx) => {
      add(tx, 'again refused')
      await find(tx, 'again refused')
      throw new Error('refused')
    },
  ])
  assert.deepEqual(outcomesOf(ends), ['good', 'refused'])
  assert.deepEqual([await isThere('again good'), await isThere('again refused')], [true, false])
})

test('a row that the database refuses is heard of by whoever wrote it, and by nobody else', async () => {
  await inTx(async (tx) => void add(tx, 'there before'))
  const ends = await together(
    ['clash good', 'there before', 'clash good too'].map((name) => async (tx: Tx) => add(tx, name) && name),
  )
  const [good, refused, goodToo] = outcomesOf(ends)
  assert.deepEqual([good, goodToo], ['clash good', 'clash good too'])
  assert.match(String(refused), /players_external_id_is_unique/)
})

test('whoever asks for a statement of one is done again in a transaction of its own', async () => {
  const tries: string[] = []
  const ends = await together([
    async (tx): Promise<string> => add(tx, 'alone other').toString() && 'other',
    async (tx) => {
      tries.push('try')
      const { rows } = await sql<{ number: number }>`select ${7}::int as number`.execute(tx)
      return String(rows[0]!.number)
    },
  ])
  assert.deepEqual(outcomesOf(ends), ['other', '7'])
  assert.equal(tries.length, 2)
})

test('of one key never two share a transaction: the second sees what the first one left', async () => {
  let doneCount = 0
  const findOrAdd = async (tx: Tx) => {
    doneCount += 1
    return (await find(tx, 'by key')) ?? add(tx, 'by key')
  }
  const [first, second] = await Promise.all([share('one player', findOrAdd), share('one player', findOrAdd)])
  assert.deepEqual([second, doneCount], [first, 2])
})

test('what one that is alone in its transaction fails by is told to nobody who waits behind it', async () => {
  const failAfterWrite = async (tx: Tx) => {
    add(tx, 'nobody')
    await find(tx, 'nobody')
    throw new Error('after a write')
  }
  for (const fail of [
    () => Promise.reject(new Refusal('UNKNOWN_BOX')),
    () => Promise.reject(new Error('a bug')),
    failAfterWrite,
  ]) {
    const letGo = Promise.withResolvers<void>()
    const lone = share('lone', async (tx) => {
      await letGo.promise
      return fail(tx)
    })
    await setImmediate()
    const behind = Promise.allSettled(['one', 'two'].map((key) => share(key, async (tx) => find(tx, 'nobody'))))
    await setImmediate()
    letGo.resolve()
    await assert.rejects(lone)
    assert.deepEqual(outcomesOf(await behind), [undefined, undefined])
  }
})

test('a lock that one waits for in vain is told to nobody who waits behind it', async () => {
  await inTx(async (tx) => void add(tx, 'locked'))
  const lock = async (tx: Tx) =>
    sql`select from players where operator_id = ${operatorId} and external_id = 'locked' for update`.execute(tx)
  const isDone = Promise.withResolvers<void>()
  const isLocked = Promise.withResolvers<void>()
  const holder = inTx(async (tx) => {
    await lock(tx)
    isLocked.resolve()
    await isDone.promise
  })
  await isLocked.promise
  // As many as may be under way of one queue, so that all others wait for one of them.
  const stuck: Promise<unknown>[] = []
  let begunCount = 0
  for (let index = 0; index < world.ctx.limits.sharedOfQueueCount; index++) {
    const one = share(`stuck ${index}`, async (tx) => {
      await sql`set local statement_timeout = 1500`.execute(tx)
      begunCount += 1
      await lock(tx)
    })
    stuck.push(one)
    one.catch(() => {})
    await eventually(() => begunCount > index, 'it has a transaction of its own')
  }
  const ends = Promise.allSettled(stuck)
  const behind = await Promise.allSettled(['one', 'two'].map((key) => share(key, async (tx) => find(tx, 'locked'))))
  assert.ok(
    behind.every(({ status }) => status === 'fulfilled'),
    JSON.stringify(behind),
  )
  isDone.resolve()
  await holder
  const isCutOff = (end: PromiseSettledResult<unknown>) => end.status === 'rejected' && end.reason.code === '57014'
  assert.ok((await ends).some(isCutOff), 'what waits too long is cut off')
})

test('who asks for more at once than can go one after the other is told to come again, and nobody else is', async () => {
  const { sharedOfKeyCount } = world.ctx.limits
  const eager = Array.from({ length: sharedOfKeyCount + 2 }, () => share('eager', async (tx) => find(tx, 'nobody')))
  const [other, ...ends] = await Promise.allSettled([share('other', async (tx) => find(tx, 'nobody')), ...eager])
  assert.equal(other.status, 'fulfilled')
  const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
  assert.deepEqual(
    refused.map((error) => error.code),
    ['RATE_LIMITED', 'RATE_LIMITED'],
  )
  await share('eager', async (tx) => find(tx, 'nobody'))
})

test('what records what has happened already is never told to come again', async () => {
  const count = world.ctx.limits.sharedOfKeyCount + 2
  const told = Array.from({ length: count }, () => share('charged', async (tx) => find(tx, 'nobody'), false))
  assert.equal((await Promise.all(told)).length, count)
})

test('a work whose first message fails has its connection to itself until it has ended', async () => {
  const goOn = Promise.withResolvers<void>()
  const astray = inTx(async (tx) => {
    await askFor(tx, FAILS, { number: 0 }).catch(() => [])
    await goOn.promise
    await sql`insert into players (operator_id, external_id, created_at)
      values (${operatorId}, 'astray', now())`.execute(tx)
  })
  // Whoever came now would be lent the connection.
  for (let place = 0; place < 20; place++) await isThere('nobody')
  goOn.resolve()
  await assert.rejects(astray, /division by zero/)
  assert.equal(await isThere('astray'), false)
})

test('a work that fails before it returns a promise fails for itself', async () => {
  const ends = await together<string | number>([
    async (tx) => add(tx, 'beside a throw') && 'good',
    () => {
      throw new Error('thrown')
    },
  ])
  assert.deepEqual(outcomesOf(ends), ['good', 'thrown'])
})

test('a statement that failed fails its transaction, whoever has caught its error', async () => {
  const work = async (tx: Tx) => {
    // What is asked first goes with the begin, and fails with it.
    await find(tx, 'caught')
    add(tx, 'caught')
    await askFor(tx, FAILS, { number: 0 }).catch(() => [])
    return 'done'
  }
  await assert.rejects(inTx(work), /division by zero/)
  assert.equal(await isThere('caught'), false)
})

test('a statement of many that changes something and is waited for is no part of a commit that leaves its worker out', async () => {
  const ends = await together([
    async (tx) => add(tx, 'beside it') && 'good',
    async (tx) => {
      lastId += 1
      await askFor(tx, INSERT_AND_SAY, { operator_id: operatorId, player_id: lastId, external_id: 'left behind' })
      throw new Error('refused')
    },
  ])
  assert.deepEqual(outcomesOf(ends), ['good', 'refused'])
  assert.deepEqual([await isThere('beside it'), await isThere('left behind')], [true, false])
})

test('a statement of many that does not say whom a row answers fails whoever asked it, and does not end the process', async () => {
  const asks = (tx: Tx) => askFor(tx, MISPLACED, { number: 1 })
  assert.match(String(outcomesOf(await together([asks]))), /which place it answers/)
})

test('a row is written as it was when it was handed in, and one that holds what its columns do not is refused to whoever hands it in', async () => {
  const row = { operator_id: operatorId, player_id: ++lastId, external_id: 'as it was' }
  await inTx(async (tx) => {
    write(tx, INSERT, row)
    row.external_id = 'as it is'
  })
  assert.deepEqual([await isThere('as it was'), await isThere('as it is')], [true, false])
  const ends = await together<string | number>([
    async (tx) => add(tx, 'beside another type') && 'good',
    async (tx) => {
      write(tx, INSERT, { ...row, player_id: 1n as unknown as number })
      return 'written'
    },
  ])
  assert.equal(outcomesOf(ends)[0], 'good')
  assert.match(String(outcomesOf(ends)[1]), /player_id is a bigint/)
})
