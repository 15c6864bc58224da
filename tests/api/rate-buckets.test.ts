import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { makeContext, type OwnedContext } from '@coffer/service'
import { readConfig, systemClock } from '@coffer/service/platform'
import fc from 'fast-check'
import { LIMITS, type Limits, later } from '../../service/src/kernel/index.ts'
import { type Bucket, freeCount, type Rule, sliceCount, takenFrom, waitMs } from '../../service/src/throttle/bucket.ts'
import { addressName, endReports, sweepBuckets, takeToken } from '../../service/src/throttle/index.ts'
import { seeded } from '../fairness/support/seeded.ts'
import { createTestDatabase } from '../support/database.ts'
import { makeWay } from '../support/database-way.ts'
import { readableLog } from '../support/log-reader.ts'
import { PATIENT_LIMITS } from '../support/patient-limits.ts'
import { openRows, type Rows } from '../support/rows.ts'

const START = new Date('2026-01-01T00:00:00.000Z')
const SLICE_MS = 100

let databaseUrl: string
let rows: Rows
let subjects = 0

before(async () => {
  databaseUrl = (await createTestDatabase()).url
  rows = openRows(databaseUrl)
})

function newBucket(rule: Partial<Rule> = {}): Bucket {
  const subject = `subject-${subjects++}`
  return { operatorId: 1, kind: 'opens', subject, rule: { burstCount: 10, refillCount: 20, periodMs: 1000, ...rule } }
}

/** A process whose time stands still until it is moved, and whose reports wait until it is told to make them. */
function startProcess({ url = databaseUrl, limits = {} as Partial<Limits> } = {}) {
  let now = START
  const wakes = new Set<() => void>()
  const sleptMs = new Set<number>()
  const sleep = (ms: number, signal?: AbortSignal) =>
    new Promise<void>((wake) => {
      sleptMs.add(ms)
      wakes.add(wake)
      signal?.addEventListener('abort', () => wake())
    })
  const reader = readableLog()
  const config = readConfig({ COFFER_ENV: 'test', DATABASE_URL: url, COFFER_MASTER_KEY: 'ab'.repeat(32) })
  const made = makeContext(config, {
    clock: { ...systemClock, now: () => now, sleep },
    log: reader.log,
    limits: { ...PATIENT_LIMITS, clockSkewMs: LIMITS.clockSkewMs, bucketReportMs: 0, ...limits },
  })
  const asked: Promise<unknown>[] = []
  const ctx: OwnedContext = {
    ...made,
    systemStatements: (work) => {
      const answer = made.systemStatements(work)
      asked.push(answer)
      return answer
    },
  }
  processes.add(ctx)
  const take = (bucket: Bucket, count: number) =>
    Promise.all(Array.from({ length: count }, () => takeToken(ctx, bucket)))
  return {
    ctx,
    reader,
    /** How often the database was asked. */
    askedCount: () => asked.length,
    /** For how long it waited before it looked at what is to be reported. */
    sleptMs,
    advance: (ms: number) => {
      now = later(now, ms)
    },
    take,
    /** How many of so many requests at once are admitted. */
    takes: async (bucket: Bucket, count = 1) => (await take(bucket, count)).filter(({ admitted }) => admitted).length,
    report: async () => {
      for (const wake of wakes) wake()
      wakes.clear()
      await nextTurn()
      await Promise.allSettled(asked)
      await nextTurn()
    },
    end: async () => {
      await endReports(ctx)
      processes.delete(ctx)
      await ctx.close()
    },
  }
}

const processes = new Set<OwnedContext>()
after(() => Promise.all([...processes].map((ctx) => ctx.close())))

test('one process alone gives out the burst, and then what comes back, to the token', async () => {
  const [one, bucket] = [startProcess(), newBucket()]
  assert.equal(await one.takes(bucket, 50), 10)
  one.advance(49)
  assert.equal(await one.takes(bucket, 50), 0)
  one.advance(1)
  assert.equal(await one.takes(bucket, 50), 1)
  one.advance(200)
  assert.equal(await one.takes(bucket, 50), 4)
  one.advance(3_600_000)
  assert.equal(await one.takes(bucket, 50), 10)
})

test('a caller who stays within a slice never waits for the database', async () => {
  const [one, bucket] = [startProcess(), newBucket()]
  for (let turn = 0; turn < 20; turn++) {
    const slice = sliceCount(bucket.rule, SLICE_MS)
    assert.equal(await one.takes(bucket, slice), slice)
    assert.equal(one.askedCount(), turn)
    await one.report()
    assert.equal(one.askedCount(), turn + 1)
    one.advance(SLICE_MS)
  }
})

test('whoever waits shares one report, and a refusal that is certain asks nobody', async () => {
  const [one, bucket] = [startProcess(), newBucket({ burstCount: 500 })]
  assert.equal(await one.takes(bucket, 700), 500)
  assert.equal(one.askedCount(), 1)
  assert.equal(await one.takes(bucket, 700), 0)
  assert.equal(one.askedCount(), 1)
})

type Step = { process: number; takes: number; advanceMs: number; reports: boolean }
const PROCESSES = 3
const anySteps = fc.array(
  fc.record<Step>({
    process: fc.nat(PROCESSES - 1),
    takes: fc.nat(30),
    advanceMs: fc.oneof(fc.constant(0), fc.nat(120), fc.nat(3000)),
    reports: fc.boolean(),
  }),
  { maxLength: 40 },
)
const anyRule = fc.record({
  burstCount: fc.integer({ min: 1, max: 60 }),
  refillCount: fc.integer({ min: 1, max: 90 }),
  periodMs: fc.constantFrom(1000, 60_000, 3_600_000),
})

test('several processes admit no more than the burst, what comes back, and a slice each', async () => {
  const property = fc.asyncProperty(anyRule, anySteps, async (rule, steps) => {
    const bucket = newBucket(rule)
    const all = Array.from({ length: PROCESSES }, (_, nth) => startProcess({ limits: { bucketReportMs: 1_000 * nth } }))
    const slack = PROCESSES * sliceCount(rule, SLICE_MS)
    let [admitted, elapsedMs] = [0, 0]
    for (const { process, takes, advanceMs, reports } of steps) {
      elapsedMs += advanceMs
      for (const one of all) one.advance(advanceMs)
      admitted += await all[process]!.takes(bucket, takes)
      if (reports) await all[process]!.report()
      const most = rule.burstCount + Math.floor((elapsedMs * rule.refillCount) / rule.periodMs) + slack
      assert.ok(admitted <= most, `${admitted} of ${most} after ${elapsedMs} ms`)
    }
    await Promise.all(all.map((one) => one.end()))
  })
  await fc.assert(property, seeded(40))
})

test('what uses up a slice is reported soon, and what leaves some of it after a while, with what comes of it meanwhile', async () => {
  const one = startProcess({ limits: { bucketReportMs: 1_000 } })
  const [little, much] = [newBucket({ refillCount: 40 }), newBucket()]
  const seenByAnother = async (bucket: Bucket) => startProcess().takes(bucket, 20)
  assert.deepEqual([await one.takes(little, 1), await one.takes(much, 2)], [1, 2])
  await one.report()
  assert.equal(one.askedCount(), 1, 'the slice that is used up is reported')
  assert.deepEqual([await seenByAnother(little), await seenByAnother(much)], [10, 8])
  one.advance(999)
  assert.equal(await one.takes(little, 1), 1)
  await one.report()
  assert.equal(one.askedCount(), 1)
  one.advance(1)
  await one.report()
  assert.equal(one.askedCount(), 2, 'the other one is reported when its time has come')
  assert.deepEqual([...one.sleptMs], [SLICE_MS])
})

test('a clock that was set back puts no report off', async () => {
  const one = startProcess({ limits: { bucketReportMs: 1_000 } })
  await one.takes(newBucket({ refillCount: 40 }), 1)
  one.advance(-3_600_000)
  await one.report()
  assert.equal(one.askedCount(), 1, 'it is reported')
})

test('processes that ask at the same moment find each token once', async () => {
  const bucket = newBucket({ burstCount: 300, refillCount: 50 })
  const all = Array.from({ length: 4 }, () => startProcess())
  const admitted = (await Promise.all(all.map((one) => one.takes(bucket, 200)))).reduce((sum, count) => sum + count)
  const slack = all.length * sliceCount(bucket.rule, SLICE_MS)
  assert.ok(admitted >= 300 && admitted <= 300 + slack, `${admitted}`)
})

test('the database counts as the processes do', async () => {
  const anyUse = fc.record({
    rule: anyRule,
    used: fc.nat(60),
    elapsedMs: fc.nat(5000),
    wanted: fc.integer({ min: 1, max: 80 }),
  })
  const property = fc.asyncProperty(anyUse, async ({ rule, used, elapsedMs, wanted }) => {
    const [bucket, first, second] = [newBucket(rule), startProcess(), startProcess()]
    const before = takenFrom({ usedParts: 0, atMs: 0 }, rule, await first.takes(bucket, used), START.getTime())
    await first.report()
    second.advance(elapsedMs)
    const nowMs = START.getTime() + elapsedMs
    // The second process believes the bucket full: it admits a slice by itself, and asks for what could be there beside it.
    const slice = Math.min(wanted, sliceCount(rule, SLICE_MS))
    const granted = Math.min(Math.min(wanted, rule.burstCount) - slice, freeCount(before, rule, slice, nowMs))
    const states = await second.take(bucket, wanted)
    assert.equal(states.filter(({ admitted }) => admitted).length, slice + granted)
    await second.report()
    const after = takenFrom(before, rule, slice + granted, nowMs)
    const refused = (await second.take(bucket, rule.burstCount + 1)).at(-1)!
    const left = freeCount(after, rule, 0, nowMs)
    assert.deepEqual([refused.admitted, refused.remainingCount], [false, 0])
    assert.equal(refused.retryMs, waitMs(after, rule, left, 1, nowMs))
    await Promise.all([first.end(), second.end()])
  })
  await fc.assert(property, seeded(60))
})

test('a process whose clock is behind sees nothing come back, and one far ahead does not shut the bucket', async () => {
  const [one, behind, wrong] = [startProcess(), startProcess(), startProcess()]
  const bucket = newBucket()
  behind.advance(-1000)
  assert.equal(await one.takes(bucket, 20), 10)
  assert.ok((await behind.takes(bucket, 20)) <= sliceCount(bucket.rule, SLICE_MS))
  await behind.report()
  wrong.advance(3_600_000)
  await wrong.takes(bucket, 20)
  one.advance(2_000)
  assert.ok((await one.takes(bucket, 20)) > 0)
  await one.report()
  one.advance(600)
  assert.equal(await one.takes(bucket, 20), 10)
})

test('a clock that was set back keeps nobody out for longer than the bucket takes to fill', async () => {
  const [one, bucket] = [startProcess(), newBucket()]
  one.advance(3_600_000)
  assert.equal(await one.takes(bucket, 20), 10)
  await one.report()
  one.advance(-3_600_000)
  assert.equal(await one.takes(bucket, 20), 0)
  one.advance(100)
  assert.equal(await one.takes(bucket, 20), 2)
  await one.report()
  // The row had not seen those 100 ms come back.
  one.advance(600)
  assert.equal(await one.takes(bucket, 20), 10)
})

test('a smaller burst holds from the next request, and what was given out before keeps nobody out for long', async () => {
  const [one, large] = [startProcess(), newBucket({ burstCount: 1_000 })]
  assert.equal(await one.takes(large, 1_000), 1_000)
  const small = { ...large, rule: { ...large.rule, burstCount: 5 } }
  assert.equal(await one.takes(small, 10), 0)
  one.advance(50)
  assert.equal(await one.takes(small, 10), 1)
  await one.report()
  one.advance(10_000)
  assert.equal(await one.takes(small, 10), 5)
})

test('what is taken comes back from then on, however late it is reported', async () => {
  const [one, two, bucket] = [startProcess(), startProcess(), newBucket()]
  assert.equal(await one.takes(bucket, 2), 2)
  for (const process of [one, two]) process.advance(100)
  await one.report()
  assert.equal(await two.takes(bucket, 20), 10)
})

test('what was not reported when a process ends is reported by then', async () => {
  const [one, two, bucket] = [startProcess(), startProcess(), newBucket({ burstCount: 2 })]
  assert.equal(await one.takes(bucket, 2), 2)
  await one.end()
  await two.takes(bucket)
  await two.report()
  assert.equal(await two.takes(bucket), 0)
})

test('a database that does not answer lets nobody past a slice, and is told when it answers', async (t) => {
  const way = await makeWay(t)
  const [one, bucket] = [startProcess({ url: way.url }), newBucket()]
  way.set('cut')
  assert.equal(await one.takes(bucket, 2), 2)
  for (let n = 0; n < 3; n++) await assert.rejects(one.takes(bucket), /ECONNRESET|terminated/)
  way.set('open')
  await one.report()
  const two = startProcess({ url: way.url })
  assert.equal(await two.takes(bucket, 20), 8)
  one.reader.assertNoErrors()
})

test('a process remembers a bounded number of buckets, and what it forgets the database knows', async () => {
  const [one, bucket] = [startProcess({ limits: { bucketAccountsCount: 10 } }), newBucket()]
  assert.equal(await one.takes(bucket, 20), 10)
  assert.equal(await one.takes(bucket), 0)
  for (let n = 0; n < 20; n++) {
    await one.takes(newBucket())
    await one.report()
  }
  assert.equal(await one.takes(bucket, 20), sliceCount(bucket.rule, SLICE_MS), 'as one that sees the bucket first')
})

test('buckets that are full again are deleted, and others stay', async () => {
  const [one, quick, slow] = [startProcess(), newBucket(), newBucket({ periodMs: 3_600_000 })]
  for (const bucket of [quick, slow]) await one.takes(bucket, 10)
  one.advance(400)
  await sweepBuckets(one.ctx)
  const left = () =>
    rows.query('select subject from rate_buckets where subject = any($1)', [[quick.subject, slow.subject]])
  assert.equal((await left()).length, 2)
  one.advance(100)
  assert.ok((await sweepBuckets(one.ctx)) >= 1)
  assert.deepEqual(await left(), [{ subject: slow.subject }])
})

test('an address counts by itself, however it is written, and IPv6 by its network', () => {
  assert.equal(addressName('203.0.113.7'), '203.0.113.7')
  assert.equal(addressName('::ffff:203.0.113.7'), '203.0.113.7')
  assert.equal(addressName('2001:db8:1:2::1'), addressName('2001:0db8:0001:0002:ffff:ffff:ffff:ffff'))
  assert.notEqual(addressName('2001:db8:1:2::1'), addressName('2001:db8:1:3::1'))
  assert.equal(addressName('fe80::1%eth0'), 'fe80:0:0:0::/64')
  for (const written of ['203.0.113.7:5123', '64:ff9b::203.0.113.7', '[64:ff9b::cb00:7107]:443'])
    assert.equal(addressName(written), '203.0.113.7')
  for (const written of ['[2001:db8::1]', '[2001:db8::1]:443'])
    assert.equal(addressName(written), addressName('2001:db8::1'))
  assert.notEqual(addressName('64:ff9b::203.0.113.7'), addressName('64:ff9b::203.0.113.8'))
  assert.equal(addressName('nonsense'), addressName('more nonsense'))
})
