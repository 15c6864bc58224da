import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOME_DAYS, HOME_FAILED_DELIVERIES } from '@coffer/contract/home'
import type { StaffRole } from '@coffer/contract/permissions'
import { faults } from '@coffer/reference-operator'
import { changeOrder, convertOperator, JOBS } from '@coffer/service/administration'
import { dayOf, days, endOfDay, hours, later, minutes } from '../../service/src/kernel/index.ts'
import { emptyDay, homeOf, updateTotals } from '../support/admin-home.ts'
import { emit } from '../support/admin-webhooks.ts'
import { told } from '../support/door.ts'
import { submitFor } from '../support/kyc.ts'
import { ZOFIA } from '../support/kyc-people.ts'
import { enter } from '../support/player.ts'
import { openMeeting } from '../support/racing.ts'
import { status, subscribe } from '../support/receiver.ts'
import { openPool, openRows, rowsOf } from '../support/rows.ts'
import { shipped } from '../support/shipping.ts'
import { startDesk, startOwner } from '../support/staff.ts'
import { priceOf, sureBoxes, win, winBody } from '../support/sure-boxes.ts'
import { startUpgrader, upgraded } from '../support/upgrader.ts'
import { openBody, startWorld } from '../support/world.ts'

test('home: bets, payouts and GGR of a day are sums of its rounds', async (t) => {
  const { world, operator, player, won, prize } = await startUpgrader(t, {}, ['EUR', 'JPY'])
  const owner = await startDesk(world, 'owner@aurum.example', ['owner'], operator)
  const date = (ageDays: number) => new Date(world.clock.now().getTime() - days(ageDays)).toISOString().slice(0, 10)
  const before = (await homeOf(owner)).play!
  const allDates = Array.from({ length: HOME_DAYS }, (_, age) => date(age))
  assert.deepEqual(before, { currency: 'EUR', days: allDates.map(emptyDay), missingSince: null, otherCurrencies: [] })

  const [stake] = await won('mug')
  const { round } = await upgraded(player, { stakeItemIds: [stake], chanceBps: 7500, targetItemId: prize(950) })
  const free = { target: { boxId: operator.boxes.book!.boxId }, funding: 'operator', fundingRounds: 1 }
  const guest = await world.play(operator, 'guest', free)
  assert.equal((await guest.open({ ...winBody(operator, 'free', 'book'), funding: 'operator' })).status, 200)
  // Neither a refused debit, a round that was refunded, nor a box that is kept closed is a round of the day.
  world.casino.wallet.faults.push({ when: { type: 'wallet.debit' }, times: 1, fault: faults.refuse('PLAYER_BLOCKED') })
  assert.equal((await player.open(winBody(operator, 'refused', 'mug'))).status, 403)
  const lost = faults.serverError({ apply: true })
  world.casino.wallet.faults.push({ when: { type: 'wallet.debit' }, times: 1, fault: lost })
  assert.equal((await player.open(winBody(operator, 'refunded', 'mug'))).status, 503)
  world.clock.advance(minutes(5))
  // The first pass finds the debit accepted, the second sends the refund.
  await world.tick('resolver')
  await world.tick('resolver')
  await operator.coffer.purchase({ playerExternalId: 'ann', mode: 'prepay', ...winBody(operator, 'held', 'mug') })
  assert.deepEqual((await homeOf(owner)).play, before, 'the jobs have not run')
  await updateTotals(world)
  await updateTotals(world)
  const { items: refunds } = await operator.coffer.history({ types: 'refund' })
  assert.equal(refunds.length, 1)

  const betMinor = priceOf('mug') + round.betMinor
  const payoutMinor = 900 + round.payoutMinor
  const played = {
    date: date(0),
    roundCounts: { open: 2, upgrade: 1 },
    ...{ betMinor, payoutMinor, ggrMinor: betMinor - payoutMinor, freeCount: 1, freePayoutMinor: 400 },
  }
  assert.deepEqual((await homeOf(owner)).play!.days[0], played, 'the sums of the day')

  world.clock.advance(days(1))
  const own = await startDesk(world, 'viewer@aurum.example', ['viewer'], operator)
  const yen = await world.play(operator, 'yen')
  await yen.call('setCurrency', { body: { currency: 'JPY' } })
  await win(operator, yen, 'book')
  await updateTotals(world)
  const [today, yesterday] = (await homeOf(own)).play!.days
  assert.deepEqual(yesterday, played)
  const ofBook = { betMinor: priceOf('book'), payoutMinor: 400, ggrMinor: priceOf('book') - 400 }
  assert.deepEqual(today, { ...emptyDay(date(0)), ...ofBook, roundCounts: { open: 1, upgrade: 0 } })

  await convertOperator(world.service.ctx, operator.operatorId, 'JPY', { actor: 'test', allowRtpOutside: true })
  const converted = (await homeOf(own)).play!
  assert.deepEqual([converted.currency, converted.otherCurrencies], ['JPY', ['EUR']])
  assert.deepEqual(
    converted.days,
    allDates.map((_, age) => emptyDay(date(age))),
  )
})

test('home: a round counts on the UTC day on which it entered the feed', async (t) => {
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBoxes() } } })
  const { operator, clock } = world
  const midnight = endOfDay(dayOf(clock.now()))
  clock.advance(midnight.getTime() - clock.now().getTime() - 10)
  const player = await world.play(operator, 'ann')
  await win(operator, player, 'mug')
  await world.tick('history')
  const recordedAt = clock.now().toISOString()
  await win(operator, player, 'book')
  clock.advance(midnight.getTime() - clock.now().getTime())
  await world.tick('history')
  clock.advance(minutes(2))
  const owner = await startDesk(world, 'owner@aurum.example', ['owner'], operator)
  assert.equal((await homeOf(owner)).play!.missingSince, recordedAt, 'two minutes late')
  await world.tick('daily-totals')
  const { days: shown, missingSince } = (await homeOf(owner)).play!
  assert.deepEqual(
    shown.slice(0, 2).map(({ date, betMinor }) => [date, betMinor]),
    [
      [dayOf(midnight), priceOf('book')],
      [dayOf(later(midnight, -1)), priceOf('mug')],
    ],
  )
  assert.equal(missingSince, null)
})

test('home: two processes add each round to the totals once', async (t) => {
  const limits = { dailyTotalsBatchCount: 2 }
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBoxes() } }, service: { limits } })
  const { operator } = world
  const other = await world.anotherProcess()
  const owner = await startDesk(world, 'owner@aurum.example', ['owner'], operator)
  const player = await world.play(operator, 'ann')
  const openAll = async (count: number) => {
    for (let i = 0; i < count; i += 1) await win(operator, player, 'mug')
    await world.tick('history')
  }
  await openAll(1)
  await world.tick('daily-totals')
  await openAll(4)
  const meeting = openMeeting(world.databaseUrl, 'home: two processes add each round to the totals once')
  const add = (of: typeof world) => () => JOBS['daily-totals'].run(of.service.ctx)
  const counts = await meeting.queue(
    { statement: 'select from daily_total_heads where operator_id = $1 for update', id: operator.operatorId },
    [add(world), add(other)],
  )
  assert.equal(counts[0]! + counts[1]!, 4)
  const { roundCounts, betMinor } = (await homeOf(owner)).play!.days[0]!
  assert.deepEqual([roundCounts.open, betMinor], [5, 5 * priceOf('mug')])
})

test('home: the wallet is shown with its calls and what is unresolved', async (t) => {
  const world = await startWorld(t, { wallet: false, service: { limits: { breakerFailuresCount: 2 } } })
  const { operator, clock, casino } = world
  const owner = await startDesk(world, 'owner@aurum.example', ['owner'], operator)
  const walletOf = async () => (await homeOf(owner)).wallet!
  const calls = { accepted: 0, refused: 0, unknown: 0, neverSent: 0 }
  const unresolved = { unresolvedCount: 0, oldestUnresolvedAt: null, parkedCount: 0, conflictCount: 0 }
  assert.deepEqual(await walletOf(), { state: 'none', calls, medianMs: null, p95Ms: null, ...unresolved })
  await world.settings(operator, { 'wallet.url': casino.walletUrl(operator.slug) })
  assert.equal((await walletOf()).state, 'unused')

  const player = await world.play(operator, 'ann')
  const took = [10, 20, 300]
  casino.wallet.onCall = ({ type }) => {
    if (type === 'wallet.debit') clock.advance(took.shift() ?? 0)
  }
  casino.wallet.faults.push({ when: { type: 'wallet.debit' }, times: 1, fault: faults.refuse('PLAYER_BLOCKED') })
  for (const click of ['refused', 'one', 'two']) await player.open(openBody(operator, click))
  const answered = { ...calls, accepted: 2, refused: 1 }
  const latency = { medianMs: 20, p95Ms: 300 }
  assert.deepEqual(await walletOf(), { state: 'answering', calls: answered, ...latency, ...unresolved })

  casino.wallet.faults.push({ when: { type: 'wallet.debit' }, fault: faults.reset() })
  const failedAt = clock.now().toISOString()
  assert.equal((await player.open(openBody(operator, 'lost'))).status, 503)
  const lost = { calls: { ...answered, unknown: 1 }, ...latency }
  const oldest = { ...unresolved, unresolvedCount: 1, oldestUnresolvedAt: failedAt }
  assert.deepEqual(await walletOf(), { state: 'failing', ...lost, ...oldest })
  clock.advance(minutes(5))
  await world.tick('resolver')
  assert.equal((await walletOf()).state, 'held_back')
  for (let passed = 0; passed < hours(80); passed += hours(2)) {
    clock.advance(hours(2))
    await world.tick('resolver')
  }
  const successor = await startDesk(world, 'later@aurum.example', ['owner'], operator)
  const parked = (await homeOf(successor)).wallet!
  assert.deepEqual([parked.unresolvedCount, parked.parkedCount], [1, 1])
  assert.deepEqual([parked.calls.accepted, parked.calls.refused], [0, 0], 'calls of the last 24 hours only')
  assert.ok(parked.calls.unknown + parked.calls.neverSent > 0, 'retries of an older operation are calls of today')
  casino.wallet.faults.length = 0

  // The breaker of this process is still open when the wallet answers another process.
  const other = await world.anotherProcess()
  const { launchToken } = await operator.coffer.createLaunch({
    playerExternalId: 'bo',
    gameKey: 'mystery_box',
    target: {},
  })
  const guest = await enter(other.baseUrl, 'bo', launchToken)
  assert.equal((await guest.open(openBody(operator, 'other'))).status, 200)
  assert.equal((await homeOf(successor)).wallet!.state, 'answering')
})

test('home: open orders, verifications, failed deliveries and the set-up', async (t) => {
  const world = await startWorld(t, {
    operators: {
      aurum: { catalogue: { items: [], boxes: [] } },
      borealis: { catalogue: sureBoxes(), settings: { 'kyc.enabled': true } },
    },
  })
  const { aurum, borealis } = world.operators as Record<'aurum' | 'borealis', typeof world.operator>
  const rows = openRows(world.databaseUrl)
  const owner = await startDesk(world, 'owner@aurum.example', ['owner'], aurum)
  const admin = await startDesk(world, 'admin@desk.example', ['platform_admin'])
  const none = { count: 0, oldestAt: null }
  const empty = await homeOf(owner)
  assert.deepEqual(
    [empty.orders, empty.verifications, empty.deliveries],
    [{ pending: none, processing: none }, none, { failedCount: 0, hasMoreFailed: false, failingEndpoints: [] }],
  )
  const openSteps = async (query = '?operator=borealis') => {
    const { setUp } = await homeOf(query === '' ? owner : admin, query)
    return setUp!.flatMap(({ step, isDone }) => (isDone ? [] : [step]))
  }
  assert.deepEqual(await openSteps(''), ['api_key', 'webhook', 'allowed_origins', 'box', 'round'])
  assert.deepEqual(await openSteps(), ['api_key', 'webhook', 'allowed_origins', 'round'])

  const player = await world.play(borealis, 'bo')
  const first = (await win(borealis, player, 'mug')).items[0]!
  const orderedAt = world.clock.now().toISOString()
  const { publicId } = await shipped(player, [first.id])
  world.clock.advance(minutes(1))
  await shipped(player, [(await win(borealis, player, 'mug')).items[0]!.id])
  const processing = {
    operatorId: borealis.operatorId,
    publicId,
    save: { status: 'processing' as const },
    actor: 'desk',
  }
  await changeOrder(world.service.ctx, processing)
  await submitFor(world, borealis, 'cy', ZOFIA)
  const submittedAt = world.clock.now().toISOString()
  const { receiver, endpointId } = await subscribe(t, world, borealis)
  receiver.answer = status(500)
  await emit({ ...world, operator: borealis }, 'settings_changed:1')
  await world.tick('webhooks')
  const failingSince = world.clock.now().toISOString()
  await rows.query("update webhook_deliveries set status = 'failed', next_attempt_at = null")
  await world.settings(borealis, { allowedOrigins: ['https://casino.example'] })
  await updateTotals(world)

  const home = await homeOf(admin, '?operator=borealis')
  assert.equal(home.orders!.processing.oldestAt, orderedAt)
  assert.deepEqual([home.orders!.processing.count, home.orders!.pending.count], [1, 1])
  assert.deepEqual(home.verifications, { count: 1, oldestAt: submittedAt })
  const failing = { endpointId, url: receiver.url, failingSince }
  assert.deepEqual(home.deliveries, { failedCount: 1, hasMoreFailed: false, failingEndpoints: [failing] })
  assert.deepEqual(await openSteps(), [])
  assert.deepEqual(await homeOf(owner), { ...empty, at: world.clock.now().toISOString() }, 'nothing of borealis')
  assert.equal(told(await owner.get('/home?operator=borealis')), '404 OPERATOR_NOT_FOUND')

  const platform = await homeOf(admin)
  const { at, verifications, ...others } = platform
  assert.deepEqual(verifications, { count: 1, oldestAt: submittedAt }, 'those of all operators')
  assert.deepEqual(new Set(Object.values(others)), new Set([null]))
  receiver.answer = status(200)
  await rows.query("update webhook_deliveries set status = 'pending', next_attempt_at = now()")
})

test('home: more than 1,000 failed deliveries are reported as more', async (t) => {
  const { world, owner } = await startOwner(t)
  await subscribe(t, world, world.operator)
  await emit(world, 'settings_changed:1')
  // Without the check that their events exist.
  const rows = rowsOf(openPool(world.databaseUrl, '-c session_replication_role=replica'))
  const count = HOME_FAILED_DELIVERIES + 1
  await rows.query(
    `insert into webhook_deliveries (operator_id, event_id, endpoint_id, type, occurred_at, status, attempt_count)
     select operator_id, -n, endpoint_id, type, occurred_at, 'failed', 1 from webhook_deliveries, generate_series(1, $1) n`,
    [count],
  )
  const { failedCount, hasMoreFailed } = (await homeOf(owner)).deliveries!
  assert.deepEqual([failedCount, hasMoreFailed], [HOME_FAILED_DELIVERIES, true])
  await rows.query("delete from webhook_deliveries where status = 'failed'")
})

test('home: each role sees the parts of its permissions', async (t) => {
  const world = await startWorld(t, { wallet: false })
  const partsOf = async (role: StaffRole, isOfPlatform = false) => {
    const desk = await startDesk(world, `${role}@aurum.example`, [role], isOfPlatform ? undefined : world.operator)
    const home = await homeOf(desk, isOfPlatform ? '?operator=aurum' : '')
    return Object.entries(home).flatMap(([name, part]) => (part === null || name === 'at' ? [] : [name]))
  }
  const all = ['play', 'orders', 'verifications', 'wallet', 'deliveries', 'setUp']
  assert.deepEqual(await partsOf('owner'), all)
  assert.deepEqual(await partsOf('viewer'), all)
  assert.deepEqual(await partsOf('finance'), ['play'])
  assert.deepEqual(await partsOf('shipping'), ['orders'])
  assert.deepEqual(await partsOf('support'), all.slice(1))
  assert.deepEqual(await partsOf('fulfilment', true), ['orders'])
  assert.deepEqual(await partsOf('auditor', true), all)
})
