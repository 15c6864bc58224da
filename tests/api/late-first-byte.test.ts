import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { faults } from '@coffer/reference-operator'
import { LIMITS } from '@coffer/service/kernel'
import { systemClock } from '@coffer/service/platform'
import { watchClock } from '../../service/src/platform/index.ts'
import { makeBarrier, UNTIL_RELEASED_MS } from '../support/pacing.ts'
import { openMeeting } from '../support/racing.ts'
import { openRows } from '../support/rows.ts'
import { startSlowDoor } from '../support/slow-door.ts'
import { sureBox } from '../support/sure-boxes.ts'
import { openBody, startWorld, type World, type WorldOptions } from '../support/world.ts'

/** The limit of an attempt. Only the clock of the test reaches it: an operation has a longer lease, a connection more real time. */
const SEND_MS = 60_000
const LONG_CALLS = { walletCallMs: UNTIL_RELEASED_MS, walletConnectMs: UNTIL_RELEASED_MS }
const PATIENT = { ...LONG_CALLS, attemptSendMs: SEND_MS, operationLeaseMs: 10 * SEND_MS }
/** A breaker that one failure of the wallet opens: what we drop ourselves is none. */
const ONE_FAILURE = { ...PATIENT, breakerFailuresCount: 1 }

/** A casino with a wallet behind a TLS proxy. */
async function start(t: TestContext, service: NonNullable<WorldOptions['service']> = {}) {
  const world = await startWorld(t, {
    operators: { aurum: { catalogue: sureBox() } },
    service: { limits: PATIENT, ...service },
  })
  const wallet = world.casino.walletUrl(world.operator.slug)
  const door = await startSlowDoor(t, wallet)
  await world.settings(world.operator, { wallet: { url: `${door.url}${new URL(wallet).pathname}` } })
  return { world, door, player: await world.play(world.operator, 'ann') }
}

async function outcomes({ databaseUrl }: World): Promise<(string | null)[]> {
  const rows = await openRows(databaseUrl).query<{ outcome: string | null }>(
    'select outcome from wallet_attempts order by attempt_id',
  )
  return rows.map(({ outcome }) => outcome)
}

const debits = ({ casino, operator }: World) =>
  casino.wallet.ledger(operator.slug, 'ann').filter(({ type }) => type === 'debit').length

test('an attempt whose connection took too long leaves no byte at the wallet, and was never sent', async (t) => {
  const { world, door, player } = await start(t)
  const { bytes } = door
  const connection = door.holdNext()
  const click = player.open(openBody(world.operator, 'click'))
  await connection.arrived
  world.clock.advanceMono(SEND_MS + 1)
  connection.release()
  const late = await click
  assert.deepEqual([late.status, late.headers.get('retry-after')], [503, '2'], late.text)
  assert.equal(door.bytes, bytes)
  assert.deepEqual([await outcomes(world), debits(world)], [['never_sent'], 0])

  assert.equal((await player.open(openBody(world.operator, 'click'))).status, 200, 'the same click goes on')
  assert.deepEqual([await outcomes(world), debits(world)], [['never_sent', 'accepted'], 1])
})

test('a connection that is only slow costs nothing', async (t) => {
  const { world, door, player } = await start(t)
  const connection = door.holdNext()
  const click = player.open(openBody(world.operator, 'click'))
  await connection.arrived
  world.clock.advanceMono(SEND_MS / 4)
  connection.release()
  assert.equal((await click).status, 200)
  assert.deepEqual([await outcomes(world), debits(world)], [['accepted'], 1])
})

test('a try that waited for the lock of its operation is recorded when it has it, and not too old to be sent', async (t) => {
  const { world, player } = await start(t)
  await player.open(openBody(world.operator, 'win'))
  const [item] = (await player.inventory()).body.items
  world.casino.wallet.faults.push({ when: { type: 'wallet.credit' }, times: 1, fault: faults.reset() })
  assert.equal((await player.cashBack(item!.id)).status, 503)
  const meeting = openMeeting(world.databaseUrl, 'late-first-byte')
  const passTime = async () => {
    world.clock.advance(SEND_MS + 1)
    world.clock.advanceMono(SEND_MS + 1)
    return null
  }
  const lock = { statement: 'select from wallet_operations for update' }
  const [again] = await meeting.queue(lock, [() => player.cashBack(item!.id), passTime])
  assert.equal(again?.status, 200, again?.text)
  assert.deepEqual(await outcomes(world), ['accepted', 'unknown', 'accepted'])
})

test('wall time counts as monotonic time does: a machine that was suspended sends nothing old', async (t) => {
  const barrier = makeBarrier('open-round:attempt-recorded')
  const { world, player } = await start(t, { points: barrier, limits: ONE_FAILURE })
  const stopped = player.open(openBody(world.operator, 'click'))
  await barrier.reached
  world.clock.advance(SEND_MS + 1_000)
  barrier.release()
  assert.equal((await stopped).status, 503)
  assert.deepEqual([await outcomes(world), debits(world)], [['never_sent'], 0])
  assert.equal((await player.open(openBody(world.operator, 'click'))).status, 200)
})

test('a machine that is suspended while it connects sends nothing old either', async (t) => {
  const { world, door, player } = await start(t, { limits: ONE_FAILURE })
  const connection = door.holdNext()
  const click = player.open(openBody(world.operator, 'click'))
  await connection.arrived
  world.clock.advance(SEND_MS + 1_000)
  connection.release()
  assert.equal((await click).status, 503)
  assert.deepEqual([await outcomes(world), debits(world)], [['never_sent'], 0])
  assert.equal((await player.open(openBody(world.operator, 'click'))).status, 200)
})

test('a paid debit of a finally voided round cannot come from a byte that left late', async (t) => {
  const { world, door, player } = await start(t, { limits: LONG_CALLS })
  await world.settings(world.operator, { 'wallet.quarantineSeconds': 1, 'wallet.giveUpSeconds': 2 })
  const connection = door.holdNext()
  const late = player.open(openBody(world.operator, 'click'))
  await connection.arrived
  // Its lease is over and its quarantine too, and the probe that the resolver sends meanwhile is refused for want of funds.
  world.casino.wallet.faults.push({
    when: { type: 'wallet.debit' },
    times: 1,
    fault: faults.refuse('INSUFFICIENT_FUNDS'),
  })
  for (let pass = 0; pass < 3; pass++) {
    world.clock.advance(20_000)
    await world.tick('resolver')
  }
  connection.release()
  await late
  for (let pass = 0; pass < 3; pass++) {
    world.clock.advance(60_000)
    await world.tick('resolver')
  }
  assert.equal(world.casino.wallet.balance(world.operator.slug, 'ann', 'EUR'), 100_000)
  assert.equal(debits(world), 0, 'nothing that nobody would give back')
})

/** The second try of a click whose first one was cut off so long before: whether it was recorded as clean, and how long after. */
async function triedAgainAfter(world: World, name: string, ms: number) {
  const player = await world.play(world.operator, name)
  world.casino.wallet.faults.push({ when: { type: 'wallet.debit' }, times: 1, fault: faults.reset() })
  assert.equal((await player.open(openBody(world.operator, name))).status, 503)
  world.clock.advance(ms)
  assert.equal((await player.open(openBody(world.operator, name))).status, 200)
  const [second, first] = await openRows(world.databaseUrl).query<{ recorded_at: Date; clean: boolean }>(
    'select recorded_at, clean from wallet_attempts order by attempt_id desc limit 2',
  )
  return { clean: second!.clean, apartMs: second!.recorded_at.getTime() - first!.recorded_at.getTime() }
}

test('an attempt may still come true until its quarantine is over by any two clocks that are ready', async (t) => {
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBox() } } })
  // A quarantine of 60 s, 2 s until the first byte, and twice the second that a clock may be off the database's.
  for (const ms of [62_100, 64_100]) {
    const { clean, apartMs } = await triedAgainAfter(world, `after-${ms}`, ms)
    assert.equal(clean, apartMs > 64_000, `${apartMs} ms`)
  }
})

test('a clock that is not known to be right takes nothing for dead, and one that is known to be wrong moves no money', async (t) => {
  let found: 'right' | 'unknown' | 'wrong' = 'unknown'
  const clockWatch = { isRight: async () => found === 'right', isWrong: () => found === 'wrong' }
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBox() } }, service: { clockWatch } })
  const { faults: given } = world.casino.wallet
  const player = await world.play(world.operator, 'ann')
  given.push({ when: { type: 'wallet.debit' }, times: 1, fault: faults.reset() })
  assert.equal((await player.open(openBody(world.operator, 'click'))).status, 503)
  world.clock.advance(70_000)
  given.push({ when: { type: 'wallet.debit' }, times: 1, fault: faults.refuse('INSUFFICIENT_FUNDS') })
  assert.equal((await player.open(openBody(world.operator, 'click'))).body.error.code, 'INSUFFICIENT_FUNDS')
  const rows = openRows(world.databaseUrl)
  const attempts = () => rows.query<{ clean: boolean }>('select clean from wallet_attempts order by attempt_id')
  assert.deepEqual(await attempts(), [{ clean: true }, { clean: false }])
  assert.deepEqual(
    await rows.query('select state from rounds'),
    [{ state: 'voiding' }],
    'the first may still be accepted',
  )

  found = 'wrong'
  const refused = await player.open(openBody(world.operator, 'another click'))
  const told = [refused.status, refused.body.error.code, refused.headers.get('retry-after')]
  assert.deepEqual(told, [503, 'SERVICE_UNAVAILABLE', '2'])
  assert.equal((await attempts()).length, 2, 'recorded as too old, it would be taken for dead too early')

  found = 'right'
  assert.equal((await player.open(openBody(world.operator, 'another click'))).status, 200)
})

test('a clock is right when it is for certain, and wrong when it is for certain', async (t) => {
  const world = await startWorld(t)
  /** Wall time is so far ahead before the database has looked, and so far after. */
  const askedWith = async (beforeMs: number, afterMs: number) => {
    const ahead = [beforeMs, afterMs]
    const clock = { ...systemClock, now: () => new Date(Date.now() + (ahead.shift() ?? 0)) }
    // Far more than asking takes on a busy machine.
    const limits = { ...LIMITS, clockSkewMs: 60_000 }
    const watch = watchClock({ clock, limits, warn: () => {} })
    const isRight = await world.service.ctx.systemStatements((tx) => watch.isRight(tx))
    return { isRight, isWrong: watch.isWrong() }
  }
  assert.deepEqual(await askedWith(0, 0), { isRight: true, isWrong: false })
  assert.deepEqual(await askedWith(300_000, 300_000), { isRight: false, isWrong: true })
  assert.deepEqual(await askedWith(-300_000, -300_000), { isRight: false, isWrong: true })
  assert.deepEqual(
    await askedWith(0, 90_000),
    { isRight: false, isWrong: false },
    'the database may have looked at once',
  )
  assert.deepEqual(await askedWith(-90_000, 0), { isRight: false, isWrong: false }, 'or at the end')
})
