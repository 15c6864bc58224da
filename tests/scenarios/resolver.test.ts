import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Fault, faults } from '@coffer/reference-operator'
import { LIMITS, type Limits } from '@coffer/service/kernel'
import { UNTIL_RELEASED_MS } from '../support/pacing.ts'
import type { Player } from '../support/player.ts'
import { openRows } from '../support/rows.ts'
import { openBody, startWorld, type World } from '../support/world.ts'

const minutes = (count: number) => count * 60_000

/** What a wallet may do with a debit whose answer we never see, and where the money is afterwards. */
const SILENCES: Record<string, { fault: Fault; applied: boolean }> = {
  'lost before the wallet applied it': { fault: faults.reset(), applied: false },
  'applied before its answer got lost': { fault: faults.reset({ apply: true }), applied: true },
  'answered 500 and applied': { fault: faults.serverError({ apply: true }), applied: true },
  'answered with garbage and not applied': { fault: faults.garbage(), applied: false },
}

for (const [name, { fault }] of Object.entries(SILENCES)) {
  test(`an open that was ${name} and that nobody repeats is probed, refunded and voided`, async (t) => {
    const { world, player, before } = await start(t)
    const told = await openInto(world, player, fault)
    const { publicId } = told.body.round
    assert.equal(await world.tick('resolver'), 0, 'nothing is given up before its time')

    world.clock.advance(minutes(2))
    await world.tick('resolver')
    await world.tick('resolver')
    assert.equal(balanceOf(world, player), before, 'every debit of it was given back')
    const again = await player.open(openBody(world.operator, 'click'))
    assert.deepEqual([again.status, again.headers.get('retry-after')], [503, null], again.text)
    assert.deepEqual(again.body.round, { publicId, status: 'voided', undecided: false })
    const read = await readRound(player, publicId)
    assert.deepEqual([read.status, read.refundedMinor], ['voided', 500])
    const history = await world.operator.coffer.history({ playerExternalId: player.externalId })
    assert.deepEqual(
      history.items.map((item) => [item.type, item.amountMinor, item.status]),
      [
        ['refund', 500, 'settled'],
        ['open', -500, 'voided'],
      ],
    )
  })

  test(`with unknownDebit "settle", an open that was ${name} and that nobody repeats is probed and settled`, async (t) => {
    const { world, player, before } = await start(t, { 'wallet.unknownDebit': 'settle' })
    const told = await openInto(world, player, fault)
    world.clock.advance(minutes(2))
    await world.tick('resolver')
    assert.equal(balanceOf(world, player), before - 500)
    const again = await player.open(openBody(world.operator, 'click'))
    assert.deepEqual([again.status, again.body.round.publicId], [200, told.body.round.publicId], again.text)
  })
}

test('a probe that the wallet refuses voids the round, and nothing moved', async (t) => {
  const { world, player, before } = await start(t)
  await openInto(world, player, faults.reset())
  world.casino.wallet.faults.push({
    when: { type: 'wallet.debit' },
    times: 1,
    fault: faults.refuse('INSUFFICIENT_FUNDS'),
  })
  world.clock.advance(minutes(2))
  await world.tick('resolver')
  assert.equal(balanceOf(world, player), before)
  const again = await player.open(openBody(world.operator, 'click'))
  assert.deepEqual(
    [again.status, again.body.error.code, again.headers.get('retry-after')],
    [503, 'WALLET_UNAVAILABLE', null],
  )
  assert.deepEqual((await world.operator.coffer.history({})).items, [])
})

test('a click that is repeated after the resolver gave its round up asks the wallet nothing and delays nothing', async (t) => {
  const { world, player, before } = await start(t)
  await openInto(world, player, faults.reset())
  world.casino.wallet.faults.push({ when: { type: 'wallet.debit' }, times: 1, fault: faults.reset({ apply: true }) })
  world.clock.advance(minutes(2))
  await world.tick('resolver')
  const calls: string[] = []
  world.casino.wallet.onCall = (call) => calls.push(call.type)
  const told = await player.open(openBody(world.operator, 'click'))
  assert.deepEqual(
    [told.status, told.headers.get('retry-after'), told.headers.get('coffer-replayed')],
    [503, '2', null],
  )
  assert.deepEqual(calls, [])
  world.clock.advance(minutes(1.1))
  await world.tick('resolver')
  await world.tick('resolver')
  assert.equal(balanceOf(world, player), before)
  assert.equal((await player.open(openBody(world.operator, 'click'))).headers.get('retry-after'), null)
})

test('a round of which no byte ever left is voided without asking the wallet', async (t) => {
  const { world, player } = await start(t)
  await world.settings(world.operator, { 'wallet.url': 'http://127.0.0.1:9/wallet' })
  const told = await player.open(openBody(world.operator, 'click'))
  assert.deepEqual([told.status, told.headers.get('retry-after')], [503, '2'])
  await world.settings(world.operator, { 'wallet.url': world.casino.walletUrl(world.operator.slug) })
  const calls: string[] = []
  world.casino.wallet.onCall = (call) => calls.push(call.type)
  world.clock.advance(minutes(2))
  await world.tick('resolver')
  const again = await player.open(openBody(world.operator, 'click'))
  assert.deepEqual([again.status, again.body.round.status, again.headers.get('retry-after')], [503, 'voided', null])
  assert.deepEqual(calls, [])
})

test('a wallet that stays silent is asked on the schedule, then the debit is parked, shown and never dropped', async (t) => {
  const { world, player } = await start(t)
  await openInto(world, player, faults.reset())
  world.casino.wallet.faults.push({ fault: faults.reset() })
  const looked: number[] = []
  let passedMs = 0
  world.casino.wallet.onCall = () => looked.push(passedMs / minutes(1))
  const passUntil = async (endMs: number, stepMs: number) => {
    while (passedMs < endMs) {
      world.clock.advance(stepMs)
      passedMs += stepMs
      await world.tick('resolver')
    }
  }
  await passUntil(minutes(30), minutes(0.25))
  await passUntil(minutes(80 * 60), minutes(30))
  // The first waits a little longer: until then the earlier attempt may still come true.
  const pauses = looked.slice(1, 5).map((at, index) => Math.floor(at - looked[index]!))
  assert.deepEqual(pauses, [1, 2, 5, 15])
  const [open] = (await world.operator.coffer.unresolved({})).operations
  assert.deepEqual([open?.kind, open?.state, open?.amountMinor], ['round_debit', 'parked', -500])
  assert.ok(world.lines.some((line) => line.alert === true && line.msg === 'a wallet operation is parked'))
  world.casino.wallet.faults.length = 0
})

test('a parked debit that its player asks for again is looked at again, and ends by itself', async (t) => {
  const { world, player: first, before } = await start(t, { 'wallet.unknownDebit': 'settle' })
  await openInto(world, first, faults.reset())
  world.casino.wallet.faults.push({ fault: faults.reset() })
  for (let passed = 0; passed < minutes(80 * 60); passed += minutes(120)) {
    world.clock.advance(minutes(120))
    await world.tick('resolver')
  }
  const shown = async () => (await world.operator.coffer.unresolved({})).operations.map(({ state }) => state)
  assert.deepEqual(await shown(), ['parked'])
  const player = await world.play(world.operator, first.externalId)
  assert.equal((await player.open(openBody(world.operator, 'click'))).status, 503, 'the wallet is still silent')
  world.casino.wallet.faults.length = 0
  world.clock.advance(minutes(10))
  await world.tick('resolver')
  assert.deepEqual(await shown(), [])
  assert.equal(balanceOf(world, player), before - 500, 'paid, and drawn as the policy says')
  assert.equal((await player.open(openBody(world.operator, 'click'))).status, 200)
})

test('a cashback whose credit stays unknown is rolled forward until the wallet takes it, once', async (t) => {
  const { world, player } = await start(t)
  const item = await win(world, player)
  const before = balanceOf(world, player)
  world.casino.wallet.faults.push({ when: { type: 'wallet.credit' }, times: 2, fault: faults.reset({ apply: true }) })
  assert.equal((await player.cashBack(item.id)).status, 503)
  world.clock.advance(minutes(1.5))
  await world.tick('resolver')
  world.clock.advance(minutes(2))
  await world.tick('resolver')
  assert.equal(balanceOf(world, player), before + item.cashbackMinor!)
  const gone = await player.inventory('?state=cashed_back')
  assert.deepEqual(
    gone.body.items.map((one) => one.id),
    [item.id],
  )
  const [line] = (await world.operator.coffer.history({ types: 'cashback' })).items
  assert.deepEqual([line?.amountMinor, line?.inventoryItemId], [item.cashbackMinor, item.id])
})

test('a player with too many debits of unknown outcome waits, with no round, until they are resolved', async (t) => {
  const { world, player } = await start(t, { 'wallet.maxUnknown': 3 })
  world.casino.wallet.faults.push({ when: { type: 'wallet.debit' }, fault: faults.reset() })
  for (let click = 0; click < 3; click++) await player.open(openBody(world.operator, `lost-${click}`))
  const told = await player.open(openBody(world.operator, 'one too many'))
  assert.deepEqual([told.status, told.headers.get('retry-after'), told.body.round], [503, '5', undefined], told.text)
  world.casino.wallet.faults.length = 0
  assert.equal((await player.open(openBody(world.operator, 'lost-0'))).status, 200, 'a repeat of one is not a new one')
  assert.equal((await player.open(openBody(world.operator, 'one too many'))).status, 200)
})

test('a wallet that answers nothing usable 20 times is left alone, but for one call every 500 ms, until it answers', async (t) => {
  assert.deepEqual([LIMITS.breakerFailuresCount, LIMITS.breakerProbeMs], [20, 500])
  // The monotonic clock of a test runs on, so the interval is one that only the test lets pass.
  const probeMs = UNTIL_RELEASED_MS
  const { world, player } = await start(t, { 'wallet.maxUnknown': 100 }, { breakerProbeMs: probeMs })
  world.casino.wallet.faults.push({ when: { type: 'wallet.debit' }, fault: faults.reset() })
  for (let click = 0; click < 20; click++) await player.open(openBody(world.operator, `lost-${click}`))
  const calls: string[] = []
  world.casino.wallet.onCall = (call) => calls.push(call.type)
  const held = await player.open(openBody(world.operator, 'held back'))
  assert.deepEqual([held.status, held.headers.get('retry-after'), calls.length], [503, '2', 0])
  const again = await player.open(openBody(world.operator, 'held back'))
  assert.deepEqual(
    [again.status, again.headers.get('retry-after'), again.body.round],
    [503, '2', held.body.round],
    'a repeat is told the same, for a fraction of the work',
  )
  const [attempts] = await openRows(world.databaseUrl).query(COUNT_ATTEMPTS, [held.body.round.publicId])
  assert.deepEqual(attempts, { count: 1 }, 'and no second attempt that is not sent is recorded for it')
  for (const name of ['probe', 'held back again']) {
    if (name === 'probe') world.clock.advanceMono(probeMs)
    assert.equal((await player.open(openBody(world.operator, name))).status, 503)
    assert.equal(calls.length, 1, 'one call goes through, and the next is held back again')
  }
  world.casino.wallet.faults.length = 0
  world.clock.advanceMono(probeMs)
  assert.equal((await player.open(openBody(world.operator, 'held back'))).status, 200)
  assert.equal((await player.open(openBody(world.operator, 'at once again'))).status, 200)
})

const COUNT_ATTEMPTS = `select count(*)::int from wallet_attempts join wallet_operations using (operation_id) where subject_id = $1`

/** An attempt of a stalled process is still sent, and may come true for the usual 62 seconds in all. */
const LATE_SENDING = { settings: { 'wallet.quarantineSeconds': 2 }, limits: { attemptSendMs: 60_000 } }

async function start(
  t: Parameters<typeof startWorld>[0],
  settings: Record<string, unknown> = {},
  limits: Partial<Limits> = {},
) {
  const aurum = { settings: { ...LATE_SENDING.settings, ...settings } }
  const service = { limits: { ...LATE_SENDING.limits, ...limits } }
  const world = await startWorld(t, { operators: { aurum }, service })
  const player = await world.play(world.operator, 'ann')
  return { world, player, before: balanceOf(world, player) }
}

function balanceOf(world: World, player: Player): number {
  return world.casino.wallet.balance(world.operator.slug, player.externalId, 'EUR')!
}

async function openInto(world: World, player: Player, fault: Fault) {
  world.casino.wallet.faults.push({ when: { type: 'wallet.debit' }, times: 1, fault })
  const told = await player.open(openBody(world.operator, 'click'))
  assert.equal(told.status, 503, told.text)
  return told
}

async function readRound(player: Player, publicId: string) {
  const read = await player.call<{ round: { status: string; refundedMinor?: number } }>('getRound', {
    path: `/api/play/rounds/${publicId}`,
  })
  return read.body.round
}

async function win(world: World, player: Player) {
  for (let click = 0; click < 40; click++) {
    const item = (await player.inventory()).body.items.find((one) => one.cashbackMinor)
    if (item) return item
    await player.open(openBody(world.operator, `win-${click}`, 5))
  }
  throw new Error('200 reels hold something that pays cashback')
}
