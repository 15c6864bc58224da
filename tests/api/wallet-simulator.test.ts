import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { suite, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sign, type WalletCall } from '@coffer/operator-sdk'
import {
  FAULT_TABLE,
  type FaultName,
  type FaultOptions,
  type FaultRule,
  faultNamed,
  faults,
  type ReferenceOperator,
  startReferenceOperator,
} from '@coffer/reference-operator'

/** A second of a fault takes so long here. */
const UNIT_MS = 10
const SECRET = 'outbound-1'
const EURO = { slug: 'euro', currency: 'EUR', keyId: 'ck_1', keySecret: 'k1', outboundSecret: SECRET }
const OPENING = 100_000

async function start(t: TestContext, options: { dataDir?: string; unitMs?: number; now?: () => number } = {}) {
  const operator = await startReferenceOperator({
    ...{ port: 0, dataDir: ':memory:', baseUrl: 'http://127.0.0.1:9', unitMs: UNIT_MS, ...options },
    operators: [EURO, { ...EURO, slug: 'other' }],
  })
  t.after(() => operator.close())
  operator.wallet.openPlayer('euro', 'ann', 'EUR')
  return operator
}

let lastKey = 0
function debit(amountMinor: number, more: object = {}): WalletCall {
  const publicId = `rnd_${++lastKey}`
  return {
    ...{ type: 'wallet.debit', playerExternalId: 'ann', amountMinor, currency: 'EUR' },
    ...{ idempotencyKey: `round:${publicId}`, reference: { kind: 'round', publicId }, ...more },
  } as WalletCall
}
const credit = (amountMinor: number) => {
  const publicId = `rnd_${++lastKey}`
  const reference = { kind: 'refund', publicId }
  return debit(amountMinor, { type: 'wallet.credit', idempotencyKey: `refund:round:${publicId}`, reference })
}
const BALANCE: WalletCall = { type: 'wallet.balance', playerExternalId: 'ann', currency: 'EUR' }

function send(operator: ReferenceOperator, call: WalletCall, signal = AbortSignal.timeout(5000)): Promise<Response> {
  const url = operator.walletUrl('euro')
  const body = JSON.stringify(call)
  const timestamp = Math.floor(Date.now() / 1000)
  const { headers } = sign({ secret: SECRET, method: 'POST', path: new URL(url).pathname, body, timestamp })
  if ('idempotencyKey' in call) headers['idempotency-key'] = call.idempotencyKey
  return fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' })
}

/** Sends a call, gives it a moment once it has come, and hangs up. Rejects unless there was silence until then. */
async function sendAndLeave(operator: ReferenceOperator, call: WalletCall): Promise<void> {
  const abort = new AbortController()
  const before = operator.wallet.calls('euro').length
  const silence = assert.rejects(send(operator, call, abort.signal), { name: 'AbortError' })
  await eventually(() => operator.wallet.calls('euro').length > before, 'the call came')
  await sleep(20)
  abort.abort()
  await silence
  await eventually(() => operator.wallet.calls('euro').at(-1)!.end === 'left', 'the wallet saw the caller leave')
}

async function told(operator: ReferenceOperator, call: WalletCall): Promise<unknown> {
  return (await send(operator, call)).json()
}

const yes = (balanceAfterMinor: number) => ({ accepted: true, balanceAfterMinor })
const no = (errorCode: string) => ({ accepted: false, errorCode })

async function assertTold(operator: ReferenceOperator, call: WalletCall, expected: object): Promise<void> {
  const { providerTxnRef: _, ...reply } = (await told(operator, call)) as Record<string, unknown>
  assert.deepEqual(reply, expected)
}

const balance = ({ wallet }: ReferenceOperator) => wallet.balance('euro', 'ann', 'EUR')
const debits = ({ wallet }: ReferenceOperator) => wallet.ledger('euro').filter(({ type }) => type === 'debit')

async function eventually(holds: () => boolean, what: string): Promise<void> {
  for (let waited = 0; waited < 3000; waited += 5) {
    if (holds()) return
    await sleep(5)
  }
  assert.fail(`it did not come true that ${what}`)
}

type Check = (pending: Promise<Response>) => Promise<unknown>

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
  trickle: async (pending) => {
    const began = performance.now()
    const text = await (await pending).text()
    assert.equal(JSON.parse(text).accepted, true)
    assert.ok(performance.now() - began >= (text.length - 2) * 0.5 * UNIT_MS, 'half a second for each byte')
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
        const operator = await start(t)
        operator.wallet.faults.push({ times: 1, fault: faultNamed(fault) })
        const call = debit(10)
        await (LOST[name]?.(send(operator, call)) ?? sendAndLeave(operator, call))
        assert.equal(balance(operator), isApplied ? OPENING - 10 : OPENING)
        await assertTold(operator, call, yes(OPENING - 10))
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
    await assertTold(operator, debit(1), yes(OPENING - 1))
    await assertTold(operator, debit(1), no('LIMIT_REACHED'))
  })

  test('slow decides and answers after 9.9 s, too-slow after 10.1 s, and both move the money', async (t) => {
    const operator = await start(t)
    for (const [name, seconds] of [
      ['slow', 9.9],
      ['too-slow', 10.1],
    ] as const) {
      operator.wallet.faults.push({ times: 1, fault: faultNamed(name) })
      const began = performance.now()
      const { accepted } = (await told(operator, debit(1))) as { accepted: boolean }
      assert.equal(accepted, true)
      assert.ok(performance.now() - began >= seconds * UNIT_MS - 1)
    }
  })

  test('hang-then-apply moves the money once the caller is gone, and the ledger says when it was asked', async (t) => {
    const operator = await start(t)
    operator.wallet.faults.push({ times: 1, fault: faultNamed('hang-then-apply', { waitMs: 20_000 }) })
    const call = debit(10)
    await sendAndLeave(operator, call)
    assert.equal(balance(operator), OPENING)
    await eventually(() => debits(operator).length === 1, 'the debit was applied')
    const [entry] = debits(operator)
    const lateMs = Date.parse(entry!.occurredAt) - Date.parse(entry!.askedAt!)
    assert.ok(lateMs >= 20 * UNIT_MS - 1, `${lateMs} ms`)
    await assertTold(operator, call, yes(OPENING - 10))
  })

  test('a late call can be let go at once, and one that came in time is decided however late', async (t) => {
    let now = Date.now()
    const operator = await start(t, { now: () => now })
    operator.wallet.faults.push({ times: 1, fault: faultNamed('hang-then-apply', { waitMs: 600_000 }) })
    await sendAndLeave(operator, debit(10))
    now += 600_000
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
    await assertTold(operator, call, yes(OPENING - 10))
    await assertTold(operator, debit(10), no('NO'))
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

  test('a second of a fault is a second, and a byte of a trickle half of one, unless told otherwise', async (t) => {
    const waits = Object.values(FAULT_TABLE).flatMap(({ options }) => options.waitMs ?? [])
    assert.deepEqual(waits, [9_900, 10_100, 30_000])
    for (const name of ['slow', 'too-slow', 'hang-then-apply'] as const) {
      assert.equal(faultNamed(name).waitMs, FAULT_TABLE[name].options.waitMs)
    }
    assert.deepEqual(faultNamed('trickle').answer, { kind: 'trickle', everyMs: 500 })
    const operator = await start(t, { unitMs: 1000 })
    operator.wallet.faults.push({ fault: faults.slow(120) })
    const began = performance.now()
    await told(operator, debit(1))
    assert.ok(performance.now() - began >= 119)
  })
})

suite('what a wallet remembers', () => {
  const refuseOnce = (): FaultRule => ({ times: 1, fault: faults.refuse('LIMIT_REACHED') })

  test('accepted-only decides a refused key anew', async (t) => {
    const operator = await start(t)
    operator.wallet.faults.push(refuseOnce())
    const call = debit(10)
    await assertTold(operator, call, no('LIMIT_REACHED'))
    await assertTold(operator, call, yes(OPENING - 10))
    await assertTold(operator, call, yes(OPENING - 10))
    assert.equal(debits(operator).length, 1)
  })

  test('all gives the first answer of a key for ever, refusals too, also after a restart', async (t) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'wallet-'))
    t.after(() => rmSync(dataDir, { recursive: true }))
    const first = await start(t, { dataDir })
    first.wallet.setKind('euro', { cache: 'all' })
    first.wallet.faults.push(refuseOnce())
    const [refused, poor, accepted] = [debit(10), debit(OPENING + 1), debit(20)]
    await assertTold(first, refused, no('LIMIT_REACHED'))
    await assertTold(first, poor, no('INSUFFICIENT_FUNDS'))
    await assertTold(first, accepted, yes(OPENING - 20))
    first.wallet.topUp('euro', 'ann', 'EUR', 50)
    await first.close()
    const second = await start(t, { dataDir })
    second.wallet.setKind('euro', { cache: 'all' })
    await assertTold(second, refused, no('LIMIT_REACHED'))
    await assertTold(second, poor, no('INSUFFICIENT_FUNDS'))
    await assertTold(second, accepted, yes(OPENING - 20))
    await assertTold(second, debit(10), yes(OPENING + 50 - 30))
  })

  test('all remembers a refusal whose answer got lost', async (t) => {
    const operator = await start(t)
    operator.wallet.setKind('euro', { cache: 'all' })
    operator.wallet.faults.push({ times: 1, fault: faultNamed('apply-then-server-error') })
    const call = debit(OPENING + 1)
    assert.equal((await send(operator, call)).status, 500)
    operator.wallet.topUp('euro', 'ann', 'EUR', 1)
    await assertTold(operator, call, no('INSUFFICIENT_FUNDS'))
    operator.wallet.setKind('euro', { cache: 'accepted-only' })
    await assertTold(operator, call, yes(0))
  })

  for (const atomic of [true, false]) {
    test(`two calls of one key at once move money ${atomic ? 'once' : 'twice when the wallet is not atomic'}`, async (t) => {
      const operator = await start(t)
      operator.wallet.setKind('euro', { atomic })
      const call = debit(10)
      const replies = await Promise.all([told(operator, call), told(operator, call)])
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
    const operator = await start(t)
    operator.wallet.setBalance('euro', 'ann', 'EUR', 15)
    operator.wallet.setKind('euro', { atomic: false })
    const call = debit(10)
    await Promise.all([told(operator, call), told(operator, call)])
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
    await assertTold(second, call, yes(OPENING - 10))
    await assertTold(second, debit(1), yes(OPENING - 11))
    assert.deepEqual(
      debits(second).map(({ askedAt, copy }) => [askedAt === null, copy]),
      [
        [true, 0],
        [false, 0],
      ],
    )
  })
})

suite('switches over HTTP', () => {
  type Rule = { ruleId: number; fault: string; when: object; times?: number; waitMs?: number; errorCode?: string }
  type Faults = { rules: Rule[]; cache: string; atomic: boolean; faults: { fault: string; words: string }[] }
  type Refused = { error: { code: string; fields: Record<string, string[]> } }

  const api = (operator: ReferenceOperator, method: string, body?: unknown, path = 'faults') =>
    fetch(`${operator.url}/c/euro/api/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const ask = async (...input: Parameters<typeof api>) => {
    const response = await api(...input)
    assert.equal(response.status, 200)
    return (await response.json()) as Faults
  }
  const namesOf = ({ rules }: Faults) => rules.map(({ fault }) => fault)

  test('rules that are put are tried in order for their calls only, counted down and gone', async (t) => {
    const operator = await start(t)
    const call = debit(1)
    const rules = [
      {
        fault: 'refuse',
        errorCode: 'ONE_KEY',
        when: { idempotencyKey: 'idempotencyKey' in call && call.idempotencyKey },
      },
      { fault: 'refuse', errorCode: 'FIRST_TWO', when: { player: 'ann', type: 'wallet.debit' }, times: 2 },
      { fault: 'slow', waitMs: 100, when: { type: 'wallet.balance' } },
    ]
    const put = await ask(operator, 'PUT', { rules })
    assert.deepEqual(
      put.rules.map(({ ruleId: _, ...rule }) => rule),
      rules,
    )
    await assertTold(operator, call, no('ONE_KEY'))
    await assertTold(operator, debit(1), no('FIRST_TWO'))
    assert.equal((await ask(operator, 'GET')).rules[1]!.times, 1)
    await assertTold(operator, debit(1, { playerExternalId: 'bob' }), yes(OPENING - 1))
    await assertTold(operator, credit(1), yes(OPENING + 1))
    await assertTold(operator, debit(1), no('FIRST_TWO'))
    await assertTold(operator, debit(1), yes(OPENING))
    assert.deepEqual(namesOf(await ask(operator, 'GET')), ['refuse', 'slow'])
  })

  test('one rule is added before the others and taken away by its id; all go at once', async (t) => {
    const operator = await start(t)
    await ask(operator, 'PUT', { rules: [{ fault: 'hang' }, { fault: 'empty' }] })
    const added = await ask(operator, 'POST', { fault: 'reset', times: 1 })
    assert.deepEqual(namesOf(added), ['reset', 'hang', 'empty'])
    const id = added.rules[1]!.ruleId
    assert.deepEqual(namesOf(await ask(operator, 'DELETE', undefined, `faults?ruleId=${id}`)), ['reset', 'empty'])
    assert.deepEqual(namesOf(await ask(operator, 'DELETE', undefined, `faults?ruleId=${id}`)), ['reset', 'empty'])
    await ask(operator, 'PUT', { cache: 'all', atomic: false })
    const { rules, cache, atomic } = await ask(operator, 'DELETE')
    assert.deepEqual([rules, cache, atomic], [[], 'accepted-only', true])
  })

  test('the sort of wallet is switched and the rules stay, and the other way round', async (t) => {
    const operator = await start(t)
    await ask(operator, 'PUT', { rules: [{ fault: 'ok' }] })
    const first = await ask(operator, 'PUT', { cache: 'all', atomic: false })
    assert.deepEqual([namesOf(first), first.cache, first.atomic], [['ok'], 'all', false])
    const second = await ask(operator, 'PUT', { rules: [] })
    assert.deepEqual([namesOf(second), second.cache, second.atomic], [[], 'all', false])
    assert.deepEqual(operator.wallet.kind('euro'), { cache: 'all', atomic: false })
  })

  test('one casino’s weather is not another’s, and rules of the process belong to all', async (t) => {
    const operator = await start(t)
    operator.wallet.faults.push({ fault: faults.hang() }, { when: { operator: 'other' }, fault: faults.reset() })
    await ask(operator, 'PUT', { rules: [{ fault: 'empty' }], cache: 'all' })
    assert.deepEqual(namesOf(await ask(operator, 'GET')), ['hang', 'empty'])
    await ask(operator, 'DELETE')
    assert.deepEqual(
      operator.wallet.faults.map(({ fault }) => fault.name),
      ['hang', 'reset'],
    )
    assert.deepEqual(operator.wallet.kind('other'), { cache: 'accepted-only', atomic: true })
  })

  test('every fault of the table is listed with its words, and is taken by its name', async (t) => {
    const operator = await start(t)
    const { faults: table } = await ask(operator, 'GET')
    assert.deepEqual(
      table.map(({ fault }) => fault),
      Object.keys(FAULT_TABLE),
    )
    for (const { words } of table) assert.match(words, /^[A-Z].*\.$/)
    const put = await ask(operator, 'PUT', { rules: table.map(({ fault }) => ({ fault })) })
    assert.deepEqual(namesOf(put), Object.keys(FAULT_TABLE))
  })

  test('what is malformed is named, and changes nothing', async (t) => {
    const operator = await start(t)
    await ask(operator, 'PUT', { rules: [{ fault: 'ok' }] })
    const cases: [string, unknown, string][] = [
      ['PUT', { rules: {} }, 'rules'],
      ['PUT', { rules: Array(101).fill({ fault: 'ok' }) }, 'rules'],
      ['PUT', { rules: [{ fault: 'ok' }, 5] }, 'rules[1]'],
      ['PUT', { rules: [{ fault: 'constructor' }] }, 'rules[0].fault'],
      ['PUT', { rules: [{ fault: 'hang', waitMs: 5 }] }, 'rules[0].waitMs'],
      ['PUT', { rules: [{ fault: 'slow', waitMs: -1 }] }, 'rules[0].waitMs'],
      ['PUT', { rules: [{ fault: 'slow', waitMs: 600_001 }] }, 'rules[0].waitMs'],
      ['PUT', { rules: [{ fault: 'slow', errorCode: 'A' }] }, 'rules[0].errorCode'],
      ['PUT', { rules: [{ fault: 'refuse', errorCode: '' }] }, 'rules[0].errorCode'],
      ['PUT', { rules: [{ fault: 'ok', times: 0 }] }, 'rules[0].times'],
      ['PUT', { rules: [{ fault: 'ok', times: 1.5 }] }, 'rules[0].times'],
      ['PUT', { rules: [{ fault: 'ok', when: 'ann' }] }, 'rules[0].when'],
      ['PUT', { rules: [{ fault: 'ok', when: { operator: 'other' } }] }, 'rules[0].when.operator'],
      ['PUT', { rules: [{ fault: 'ok', when: { type: 'debit' } }] }, 'rules[0].when.type'],
      ['PUT', { rules: [{ fault: 'ok', when: { player: '' } }] }, 'rules[0].when.player'],
      ['PUT', { rules: [{ fault: 'ok', when: { idempotencyKey: 7 } }] }, 'rules[0].when.idempotencyKey'],
      ['PUT', { rules: [], cache: 'none' }, 'cache'],
      ['PUT', { rules: [], atomic: 'no' }, 'atomic'],
      ['PUT', { rules: [], extra: 1 }, 'extra'],
      ['POST', { times: 1 }, 'fault'],
    ]
    for (const [method, body, field] of cases) {
      const response = await api(operator, method, body)
      assert.equal(response.status, 422, JSON.stringify(body))
      const { error } = (await response.json()) as Refused
      assert.deepEqual([error.code, Object.keys(error.fields)], ['VALIDATION_FAILED', [field]])
    }
    assert.equal((await api(operator, 'DELETE', undefined, 'faults?ruleId=x')).status, 422)
    const { rules, cache } = await ask(operator, 'GET')
    assert.deepEqual([rules.length, cache], [1, 'accepted-only'])
  })
})

suite('the log of calls', () => {
  test('it tells what came, what the wallet decided, what was sent, and how it ended', async (t) => {
    const operator = await start(t)
    const { wallet } = operator
    wallet.faults.push(
      { times: 1, fault: faultNamed('apply-then-reset') },
      { times: 1, fault: faultNamed('apply-then-garbage') },
      { times: 1, fault: faultNamed('hang') },
      { times: 1, fault: { apply: false, answer: { kind: 'raw', status: 503, body: '' } } },
    )
    const calls = [debit(1), debit(2), debit(3), debit(4), debit(5)]
    for (const call of calls) {
      if (call === calls[2]) await sendAndLeave(operator, call)
      else await send(operator, call).then((response) => response.text(), assert.ok)
    }
    await eventually(() => wallet.calls('euro').every(({ end }) => end !== null), 'all calls ended')
    const log = wallet.calls('euro')
    assert.deepEqual(
      log.map(({ fault, decision, answer, end }) => [fault, decision?.status, answer?.status, end]),
      [
        ['apply-then-reset', 200, undefined, 'cut'],
        ['apply-then-garbage', 200, 200, 'answered'],
        ['hang', undefined, undefined, 'left'],
        ['custom', undefined, 503, 'answered'],
        [null, 200, 200, 'answered'],
      ],
    )
    assert.match(log[1]!.decision!.body, /"accepted":true/)
    assert.equal(log[1]!.answer!.body, '{"accepted": tr')
    const { type, player, idempotencyKey, amountMinor, currency } = log[4]!
    const [last] = calls.slice(-1)
    assert.deepEqual({ ...last, type, playerExternalId: player, idempotencyKey, amountMinor, currency }, last)
  })

  test('a call that waits says until when, and later that it was decided', async (t) => {
    const operator = await start(t)
    operator.wallet.faults.push({ fault: faultNamed('hang-then-apply') })
    await sendAndLeave(operator, debit(1))
    const [waiting] = operator.wallet.calls('euro')
    assert.equal(Date.parse(waiting!.waitsUntil!) - Date.parse(waiting!.arrivedAt), 30 * UNIT_MS)
    assert.equal(waiting!.decision, null)
    await operator.wallet.endWaits()
    const [decided] = operator.wallet.calls('euro')
    assert.deepEqual([decided!.decision?.status, decided!.answer, decided!.end], [200, null, 'left'])
  })

  test('the last 200 are kept, newest first over HTTP, of one player or of all, without a secret', async (t) => {
    const operator = await start(t)
    for (let call = 0; call < 201; call++) {
      await told(operator, { ...BALANCE, playerExternalId: call % 2 ? 'ann' : 'bob' })
    }
    const read = async (query: string) => {
      const response = await fetch(`${operator.url}/c/euro/api/calls${query}`)
      const text = await response.text()
      assert.equal(/signature|outbound|x-timestamp/i.test(text), false)
      return (JSON.parse(text) as { calls: { callId: number; player: string }[] }).calls
    }
    const all = await read('')
    assert.deepEqual([all.length, all[0]!.callId, all.at(-1)!.callId], [200, 201, 2])
    const ofAnn = await read('?player=ann')
    assert.equal(ofAnn.length, 100)
    assert.ok(ofAnn.every(({ player }) => player === 'ann'))
    assert.equal((await read('?player=eve')).length, 0)
  })

  test('what is no wallet call, or is not signed, is refused and noted without harm', async (t) => {
    const operator = await start(t)
    operator.wallet.faults.push({ fault: faultNamed('hang') })
    const bodies = ['', '[]', 'null', '{"type":5}', JSON.stringify({ ...BALANCE, type: 'wallet.theft' })]
    for (const body of bodies) {
      const response = await fetch(operator.walletUrl('euro'), { method: 'POST', body })
      assert.equal(response.status, 401)
    }
    assert.deepEqual(
      operator.wallet.calls('euro').map(({ type, fault, answer }) => [type, fault, answer?.status]),
      bodies.map(() => [null, null, 401]),
    )
  })

  test('the page’s stream says when the weather or a call changed', async (t) => {
    const operator = await start(t)
    const abort = new AbortController()
    const stream = await fetch(`${operator.url}/c/euro/api/ledger/stream?player=ann`, { signal: abort.signal })
    let text = ''
    const reading = (async () => {
      for await (const chunk of stream.body!) text += Buffer.from(chunk).toString()
    })().catch(() => {})
    const count = () => [...text.matchAll(/^event: weather$/gm)].length
    operator.wallet.setKind('other', { cache: 'all' })
    operator.wallet.setKind('euro', { cache: 'all' })
    await eventually(() => count() === 1, 'the stream told of the change')
    await told(operator, BALANCE)
    await eventually(() => count() > 1, 'the stream told of the call')
    abort.abort()
    await reading
  })
})
