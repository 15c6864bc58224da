import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { minutes } from '../../service/src/kernel/index.ts'
import { createTestDatabase } from '../support/database.ts'
import { openRows } from '../support/rows.ts'
import { cancelOrder, shipped } from '../support/shipping.ts'
import { sureBoxes, win, winBody } from '../support/sure-boxes.ts'
import { walkBothWays } from '../support/walk.ts'
import { startWorld } from '../support/world.ts'

const ANN = { playerExternalId: 'ann' }

/** One of each movement, a minute apart, and an open of another player. */
async function start(t: TestContext) {
  const settings = { 'shipping.defaultCostMinor': 300 }
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBoxes(), settings } } })
  const { operator } = world
  const { coffer } = operator
  const player = await world.play(operator, 'ann')
  const pause = async () => {
    await world.tick('history')
    world.clock.advance(minutes(1))
  }
  const { round, items } = await win(operator, player, 'mug', 'book')
  const [mug, book] = items
  await pause()
  await player.cashBack(book!.id)
  await pause()
  const prepaid = { ...ANN, mode: 'prepay' as const }
  const given = (await coffer.purchase({ ...prepaid, ...winBody(operator, 'given back', 'mug') })).round.publicId
  await coffer.cancelHeldRound({ ...ANN, roundPublicId: given })
  await pause()
  const opened = (await coffer.purchase({ ...prepaid, ...winBody(operator, 'opened', 'mug') })).round.publicId
  await coffer.openHeldRound({ ...ANN, publicId: opened })
  await pause()
  const between = world.clock.now().toISOString()
  const { publicId: order } = await shipped(player, [mug!.id])
  await cancelOrder(player, order)
  const bob = await world.play(operator, 'bob')
  const bobs = (await win(operator, bob, 'mug')).round.publicId
  return { world, operator, coffer, ...{ round: round.publicId, book: book!.id, given, opened, order, bobs, between } }
}

test('the history holds each movement of money once, as the player sees it, with what it was for and its key', async (t) => {
  const { world, coffer, round, book, given, opened, order, bobs } = await start(t)
  const { items } = await coffer.history()
  const told = items.map(({ id, occurredAt, recordedAt, providerTxnRef, ...line }) => line)
  const ann = (type: string, of: object, amountMinor: number, status: string, idempotencyKey: string | null) => {
    return { type, ...ANN, ...of, amountMinor, currency: 'EUR', status, idempotencyKey }
  }
  const feeKey = told.find(({ type }) => type === 'shipping')!.idempotencyKey
  assert.match(feeKey!, /^shipping:player:[0-9a-f]{64}$/)
  const ofRound = (roundPublicId: string, payoutMinor?: number) => {
    return { roundPublicId, ...(payoutMinor === undefined ? {} : { payoutMinor }) }
  }
  assert.deepEqual(told, [
    { ...ann('open', ofRound(bobs, 900), -968, 'settled', `round:${bobs}`), playerExternalId: 'bob' },
    ann('refund', { orderPublicId: order }, 300, 'settled', `shipping:refund:${order}`),
    ann('shipping', { orderPublicId: order }, -300, 'settled', feeKey),
    ann('open', ofRound(opened, 900), 0, 'settled', null),
    ann('purchase', ofRound(opened), -968, 'held', `round:${opened}`),
    ann('refund', ofRound(given), 968, 'settled', `refund:round:${given}`),
    ann('purchase', ofRound(given), -968, 'held', `round:${given}`),
    ann('cashback', { roundPublicId: round, inventoryItemId: book }, 360, 'settled', `cashback:inventory:${book}`),
    ann('open', ofRound(round, 1300), -1399, 'settled', `round:${round}`),
  ])
  const refs = new Map(world.casino.wallet.ledger('aurum').map((entry) => [entry.idempotencyKey, entry.providerTxnRef]))
  for (const { idempotencyKey, providerTxnRef, type } of items)
    assert.equal(providerTxnRef, idempotencyKey && refs.get(idempotencyKey), `what the wallet calls it: ${type}`)
  const moved = items.filter(({ playerExternalId }) => playerExternalId === 'ann')
  const sum = moved.reduce((total, { amountMinor }) => total + amountMinor, 0)
  assert.equal(100_000 + sum, world.casino.wallet.balance('aurum', 'ann', 'EUR'), 'the lines add up to the balance')
})

test('the history is of one player or of all, of some types, of a time, and is walked both ways', async (t) => {
  const { coffer, between } = await start(t)
  type Query = Parameters<typeof coffer.history>[0]
  const idsOf = async (query: Query) => (await coffer.history(query)).items.map(({ id }) => id)
  const all = (await coffer.history()).items
  const where = (keep: (line: (typeof all)[number]) => boolean) => all.filter(keep).map(({ id }) => id)
  assert.deepEqual(
    await idsOf(ANN),
    where(({ playerExternalId }) => playerExternalId === 'ann'),
  )
  assert.deepEqual(
    await idsOf({ types: 'refund,cashback' }),
    where(({ type }) => /refund|cashback/.test(type)),
  )
  const [before, after] = [await idsOf({ to: between }), await idsOf({ from: between })]
  assert.deepEqual([after.length, before.length, [...after, ...before]], [3, 6, where(() => true)])
  assert.deepEqual(await idsOf({ playerExternalId: 'nobody' }), [])
  const pages = await walkBothWays(async (query) => {
    const { items, cursor } = await coffer.history({ ...ANN, ...Object.fromEntries(new URLSearchParams(query)) })
    return { rows: items, cursor }
  }, 3)
  assert.deepEqual(
    pages.map((page) => page.length),
    [3, 3, 2],
  )
})

test('a cursor that an operator has kept since an earlier build goes on where it ended', async (t) => {
  const { coffer, operator } = await start(t)
  const { items } = await coffer.history({ types: 'shipping,open,purchase,refund' })
  const [newest, ...earlier] = items.toReversed()
  const filters = [operator.operatorId, null, ['purchase', 'open', 'refund', 'shipping'], null, null]
  const hash = createHash('sha256').update(JSON.stringify(filters)).digest('base64url').slice(0, 16)
  const cursor = Buffer.from(JSON.stringify(['prev', null, newest!.id, hash])).toString('base64url')
  const page = await coffer.history({ types: 'refund,purchase,open,shipping', cursor })
  assert.deepEqual(
    page.items.map(({ id }) => id),
    earlier.toReversed().map(({ id }) => id),
  )
})

const MIGRATIONS = join(import.meta.dirname, '../../service/migrations')
const PLACES_MIGRATION = '0023_history_in_order.sql'

test('an operator whose history fails to be told holds up no other', async (t) => {
  const world = await startWorld(t, {
    operators: { aurum: { catalogue: sureBoxes() }, bellis: { catalogue: sureBoxes() } },
  })
  const { query } = openRows(world.databaseUrl)
  for (const operator of Object.values(world.operators)) await win(operator, await world.play(operator, 'ann'), 'mug')
  await query(`create function fail_for_the_test() returns trigger language plpgsql as $$
    begin raise 'broken by the test'; end $$`)
  await query(`create trigger broken_by_the_test before update on history_entries
    for each row when (old.operator_id = 1) execute function fail_for_the_test()`)
  const waiting = async () => {
    const rows = await query('select distinct operator_id::int as id from history_entries where position is null')
    return rows.map(({ id }) => id)
  }
  const count = await world.tick('history')
  assert.ok(count > 0)
  assert.deepEqual(await waiting(), [1])
  const [told, ...more] = world.lines.filter(({ level }) => level === 'error')
  assert.deepEqual([told?.operatorId, more], [1, []])
  world.lines.splice(world.lines.indexOf(told!), 1)
  await query('drop trigger broken_by_the_test on history_entries')
  await world.tick('history')
  assert.deepEqual(await waiting(), [])
})

test('entries of an earlier build keep their numbers, and are recorded at times that rise with them', async () => {
  const { url } = await createTestDatabase()
  const rows = openRows(url)
  await rows.query('drop schema public cascade; create schema public; create table migrations (name text, sha256 text)')
  const earlier = readdirSync(MIGRATIONS).filter((name) => name < PLACES_MIGRATION)
  for (const name of earlier.sort()) await rows.query(readFileSync(join(MIGRATIONS, name), 'utf8'))
  const dayOf = (entryId: number) => (entryId === 5 ? 1 : entryId)
  for (const [operatorId, entryId] of [1, 2, 3, 4, 5, 6].map((id) => [id === 4 ? 2 : 1, id] as const)) {
    await rows.query(`set session_replication_role = replica;
      insert into history_entries (operator_id, entry_id, player_id, player_external_id, type, amount_minor, currency, status, occurred_at)
      overriding system value
      values (${operatorId}, ${entryId}, 1, 'ann', 'open', 0, 'EUR', 'settled', '2026-01-0${dayOf(entryId)}T00:00:00Z')`)
  }
  await rows.query('set session_replication_role = origin; delete from history_entries where entry_id = 2')
  const place = readFileSync(join(MIGRATIONS, PLACES_MIGRATION), 'utf8')
  await rows.query('set session_replication_role = replica')
  await rows.query(place)

  const places = await rows.query<{ place: string }>(
    "select concat_ws(' ', operator_id, position, recorded_at at time zone 'UTC') as place from history_entries order by 1",
  )
  assert.deepEqual(
    places.map((row) => row.place),
    [
      '1 1 2026-01-01 00:00:00',
      '1 3 2026-01-03 00:00:00',
      '1 5 2026-01-03 00:00:00',
      '1 6 2026-01-06 00:00:00',
      '2 4 2026-01-04 00:00:00',
    ],
  )
  const heads = await rows.query<{ head: string }>(
    "select concat_ws(' ', operator_id, last_position, recorded_until at time zone 'UTC') as head from history_heads order by 1",
  )
  assert.deepEqual(
    heads.map((row) => row.head),
    ['1 6 2026-01-06 00:00:00', '2 4 2026-01-04 00:00:00'],
  )
})
