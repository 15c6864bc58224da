import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { s2sRoutes } from '@coffer/contract/s2s'
import { CofferError } from '@coffer/operator-sdk'
import { faults } from '@coffer/reference-operator'
import { days, hours, later, minutes } from '../../service/src/kernel/index.ts'
import { knock } from '../support/door.ts'
import { callPlay } from '../support/player.ts'
import { openRows } from '../support/rows.ts'
import { sureBox } from '../support/sure-boxes.ts'
import { openBody, startWorld, type TestOperator, type World } from '../support/world.ts'

const ANN = { playerExternalId: 'ann' }
const LOBBY = { ...ANN, gameKey: 'mystery_box', target: {} } as const

/** At noon, so that no test sees a new day by chance. */
async function start(t: TestContext, settings: Record<string, unknown> = {}): Promise<World> {
  const catalogue = sureBox()
  const boxes = catalogue.boxes.map((box) => ({ ...box, refundable: true }))
  const wish = { catalogue: { ...catalogue, boxes }, settings }
  const world = await startWorld(t, { operators: { aurum: wish, borealis: wish } })
  world.clock.advance(untilNoon(world.clock.now()))
  return world
}

const untilNoon = (now: Date) => hours(36) - (now.getTime() % days(1))

const restrict = async (operator: TestOperator, change: object) =>
  (await operator.coffer.setRestrictions({ ...ANN, ...change })).restrictions
const balanceOf = (world: World) => world.casino.wallet.balance(world.operator.slug, 'ann', 'EUR')

/** What a backend's call was refused with. */
async function refusalOf(call: Promise<unknown>): Promise<unknown[]> {
  const error = await call.then(
    () => assert.fail('the call was served'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof CofferError, String(error))
  return [error.status, error.code, error.details.reason, error.details.until]
}

const EXCLUDED = [403, 'PLAYER_RESTRICTED', 'SELF_EXCLUDED', null]

/** Every way to be launched and to spend is refused like this. */
async function assertRefused({ clock, operator }: World, told: unknown[]): Promise<void> {
  const { coffer } = operator
  const more = [{}, { mode: 'prepay' }, { funding: 'operator' }, { mode: 'prepay', funding: 'operator' }] as const
  // The doctor reports what begins later than an exclusion.
  clock.advance(1)
  for (const [index, one] of more.entries()) {
    const body = { ...ANN, ...openBody(operator, `refused-${index}`), ...one }
    assert.deepEqual(await refusalOf(coffer.purchase(body)), told, JSON.stringify(one))
  }
  const goods = { ...ANN, clientActionId: 'goods', itemId: operator.items.mug! }
  assert.deepEqual(await refusalOf(coffer.buyWithNuggets(goods)), told)
  assert.deepEqual(await refusalOf(coffer.createLaunch(LOBBY)), told)
}

test('a player who is excluded in the middle of a session is shown out, and nothing more can be bought in their name', async (t) => {
  const world = await start(t)
  const { operator } = world
  const player = await world.play(operator, 'ann')
  const elsewhere = await world.play(operator, 'ann')
  const { launchToken } = await operator.coffer.createLaunch(LOBBY)
  assert.equal((await player.open(openBody(operator, 'before'))).status, 200)
  const paid = balanceOf(world)

  await restrict(operator, { selfExcluded: true })
  for (const { call } of [player, elsewhere]) {
    const beat = await call<object>('heartbeat')
    assert.deepEqual([beat.status, beat.body.error.code], [401, 'SESSION_EXPIRED'])
  }
  const late = await player.open(openBody(operator, 'after'))
  assert.deepEqual([late.status, late.body.error.code], [401, 'SESSION_EXPIRED'])
  const init = await callPlay<object>(world.baseUrl, 'initSession', { body: { launchToken } })
  const { code, reason, until } = init.body.error
  assert.deepEqual([init.status, code, reason, until], EXCLUDED)
  await assertRefused(world, EXCLUDED)
  assert.equal(balanceOf(world), paid)
  const [{ count } = { count: null }] = await openRows(world.databaseUrl).query('select count(*)::int from rounds')
  assert.equal(count, 1, 'a refused spend leaves no round')

  await restrict(operator, { selfExcluded: false })
  const again = await callPlay<object>(world.baseUrl, 'initSession', { body: { launchToken } })
  assert.equal(again.status, 200, 'a refused launch token still works when the restriction is lifted in time')
  const body = { ...ANN, ...openBody(operator, 'refused-0') }
  assert.equal((await operator.coffer.purchase(body)).round.status, 'settled', 'a refused click is not remembered')
})

test('a cool-off ends the session, says until when it lasts, and is over by itself', async (t) => {
  const world = await start(t)
  const player = await world.play(world.operator, 'ann')
  const until = later(world.clock.now(), hours(24)).toISOString()
  await restrict(world.operator, { coolOffUntil: until })
  assert.equal((await player.call('heartbeat')).status, 401)
  await assertRefused(world, [403, 'PLAYER_RESTRICTED', 'COOL_OFF', until])
  world.clock.advance(hours(24))
  const back = await world.play(world.operator, 'ann')
  assert.equal((await back.open(openBody(world.operator, 'back'))).status, 200)
  assert.equal((await player.call('heartbeat')).status, 401, 'an ended session stays ended')
})

test('of another operator’s player with the same id, and of another player, nothing is held back', async (t) => {
  const world = await start(t)
  const { aurum, borealis } = world.operators as Record<string, TestOperator>
  const namesake = await world.play(borealis!, 'ann')
  const bob = await world.play(aurum!, 'bob')
  await restrict(aurum!, { selfExcluded: true, dailyOpensCount: 0 })
  assert.equal((await namesake.open(openBody(borealis!, 'click'))).status, 200)
  assert.equal((await bob.open(openBody(aurum!, 'click'))).status, 200)
  assert.equal((await borealis!.coffer.getRestrictions(ANN)).restrictions.isRestricted, false)
})

for (const [policy, applied] of [
  ['refund', true],
  ['refund', false],
  ['settle', true],
] as const) {
  test(`a debit of unknown outcome comes to its end while the player is excluded: ${policy}, ${applied ? '' : 'not '}applied`, async (t) => {
    const world = await start(t, { 'wallet.unknownDebit': policy })
    const player = await world.play(world.operator, 'ann')
    const before = balanceOf(world)!
    world.casino.wallet.faults.push({
      when: { type: 'wallet.debit' },
      times: 1,
      fault: faults.reset({ apply: applied }),
    })
    assert.equal((await player.open(openBody(world.operator, 'click'))).status, 503)
    await restrict(world.operator, { selfExcluded: true })
    world.clock.advance(minutes(2))
    await world.tick('resolver')
    await world.tick('resolver')
    assert.equal(balanceOf(world), policy === 'settle' ? before - 500 : before)
    const { rounds } = await world.operator.coffer.listRounds(ANN)
    assert.deepEqual(
      rounds.map((round) => round.status),
      [policy === 'settle' ? 'settled' : 'voided'],
    )
  })
}

test('a click that began before the exclusion is resumed and replayed, and never refused', async (t) => {
  const world = await start(t)
  const { coffer } = world.operator
  const player = await world.play(world.operator, 'ann')
  const settled = await player.open(openBody(world.operator, 'settled'))
  world.casino.wallet.faults.push({ when: { type: 'wallet.debit' }, times: 1, fault: faults.reset({ apply: true }) })
  const unknown = await player.open(openBody(world.operator, 'unknown'))
  assert.equal(unknown.status, 503)
  await restrict(world.operator, { selfExcluded: true, dailySpendMinor: 0, dailyOpensCount: 0 })
  const replayed = await coffer.purchase({ ...ANN, ...openBody(world.operator, 'settled') })
  assert.equal(replayed.round.publicId, settled.body.round.publicId)
  const resumed = await coffer.purchase({ ...ANN, ...openBody(world.operator, 'unknown') })
  assert.deepEqual([resumed.round.publicId, resumed.round.status], [unknown.body.round.publicId, 'settled'])
})

test('a debit of which nothing had left before the exclusion is never sent, and its round is voided', async (t) => {
  const world = await start(t)
  const { operator } = world
  const player = await world.play(operator, 'ann')
  const before = balanceOf(world)
  const walletUrl = await urlOfWallet(world)
  await world.settings(operator, { 'wallet.url': 'http://127.0.0.1:9/wallet' })
  assert.equal((await player.open(openBody(operator, 'unsent'))).status, 503)
  await world.settings(operator, { 'wallet.url': walletUrl })
  await restrict(operator, { coolOffUntil: later(world.clock.now(), hours(1)).toISOString() })
  const repeat = () => knock(world, s2sRoutes.purchase, operator, { body: { ...ANN, ...openBody(operator, 'unsent') } })
  const undecided = await repeat()
  assert.deepEqual([undecided.status, undecided.body.error.code], [503, 'WALLET_UNAVAILABLE'])
  assert.equal(balanceOf(world), before, 'nothing is charged')
  world.clock.advance(minutes(2))
  await world.tick('resolver')
  assert.equal((await repeat()).headers.get('retry-after'), null, 'that is the last word')
  assert.equal(balanceOf(world), before)
  const [round] = (await operator.coffer.listRounds(ANN)).rounds
  assert.equal(round?.status, 'voided')
})

async function urlOfWallet({ databaseUrl }: World): Promise<string | undefined> {
  const [row] = await openRows(databaseUrl).query<{ url: string }>(
    "select settings #>> '{wallet,url}' as url from operators where slug = 'aurum'",
  )
  return row?.url
}

test('what is the player’s stays theirs while they are excluded: cash back, held boxes opened, cancelled and opened by themselves', async (t) => {
  const world = await start(t, { 'vault.autoOpenAfterHours': 1 })
  const { coffer } = world.operator
  const player = await world.play(world.operator, 'ann')
  const { items } = (await player.open(openBody(world.operator, 'won'))).body
  const held = []
  for (const click of ['a', 'b', 'c'])
    held.push((await coffer.purchase({ ...ANN, ...openBody(world.operator, click), mode: 'prepay' })).round.publicId)
  const before = balanceOf(world)!
  await restrict(world.operator, { selfExcluded: true, dailySpendMinor: 0, dailyOpensCount: 0 })

  assert.equal((await coffer.cashout({ ...ANN, inventoryItemId: items[0]!.id })).item.cashbackMinor, 405)
  assert.equal((await coffer.openHeldRound({ ...ANN, publicId: held[0]! })).round.status, 'settled')
  assert.equal((await coffer.cancelHeldRound({ ...ANN, roundPublicId: held[1]! })).round.refundedMinor, 500)
  world.clock.advance(hours(2))
  assert.equal(await world.tick('auto-open'), 1)
  assert.equal(balanceOf(world), before + 405 + 500)
  assert.equal((await coffer.listInventory(ANN)).items.length, 2)
})

test('an exclusion that meets opens and launches lets through what came before it, and nothing after', async (t) => {
  const world = await start(t)
  const { operator } = world
  for (let run = 0; run < 6; run++) {
    const tokens = await Promise.all(Array.from({ length: 12 }, () => operator.coffer.createLaunch(LOBBY)))
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, (_, click) =>
        operator.coffer.purchase({ ...ANN, ...openBody(operator, `run-${run}-${click}`) }).then(
          () => 'settled',
          (error: CofferError) => error.code,
        ),
      ),
      ...tokens.map(async ({ launchToken }) => {
        const { status } = await callPlay<object>(world.baseUrl, 'initSession', { body: { launchToken } })
        return status === 200 ? 'settled' : 'PLAYER_RESTRICTED'
      }),
      restrict(operator, { selfExcluded: true }).then(() => 'settled'),
    ])
    assert.deepEqual(
      [...new Set(answers)].filter((told) => !['settled', 'PLAYER_RESTRICTED'].includes(told)),
      [],
    )
    const live = await openRows(world.databaseUrl).query('select session_id from sessions where revoked_at is null')
    assert.deepEqual(live, [], 'no session is left')
    await restrict(operator, { selfExcluded: false })
  }
  // The doctor looks at the end whether any round or session began inside an exclusion.
})

test('caps of a day are reached and never passed, however many opens come at once', async (t) => {
  const world = await start(t)
  const player = await world.play(world.operator, 'ann')
  const before = balanceOf(world)!
  const { coffer } = world.operator
  const byBackend = (body: ReturnType<typeof openBody>) =>
    coffer.purchase({ ...ANN, ...body }).then(
      () => null,
      (error: CofferError) => error.details.reason,
    )
  const byPlayer = async (body: object) => {
    const answer = await player.open(body)
    return answer.status === 200 ? null : answer.body.error.reason
  }
  const storm = async (label: string) => {
    const clicks = Array.from({ length: 30 }, (_, n) => openBody(world.operator, `${label}-${n}`))
    const told = await Promise.all(clicks.map((body, n) => (n % 3 === 0 ? byPlayer(body) : byBackend(body))))
    const reasons = told.filter((reason) => reason !== null)
    return { opened: told.length - reasons.length, reasons: [...new Set(reasons)] }
  }
  await restrict(world.operator, { dailySpendMinor: 3400 })
  assert.deepEqual(await storm('spend'), { opened: 6, reasons: ['DAILY_SPEND'] })
  assert.equal(balanceOf(world), before - 3000)
  await restrict(world.operator, { dailySpendMinor: null, dailyOpensCount: 11 })
  assert.deepEqual(await storm('opens'), { opened: 5, reasons: ['DAILY_OPENS'] })
  const { today, isRestricted } = await restrict(world.operator, {})
  assert.deepEqual([today, isRestricted], [{ spentMinor: 5500, opensCount: 11 }, false])
  assert.equal((await player.call('heartbeat')).status, 200, 'a cap ends no session')
  await world.play(world.operator, 'ann')
})

test('a cap may be reached but not passed, by every reel, and what the operator pays counts as opens only', async (t) => {
  const world = await start(t)
  const { operator } = world
  const buy = (click: string, count: number, more: object = {}) =>
    operator.coffer.purchase({ ...ANN, ...openBody(operator, click, count), ...more })
  const midnight = later(new Date(world.clock.now().toISOString().slice(0, 10)), days(1)).toISOString()
  await restrict(operator, { dailySpendMinor: 1500, dailyOpensCount: 5 })
  const [spend, opens] = ['DAILY_SPEND', 'DAILY_OPENS'].map((reason) => [403, 'PLAYER_RESTRICTED', reason, midnight])
  assert.deepEqual(await refusalOf(buy('four', 4)), spend)
  assert.deepEqual(await refusalOf(buy('held four', 4, { mode: 'prepay' })), spend)
  await buy('three', 3)
  assert.deepEqual(await refusalOf(buy('one', 1)), spend)
  assert.deepEqual(await refusalOf(buy('three free', 3, { funding: 'operator' })), opens)
  await buy('two free', 2, { funding: 'operator' })
  assert.deepEqual(await refusalOf(buy('free', 1, { funding: 'operator', mode: 'prepay' })), opens)
  const goods = { ...ANN, clientActionId: 'goods', itemId: operator.items.mug! }
  assert.equal((await operator.coffer.buyWithNuggets(goods)).item.acquisitionType, 'bought_with_nuggets')
})

test('what was voided, refunded or cancelled no longer counts, and what is undecided does', async (t) => {
  const world = await start(t)
  const { operator } = world
  const buy = (click: string, more: object = {}) =>
    operator.coffer.purchase({ ...ANN, ...openBody(operator, click), ...more })
  const fail = (fault: ReturnType<typeof faults.reset>) =>
    world.casino.wallet.faults.push({ when: { type: 'wallet.debit' }, times: 1, fault })
  const player = await world.play(operator, 'ann')
  await restrict(operator, { dailyOpensCount: 1 })
  const isFull = async () => (await refusalOf(buy('full')))[2] === 'DAILY_OPENS'

  const held = await buy('held', { mode: 'prepay' })
  assert.ok(await isFull())
  await operator.coffer.cancelHeldRound({ ...ANN, roundPublicId: held.round.publicId })
  fail(faults.refuse('INSUFFICIENT_FUNDS'))
  assert.equal((await player.open(openBody(operator, 'refused'))).status, 422)
  fail(faults.reset({ apply: true }))
  assert.equal((await player.open(openBody(operator, 'unknown'))).status, 503)
  assert.ok(await isFull())
  world.clock.advance(minutes(2))
  await world.tick('resolver')
  await world.tick('resolver')
  assert.equal((await restrict(operator, {})).today.opensCount, 0)
  await buy('counts')
  assert.ok(await isFull())
})

test('a new day begins at midnight, UTC', async (t) => {
  const world = await start(t)
  const { operator } = world
  const now = world.clock.now()
  const today = new Date(now.toISOString().slice(0, 10))
  world.clock.advance(later(today, days(1)).getTime() - now.getTime() + hours(23.5))
  const buy = (click: string) => operator.coffer.purchase({ ...ANN, ...openBody(operator, click) })
  await restrict(operator, { dailyOpensCount: 1 })
  await buy('first')
  const midnight = later(today, days(2)).toISOString()
  assert.deepEqual(await refusalOf(buy('second')), [403, 'PLAYER_RESTRICTED', 'DAILY_OPENS', midnight])
  world.clock.advance(hours(0.6))
  await buy('second')
  assert.deepEqual((await restrict(operator, {})).today, { spentMinor: 500, opensCount: 1 })
})
