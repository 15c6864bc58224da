import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { FAULT_TABLE, faultNamed, faults, type ReferenceOperator } from '@coffer/reference-operator'
import { eventually } from '../support/eventually.ts'
import {
  assertReply,
  BALANCE,
  credit,
  debit,
  no,
  OPENING,
  send,
  sendAndLeave,
  start,
  told,
  yes,
} from '../support/wallet-caller.ts'

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
    await assertReply(operator, call, no('ONE_KEY'))
    await assertReply(operator, debit(1), no('FIRST_TWO'))
    assert.equal((await ask(operator, 'GET')).rules[1]!.times, 1)
    await assertReply(operator, debit(1, { playerExternalId: 'bob' }), yes(OPENING - 1))
    await assertReply(operator, credit(1), yes(OPENING + 1))
    await assertReply(operator, debit(1), no('FIRST_TWO'))
    await assertReply(operator, debit(1), yes(OPENING))
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
    assert.equal(Date.parse(waiting!.waitsUntil!) - Date.parse(waiting!.arrivedAt), 30_000)
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
