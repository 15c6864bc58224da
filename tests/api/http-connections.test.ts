import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type LookupFunction } from 'node:net'
import { suite, type TestContext, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { LIMITS, type Limits } from '@coffer/service/kernel'
import { makeHttpClient } from '@coffer/service/platform'
import { guardedLookup } from '../../service/src/platform/outbound-guard.ts'
import { makeTestClock } from '../support/test-clock.ts'

const TEST = { environment: 'test', allowedPrivateHosts: [] } as const
/** The time-out of undici and the shares of the addresses run on real time, so tests that wait for an answer make them long. */
const LONG_MS = 60_000
const FIRST = '127.0.0.1'
/** Another address of this machine. Only Linux has all of 127.0.0.0/8. */
const SECOND = process.platform === 'linux' ? '127.0.0.2' : '::1'

/** Listens, and takes no connection before it is let go on; then it answers each request. */
const SLOW_SERVER = `
  const { parentPort, workerData } = require('node:worker_threads')
  const server = require('node:net').createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', () => socket.end('HTTP/1.1 200 OK\\r\\nContent-Length: 5\\r\\n\\r\\nfirst'))
  })
  server.listen({ port: 0, host: '${FIRST}', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port)
    Atomics.wait(workerData, 0, 0)
  })`
/** As many connections fill a backlog of 1. The system then drops the first packet of the next one, which is sent again after a second. */
const FULL_COUNT = 2

/** A server at the first address whose handshakes take until it goes on, and a good second more. */
async function startSlowServer(t: TestContext): Promise<{ port: number; goOn: () => void }> {
  const gate = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(SLOW_SERVER, { eval: true, workerData: gate })
  const goOn = () => {
    Atomics.store(gate, 0, 1)
    Atomics.notify(gate, 0)
  }
  t.after(() => {
    goOn()
    return worker.terminate()
  })
  const [port] = (await once(worker, 'message')) as [number]
  for (let count = 0; count < FULL_COUNT; count += 1) {
    const socket = connect(port, FIRST).on('error', () => {})
    t.after(() => socket.destroy())
    await once(socket, 'connect')
  }
  return { port, goOn }
}

function client(t: TestContext, lookup: LookupFunction, change: Partial<Limits> = {}, clock = makeTestClock()) {
  const limits = { ...LIMITS, walletConnectMs: LONG_MS, attemptSendMs: LONG_MS, ...change }
  const http = makeHttpClient(TEST, { clock, limits }, lookup)
  t.after(() => http.close())
  return (port: number) =>
    http.send({
      ...{ lane: 'a', method: 'GET', url: `http://wallet.example:${port}/`, headers: {} },
      ...{ timeoutMs: 2 * LONG_MS, maxReplyBytes: 1000 },
    })
}

const lookupOf = (...addresses: string[]): LookupFunction =>
  guardedLookup(TEST, LIMITS, async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  )

suite('connections to a name with several addresses', () => {
  test('a slow handshake is waited for, although another address is refused', async (t) => {
    const { port, goOn } = await startSlowServer(t)
    const found = lookupOf(FIRST, SECOND)
    const thenGoOn: LookupFunction = (host, options, callback) =>
      found(host, options, (...addresses) => {
        callback(...addresses)
        setImmediate(goOn)
      })
    const answered = await client(t, thenGoOn)(port)
    assert.equal(answered.kind === 'answered' ? String(answered.body) : answered.reason, 'first')
  })

  test('an address that is silent leaves time for the others', async (t) => {
    const { port } = await startSlowServer(t)
    const server = createServer((_request, response) => response.end('second'))
    await once(server.listen(port, SECOND), 'listening')
    t.after(() => server.close())
    // Many addresses make a share short, and the next ones give a slow machine all the time it needs.
    const others = Array<string>(119).fill(SECOND)
    const answered = await client(t, lookupOf(FIRST, ...others))(port)
    assert.equal(answered.kind === 'answered' ? String(answered.body) : answered.reason, 'second')
    // Where a call must leave soon, the addresses share that time.
    const soon = await client(t, lookupOf(FIRST, SECOND), { attemptSendMs: 500 })(port)
    assert.equal(soon.kind === 'answered' ? String(soon.body) : soon.reason, 'second')
  })

  test('a connection asks for the addresses once, and a silent look-up ends with its limit', async (t) => {
    let asked = 0
    const lookup = guardedLookup(TEST, LIMITS, async () => {
      asked += 1
      return [{ address: FIRST, family: 4 }]
    })
    const server = createServer((_request, response) => response.end())
    await once(server.listen(0, FIRST), 'listening')
    t.after(() => server.close())
    const { port } = server.address() as { port: number }
    assert.equal((await client(t, lookup)(port)).kind, 'answered')
    assert.equal(asked, 1)
    const clock = makeTestClock()
    const silent = client(t, () => {}, {}, clock)(port)
    await clock.pass(LONG_MS)
    assert.deepEqual(await silent, { kind: 'never_sent', reason: 'UND_ERR_CONNECT_TIMEOUT' })
  })
})
