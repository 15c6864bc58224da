import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { atOnce } from '../../service/src/kernel/index.ts'
import { type Database, systemTransaction, type Tx } from '../../service/src/platform/index.ts'
import { openOneConnection } from '../support/database.ts'
import { messagesOf } from '../support/query-count.ts'

let url: string
let db: Database

before(async () => {
  ;({ url, db } = await openOneConnection())
})
after(() => db.close())

const numberOf = async (tx: Tx, number: number): Promise<number> => {
  const { rows } = await sql<{ number: number }>`select ${number}::int as number`.execute(tx)
  return rows[0]!.number
}
const quotient = (tx: Tx, by: number) => sql`select 1 / ${by}::int`.execute(tx)

test('what a transaction asks for at once goes to the database in one message, its begin too, and each gets its own answer', async () => {
  await systemTransaction(db, (tx) => quotient(tx, 1))
  const numbers: number[][] = []
  const messages = await messagesOf(url, () =>
    systemTransaction(db, async (tx) => {
      numbers.push(await atOnce(numberOf(tx, 1), numberOf(tx, 2), numberOf(tx, 3)))
      const thenAnother = async (first: number) => numberOf(tx, (await numberOf(tx, first)) * 10)
      numbers.push(await atOnce(thenAnother(4), thenAnother(5), numberOf(tx, 6)))
    }),
  )
  assert.deepEqual(numbers, [
    [1, 2, 3],
    [40, 50, 6],
  ])
  assert.deepEqual(
    messages.map(({ length }) => length),
    [4, 3, 2, 1],
  )
})

test('of what is asked at once nothing takes effect when one fails, its error is the one that is heard, and the connection serves on', async () => {
  const keep = (tx: Tx, number: number) => sql`insert into process_pulses values (${number}, 0)`.execute(tx)
  await assert.rejects(
    systemTransaction(db, (tx) => atOnce(keep(tx, 1), quotient(tx, 0), keep(tx, 2))),
    /division by zero/,
  )
  await assert.rejects(
    systemTransaction(db, async (tx) => {
      await keep(tx, 3)
      await atOnce(numberOf(tx, 1), quotient(tx, 0))
    }),
    /division by zero/,
  )
  await systemTransaction(db, (tx) => keep(tx, 4))
  const { rows } = await systemTransaction(db, (tx) =>
    sql`select place from process_pulses where place > ${0}`.execute(tx),
  )
  assert.deepEqual(rows, [{ place: 4 }])
})

test('after a statement that cannot be read, those that went with it are asked again as if nothing had been', async () => {
  for (let round = 0; round < 3; round++) {
    await assert.rejects(
      systemTransaction(db, (tx) => atOnce(numberOf(tx, 1), sql`select nothing_of_the_kind(${1})`.execute(tx))),
      /nothing_of_the_kind/,
    )
    assert.deepEqual(await systemTransaction(db, (tx) => atOnce(numberOf(tx, 7), numberOf(tx, 8))), [7, 8])
  }
})

test('what goes on after its transaction has ended reaches no other transaction', async () => {
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  let late: Promise<unknown> | undefined
  await assert.rejects(
    systemTransaction(db, async (tx) => {
      late = over.then(() => numberOf(tx, 1))
      await quotient(tx, 0)
    }),
    /division by zero/,
  )
  await systemTransaction(db, async (tx) => {
    end()
    await assert.rejects(late!, /a statement belongs to a transaction that goes on/)
    assert.equal(await numberOf(tx, 2), 2)
  })
})

test('of several that fail at once the first one named is heard, once all have ended', async () => {
  const ended: string[] = []
  const fails = async (name: string, after: number) => {
    for (let turn = 0; turn < after; turn++) await undefined
    ended.push(name)
    throw new Error(name)
  }
  await assert.rejects(atOnce(fails('first', 9), fails('second', 1), 'nothing'), /first/)
  assert.deepEqual(ended, ['second', 'first'])
})

test('a number that is too large to be read fails whoever asked for it, and neither the process nor the connection', async () => {
  const tooLarge = (tx: Tx) => sql`select ${'9007199254740993'}::int8 as number`.execute(tx)
  await assert.rejects(systemTransaction(db, tooLarge), /a safe integer/)
  let beside: number | undefined
  const work = (tx: Tx) =>
    atOnce(
      tooLarge(tx),
      numberOf(tx, 7).then((number) => {
        beside = number
      }),
    )
  await assert.rejects(systemTransaction(db, work), /a safe integer/)
  assert.equal(beside, 7)
  assert.equal(await systemTransaction(db, (tx) => numberOf(tx, 8)), 8)
})
