import assert from 'node:assert/strict'
import { request } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { test } from 'node:test'
import zlib, { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { playRoutes } from '@coffer/contract/play'
import { encodingFor } from '../../service/src/http/encoding.ts'
import { sureBoxes } from '../support/sure-boxes.ts'
import { startWorld } from '../support/world.ts'

type Answer = { status: number; headers: Record<string, string | undefined>; bytes: Buffer }

/** As it comes over the wire: `fetch` would unpack it and ask for what it likes. */
function get(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers }, async (response) => {
      const bytes = Buffer.concat(await response.toArray())
      resolve({ status: response.statusCode!, headers: response.headers as Answer['headers'], bytes })
    })
    sent.on('error', reject).end()
  })
}

const UNPACK = { br: brotliDecompressSync, gzip: gunzipSync } as const
const ENCODINGS = ['br', 'gzip'] as const

/** Pages and what they load: a share of it at most goes over the wire. */
const PAGES = [
  '/',
  '/docs',
  '/docs/errors',
  '/docs/errors/NOT_FOUND',
  '/openapi.json',
  '/play',
  '/admin',
  '/fairness/verify',
]

/** Whoever embeds the game is told who may, by where it is embedded. */
const varyOf = (path: string) =>
  path === '/play' ? 'Referer, Sec-Fetch-Dest, Sec-Fetch-Site, Accept-Encoding' : 'Accept-Encoding'

/** A file below this size gets hardly smaller. */
const SMALL_BYTES = 500

test('every page and what it loads leaves as brotli, as gzip or as it is, smaller and the same, with a tag for each form', async (t) => {
  const { baseUrl } = await startWorld(t)
  const parts: string[] = []
  for (const page of ['/play', '/admin']) {
    const text = (await get(baseUrl + page)).bytes.toString()
    parts.push(...[...text.matchAll(/"(\/\w+\/assets\/[^"]+)"/g)].map(([, path]) => path!))
  }
  assert.ok(parts.some((path) => path.endsWith('.js')) && parts.some((path) => path.endsWith('.css')), parts.join())
  for (const path of [...PAGES, ...parts]) {
    const plain = await get(baseUrl + path)
    assert.deepEqual(
      [plain.status, plain.headers['content-encoding'], plain.headers.vary],
      [200, undefined, varyOf(path)],
      path,
    )
    const tags = new Set([plain.headers.etag])
    for (const encoding of ENCODINGS) {
      const packed = await get(baseUrl + path, { 'accept-encoding': encoding })
      assert.deepEqual(
        [packed.status, packed.headers['content-encoding'], packed.headers.vary],
        [200, encoding, varyOf(path)],
        path,
      )
      assert.ok(UNPACK[encoding](packed.bytes).equals(plain.bytes), `${path} unpacked is what it was`)
      const share = plain.bytes.length < SMALL_BYTES ? 1 : 0.7
      assert.ok(
        packed.bytes.length < plain.bytes.length * share,
        `${path}: ${packed.bytes.length} of ${plain.bytes.length} bytes`,
      )
      assert.deepEqual(
        ['content-type', 'content-security-policy', 'cache-control'].map((name) => packed.headers[name]),
        ['content-type', 'content-security-policy', 'cache-control'].map((name) => plain.headers[name]),
      )
      tags.add(packed.headers.etag)
      for (const known of [packed.headers.etag!, `W/${packed.headers.etag}`, `"other", ${packed.headers.etag}`]) {
        const again = await get(baseUrl + path, { 'accept-encoding': encoding, 'if-none-match': known })
        assert.deepEqual([again.status, again.bytes.length, again.headers.etag], [304, 0, packed.headers.etag], path)
      }
      const other = await get(baseUrl + path, { 'if-none-match': packed.headers.etag! })
      assert.equal(other.status, 200, `${path}: another form is another text`)
    }
    assert.equal(tags.size, 3, path)
  }
  for (const form of ['br', 'gz']) assert.equal((await get(`${baseUrl}${parts[0]}.${form}`)).status, 404)
})

test('the reference of 450 kB is a tenth of that over the wire, and packed once', async (t) => {
  const { baseUrl, lines } = await startWorld(t)
  await assertPackedAnew(() => get(`${baseUrl}/openapi.json`, { 'accept-encoding': 'gzip' }), lines)
  for (const path of ['/docs', '/openapi.json']) {
    const { bytes } = await get(baseUrl + path, { 'accept-encoding': 'br' })
    assert.ok(bytes.length < 45_000, `${path}: ${bytes.length}`)
    const askAgain = () =>
      Promise.all(Array.from({ length: 20 }, () => get(baseUrl + path, { 'accept-encoding': 'br' })))
    assert.equal(await packedCount(askAgain), 0, path)
  }
})

/** A form that could not be packed is packed when it is wanted again. */
async function assertPackedAnew(ask: () => Promise<Answer>, lines: Record<string, unknown>[]): Promise<void> {
  const { gzip } = zlib
  const refuse = (_bytes: Buffer, _options: object, done: (error: Error) => void) => done(new Error('no memory'))
  Object.assign(zlib, { gzip: refuse })
  syncBuiltinESMExports()
  try {
    assert.equal((await ask()).status, 500)
  } finally {
    Object.assign(zlib, { gzip })
    syncBuiltinESMExports()
  }
  const told = lines.findIndex(({ level }) => level === 'error')
  assert.match(JSON.stringify(lines.splice(told, 1)), /no memory/)
  assert.equal((await ask()).status, 200)
}

/** How often something was packed with brotli meanwhile. */
async function packedCount(work: () => Promise<unknown>): Promise<number> {
  const { brotliCompress } = zlib
  let count = 0
  const counted = (...given: Parameters<typeof brotliCompress>) => {
    count += 1
    brotliCompress(...given)
  }
  Object.assign(zlib, { brotliCompress: counted })
  syncBuiltinESMExports()
  try {
    await work()
    return count
  } finally {
    Object.assign(zlib, { brotliCompress })
    syncBuiltinESMExports()
  }
}

test('long lists leave as gzip where the caller takes it, short ones and whatever holds a secret as they are', async (t) => {
  const world = await startWorld(t, { operators: { aurum: { catalogue: manyBoxes(30) } } })
  const { baseUrl } = world
  const player = await world.play(world.operator, 'u_1')
  const authorization = `Bearer ${player.token}`
  const packs = { authorization, 'accept-encoding': 'gzip, deflate, br' }
  const plain = await get(baseUrl + playRoutes.listBoxes.path, { authorization })
  const packed = await get(baseUrl + playRoutes.listBoxes.path, packs)
  assert.deepEqual([plain.headers['content-encoding'], packed.headers['content-encoding']], [undefined, 'gzip'])
  assert.deepEqual([plain.headers.vary, packed.headers.vary], ['Accept-Encoding', 'Accept-Encoding'])
  assert.equal(gunzipSync(packed.bytes).toString(), plain.bytes.toString())
  assert.ok(packed.bytes.length * 3 < plain.bytes.length, `${packed.bytes.length} of ${plain.bytes.length}`)

  const rounds = await get(baseUrl + playRoutes.listRounds.path, packs)
  assert.deepEqual([rounds.status, rounds.headers['content-encoding']], [200, undefined], 'an empty list')
  const { launchToken } = await world.operator.coffer.createLaunch({
    playerExternalId: 'u_2',
    gameKey: 'mystery_box',
    target: {},
  })
  const init = await fetch(baseUrl + playRoutes.initSession.path, {
    ...{ method: 'POST', body: JSON.stringify({ launchToken, filler: 'x'.repeat(9_000) }) },
    headers: { 'content-type': 'application/json', 'accept-encoding': 'gzip' },
  })
  assert.deepEqual([init.status, init.headers.get('content-encoding')], [200, null])
})

function manyBoxes(count: number) {
  const { items, boxes } = sureBoxes()
  const [first] = boxes
  return {
    items,
    boxes: Array.from({ length: count }, (_, index) => ({ ...first!, key: `box-${index}`, slug: `box-${index}` })),
  }
}

test('what a client takes is read with its weights', () => {
  const cases: [string | undefined, string | null][] = [
    [undefined, null],
    ['', null],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['br;q=0.5, gzip;q=0.9', 'gzip'],
    ['GZIP ; Q=1', 'gzip'],
    ['gzip;q=0', null],
    ['identity, br;q=0.5', null],
    ['identity;q=0.1, br', 'br'],
    ['br;q=x', null],
  ]
  for (const [accepted, wanted] of cases) assert.equal(encodingFor(accepted), wanted, String(accepted))
})
