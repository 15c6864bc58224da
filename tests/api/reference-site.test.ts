import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type ReferenceOperator, startReferenceOperator } from '@coffer/reference-operator'
import { eventually } from '../support/eventually.ts'
import { rawRequest } from '../support/raw-request.ts'

const EURO = {
  slug: 'euro',
  currency: 'EUR',
  currencies: ['EUR', 'USD'],
  keyId: 'ck_1',
  keySecret: 'k1',
  outboundSecret: 'outbound-1',
}

async function start(t: TestContext, { baseUrl = 'http://127.0.0.1:9' } = {}) {
  const operator = await startReferenceOperator({ port: 0, dataDir: ':memory:', baseUrl, operators: [EURO] })
  t.after(() => operator.close())
  return operator
}

const UPGRADE = { clientActionId: 'click-1', chanceBps: 5000, targetItemId: 3, wagerMinor: 500 }

suite('the casino site', () => {
  const api = (operator: ReferenceOperator, name: string, body?: unknown) =>
    fetch(`${operator.url}/c/euro/api/${name}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })

  test('a launch goes to the service in the name of the player and comes back as an address', async (t) => {
    const asked: unknown[] = []
    const baseUrl = await serve(t, async (request, body) => {
      asked.push([request.method, request.url, request.headers['x-key-id'], JSON.parse(body)])
      return [201, { launchToken: 'lt_1', launchUrl: 'http://games/play#token=lt_1', expiresAt: 'soon' }]
    })
    const operator = await start(t, { baseUrl })
    const response = await api(operator, 'launch', { player: 'ann', boxId: 42, currency: 'USD', funding: 'operator' })
    assert.equal(response.status, 201)
    assert.deepEqual(await response.json(), { launchUrl: 'http://games/play#token=lt_1', expiresAt: 'soon' })
    const body = {
      ...{ playerExternalId: 'ann', gameKey: 'mystery_box', target: { boxId: 42 }, currency: 'USD' },
      ...{ funding: 'operator', returnUrl: `${operator.url}/c/euro?player=ann` },
    }
    assert.deepEqual(asked, [['POST', '/api/s2s/launches', 'ck_1', body]])
  })

  test('the Upgrader is launched without a target, and played with the page\u2019s own click; while nobody knows how a play ended, the page is told to send that click again', async (t) => {
    const asked: unknown[] = []
    const error = { code: 'WALLET_UNAVAILABLE', message: 'm', requestId: 'r', docUrl: 'd' }
    let headers: Record<string, string> = { 'retry-after': '2' }
    const baseUrl = await serve(t, async ({ url }, body) => {
      asked.push([url, JSON.parse(body)])
      return url === '/api/s2s/launches' ? [201, { launchUrl: 'u', expiresAt: 'soon' }] : [503, { error }, headers]
    })
    const operator = await start(t, { baseUrl })
    assert.equal((await api(operator, 'launch', { player: 'ann', gameKey: 'upgrader' })).status, 201)
    const undecided = await api(operator, 'upgrader/play', { player: 'ann', ...UPGRADE })
    assert.equal(undecided.status, 503)
    assert.match(await undecided.text(), /the same play is asked for, never a second one/)
    headers = {}
    const final = await api(operator, 'upgrader/play', { player: 'ann', ...UPGRADE })
    assert.equal(final.status, 502)
    assert.match(await final.text(), /Nothing was charged/)
    const launched = asked.map((one) => one as [string, Record<string, unknown>])
    assert.deepEqual([launched[0]![1].gameKey, launched[0]![1].target], ['upgrader', {}])
    const play = ['/api/s2s/upgrader/play', { playerExternalId: 'ann', currency: 'EUR', ...UPGRADE }]
    assert.deepEqual(asked.slice(1), [play, play])
  })

  test('the catalogue shows what is on sale; a refusal and a dead service are told in words', async (t) => {
    const box = { boxId: 1, isActive: true, boxVersionId: 2, priceMinor: 500 }
    const boxes = [box, { ...box, boxId: 2, isActive: false }, { ...box, boxId: 3, boxVersionId: null }]
    const no = {
      code: 'GAME_DISABLED',
      message: 'Not enabled here.',
      requestId: 'req_1',
      docUrl: 'https://docs.example',
    }
    const baseUrl = await serve(t, async ({ method }) => (method === 'GET' ? [200, { boxes }] : [403, { error: no }]))
    const operator = await start(t, { baseUrl })
    assert.deepEqual(await (await api(operator, 'boxes')).json(), { boxes: [box] })
    const refused = await api(operator, 'launch', {})
    assert.equal(refused.status, 403)
    assert.deepEqual(await refused.json(), { error: { code: 'GAME_DISABLED', message: 'Not enabled here.' } })
    const dead = await api(await start(t), 'boxes')
    assert.equal(dead.status, 502)
    const { error } = (await dead.json()) as { error: { code: string; message: string } }
    assert.equal(error.code, 'NO_ANSWER')
    assert.match(error.message, /Nothing was charged/)
  })

  test('malformed input is named and changes nothing', async (t) => {
    const operator = await start(t)
    const cases: [string, unknown, string][] = [
      ['launch', { boxId: '1' }, 'boxId'],
      ['launch', { currency: 'GBP' }, 'currency'],
      ['launch', { funding: 'house' }, 'funding'],
      ['top-up', { amountMinor: -1 }, 'amountMinor'],
      ['top-up', { amountMinor: 1.5 }, 'amountMinor'],
      ['top-up', { amountMinor: 5, player: '' }, 'player'],
      ['top-up', { amountMinor: 5, player: 'a\u0000b' }, 'player'],
      ['top-up', { amountMinor: 5, player: 'x'.repeat(65) }, 'player'],
      ['blocked', { blocked: 'yes' }, 'blocked'],
      ['launch', { gameKey: 'chess' }, 'gameKey'],
      ['upgrader/prizes', { chanceBps: 0, wagerMinor: 500 }, 'chanceBps'],
      ['upgrader/prizes', { chanceBps: 5000, wagerMinor: 0 }, 'wagerMinor'],
      ['upgrader/play', { ...UPGRADE, targetItemId: 'lamp' }, 'targetItemId'],
      ['upgrader/play', { ...UPGRADE, clientActionId: '' }, 'clientActionId'],
      ['upgrader/play', { ...UPGRADE, wagerMinor: undefined, stakeItemIds: [] }, 'stakeItemIds'],
    ]
    for (const [name, body, field] of cases) {
      const response = await api(operator, name, body)
      assert.equal(response.status, 422, name)
      const { error } = (await response.json()) as { error: { code: string; fields: Record<string, string[]> } }
      assert.deepEqual([error.code, Object.keys(error.fields)], ['VALIDATION_FAILED', [field]])
    }
    assert.equal((await api(operator, 'top-up', [])).status, 422)
    const form = await fetch(`${operator.url}/c/euro/api/top-up`, { method: 'POST', body: 'amountMinor=5' })
    assert.equal(form.status, 415)
    assert.equal((await api(operator, 'nothing')).status, 404)
    assert.deepEqual(operator.wallet.ledger('euro'), [])
  })

  test('top-up and blocking show in the ledger that the page reads', async (t) => {
    const operator = await start(t)
    assert.equal((await api(operator, 'top-up', { player: 'ann', amountMinor: 5000 })).status, 201)
    assert.equal((await api(operator, 'blocked', { player: 'ann', blocked: true })).status, 200)
    const response = await api(operator, 'ledger?player=ann')
    const { player, balances, entries } = (await response.json()) as Record<string, never[]> & { player: unknown }
    assert.equal((player as { blocked: boolean }).blocked, true)
    assert.deepEqual(balances, [{ currency: 'EUR', balanceMinor: 105_000, exponent: 2 }])
    assert.deepEqual(
      entries!.map(({ type }) => type),
      ['top_up', 'opening'],
    )
  })

  test('the stream brings each new movement of the player once, and what was missed after a break', async (t) => {
    const operator = await start(t)
    const first = await listenToStream(operator, {})
    operator.wallet.topUp('euro', 'ann', 'EUR', 7)
    operator.wallet.topUp('euro', 'bob', 'EUR', 8)
    operator.wallet.topUp('euro', 'ann', 'EUR', 9)
    await first.until(3)
    assert.deepEqual(first.amounts(), [100_000, 7, 9])
    const second = await listenToStream(operator, { 'last-event-id': String(operator.wallet.ledger('euro')[1]!.id) })
    await second.until(1)
    assert.deepEqual(second.amounts(), [9])
    first.stop()
    second.stop()
  })

  test('pages are served under a policy that frames the service only, and unknown addresses are 404', async (t) => {
    const operator = await start(t)
    for (const path of ['/', '/c/euro', '/c/euro?player=ann']) {
      const response = await fetch(operator.url + path)
      assert.equal(response.status, 200)
      assert.match(response.headers.get('content-security-policy')!, /frame-src http:\/\/127\.0\.0\.1:9;/)
      const html = await response.text()
      assert.equal(/\{\{|<style|style=|onclick=/.test(html), false)
      for (const [, asset] of html.matchAll(/(?:href|src)="(\/(?:page|c)\/[^"?]+)"/g)) {
        assert.equal((await fetch(operator.url + asset)).status, 200, asset)
      }
    }
    for (const path of [
      '/c/other',
      '/c/euro/x',
      '/page/../settings.ts',
      '/page/%2e%2e%2fsettings.ts',
      '/wallet/other',
    ]) {
      assert.equal((await fetch(operator.url + path)).status, 404, path)
    }
  })

  test('a name cannot become markup', async (t) => {
    const operator = await start(t)
    operator.addOperator({ ...EURO, slug: 'odd', name: '<script>alert(1)</script>' })
    for (const path of ['/', '/c/odd']) {
      const response = await fetch(operator.url + path)
      assert.equal(response.status, 200)
      assert.equal((await response.text()).includes('<script>alert'), false)
    }
  })
})

async function listenToStream(operator: ReferenceOperator, headers: Record<string, string>) {
  const abort = new AbortController()
  const url = `${operator.url}/c/euro/api/ledger/stream?player=ann`
  const response = await fetch(url, { headers, signal: abort.signal })
  assert.equal(response.headers.get('content-type'), 'text/event-stream')
  let text = ''
  const read = async () => {
    for await (const chunk of response.body!) text += Buffer.from(chunk).toString()
  }
  read().catch(() => {})
  const amounts = () => [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data!).amountMinor)
  const until = (count: number) => eventually(() => amounts().length >= count, `${count} amounts came`)
  return { amounts, until, stop: () => abort.abort() }
}

type Answer = (request: IncomingMessage, body: string) => Promise<[number, unknown, Record<string, string>?]>

async function serve(t: TestContext, answer: Answer): Promise<string> {
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const [status, value, headers = {}] = await answer(request, body)
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

suite('the process', () => {
  const main = fileURLToPath(import.meta.resolve('@coffer/reference-operator').replace('index.ts', 'main.ts'))

  async function startProcess(t: TestContext) {
    const dir = mkdtempSync(join(tmpdir(), 'casino-'))
    t.after(() => rmSync(dir, { recursive: true }))
    const demo = join(dir, 'demo.json')
    writeFileSync(demo, JSON.stringify({ baseUrl: 'http://127.0.0.1:9', operators: [EURO] }))
    const env = { COFFER_DEMO_FILE: demo, OPERATOR_DATA_DIR: join(dir, 'data'), OPERATOR_PORT: '0' }
    const child = fork(main, { env, silent: true })
    t.after(() => child.kill('SIGKILL'))
    const [ready] = (await once(child, 'message')) as [{ ready: boolean; port: number }]
    return { child, ready }
  }

  for (const [name, stop] of [
    ['SIGTERM', (child: ChildProcess) => child.kill('SIGTERM')],
    ['SIGINT', (child: ChildProcess) => child.kill('SIGINT')],
    ['the end of its parent', (child: ChildProcess) => child.disconnect()],
  ] as const) {
    test(`it says when it is ready, serves, and leaves at ${name}`, async (t) => {
      const { child, ready } = await startProcess(t)
      assert.equal(ready.ready, true)
      assert.equal((await fetch(`http://127.0.0.1:${ready.port}/c/euro`)).status, 200)
      const exit = once(child, 'exit')
      stop(child)
      assert.deepEqual(await exit, [0, null])
    })
  }

  test('what is missing is named', async (t) => {
    const child = fork(main, { env: {}, silent: true })
    t.after(() => child.kill('SIGKILL'))
    const exit = once(child, 'exit')
    const words = Buffer.concat(await child.stderr!.toArray()).toString()
    assert.equal(words, 'COFFER_DEMO_FILE is not set.\n')
    assert.deepEqual(await exit, [1, null])
  })
})

test('the demo keeps its books to its owner, also those of an earlier build', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'coffer-casino-'))
  t.after(() => rmSync(dataDir, { recursive: true }))
  const open = () => startReferenceOperator({ port: 0, dataDir, baseUrl: 'http://127.0.0.1:9', operators: [EURO] })
  const modes = () => readdirSync(dataDir).map((name) => [name, statSync(join(dataDir, name)).mode & 0o777])
  const first = await open()
  assert.ok(modes().length >= 2)
  for (const [name, mode] of modes()) assert.equal(mode, 0o600, String(name))
  await first.close()
  for (const [name] of modes()) chmodSync(join(dataDir, String(name)), 0o644)
  const second = await open()
  t.after(() => second.close())
  for (const [name, mode] of modes()) assert.equal(mode, 0o600, String(name))
})

test('the demo answers under its own names only, and does what its own pages ask', async (t) => {
  const { url } = await start(t)
  const { port } = new URL(url)
  const ask = async (host: string, headers: Record<string, string> = {}, method = 'GET') =>
    (
      await rawRequest(url, method === 'GET' ? '/c/euro' : '/c/euro/api/nothing', {
        method,
        headers: { host, ...headers },
      })
    ).status
  for (const name of ['127.0.0.1', 'localhost', '[::1]']) assert.equal(await ask(`${name}:${port}`), 200, name)
  for (const name of ['evil.example', `evil.example:${port}`, '10.0.0.7', 'localhost.evil.example']) {
    assert.equal(await ask(name), 421, name)
  }
  const post = (origin: string) => ask(`127.0.0.1:${port}`, { origin, 'content-type': 'application/json' }, 'POST')
  assert.equal(await post(url), 404, 'there is no such job, but it was heard')
  for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1'])
    assert.equal(await post(origin), 403, origin)
})
