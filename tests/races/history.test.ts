import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Coffer, createCoffer } from '@coffer/operator-sdk'
import { faults } from '@coffer/reference-operator'
import { hours, minutes } from '../../service/src/kernel/index.ts'
import { eventually } from '../support/eventually.ts'
import { openPool, openRows } from '../support/rows.ts'
import { seededBytes } from '../support/seeds.ts'
import { sureBox } from '../support/sure-boxes.ts'
import { openBody, startWorld, type World } from '../support/world.ts'

type Entry = Awaited<ReturnType<Coffer['history']>>['items'][number]
type Filter = Omit<NonNullable<Parameters<Coffer['history']>[0]>, 'cursor'>

const OPENS_BETWEEN_LOOKS_COUNT = 8
const WRITERS_COUNT = 16
const OPENS_COUNT = 8

const start = (t: TestContext) => startWorld(t, { operators: { aurum: { catalogue: sureBox() } } })

/** Every transaction that tells the history something of `whom` stops at its commit until `go`. */
async function holdCommitsOf(world: World, whom: string) {
  const [holder, looker] = [openPool(world.databaseUrl), openRows(world.databaseUrl)]
  await looker.query(`create function wait_for_the_test() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(16); return null; end $$`)
  await looker.query(`create constraint trigger held_by_the_test after insert on history_entries deferrable initially deferred
    for each row when (new.player_external_id = '${whom}') execute function wait_for_the_test()`)
  await holder.query('select pg_advisory_lock(16)')
  return {
    /** Until so many transactions stand there. */
    arrived: async (count = 1) => {
      await eventually(async () => {
        const [found] = await looker.query<{ count: number }>(
          `select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted and objid = 16
             and database = (select oid from pg_database where datname = current_database())`,
        )
        return found!.count >= count
      }, `${count} transactions come to their commit`)
    },
    go: () => holder.query('select pg_advisory_unlock(16)'),
  }
}

/** A reader who reads from the newest entry down to one that he knows, by the numbers of the entries. */
async function newerThan(coffer: Coffer, knownId: number): Promise<Entry[]> {
  const found: Entry[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await coffer.history({ limit: 5, ...(cursor === '' ? {} : { cursor }) })
    for (const entry of page.items) {
      if (entry.id <= knownId) return found
      found.push(entry)
    }
    cursor = page.cursor.next
  }
  return found
}

/** A reader who comes back with the `resume` of his last answer. */
function makeReader(coffer: Coffer, filter: Filter = {}) {
  const seen: Entry[] = []
  let resume: string | undefined
  return {
    seen,
    /** Everything that has come since he was here. */
    comeBack: async () => {
      for (;;) {
        const page = await coffer.history({ limit: 5, ...filter, ...(resume === undefined ? {} : { cursor: resume }) })
        if (resume === undefined) assert.equal(page.items.length, 0, 'he begins where nothing is yet')
        resume = page.resume
        seen.push(...page.items.toReversed())
        if (page.items.length === 0) return
      }
    },
  }
}

const playersOf = (entries: readonly Entry[]) => entries.map(({ playerExternalId }) => playerExternalId)

test('a reader who comes back, by his cursor or by the last number, sees what was written earlier and committed later', async (t) => {
  const world = await start(t)
  const { operator } = world
  const [ann, bob] = [await world.play(operator, 'ann'), await world.play(operator, 'bob')]
  const reader = makeReader(operator.coffer)
  await reader.comeBack()
  const commits = await holdCommitsOf(world, 'ann')
  const opening = ann.open(openBody(operator, 'written first'))
  await commits.arrived()
  assert.equal((await bob.open(openBody(operator, 'committed first'))).status, 200)
  const before = await newerThan(operator.coffer, 0)
  await reader.comeBack()
  await commits.go()
  assert.equal((await opening).status, 200)
  const after = await newerThan(operator.coffer, Math.max(...before.map(({ id }) => id)))
  await reader.comeBack()

  assert.deepEqual([playersOf(before), playersOf(after)], [['bob'], ['ann']], 'by the last number that he knows')
  assert.deepEqual(playersOf(reader.seen), ['bob', 'ann'], 'by his cursor')
})

test('a window of the history that is over never changes, whatever commits or is given back later', async (t) => {
  const world = await start(t)
  const { operator } = world
  const { coffer } = operator
  const [ann, bob] = [await world.play(operator, 'ann'), await world.play(operator, 'bob')]
  const from = world.clock.now().toISOString()
  const lost = world.casino.wallet.faults
  lost.push({ when: { type: 'wallet.debit' }, times: 1, fault: faults.reset({ apply: true }) })
  lost.push({ when: { type: 'wallet.credit' }, times: 1, fault: faults.serverError() })
  assert.equal((await bob.open(openBody(operator, 'taken and not told'))).status, 503)
  world.clock.advance(minutes(2))
  await world.tick('resolver')
  await world.tick('resolver')
  const commits = await holdCommitsOf(world, 'ann')
  const opening = ann.open(openBody(operator, 'written inside'))
  await commits.arrived()
  await bob.open(openBody(operator, 'inside'))
  await world.tick('history')
  world.clock.advance(minutes(1))
  const to = world.clock.now().toISOString()
  const window = await coffer.history({ from, to })
  assert.deepEqual(playersOf(window.items), ['bob'])
  assert.ok(window.recordedUntil >= to, 'it says that it is over')
  await commits.go()
  await opening
  for (let day = 0; day < 2; day++) {
    world.clock.advance(hours(24))
    await world.tick('resolver')
  }

  assert.deepEqual((await coffer.history({ from, to })).items, window.items, 'the window is what it was')
  const next = await coffer.history({ from: to })
  assert.deepEqual(
    next.items.map(({ type, status, playerExternalId }) => [playerExternalId, type, status]).sort(),
    [
      ['ann', 'open', 'settled'],
      ['bob', 'open', 'voided'],
      ['bob', 'refund', 'settled'],
    ],
    'all of it stands in the window after it',
  )
  const voided = next.items.find(({ status }) => status === 'voided')!
  assert.ok(voided.occurredAt < to, 'it happened inside of it')
  assert.ok(voided.recordedAt >= to, 'and is recorded when it is final')
})

test('a window that is not over yet is read to its end by the cursor that it gave', async (t) => {
  const world = await start(t)
  const { operator } = world
  const bob = await world.play(operator, 'bob')
  const to = new Date(world.clock.now().getTime() + hours(1)).toISOString()
  const reader = makeReader(operator.coffer, { to })
  await reader.comeBack()
  const first = await operator.coffer.history({ to })
  assert.ok(first.recordedUntil < to, 'it says that it is not')
  for (const click of ['1', '2', '3', '4', '5', '6']) await bob.open(openBody(operator, click))
  await reader.comeBack()
  world.clock.advance(hours(2))
  await bob.open(openBody(operator, 'after its end'))
  await reader.comeBack()
  const whole = await operator.coffer.history({ to })
  assert.equal(reader.seen.length, 6)
  assert.deepEqual(reader.seen, whole.items.toReversed())
})

test('what a session has spent holds a debit that was written before the session began and committed after', async (t) => {
  const world = await start(t)
  const { operator } = world
  const [past, bob] = [await world.play(operator, 'ann'), await world.play(operator, 'bob')]
  await past.open(openBody(operator, 'committed before'))
  const commits = await holdCommitsOf(world, 'ann')
  const opening = past.open(openBody(operator, 'written before'))
  await commits.arrived()
  await bob.open(openBody(operator, 'in between'))
  const session = await world.play(operator, 'ann')
  await commits.go()
  await opening

  const netPosition = async () => {
    const answer = await session.call<{ netPosition: { spentMinor: number } }>('heartbeat')
    return answer.body.netPosition.spentMinor
  }
  assert.equal(await netPosition(), 500, 'before the feed has shown it')
  await operator.coffer.history()
  assert.equal(await netPosition(), 500, 'and after')
})

test('an entry that has its place keeps it, and nothing else of it changes, whoever of the application asks', async (t) => {
  const world = await start(t)
  const { operator } = world
  await (await world.play(operator, 'ann')).open(openBody(operator, 'click'))
  const { items } = await operator.coffer.history()
  const app = openPool(world.databaseUrl, `-c role=coffer_app -c coffer.operator_id=${operator.operatorId}`)
  const jobs = openPool(world.databaseUrl, '-c role=coffer_jobs')
  for (const role of [app, jobs]) {
    const moved = await role.query("update history_entries set position = 99, recorded_at = '2026-01-01T00:00:00Z'")
    assert.equal(moved.rowCount, 0)
    await assert.rejects(role.query('update history_entries set amount_minor = 0'), /permission denied/)
    await assert.rejects(role.query('delete from history_entries'), /permission denied/)
  }
  assert.deepEqual((await operator.coffer.history()).items, items)
})

test('sixteen players at two processes write while one reads: he sees each entry once, in one order, and his windows hold', async (t) => {
  const world = await start(t)
  const { operator } = world
  const random = { bytes: seededBytes('second process') }
  const second = await world.anotherProcess({ random })
  const { keyId, keySecret, coffer } = operator
  const elsewhere = createCoffer({
    ...{ baseUrl: second.baseUrl, keyId, keySecret, timeoutMs: 120_000 },
    now: () => world.clock.now().getTime(),
  })
  const names = Array.from({ length: WRITERS_COUNT }, (_, n) => `player-${n}`)
  const clicks = Array.from({ length: OPENS_COUNT }, (_, n) => `click-${n}`)
  const reader = makeReader(coffer)
  await reader.comeBack()
  let writing = true
  let writtenCount = 0
  const windows: { from: string; to: string; ids: number[] }[] = []
  const idsIn = async (through: Coffer, window: { from: string; to: string }) => {
    const { items, recordedUntil } = await through.history({ ...window, limit: 200 })
    assert.ok(recordedUntil >= window.to)
    return items.map(({ id }) => id)
  }
  const reading = async () => {
    for (let from = world.clock.now().toISOString(); writing; ) {
      await reader.comeBack()
      const before = writtenCount
      await eventually(() => !writing || writtenCount >= before + OPENS_BETWEEN_LOOKS_COUNT, 'the players go on')
      const to = world.clock.now().toISOString()
      windows.push({ from, to, ids: await idsIn(windows.length % 2 === 0 ? coffer : elsewhere, { from, to }) })
      from = to
    }
    await reader.comeBack()
  }
  const write = async (playerExternalId: string, n: number) => {
    const backend = n % 2 === 0 ? coffer : elsewhere
    for (const click of clicks) {
      await backend.purchase({ playerExternalId, ...openBody(operator, click) })
      writtenCount += 1
    }
  }
  const read = reading()
  await Promise.all(names.map(write)).finally(() => {
    writing = false
  })
  await read

  const keys = reader.seen.map(({ idempotencyKey }) => idempotencyKey)
  const debits = names.flatMap((name) =>
    world.casino.wallet.ledger(operator.slug, name).flatMap((line) => line.idempotencyKey ?? []),
  )
  assert.equal(debits.length, WRITERS_COUNT * OPENS_COUNT)
  assert.deepEqual(keys.toSorted(), debits.toSorted(), 'each once')
  const ids = reader.seen.map(({ id }) => id)
  assert.deepEqual(
    ids,
    ids.toSorted((a, b) => a - b),
    'in the order of their numbers',
  )
  for (const { ids: told, ...window } of windows)
    assert.deepEqual(await idsIn(coffer, window), told, 'a window is what it was')
})
