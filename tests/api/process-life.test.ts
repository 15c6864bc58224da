import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, Socket } from 'node:net'
import { suite, type TestContext, test } from 'node:test'
import { startService } from '@coffer/service'
import { type Clock, LIMITS, type Limits } from '@coffer/service/kernel'
import { readConfig, systemClock } from '@coffer/service/platform'
import { makeHttpServer } from '../../service/src/platform/http-server.ts'
import { createTestDatabase, loginSettings } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { readableLog } from '../support/log-reader.ts'
import { MASTER_KEY } from '../support/master-key.ts'
import { PATIENT_LIMITS } from '../support/patient-limits.ts'
import { makeTestClock } from '../support/test-clock.ts'

/** Time for headers to arrive. Node closes a silent connection after it, and an idle one after 72 s. */
const LONG_MS = 300_000
/** More than the system keeps for a connection on its way. */
const LARGE_BYTES = 50_000_000
const CLOSED = { endMs: 60_000 }

suite('the life of a process', () => {
  async function startWith(t: TestContext, clock: Clock, environment = {}, limits: Partial<Limits> = {}) {
    const { url: databaseUrl } = await createTestDatabase()
    const config = readConfig({
      ...{ COFFER_ENV: 'test', PORT: '0', COFFER_MASTER_KEY: MASTER_KEY, ...loginSettings(databaseUrl) },
      ...environment,
    })
    const own = { migrate: false, jobs: false, clock, log: readableLog().log, limits: { ...PATIENT_LIMITS, ...limits } }
    const service = await startService(config, own)
    t.after(() => service.close())
    return service
  }

  test('a request that does not arrive whole in its time is cut off, and one that was answered before, too', async (t) => {
    const clock = makeTestClock()
    const { port } = await startWith(t, clock)
    const answered = Promise.withResolvers<void>()
    const cutOff = async (line: string) => {
      const socket = connect(port, '127.0.0.1')
      t.after(() => socket.destroy())
      socket.write(`${line} HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"la`)
      let answer = ''
      socket.on('data', (data) => {
        answer += data
        answered.resolve()
      })
      await new Promise((resolve) => socket.once('close', resolve))
      return answer.slice(9, 12)
    }
    const lines = ['POST /api/play/session/init', 'POST /nowhere', 'POST /api/play/session/heartbeat']
    const cut = Promise.all(lines.map(cutOff))
    await answered.promise
    await eventually(() => clock.deadlinesCount() === lines.length, 'each request has come')
    await clock.pass(LIMITS.requestMs)
    assert.deepEqual(await cut, ['', '', '401'])
  })

  test('in production a process that ends is not ready first, and still answers for a while', async (t) => {
    const production = { COFFER_ENV: 'production', COFFER_BASE_URL: 'https://boxes.example' }
    const drained = Promise.withResolvers<void>()
    const service = await startWith(t, { ...systemClock, sleep: () => drained.promise }, production)
    assert.equal((await fetch(`${service.url}/readyz`)).status, 200)
    const closed = service.close()
    const response = await fetch(`${service.url}/readyz`)
    assert.equal(response.status, 503)
    assert.deepEqual(await response.json(), { status: 'not_ready', obstacles: ['shutting down'] })
    assert.equal((await fetch(`${service.url}/docs/errors`)).status, 200)
    drained.resolve()
    await closed
    await assert.rejects(fetch(`${service.url}/healthz`))
  })

  test('a process that ends waits for requests, and not for connections without one', async (t) => {
    const [silent, sending] = [new Socket().resume(), new Socket()]
    t.after(() => [silent, sending].map((socket) => socket.destroy()))
    const clock = makeTestClock()
    const { url, port, close } = await startWith(t, clock, {}, { requestMs: LONG_MS })
    await once(silent.connect(port, '127.0.0.1'), 'connect')
    sending.connect(port, '127.0.0.1').write('POST /nowhere HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{')
    await eventually(() => clock.deadlinesCount() === 1, 'the request has come, and the silent connection before it')
    const closed = close()
    await eventually(() => silent.closed, 'the silent connection is closed', CLOSED)
    await assert.rejects(fetch(`${url}/healthz`))
    const answered = once(sending, 'data')
    sending.write('}')
    assert.match(String(await answered), /^HTTP\/1\.1 404 /)
    await eventually(() => sending.closed, 'the connection of the request is closed', CLOSED)
    await closed
  })

  test('a process that ends sends each response whole, however slowly the client reads', async (t) => {
    const [slow, other] = [new Socket(), new Socket()]
    t.after(() => [slow, other].map((socket) => socket.destroy()))
    const { ctx } = await startWith(t, makeTestClock())
    const app = makeHttpServer(ctx, { onUnroutable: (_request, reply) => reply.send() })
    const [large, small] = [Promise.withResolvers<Buffer>(), Promise.withResolvers<string>()]
    let begunCount = 0
    const held = (body: Promise<unknown>) => () => {
      begunCount += 1
      return body
    }
    app.get('/large', held(large.promise)).get('/small', held(small.promise))
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    slow.connect(port, '127.0.0.1').write('GET /large HTTP/1.1\r\nhost: x\r\n\r\n')
    other.connect(port, '127.0.0.1').write('GET /small HTTP/1.1\r\nhost: x\r\n\r\n')
    await eventually(() => begunCount === 2, 'both requests have come')
    const closed = app.close()
    await eventually(() => !app.server.listening, 'the server closes')
    large.resolve(Buffer.alloc(LARGE_BYTES))
    const [start] = (await once(slow, 'data')) as [Buffer]
    slow.pause()
    small.resolve('')
    await once(other.resume(), 'close')
    let readBytes = start.length
    slow.on('data', (data: Buffer) => (readBytes += data.length)).resume()
    await once(slow, 'close')
    assert.ok(readBytes > LARGE_BYTES, `${readBytes} bytes`)
    await closed
  })
})
