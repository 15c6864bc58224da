import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, type TestContext, test } from 'node:test'
import { type ArrivalDetail, type ReferenceOperator, startReferenceOperator } from '@coffer/reference-operator'
import { eventually } from '../support/eventually.ts'
import { ENDPOINT_SECRET, eventOf, postDelivery } from '../support/signed-delivery.ts'

const EURO = {
  ...{ slug: 'euro', currency: 'EUR', keyId: 'ck_1', keySecret: 'key-secret', outboundSecret: 'outbound-secret' },
  ...{ webhookSecret: ENDPOINT_SECRET, webhookEndpointId: 5 },
}

async function start(t: TestContext, { config = EURO as typeof EURO | object, dataDir = ':memory:' } = {}) {
  const operators = [{ ...EURO, ...config }]
  const operator = await startReferenceOperator({ port: 0, dataDir, baseUrl: 'http://127.0.0.1:9', operators })
  t.after(() => operator.close())
  return { operator, url: operator.webhookUrl('euro') }
}

const worthOf = (operator: ReferenceOperator) =>
  operator.inbox.list('euro').map(({ verdict, standard, envelope, status }) => [verdict, standard, envelope, status])

async function api<T>(operator: ReferenceOperator, method: string, name: string, body?: object): Promise<[number, T]> {
  const response = await fetch(`${operator.url}/c/euro/api/${name}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return [response.status, (await response.json()) as T]
}

suite('what a casino makes of a delivery', () => {
  test('a signed event is taken once; the same key again, in whatever delivery, is a duplicate and answered like it', async (t) => {
    const { operator, url } = await start(t)
    const twice = eventOf('round_settled:rnd_1')
    for (const deliveryId of ['whd_1', 'whd_1', 'whd_2']) {
      assert.equal((await postDelivery(url, { event: twice, deliveryId })).status, 200)
    }
    await eventually(() => operator.inbox.list('euro').every(({ endedAt }) => endedAt !== null), 'all ended')
    assert.deepEqual(worthOf(operator), [
      ['duplicate', 'ok', 'ok', 200],
      ['duplicate', 'ok', 'ok', 200],
      ['first', 'ok', 'ok', 200],
    ])
    const [newest] = operator.inbox.list('euro')
    assert.deepEqual([newest!.type, newest!.player, newest!.deliveryId], ['round_settled', 'ann', 'whd_2'])
  })

  test('a signature that does not fit, is missing or is old says so for itself, and what is not believed takes no key', async (t) => {
    const { operator, url } = await start(t)
    const cases = [
      [{ sentBody: JSON.stringify(eventOf('forged')) }, 401, 'INVALID_SIGNATURE', 'INVALID_SIGNATURE'],
      [{ secret: `whsec_${Buffer.alloc(32, 8).toString('base64')}` }, 401, 'INVALID_SIGNATURE', 'INVALID_SIGNATURE'],
      [{ headers: { 'webhook-signature': 'v1,AAAA' } }, 401, 'INVALID_SIGNATURE', 'ok'],
      [{ headers: { 'webhook-signature': undefined } }, 401, 'MISSING_HEADERS', 'ok'],
      [{ skewSeconds: -310 }, 401, 'TIMESTAMP_SKEW', 'TIMESTAMP_SKEW'],
      [{ skewSeconds: 310 }, 401, 'TIMESTAMP_SKEW', 'TIMESTAMP_SKEW'],
      [{ event: { type: 'round_settled' } }, 422, 'MALFORMED_EVENT', 'MALFORMED_EVENT'],
    ] as const
    for (const [wish, status, standard, envelope] of cases) {
      assert.equal((await postDelivery(url, wish)).status, status, JSON.stringify(wish))
      await eventually(() => operator.inbox.list('euro')[0]?.endedAt !== null, 'it ended')
      assert.deepEqual(worthOf(operator)[0], ['refused', standard, envelope, status], JSON.stringify(wish))
    }
    assert.equal((await postDelivery(url, { headers: { 'x-signature': undefined } })).status, 200)
    assert.deepEqual(worthOf(operator)[0]!.slice(0, 3), ['first', 'ok', 'MISSING_HEADERS'])
    assert.equal((await postDelivery(url, { event: eventOf('late'), skewSeconds: -290 })).status, 200)
  })

  test('a body that is too large is not read, not kept and answered with 413', async (t) => {
    const { operator, url } = await start(t)
    const response = await postDelivery(url, { event: eventOf('huge', 'box_updated', { text: 'x'.repeat(300_000) }) })
    assert.equal(response.status, 413)
    const [{ arrivalId }] = operator.inbox.list('euro') as [ArrivalDetail]
    assert.equal(operator.inbox.find('euro', arrivalId)!.body, '')
    assert.deepEqual(worthOf(operator)[0]!.slice(0, 3), ['refused', 'NOT_READ', 'NOT_READ'])
  })

  test('a casino without a webhook secret takes nothing and asks for it again', async (t) => {
    const { operator, url } = await start(t, { config: { webhookSecret: undefined } })
    assert.equal((await postDelivery(url)).status, 503)
    assert.deepEqual(worthOf(operator)[0]!.slice(0, 3), ['refused', 'NO_SECRET', 'NO_SECRET'])
  })

  test('keys outlive the process, and the list keeps the last 200 while older keys are still known', async (t) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'casino-'))
    t.after(() => rmSync(dataDir, { recursive: true }))
    const first = await start(t, { dataDir })
    for (let event = 0; event < 203; event++) await postDelivery(first.url, { event: eventOf(`key-${event}`) })
    assert.equal(first.operator.inbox.list('euro').length, 200)
    await first.operator.close()
    const second = await start(t, { dataDir })
    assert.equal(second.operator.inbox.list('euro').length, 200)
    await postDelivery(second.url, { event: eventOf('key-0') })
    assert.equal(second.operator.inbox.list('euro')[0]!.verdict, 'duplicate')
  })
})

suite('what the receiver is told to do', () => {
  test('a rule is for its type and its number of deliveries, and a delivery that was not taken is first again', async (t) => {
    const { operator, url } = await start(t)
    const rule = { fault: 'server-error', type: 'round_settled', times: 2 }
    assert.equal((await api(operator, 'POST', 'webhooks/rules', rule))[0], 200)
    const statuses = []
    for (const type of ['box_updated', 'round_settled', 'round_settled', 'round_settled']) {
      statuses.push((await postDelivery(url, { event: eventOf(type, type) })).status)
    }
    assert.deepEqual(statuses, [200, 500, 500, 200])
    const verdicts = worthOf(operator).map(([verdict]) => verdict)
    assert.deepEqual(verdicts.reverse(), ['first', 'dropped', 'dropped', 'first'])
    assert.deepEqual(operator.inbox.faults.list('euro'), [])
  })

  test('an event that is taken before the answer goes wrong is a duplicate when it comes again', async (t) => {
    const { operator, url } = await start(t)
    await api(operator, 'POST', 'webhooks/rules', { fault: 'gone', take: true, times: 1 })
    assert.equal((await postDelivery(url)).status, 410)
    assert.equal((await postDelivery(url)).status, 200)
    assert.deepEqual(
      worthOf(operator).map(([verdict]) => verdict),
      ['duplicate', 'first'],
    )
  })

  test('silence and a cut connection give no answer, and the list says how each ended', async (t) => {
    const { operator, url } = await start(t)
    await api(operator, 'POST', 'webhooks/rules', { fault: 'hang', times: 1 })
    const leave = new AbortController()
    const waiting = postDelivery(url, {}, leave.signal)
    await eventually(() => operator.inbox.list('euro').length === 1, 'it arrived')
    assert.equal(operator.inbox.list('euro')[0]!.endedAt, null, 'the sender waits')
    leave.abort()
    await assert.rejects(waiting)
    await eventually(() => operator.inbox.list('euro')[0]!.endedAt !== null, 'the sender left')
    await api(operator, 'POST', 'webhooks/rules', { fault: 'reset', times: 1 })
    await assert.rejects(postDelivery(url))
    await eventually(() => operator.inbox.list('euro')[0]!.endedAt !== null, 'it was cut')
    assert.deepEqual(
      worthOf(operator).map(([verdict, , , status]) => [verdict, status]),
      [
        ['dropped', null],
        ['dropped', null],
      ],
    )
  })

  test('rules are listed and switched off one by one or all at once; a malformed one is named and changes nothing', async (t) => {
    const { operator } = await start(t)
    type State = { rules: { ruleId: number; fault: string }[]; types: string[]; faults: { fault: string }[] }
    const [, { faults, types }] = await api<State>(operator, 'GET', 'webhooks')
    assert.ok(types.includes('round_settled'))
    for (const { fault } of faults) await api(operator, 'POST', 'webhooks/rules', { fault })
    const [, { rules }] = await api<State>(operator, 'GET', 'webhooks')
    assert.equal(rules.length, faults.length)
    const [, left] = await api<State>(operator, 'DELETE', `webhooks/rules?ruleId=${rules[0]!.ruleId}`)
    assert.equal(left.rules.length, faults.length - 1)
    for (const [body, field] of [
      [{ fault: 'constructor' }, 'fault'],
      [{ fault: 'hang', type: 'Round Settled' }, 'type'],
      [{ fault: 'hang', times: 0 }, 'times'],
      [{ fault: 'hang', take: 'yes' }, 'take'],
    ] as const) {
      const [status, answer] = await api<{ error: { fields: object } }>(operator, 'POST', 'webhooks/rules', body)
      assert.deepEqual([status, Object.keys(answer.error.fields)], [422, [field]])
    }
    const [, none] = await api<State>(operator, 'DELETE', 'webhooks/rules')
    assert.deepEqual(none.rules, [])
  })
})

suite('what the page is shown', () => {
  test('one arrival comes with its headers, its raw body and the text that was signed; no secret is in any answer', async (t) => {
    const { operator, url } = await start(t)
    await postDelivery(url)
    type State = { arrivals: ArrivalDetail[]; url: string; endpointId: number }
    const [, state] = await api<State>(operator, 'GET', 'webhooks')
    assert.deepEqual([state.url, state.endpointId], [url, 5])
    assert.equal('body' in state.arrivals[0]!, false)
    const name = `webhooks/arrival?arrivalId=${state.arrivals[0]!.arrivalId}`
    const [, detail] = await api<{ arrival: ArrivalDetail }>(operator, 'GET', name)
    const { arrival } = detail
    assert.deepEqual(JSON.parse(arrival.body), eventOf('round_settled:rnd_1'))
    assert.equal(arrival.headers['webhook-id'], 'whd_1')
    assert.deepEqual(arrival.canonical!.split('\n').slice(1, 3), ['POST', '/c/euro/webhooks'])
    assert.equal(/whsec_|key-secret|outbound-secret/.test(JSON.stringify([state, detail])), false)
    assert.equal((await api(operator, 'GET', 'webhooks/arrival?arrivalId=999'))[0], 404)
    assert.equal((await api(operator, 'GET', 'webhooks/arrival?arrivalId=x'))[0], 422)
  })

  test('the page’s stream says when a delivery arrived, and another casino’s hears nothing', async (t) => {
    const { operator, url } = await start(t)
    operator.addOperator({ ...EURO, slug: 'other' })
    const texts = { euro: '', other: '' }
    const abort = new AbortController()
    for (const slug of ['euro', 'other'] as const) {
      const stream = await fetch(`${operator.url}/c/${slug}/api/ledger/stream?player=ann`, { signal: abort.signal })
      const reading = async () => {
        for await (const chunk of stream.body!) texts[slug] += Buffer.from(chunk).toString()
      }
      reading().catch(() => {})
    }
    await postDelivery(url)
    await eventually(() => texts.euro.includes('event: webhooks'), 'the stream told of it')
    assert.equal(texts.other.includes('event: webhooks'), false)
    abort.abort()
  })
})
