import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faults } from '@coffer/reference-operator'
import { eventually } from '../support/eventually.ts'
import { callPlay } from '../support/player.ts'
import { openPool } from '../support/rows.ts'
import { boxOf, openBody, startWorld } from '../support/world.ts'

/** The wallet takes so long over a credit. */
const CREDIT_MS = 2_000

const keysOf = (entries: { idempotencyKey: string | null }[]) => entries.flatMap((entry) => entry.idempotencyKey ?? [])

test('200 parallel opens of one player take nonces 0 to 199 and debit each once', async (t) => {
  const world = await startWorld(t)
  const { operator } = world
  await world.settings(operator, {
    'rateLimits.opensBurst': 1000,
    'rateLimits.opensPerSecond': 1000,
    'rateLimits.playBurst': 1000,
  })
  world.casino.wallet.setBalance(operator.slug, 'ann', 'EUR', 500 * 200)
  const player = await world.play(operator, 'ann')
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) => player.open(openBody(operator, `click-${n}`))),
  )

  assert.deepEqual(
    [...new Set(answers.map((answer) => answer.status))],
    [200],
    answers.find((one) => one.status !== 200)?.text,
  )
  const nonces = answers.map((answer) => answer.body.round.fairness!.nonce).sort((a, b) => a - b)
  assert.deepEqual(
    nonces,
    Array.from({ length: 200 }, (_, n) => n),
  )
  const keys = keysOf(world.casino.wallet.ledger(operator.slug, 'ann'))
  assert.equal(keys.length, 200)
  assert.deepEqual(new Set(keys), new Set(answers.map((answer) => `round:${answer.body.round.publicId}`)))
  assert.equal(world.casino.wallet.balance(operator.slug, 'ann', 'EUR'), 0)
})

test('100 parallel opens with one clientActionId are one round, one debit and one answer', async (t) => {
  const world = await startWorld(t)
  const { operator } = world
  const player = await world.play(operator, 'ann')
  const answers = await Promise.all(Array.from({ length: 100 }, () => player.open(openBody(operator, 'one-click'))))

  assert.equal(new Set(answers.map((answer) => answer.text)).size, 1, 'all answers are identical')
  assert.equal(answers[0]!.status, 200, answers[0]!.text)
  assert.equal(answers.filter((answer) => answer.headers.get('coffer-replayed') === 'true').length, 99)
  assert.deepEqual(keysOf(world.casino.wallet.ledger(operator.slug, 'ann')), [
    `round:${answers[0]!.body.round.publicId}`,
  ])
})

test('100 parallel opens with one clientActionId that the wallet refuses are told the same', async (t) => {
  const world = await startWorld(t)
  const { operator } = world
  world.casino.wallet.setBalance(operator.slug, 'poor', 'EUR', 499)
  const player = await world.play(operator, 'poor')
  const answers = await Promise.all(Array.from({ length: 100 }, () => player.open(openBody(operator, 'one-click'))))

  const told = new Set(
    answers.map((answer) => JSON.stringify({ ...answer.body, error: { ...answer.body.error, requestId: '' } })),
  )
  assert.equal(told.size, 1, [...told].join('\n'))
  assert.deepEqual([answers[0]!.status, answers[0]!.body.error.code], [422, 'INSUFFICIENT_FUNDS'])
  assert.equal(new Set(answers.map((answer) => answer.body.error.requestId)).size, 100)
})

test('20 parallel cashbacks of one item are one credit', async (t) => {
  const world = await startWorld(t)
  const { operator } = world
  const player = await world.play(operator, 'ann')
  for (let click = 0; (await player.inventory()).body.items.every((item) => !item.cashbackMinor); click++) {
    await player.open(openBody(operator, `click-${click}`, 5))
  }
  const item = (await player.inventory()).body.items.find((one) => one.cashbackMinor)!
  world.casino.wallet.faults.push({ when: { type: 'wallet.credit' }, fault: faults.slow(CREDIT_MS) })
  const asked = Array.from({ length: 20 }, () => player.cashBack(item.id))
  await eventually(() => world.casino.wallet.calls(operator.slug).at(-1)?.type === 'wallet.credit', 'the credit came')
  await world.clock.pass(CREDIT_MS)
  const answers = await Promise.all(asked)

  assert.deepEqual(
    [...new Set(answers.map((answer) => answer.status))],
    [200],
    answers.find((one) => one.status !== 200)?.text,
  )
  const key = `cashback:inventory:${item.id}`
  assert.deepEqual(
    keysOf(world.casino.wallet.ledger(operator.slug, 'ann')).filter((one) => one === key),
    [key],
  )
  // One that begins in the millisecond of the answer may have waited for it.
  world.clock.advance(1)
  const late = await player.cashBack(item.id)
  assert.deepEqual(
    [late.status, late.body.error.code, late.body.error.state],
    [422, 'CASHBACK_NOT_AVAILABLE', 'cashed_back'],
  )
})

test('free opens are never over-spent by parallel clicks', async (t) => {
  const world = await startWorld(t)
  const { operator } = world
  const launch = { target: { boxId: boxOf(operator).boxId }, funding: 'operator', fundingRounds: 10 }
  const player = await world.play(operator, 'ann', launch)
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) => player.open({ ...openBody(operator, `click-${n}`), funding: 'operator' })),
  )
  assert.equal(answers.filter((answer) => answer.status === 200).length, 10)
  assert.deepEqual(
    [...new Set(answers.filter((one) => one.status !== 200).map((one) => one.body.error.code))],
    ['FREE_OPENS_EXHAUSTED'],
  )
})

test('a click whose first try is undone by the same click at another process goes on with what that one recorded', async (t) => {
  const world = await startWorld(t, { freshDatabase: true })
  const { operator } = world
  const another = await world.anotherProcess()
  const player = await world.play(operator, 'ann')
  const body = openBody(operator, 'one-click', 2)
  const pool = openPool(world.databaseUrl)
  // The first who records the click waits for us, and no other does.
  await pool.query(`
    create function waits() returns trigger language plpgsql as $$
    begin
      if pg_try_advisory_xact_lock(2) then perform pg_advisory_xact_lock(1); end if;
      return new;
    end
    $$;
    create trigger waits before insert on actions for each row execute function waits();
    select pg_advisory_lock(1)`)
  const first = player.open(body)
  const waits = `select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`
  await eventually(async () => (await pool.query(waits)).rows.length > 0, 'a session waits for the advisory lock')
  world.casino.wallet.faults.push({ when: { type: 'wallet.debit' }, times: 1, fault: faults.reset() })
  const { token } = player
  const other = await callPlay<object>(another.baseUrl, 'openRound', { token, body })
  assert.deepEqual([other.status, other.headers.get('retry-after')], [503, '2'], other.text)
  await pool.query('select pg_advisory_unlock(1)')
  const told = await first
  await pool.end()
  assert.equal(told.status, 200, told.text)
  assert.deepEqual(keysOf(world.casino.wallet.ledger(operator.slug, 'ann')), [`round:${told.body.round.publicId}`])
})
