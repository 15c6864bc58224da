import assert from 'node:assert/strict'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import type { Coffer } from '@coffer/operator-sdk'
import { packedSdk } from './support/packed.ts'
import { PURCHASE } from './support/scripted.ts'

/** What real sockets do, and not what `fetch` is said to do. */

const { createCoffer } = await packedSdk()
const launch = { playerExternalId: 'u_1', gameKey: 'mystery_box', target: {} } as const
const done: RequestListener = (_request, response) => void response.writeHead(200).end('{"done":true}')

async function listen(t: TestContext, listener: RequestListener, port = 0): Promise<Server> {
  const server = createServer({ keepAliveTimeout: 0 }, listener)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return server
}

const portOf = (server: Server) => (server.address() as AddressInfo).port

function clientAt(port: number, wait: () => Promise<unknown>): Coffer {
  return createCoffer({ baseUrl: `http://127.0.0.1:${port}`, keyId: 'k', keySecret: 's', wait })
}

test('a service that does not listen yet is found when it does, by a launch too', async (t) => {
  const gone = await listen(t, done)
  const port = portOf(gone)
  await new Promise((resolve) => gone.close(resolve))
  for (const call of [(coffer: Coffer) => coffer.createLaunch(launch), (coffer: Coffer) => coffer.purchase(PURCHASE)]) {
    let server: Server | undefined
    const coffer = clientAt(port, async () => {
      server = await listen(t, done, port)
    })
    assert.deepEqual(await call(coffer), { done: true })
    server?.closeAllConnections()
    await new Promise((resolve) => server?.close(resolve))
  }
})

const BREAKS: Record<string, RequestListener> = {
  'a connection that is cut before the answer': (request) => void request.socket.destroy(),
  'a connection that is cut in the answer': (request, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('{"done"', () => request.socket.destroy())
  },
  'an answer that never comes': () => endTime(),
  'an answer that never ends': (_request, response) => void response.writeHead(200).write('{"done"', () => endTime()),
}

/** Ends the time of the try that is under way. */
let endTime = () => {}

/** Gives each try a time that the test ends. */
function holdTime(t: TestContext): void {
  t.mock.method(AbortSignal, 'timeout', () => {
    const time = new AbortController()
    endTime = () => time.abort(new DOMException('The time is over.', 'TimeoutError'))
    return time.signal
  })
}

for (const [name, listener] of Object.entries(BREAKS)) {
  test(`${name} leaves a launch undecided, and a purchase is asked again`, async (t) => {
    holdTime(t)
    let asked = 0
    const server = await listen(t, (request, response) => {
      asked += 1
      return asked === 1 ? listener(request, response) : done(request, response)
    })
    const coffer = clientAt(portOf(server), async () => {})
    await assert.rejects(coffer.createLaunch(launch), { code: 'NO_ANSWER', undecided: true, tries: 1 })
    asked = 0
    assert.deepEqual(await coffer.purchase(PURCHASE), { done: true })
    assert.equal(asked, 2)
  })
}

test('a redirect is not followed: what is signed for one address is sent to no other', async (t) => {
  let asked = 0
  const other = await listen(t, (request, response) => {
    asked += 1
    done(request, response)
  })
  const location = `http://127.0.0.1:${portOf(other)}/elsewhere`
  const server = await listen(t, (_request, response) => void response.writeHead(307, { location }).end())
  const coffer = clientAt(portOf(server), async () => {})
  await assert.rejects(coffer.purchase(PURCHASE), { code: 'UNREADABLE_ANSWER', status: 307, retry: 'never' })
  assert.equal(asked, 0)
})
