import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { suite, test } from 'node:test'
import type { WalletCall } from '@coffer/operator-sdk'
import {
  FAULT_TABLE,
  type FaultName,
  type FaultOptions,
  type FaultRule,
  faultNamed,
  faults,
  type ReferenceOperator,
} from '@coffer/reference-operator'
import { eventually } from '../support/eventually.ts'
import { makeTestClock, type TestClock } from '../support/test-clock.ts'
import {
  assertReply,
  BALANCE,
  balance,
  credit,
  debit,
  debits,
  no,
  OPENING,
  send,
  sendAndLeave,
  start,
  told,
  yes,
} from '../support/wallet-caller.ts'

type Wallet = { operator: ReferenceOperator; clock: TestClock }
type Check = (pending: Promise<Response>, wallet: Wallet) => Promise<unknown>

/** A byte of a trickle takes so long. */
const BYTE_MS = 500

/** How long a wallet that is not atomic waits between its look and its move. */
const GAP_MS = 250

/** Lets two calls move their money once both have looked. */
async function passGap(clock: TestClock): Promise<void> {
  await eventually(() => clock.deadlinesCount() === 2, 'both calls have looked')
  await clock.pass(GAP_MS)
}

/** What the caller gets of each answer that is lost; silence is a matter of patience. */
const LOST: Record<string, Check> = {
  reset: (pending) => assert.rejects(pending, TypeError),
  'server-error': async (pending) => assert.equal((await pending).status, 500),
  garbage: async (pending) => assert.rejects((await pending).json(), SyntaxError),
  empty: async (pending) => assert.deepEqual([(await pending).status, await (await pending).text()], [200, '']),
  'accepted-as-text': async (pending) =>
    assert.equal(((await (await pending).json()) as { accepted: unknown }).accepted, 'true'),
  redirect: async (pending) => {
    const response = await pending
    assert.deepEqual([response.status, response.headers.get('location')], [302, '/wallet/euro/moved'])
  },
  trickle: async (pending, { operator, clock }) => {
    const response = await pending
    const wholeMs = Number(response.headers.get('content-length')) * BYTE_MS
    await clock.pass(wholeMs - 1)
    assert.equal(operator.wallet.calls('euro').at(-1)?.end, null, 'half a second for each byte')
    await clock.pass(1)
    assert.equal(JSON.parse(await response.text()).accepted, true)
  },
  huge: async (pending) => {
    const text = await (await pending).text()
    assert.equal(text.length, 10 * 1024 * 1024)
    assert.equal(JSON.parse(text).accepted, true)
  },
}

suite('what a caller gets, and what the ledger says', () => {
  for (const name of ['hang', ...Object.keys(LOST)]) {
    for (const isApplied of [false, true]) {
      const fault = (isApplied ? `apply-then-${name}` : name) as FaultName
      test(`${fault}: money ${isApplied ? 'moves' : 'does not move'}, and the key stays good`, async (t) => {
        const clock = makeTestClock()
        const operator = await start(t, { clock })
        operator.wallet.faults.push({ times: 1, fault: faultNamed(fault) })
        const call = debit(10)
        await (LOST[name]?.(send(operator, call), { operator, clock }) ?? sendAndLeave(operator, call))
        assert.equal(balance(operator), isApplied ? OPENING - 10 : OPENING)
        await assertReply(operator, call, yes(OPENING - 10))
        assert.equal(debits(operator).length, 1)
      })
    }
  }

  test('every fault of the table is one of those that are tried here', () => {
    const lost = ['hang', ...Object.keys(LOST)].flatMap((name) => [name, `apply-then-${name}`])
    const others = ['ok', 'slow', 'too-slow', 'hang-then-apply', 'refuse', 'refuse-without-code']
    assert.deepEqual(Object.keys(FAULT_TABLE).sort(), [...lost, ...others].sort())
    for (const name of Object.keys(FAULT_TABLE) as FaultName[]) assert.equal(faultNamed(name).name, name)
  })

  test('ok lets calls pass that a later rule would catch', async (t) => {
    const operator = await start(t)
    operator.wallet.faults.push({ times: 1, fault: faults.ok() }, { fault: faults.refuse('LIMIT_REACHED') })
    await assertReply(operator, debit(1), yes(OPENING - 1))
    await assertReply(operator, debit(1), no('LIMIT_REACHED'))
  })

  test('slow decides and answers after 9.9 s, too-slow after 10.1 s, and both move the money', async (t) => {
    const clock = makeTestClock()
    const operator = await start(t, { clock })
    for (const [name, ms] of [
      ['slow', 9_900],
      ['too-slow', 10_100],
    ] as const) {
      operator.wallet.faults.push({ times: 1, fault: faultNamed(name) })
      const before = balance(operator)!
      const reply = told(operator, debit(1))
      await eventually(() => operator.wallet.faults.length === 0, 'the call came')
      await clock.pass(ms - 1)
      assert.equal(balance(operator), before, name)
      await clock.pass(1)
      assert.equal(((await reply) as { accepted: boolean }).accepted, true)
      assert.equal(balance(operator), before - 1, name)
    }
  })

  test('hang-then-apply moves the money once the caller is gone, and the ledger says when it was asked', async (t) => {
    const clock = makeTestClock()
    const operator = await start(t, { clock })
    operator.wallet.faults.push({ times: 1, fault: faultNamed('hang-then-apply', { waitMs: 20_000 }) })
    const call = debit(10)
    await sendAndLeave(operator, call)
    await clock.pass(19_999)
    assert.equal(balance(operator), OPENING)
    await clock.pass(1)
    const [entry] = debits(operator)
    const lateMs = Date.parse(entry!.occurredAt) - Date.parse(entry!.askedAt!)
    assert.ok(lateMs >= 20_000, `${lateMs} ms`)
    await assertReply(operator, call, yes(OPENING - 10))
  })

  test('a late call can be let go at once, and one that came in time is decided however late', async (t) => {
    const clock = makeTestClock()
    const operator = await start(t, { clock })
    operator.wallet.faults.push({ times: 1, fault: faultNamed('hang-then-apply', { waitMs: 600_000 }) })
    await sendAndLeave(operator, debit(10))
    clock.advance(600_000)
    assert.equal(await operator.wallet.endWaits(), 1)
    assert.equal(balance(operator), OPENING - 10)
    assert.equal(await operator.wallet.endWaits(), 0)
  })

  test('a refusal has the code that is asked for, or none, for a debit and for a balance', async (t) => {
    const operator = await start(t)
    const refused = async (fault: FaultName, options: FaultOptions, call: WalletCall) => {
      operator.wallet.faults.push({ times: 1, fault: faultNamed(fault, options) })
      return told(operator, call)
    }
    assert.deepEqual(await refused('refuse', {}, debit(1)), no('INSUFFICIENT_FUNDS'))
    assert.deepEqual(await refused('refuse', { errorCode: 'LUNCH_BREAK' }, credit(1)), no('LUNCH_BREAK'))
    assert.deepEqual(await refused('refuse', { errorCode: 'LUNCH_BREAK' }, BALANCE), { errorCode: 'LUNCH_BREAK' })
    assert.deepEqual(await refused('refuse-without-code', {}, debit(1)), { accepted: false })
    assert.deepEqual(await refused('refuse-without-code', {}, BALANCE), {})
    assert.equal(balance(operator), OPENING)
  })

  test('a wallet cannot be made to refuse a key that it accepted', async (t) => {
    const operator = await start(t)
    const call = debit(10)
    operator.wallet.faults.push({ times: 1, fault: faultNamed('apply-then-reset') }, { fault: faults.refuse('NO') })
    await assert.rejects(send(operator, call), TypeError)
    await assertReply(operator, call, yes(OPENING - 10))
    await assertReply(operator, debit(10), no('NO'))
  })

  test('whoever follows the redirect is told yes, gets nothing, and is seen', async (t) => {
    const operator = await start(t)
    operator.wallet.faults.push({ fault: faultNamed('redirect') })
    const response = await send(operator, debit(10))
    const followed = await fetch(new URL(response.headers.get('location')!, operator.url))
    assert.deepEqual(await followed.json(), { accepted: true })
    assert.equal(balance(operator), OPENING)
    assert.deepEqual(
      operator.wallet.calls('euro').map(({ followedRedirect }) => followedRedirect),
      [false, true],
    )
  })

  test('faults wait as long as the table says, and a byte of a trickle half a second', () => {
    const waits = Object.values(FAULT_TABLE).flatMap(({ options }) => options.waitMs ?? [])
    assert.deepEqual(waits, [9_900, 10_100, 30_000])
    for (const name of ['slow', 'too-slow', 'hang-then-apply'] as const) {
      assert.equal(faultNamed(name).waitMs, FAULT_TABLE[name].options.waitMs)
    }
    assert.deepEqual(faultNamed('trickle').answer, { kind: 'trickle', everyMs: BYTE_MS })
  })
})

suite('what a wallet remembers', () => {
  const refuseOnce = (): FaultRule => ({ times: 1, fault: faults.refuse('LIMIT_REACHED') })

  test('accepted-only decides a refused key anew', async (t) => {
    const operator = await start(t)
    operator.wallet.faults.push(refuseOnce())
    const call = debit(10)
    await assertReply(operator, call, no('LIMIT_REACHED'))
    await assertReply(operator, call, yes(OPENING - 10))
    await assertReply(operator, call, yes(OPENING - 10))
    assert.equal(debits(operator).length, 1)
  })

  test('all gives the first answer of a key for ever, refusals too, also after a restart', async (t) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'wallet-'))
    t.after(() => rmSync(dataDir, { recursive: true }))
    const first = await start(t, { dataDir })
    first.wallet.setKind('euro', { cache: 'all' })
    first.wallet.faults.push(refuseOnce())
    const [refused, poor, accepted] = [debit(10), debit(OPENING + 1), debit(20)]
    await assertReply(first, refused, no('LIMIT_REACHED'))
    await assertReply(first, poor, no('INSUFFICIENT_FUNDS'))
    await assertReply(first, accepted, yes(OPENING - 20))
    first.wallet.topUp('euro', 'ann', 'EUR', 50)
    await first.close()
    const second = await start(t, { dataDir })
    second.wallet.setKind('euro', { cache: 'all' })
    await assertReply(second, refused, no('LIMIT_REACHED'))
    await assertReply(second, poor, no('INSUFFICIENT_FUNDS'))
    await assertReply(second, accepted, yes(OPENING - 20))
    await assertReply(second, debit(10), yes(OPENING + 50 - 30))
  })

  test('all remembers a refusal whose answer got lost', async (t) => {
    const operator = await start(t)
    operator.wallet.setKind('euro', { cache: 'all' })
    operator.wallet.faults.push({ times: 1, fault: faultNamed('apply-then-server-error') })
    const call = debit(OPENING + 1)
    assert.equal((await send(operator, call)).status, 500)
    operator.wallet.topUp('euro', 'ann', 'EUR', 1)
    await assertReply(operator, call, no('INSUFFICIENT_FUNDS'))
    operator.wallet.setKind('euro', { cache: 'accepted-only' })
    await assertReply(operator, call, yes(0))
  })

  for (const atomic of [true, false]) {
    test(`two calls of one key at once move money ${atomic ? 'once' : 'twice when the wallet is not atomic'}`, async (t) => {
      const clock = makeTestClock()
      const operator = await start(t, { clock })
      operator.wallet.setKind('euro', { atomic })
      const call = debit(10)
      const replying = Promise.all([told(operator, call), told(operator, call)])
      if (!atomic) await passGap(clock)
      const replies = await replying
      assert.deepEqual(
        replies.map((reply) => (reply as { accepted: boolean }).accepted),
        [true, true],
      )
      assert.equal(balance(operator), atomic ? OPENING - 10 : OPENING - 20)
      assert.deepEqual(
        debits(operator).map(({ idempotencyKey, copy }) => [idempotencyKey, copy]),
        [0, 1].slice(0, atomic ? 1 : 2).map((copy) => ['idempotencyKey' in call && call.idempotencyKey, copy]),
      )
      const moved = debits(operator).length
      assert.equal(((await told(operator, call)) as { accepted: boolean }).accepted, true)
      assert.equal(debits(operator).length, moved, 'one after the other, even a broken wallet knows the key')
    })
  }

  test('a wallet that is not atomic still allows no overdraft', async (t) => {
    const clock = makeTestClock()
    const operator = await start(t, { clock })
    operator.wallet.setBalance('euro', 'ann', 'EUR', 15)
    operator.wallet.setKind('euro', { atomic: false })
    const call = debit(10)
    const replying = Promise.all([told(operator, call), told(operator, call)])
    await passGap(clock)
    await replying
    assert.equal(balance(operator), 5)
  })

  test('a ledger of an earlier version is opened, and its keys hold', async (t) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'wallet-'))
    t.after(() => rmSync(dataDir, { recursive: true }))
    const first = await start(t, { dataDir })
    const call = debit(10)
    await told(first, call)
    await first.close()
    const database = new DatabaseSync(join(dataDir, 'wallet.sqlite'))
    database.exec(`drop index ledger_copy_once; alter table ledger drop column copy; alter table ledger drop column asked_at;
      create unique index ledger_key_once on ledger (operator, idempotency_key)`)
    database.close()
    const second = await start(t, { dataDir })
    await assertReply(second, call, yes(OPENING - 10))
    await assertReply(second, debit(1), yes(OPENING - 11))
    assert.deepEqual(
      debits(second).map(({ askedAt, copy }) => [askedAt === null, copy]),
      [
        [true, 0],
        [false, 0],
      ],
    )
  })
})
