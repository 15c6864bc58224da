import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { suite, type TestContext, test } from 'node:test'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { LIMITS } from '@coffer/service/kernel'
import { type HttpReply, type HttpRequest, makeHttpClient } from '@coffer/service/platform'
import { makeTestClock } from '../support/test-clock.ts'

const BODY = '{"accepted":true}'
const MAX_BYTES = 65_536

type Write = (socket: Socket, bytes: Buffer) => unknown
const writeWhole: Write = (socket, bytes) => socket.write(bytes)

/** A server of bare TCP, which answers each request with the next of these. It closes the connection behind the last. */
async function serve(t: TestContext, answers: Buffer[], write: Write = writeWhole) {
  const sockets = new Set<Socket>()
  const left = [...answers]
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    // A request of this size comes in one piece.
    socket.on('data', async () => {
      await write(socket, left.shift() ?? Buffer.alloc(0))
      if (left.length === 0) socket.end()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, sockets }
}

function client(t: TestContext) {
  const http = makeHttpClient(
    { environment: 'test', allowedPrivateHosts: [] },
    { clock: makeTestClock(), limits: LIMITS },
  )
  t.after(() => http.close())
  return (url: string, change: Partial<HttpRequest> = {}) =>
    http.send({
      ...{ lane: 'a', method: 'POST', url, headers: {}, body: '{}' },
      ...{ timeoutMs: 60_000, maxReplyBytes: MAX_BYTES, ...change },
    })
}

/** What comes of one request to a server that answers with these bytes. */
async function asked(t: TestContext, bytes: Buffer, change: Partial<HttpRequest> = {}): Promise<HttpReply> {
  const { url } = await serve(t, [bytes])
  return client(t)(url, change)
}

/** The text of a 200, or what else came. */
const textOf = (reply: HttpReply) => (reply.kind === 'answered' && reply.status === 200 ? String(reply.body) : reply)
const reasonOf = (reply: HttpReply) => (reply.kind === 'failed' ? reply.reason : reply)

function answer(startLine: string, headers: string[], body: string | Buffer = ''): Buffer {
  return Buffer.concat([Buffer.from(`${[startLine, ...headers].join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body)])
}
const bare = (body: string | Buffer, ...headers: string[]) => answer('HTTP/1.1 200 OK', headers, body)
const ok = (body: string | Buffer, ...headers: string[]) =>
  bare(body, ...headers, `Content-Length: ${Buffer.byteLength(body)}`)
const coded = (body: string | Buffer, coding: string) => ok(body, `Content-Encoding: ${coding}`)
const chunks = (body: string, trailers = '') => `${body.length.toString(16)};of=test\r\n${body}\r\n0\r\n${trailers}\r\n`

const LENGTH = `Content-Length: ${BODY.length}`
const CONTINUE = answer('HTTP/1.1 100 Continue', [])
const HINTS = answer('HTTP/1.1 103 Early Hints', ['Link: </a>; rel=preload'])
const MANY_INTERIM = Buffer.concat([
  CONTINUE,
  HINTS,
  answer('HTTP/1.1 102', []),
  answer('HTTP/1.0 100 OK', []),
  CONTINUE,
])

const READ: Record<string, Buffer> = {
  'after a 100': Buffer.concat([CONTINUE, ok(BODY)]),
  'after a 100 with headers': Buffer.concat([
    answer('HTTP/1.1 100 Go on', ['Connection: close', 'Date: now']),
    ok(BODY),
  ]),
  'after a 100 with line feeds alone': Buffer.concat([Buffer.from('HTTP/1.1 100 Continue\n\n'), ok(BODY)]),
  'after many interim answers': Buffer.concat([MANY_INTERIM, ok(BODY)]),
  'after an interim answer of another kind': Buffer.concat([HINTS, ok(BODY)]),
  'with an offer to upgrade': ok(BODY, 'Connection: Upgrade, Keep-Alive', 'Upgrade: h2,h2c'),
  'without a reason': answer('HTTP/1.1 200', [LENGTH], BODY),
  'with headers in lower case': bare(BODY, 'content-type: TEXT/PLAIN', LENGTH.toLowerCase()),
  'in chunks with trailers': bare(chunks(BODY, 'X-Sum: 1\r\n'), 'Transfer-Encoding: Chunked', 'Trailer: X-Sum'),
  'of HTTP/1.0 with a length': answer('HTTP/1.0 200 OK', [LENGTH], BODY),
  'of HTTP/1.0 that the end of the connection ends': answer('HTTP/1.0 200 OK', [], BODY),
  'that the end of the connection ends': bare(BODY, 'Connection: close'),
}

/** Labels, and bodies that come with them. */
const DECODED: [coding: string, body: Buffer | string][] = [
  ['gzip', gzipSync(BODY)],
  ['X-GZip', gzipSync(BODY)],
  ['deflate', deflateSync(BODY)],
  ['deflate', deflateRawSync(BODY)],
  ['br', brotliCompressSync(BODY)],
  ['zstd', zstdCompressSync(BODY)],
  ['gzip, identity', gzipSync(BODY)],
  ['identity\r\nContent-Encoding: gzip', gzipSync(BODY)],
  ['deflate, gzip', gzipSync(deflateSync(BODY))],
  // What a proxy leaves on a body that it has decoded, and what names no compression.
  ['gzip', BODY],
  ['deflate', BODY],
  ['br', BODY],
  ['zstd', BODY],
  ['utf-8', BODY],
  ['', BODY],
]

const zeros = Buffer.alloc(MAX_BYTES + 1)
const TOO_LONG = `answer of more than ${MAX_BYTES} bytes`
/** RFC 8878: the magic number, a window of 16 MB, one last block of bytes as they are. */
const zstdOfLargeWindow = Buffer.concat([
  Buffer.of(0x28, 0xb5, 0x2f, 0xfd, 0, 14 << 3, (BODY.length << 3) | 1, 0, 0),
  Buffer.from(BODY),
])

const UNDECODED: [why: string, bytes: Buffer, reason: string][] = [
  ['a gzip bomb', coded(gzipSync(zeros), 'gzip'), TOO_LONG],
  ['a deflate bomb', coded(deflateSync(zeros), 'deflate'), TOO_LONG],
  ['a br bomb', coded(brotliCompressSync(zeros), 'br'), TOO_LONG],
  ['a zstd bomb', coded(zstdCompressSync(zeros), 'zstd'), TOO_LONG],
  ['a bomb in a bomb', coded(gzipSync(gzipSync(Buffer.alloc(100 * MAX_BYTES))), 'gzip, gzip'), TOO_LONG],
  ['half of a gzip body', coded(gzipSync(BODY).subarray(0, -9), 'gzip'), 'the answer is not whole or not gzip'],
  [
    'gzip with a wrong sum',
    coded(Buffer.concat([gzipSync(BODY).subarray(0, -8), Buffer.alloc(8)]), 'gzip'),
    'the answer is not whole or not gzip',
  ],
  ['half of a br body', coded(brotliCompressSync(BODY).subarray(0, -2), 'br'), 'the answer is not whole or not br'],
  ['zstd of a large window', coded(zstdOfLargeWindow, 'zstd'), 'the answer is not whole or not zstd'],
  ['many codings', coded(BODY, 'gzip, gzip, gzip, gzip'), 'the answer has more than 3 content codings'],
]

const REFUSED: Record<string, Buffer> = {
  'two lengths that are the same': bare(BODY, LENGTH, LENGTH),
  'two lengths in one line': bare(BODY, `${LENGTH}, ${BODY.length}`),
  'two lengths that differ': bare(BODY, LENGTH, 'Content-Length: 5'),
  'a length and chunks': bare(chunks(BODY), LENGTH, 'Transfer-Encoding: chunked'),
  'chunks and a length': bare(chunks(BODY), 'Transfer-Encoding: chunked', LENGTH),
  'a folded header': bare(BODY, 'X-Note: a\r\n b', LENGTH),
  'line feeds alone': Buffer.from(`HTTP/1.1 200 OK\n${LENGTH}\n\n${BODY}`),
  'a change of protocol': Buffer.concat([answer('HTTP/1.1 101 On', ['Connection: upgrade', 'Upgrade: h2c']), ok(BODY)]),
  'nothing after a 100': CONTINUE,
  'nothing after early hints': HINTS,
  'an interim answer that does not end': answer(`HTTP/1.1 103 Hints\r\nLink: ${'a'.repeat(20_000)}`, []),
  'headers of more than 16 kB': ok(BODY, `X-Note: ${'a'.repeat(16_384)}`),
  'chunks that do not end': bare(chunks(BODY).slice(0, -5), 'Transfer-Encoding: chunked'),
}

suite('answers that the outbound client reads', () => {
  for (const [name, bytes] of Object.entries(READ)) {
    test(`an answer ${name} is read`, async (t) => {
      assert.deepEqual(textOf(await asked(t, bytes)), BODY)
    })
  }

  test('interim answers byte by byte, on new and used connections, are read over', async (t) => {
    const bytes = Buffer.concat([MANY_INTERIM, ok('HTTP/1.1 100 Continue\r\n\r\n')])
    const { url, sockets } = await serve(t, Array<Buffer>(6).fill(bytes), async (socket, whole) => {
      for (const byte of whole) {
        socket.write(Buffer.of(byte))
        await new Promise((resolve) => setImmediate(resolve))
      }
    })
    const send = client(t)
    for (let count = 0; count < 6; count += 1) assert.equal(textOf(await send(url)), 'HTTP/1.1 100 Continue\r\n\r\n')
    assert.ok(sockets.size < 6, 'a connection was used again')
  })

  test('compressed answers that were not asked for are read, and labels on plain ones are not', async (t) => {
    for (const [coding, body] of DECODED) assert.deepEqual(textOf(await asked(t, coded(body, coding))), BODY, coding)
    // A raw deflate could begin with these bytes.
    const spaced = '{\n  "accepted": true\n}'
    assert.equal(textOf(await asked(t, coded(spaced, 'deflate'))), spaced)
    const full = 'x'.repeat(MAX_BYTES)
    assert.equal(textOf(await asked(t, coded(gzipSync(full), 'gzip'))), full)
    const empty = await asked(t, answer('HTTP/1.1 204 No Content', ['Content-Encoding: gzip']))
    assert.ok(empty.kind === 'answered' && empty.status === 204 && empty.body.length === 0)
  })

  test('compressed answers that are too long or broken have failed', async (t) => {
    for (const [why, bytes, reason] of UNDECODED) assert.deepEqual(reasonOf(await asked(t, bytes)), reason, why)
  })

  test('an answer whose end is in doubt, or that is not whole, has failed', async (t) => {
    for (const [why, bytes] of Object.entries(REFUSED)) assert.equal((await asked(t, bytes)).kind, 'failed', why)
  })

  test('where the status is enough, an interim one is none, and a broken body changes nothing', async (t) => {
    const statusIsEnough = true
    assert.equal((await asked(t, HINTS, { statusIsEnough })).kind, 'failed')
    const broken = await asked(t, coded(gzipSync(BODY).subarray(0, -9), 'gzip'), { statusIsEnough })
    assert.ok(broken.kind === 'answered' && broken.status === 200)
  })
})
