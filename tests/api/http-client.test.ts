import assert from 'node:assert/strict'
import { createServer as createHttpServer, type RequestListener, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { suite, type TestContext, test } from 'node:test'
import { LIMITS } from '@coffer/service/kernel'
import {
  derivedLogins,
  type HttpRequest,
  makeHttpClient,
  openDatabase,
  systemTransaction,
} from '@coffer/service/platform'
import { kindOf } from '../../service/src/platform/addresses.ts'
import { guardedLookup, urlFault } from '../../service/src/platform/outbound-guard.ts'
import { createTestDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { PATIENT_LIMITS } from '../support/patient-limits.ts'
import { makeTestClock } from '../support/test-clock.ts'

type Policy = Parameters<typeof makeHttpClient>[0]
const TEST: Policy = { environment: 'test', allowedPrivateHosts: [] }
const PRODUCTION: Policy = { environment: 'production', allowedPrivateHosts: [] }

const CALL_MS = 60_000

function client(t: TestContext, policy = TEST, clock = makeTestClock()) {
  const http = makeHttpClient(policy, { clock, limits: LIMITS })
  t.after(() => http.close())
  return (url: string, change: Partial<HttpRequest> = {}) =>
    http.send({
      ...{ lane: 'a', method: 'POST', url, headers: {}, body: '{}' },
      ...{ timeoutMs: CALL_MS, maxReplyBytes: 65_536, ...change },
    })
}

async function listen(t: TestContext, server: Server): Promise<string> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const serve = (t: TestContext, listener: RequestListener) => listen(t, createHttpServer(listener))

suite('the outbound client', () => {
  test('an answer comes back whole: status, headers, bytes', async (t) => {
    const seen: Record<string, unknown> = {}
    const url = await serve(t, async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      Object.assign(seen, {
        ...request.headers,
        method: request.method,
        target: request.url,
        sent: String(Buffer.concat(chunks)),
      })
      response.writeHead(201, { 'X-One': 'a', 'X-Two': ['b', 'c'] }).end('übrig')
    })
    const reply = await client(t)(`${url}/wallet?x=%41`, { headers: { 'x-mark': '1' }, body: '{"a":1}' })
    assert.ok(reply.kind === 'answered')
    assert.equal(reply.status, 201)
    assert.equal(reply.body.toString(), 'übrig')
    assert.equal(reply.headers['x-one'], 'a')
    assert.equal(reply.headers['x-two'], 'b, c')
    assert.deepEqual([seen.method, seen.target, seen.sent, seen['x-mark']], ['POST', '/wallet?x=%41', '{"a":1}', '1'])
    assert.equal(seen['accept-encoding'], 'identity', 'compression is not asked for')
  })

  test('a server that never answers has failed when the time is over', async (t) => {
    const clock = makeTestClock()
    const { promise: arrived, resolve } = Promise.withResolvers<void>()
    const url = await serve(t, () => resolve())
    const reply = client(t, TEST, clock)(url)
    await arrived
    await clock.pass(CALL_MS)
    assert.deepEqual(await reply, { kind: 'failed', reason: 'time-out' })
  })

  test('the time holds for the whole exchange: an answer that trickles is no answer', async (t) => {
    const clock = makeTestClock()
    const trickling = Promise.withResolvers<ServerResponse>()
    const url = await serve(t, (_request, response) => {
      response.writeHead(200).write('x')
      trickling.resolve(response)
    })
    const reply = client(t, TEST, clock)(url)
    const response = await trickling.promise
    for (let second = 0; second < 60; second++) {
      response.write('x')
      await clock.pass(1_000)
    }
    assert.deepEqual(await reply, { kind: 'failed', reason: 'time-out' })
  })

  test('a connection that breaks after the request left has failed', async (t) => {
    const url = await listen(
      t,
      createTcpServer((socket) => {
        socket.on('error', () => {})
        socket.once('data', () => socket.destroy())
      }),
    )
    assert.equal((await client(t)(url)).kind, 'failed')
    const half = await listen(
      t,
      createTcpServer((socket) => {
        socket.on('error', () => {})
        socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"acc'))
      }),
    )
    assert.equal((await client(t)(half)).kind, 'failed', 'half an answer is none')
  })

  test('what is no HTTP has failed', async (t) => {
    const url = await listen(
      t,
      createTcpServer((socket) => {
        socket.on('error', () => {})
        socket.once('data', () => socket.end('SSH-2.0-OpenSSH\r\n'))
      }),
    )
    assert.deepEqual(await client(t)(url), { kind: 'failed', reason: 'the answer is not HTTP' })
  })

  test('an answer above the limit has failed, and is not read to its end', async (t) => {
    let written = 0
    const url = await serve(t, (_request, response) => {
      const chunk = Buffer.alloc(65_536, 'x')
      const more = () => {
        while (written < 10_000_000 && response.write(chunk)) written += chunk.length
        if (written >= 10_000_000) response.end()
      }
      response.on('drain', more)
      more()
    })
    const reply = await client(t)(url)
    assert.equal(reply.kind, 'failed')
    assert.ok(written < 10_000_000)
  })

  test('a redirect is an answer and is not followed', async (t) => {
    let calls = 0
    const url = await serve(t, (_request, response) => {
      calls += 1
      response.writeHead(307, { location: '/elsewhere' }).end()
    })
    const reply = await client(t)(url)
    assert.ok(reply.kind === 'answered')
    assert.equal(reply.status, 307)
    assert.equal(calls, 1)
  })

  test('a closed port, an unknown name and a failed handshake are never sent', async (t) => {
    const send = client(t)
    const server = createTcpServer()
    const closed = await listen(t, server)
    server.close()
    assert.deepEqual(await send(closed), { kind: 'never_sent', reason: 'ECONNREFUSED' })
    assert.equal((await send('https://nobody.invalid/')).kind, 'never_sent')
    const plain = await listen(
      t,
      createTcpServer((socket) => {
        socket.on('error', () => {})
        socket.end('no TLS here')
      }),
    )
    assert.equal((await send(plain.replace('http:', 'https:'))).kind, 'never_sent')
  })

  test('a request that was given up while it waited for a connection never leaves', async (t) => {
    const CONNECTIONS = 256
    const targets: string[] = []
    const held: ServerResponse[] = []
    const url = await serve(t, (request, response) => {
      targets.push(request.url ?? '')
      held.push(response)
    })
    const clock = makeTestClock()
    const send = client(t, TEST, clock)
    const first = Array.from({ length: CONNECTIONS }, () => send(`${url}/first`))
    await eventually(() => held.length === CONNECTIONS, 'every connection is in use')
    const late = send(`${url}/late`, { timeoutMs: 10_000 })
    await clock.pass(10_000)
    assert.deepEqual(await late, { kind: 'never_sent', reason: 'time-out' })
    for (const response of held) response.end('{}')
    assert.ok((await Promise.all(first)).every(({ kind }) => kind === 'answered'))
    const next = send(`${url}/next`)
    await eventually(() => held.length > CONNECTIONS, 'the next request came')
    held.at(-1)?.end('{}')
    assert.equal((await next).kind, 'answered')
    assert.deepEqual([...new Set(targets)], ['/first', '/next'])
  })

  test('whether a request may still leave is asked when its turn has come, on a new connection and on one that is used again', async (t) => {
    const targets: string[] = []
    const url = await serve(t, (request, response) => {
      targets.push(request.url ?? '')
      response.end('{}')
    })
    const send = client(t)
    const no = { mayLeave: () => 'too old' }
    assert.deepEqual(await send(`${url}/new`, no), { kind: 'never_sent', reason: 'too old' })
    let asked = 0
    const yes = {
      mayLeave: () => {
        asked += 1
        return null
      },
    }
    assert.equal((await send(`${url}/first`, yes)).kind, 'answered')
    assert.deepEqual(await send(`${url}/again`, no), { kind: 'never_sent', reason: 'too old' })
    assert.equal((await send(`${url}/last`, yes)).kind, 'answered', 'the next one is not held up')
    assert.deepEqual([targets, asked], [['/first', '/last'], 2])
  })

  test('a request that waited too long for a connection does not leave when it gets one', async (t) => {
    const CONNECTIONS = 256
    const targets = new Set<string>()
    const held: ServerResponse[] = []
    const url = await serve(t, (request, response) => {
      targets.add(request.url ?? '')
      held.push(response)
    })
    const send = client(t)
    const first = Array.from({ length: CONNECTIONS }, () => send(`${url}/first`))
    await eventually(() => held.length === CONNECTIONS, 'every connection is in use')
    let isOld = false
    const late = send(`${url}/late`, { mayLeave: () => (isOld ? 'too old' : null) })
    isOld = true
    for (const response of held) response.end('{}')
    assert.deepEqual(await late, { kind: 'never_sent', reason: 'too old' })
    assert.ok((await Promise.all(first)).every(({ kind }) => kind === 'answered'))
    assert.deepEqual([...targets], ['/first'])
  })

  test('a wallet that hangs does not hold up another', async (t) => {
    const held: ServerResponse[] = []
    const hanging = await serve(t, (_request, response) => held.push(response))
    const quick = await serve(t, (_request, response) => response.end('{}'))
    const send = client(t)
    const waiting = Array.from({ length: 100 }, () => send(hanging))
    await eventually(() => held.length === waiting.length, 'every call came')
    assert.equal((await send(quick)).kind, 'answered')
    for (const response of held) response.end('{}')
    await Promise.all(waiting)
  })

  test('calls of one lane that hang do not hold up those of another, although both go to one host', async (t) => {
    let count = 0
    const url = await serve(t, (request, response) => {
      count += 1
      if (request.url === '/quick') response.end('{}')
    })
    const clock = makeTestClock()
    const send = client(t, TEST, clock)
    const waiting = Array.from({ length: 256 }, () => send(`${url}/hanging`))
    await eventually(() => count === waiting.length, 'every connection is in use')
    assert.equal((await send(`${url}/quick`, { lane: 'b' })).kind, 'answered')
    await clock.pass(CALL_MS)
    await Promise.all(waiting)
  })

  test('inside a transaction no call is made', async (t) => {
    const { url } = await createTestDatabase()
    const db = openDatabase(derivedLogins(url), { ...LIMITS, ...PATIENT_LIMITS }, { notice: () => {} })
    t.after(() => db.close())
    const send = client(t)
    await assert.rejects(
      systemTransaction(db, async () => send('http://127.0.0.1:9/')),
      /no outbound call is made inside a transaction/,
    )
  })
})

suite('the guard of outbound addresses', () => {
  const PRIVATE = [
    ...['10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1'],
    ...['255.255.255.255', '192.0.2.1', '198.18.0.1', '::', 'fe80::1', 'fd00::1', 'ff02::1', '64:ff9b::7f00:1'],
    ...['168.63.129.16', '100.100.100.200', '192.0.0.192', 'fd00:ec2::254', 'fd20:ce::254', '::ffff:168.63.129.16'],
    ...['2002:7f00:1::', '::ffff:10.0.0.1', '::10.0.0.1', 'fec0::1', '2001::1', '100::1', '240.0.0.1'],
    // A tunnel is no way in, whatever it ends at: 6to4, Teredo, IPv4-translated, IPv4-compatible.
    ...['2002:808:808::1', '2001:0:808:808::1', '::ffff:0:8.8.8.8', '::808:808'],
    // NAT64 of the well-known prefix, and of a network's own, whose length may be 48, 56, 64 or 96.
    ...['64:ff9b::10.0.0.1', '64:ff9b::169.254.169.254', '64:ff9b::168.63.129.16', '64:ff9b::', '64:ff9b::0.0.0.8'],
    ...[
      '64:ff9b:1::10.0.0.1',
      '64:ff9b:1:fffe::10.0.0.1',
      '64:ff9b:1:a00:0:100::',
      '64:ff9b:1:a:0:1::',
      '64:ff9b:1:0:a:0:100:0',
      '64:ff9b:1::',
    ],
    ...['64:ff9b:1:7f00:0:100:808:808', '64:ff9b:1:a9:fe:a9fe:808:808', '64:ff9b:1:0:c0:a801:108:808'],
    ...['64:ff9b:1:0:100::8.8.8.8', '64:ff9b:2::8.8.8.8', '64:ff9b:0:1::8.8.8.8'],
  ]

  test('only what is plainly public counts as public', () => {
    for (const address of PRIVATE) assert.equal(kindOf(address), 'private', address)
    for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']) {
      assert.equal(kindOf(address), 'loopback', address)
    }
    const nat64 = [
      '64:ff9b::8.8.8.8',
      '64:ff9b:1::8.8.8.8',
      '64:ff9b:1:fffe::8.8.8.8',
      '64:ff9b:1:808:8:800::',
      '64:ff9b:1:8:8:808::',
      '64:ff9b:1:0:8:808:800:0',
    ]
    for (const address of ['1.1.1.1', '8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8', ...nat64]) {
      assert.equal(kindOf(address), 'public', address)
    }
  })

  test('production refuses every spelling of a private address, before anything is looked up', () => {
    const hosts = ['2130706433', '0x7f.1', '0177.0.0.1', '127.1', '[::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]']
    for (const host of [...hosts, ...PRIVATE.map((address) => (address.includes(':') ? `[${address}]` : address))]) {
      assert.match(urlFault(`https://${host}/`, PRODUCTION) ?? 'passed', /not a public address/, host)
    }
    assert.equal(urlFault('https://1.1.1.1/', PRODUCTION), null)
  })

  test('a name is judged by what it resolves to', async (t) => {
    const send = client(t, PRODUCTION)
    for (const host of ['localhost', 'LOCALHOST']) {
      const reply = await send(`https://${host}:9/`)
      assert.deepEqual(reply, { kind: 'never_sent', reason: `${host.toLowerCase()} is not a public address` })
    }
  })

  test('a name that leads to the metadata of a cloud is not connected to', async () => {
    for (const address of ['168.63.129.16', '169.254.169.254', '100.100.100.200', '192.0.0.192', 'fd00:ec2::254']) {
      const lookup = guardedLookup(PRODUCTION, { dnsCacheMs: 1 }, async () => [{ address, family: 4 }])
      const found = await new Promise((resolve) =>
        lookup('wallet.example', {}, (error, reached) => resolve(error?.message ?? reached)),
      )
      assert.equal(found, 'wallet.example is not a public address', address)
    }
  })

  test('production calls no port that is kept for something else', () => {
    for (const port of [1, 22, 25, 80, 1023]) {
      assert.match(urlFault(`https://casino.example:${port}/`, PRODUCTION) ?? 'passed', /port/, String(port))
    }
    for (const port of [443, 1024, 8443, 65_535]) {
      assert.equal(urlFault(`https://casino.example:${port}/`, PRODUCTION), null)
    }
  })

  test('a name is looked up once at a time, and its answer is kept for a moment; a failure is not', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const asked: string[] = []
    const answers: PromiseWithResolvers<{ address: string; family: number }[]>[] = []
    const lookup = guardedLookup(TEST, { dnsCacheMs: 60 }, (host) => {
      asked.push(host)
      answers.push(Promise.withResolvers())
      return answers.at(-1)!.promise
    })
    const find = (host: string) =>
      new Promise((resolve) => lookup(host, {}, (error, address) => resolve(error?.message ?? address)))
    const first = [find('a.example'), find('a.example'), find('b.example')]
    assert.deepEqual(asked, ['a.example', 'b.example'])
    answers[0]!.resolve([{ address: '1.1.1.1', family: 4 }])
    answers[1]!.reject(new Error('silent'))
    assert.deepEqual(await Promise.all(first), ['1.1.1.1', '1.1.1.1', 'silent'])
    assert.equal(await find('a.example'), '1.1.1.1')
    find('b.example')
    assert.deepEqual(asked.slice(2), ['b.example'])
    t.mock.timers.tick(60)
    find('a.example')
    assert.deepEqual(asked.slice(3), ['a.example'])
  })

  test('production takes https only, and nobody takes credentials or other schemes', () => {
    assert.equal(urlFault('http://casino.example/', PRODUCTION), 'not https')
    assert.equal(urlFault('http://casino.example/', TEST), null)
    assert.equal(urlFault('https://me:secret@casino.example/', TEST), 'credentials in the address')
    assert.equal(urlFault('ftp://casino.example/', TEST), 'neither http nor https')
    assert.equal(urlFault('casino', TEST), 'not an address')
  })

  test('outside production loopback is allowed, and nothing else that is private', () => {
    assert.equal(urlFault('http://127.0.0.1/', TEST), null)
    assert.equal(urlFault('http://[::1]/', TEST), null)
    assert.match(urlFault('http://10.0.0.1/', TEST) ?? '', /not a public/)
  })

  test('a private host that the deployment names is allowed, by that name only', async (t) => {
    const policy: Policy = { environment: 'production', allowedPrivateHosts: ['10.0.0.1', 'localhost'] }
    assert.equal(urlFault('https://10.0.0.1/', policy), null)
    assert.match(urlFault('https://10.0.0.2/', policy) ?? '', /not a public/)
    assert.match(urlFault('https://127.0.0.1/', policy) ?? '', /not a public/)
    const reply = await client(t, policy)('https://localhost:1029/')
    assert.equal(reply.kind === 'never_sent' && reply.reason, 'ECONNREFUSED')
  })
})
