import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type FileHandle, open as openFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, suite, type TestContext, test } from 'node:test'
import { inspect } from 'node:util'
import { LIMITS } from '@coffer/service/kernel'
import {
  DocumentStoreUnavailable,
  derivedLogins,
  makeDocumentStore,
  makeLog,
  openDatabase,
  readConfig,
  systemRandom,
  systemTransaction,
} from '@coffer/service/platform'
import { mistakesOf, PRODUCTION } from '../support/config-mistakes.ts'
import { createTestDatabase } from '../support/database.ts'
import {
  BUCKET_ACCESS,
  type DocumentBucketServer,
  signatureOf,
  startDocumentBucket,
} from '../support/document-bucket.ts'
import { eventually } from '../support/eventually.ts'
import { PATIENT_LIMITS } from '../support/patient-limits.ts'
import { makeTestClock, type TestClock } from '../support/test-clock.ts'

const SETTINGS = {
  COFFER_DOCUMENTS_S3_ENDPOINT: 'https://store.example',
  COFFER_DOCUMENTS_S3_BUCKET: BUCKET_ACCESS.bucket,
  COFFER_DOCUMENTS_S3_REGION: BUCKET_ACCESS.region,
  COFFER_DOCUMENTS_S3_ACCESS_KEY_ID: BUCKET_ACCESS.accessKeyId,
  COFFER_DOCUMENTS_S3_SECRET_ACCESS_KEY: BUCKET_ACCESS.secretAccessKey,
}

function folderFor(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'coffer-documents-'))
  t.after(() => rmSync(path, { recursive: true }))
  return path
}

function openStore(t: TestContext, env: NodeJS.ProcessEnv, clock = makeTestClock()) {
  const config = readConfig({ COFFER_ENV: 'test', ...env })
  const store = makeDocumentStore(config, { limits: { ...LIMITS, ...PATIENT_LIMITS }, clock, random: systemRandom })
  t.after(() => store.close())
  return store
}

/** Lets the time of so many exchanges pass once all of them are under way. */
async function timeOut(clock: TestClock, count: number): Promise<void> {
  await eventually(() => clock.deadlinesCount() >= count, 'the store is asked')
  await clock.pass(LIMITS.documentCallMs)
}

const unavailable = (reason: RegExp) => (error: unknown) =>
  error instanceof DocumentStoreUnavailable && reason.test(error.message)

/** Each with the folder and with the bucket. */
const STORES: Record<string, (t: TestContext) => Promise<ReturnType<typeof openStore>>> = {
  folder: async (t) => openStore(t, { COFFER_DOCUMENTS_DIR: join(folderFor(t), 'made', 'when-needed') }),
  bucket: async (t) => {
    const server = await startDocumentBucket()
    t.after(() => server.close())
    return openStore(t, { ...SETTINGS, COFFER_DOCUMENTS_S3_ENDPOINT: server.endpoint })
  },
}

for (const [name, open] of Object.entries(STORES)) {
  suite(`the store of documents, as a ${name}`, () => {
    test('what was put is got, replaced and removed, and what was never there is null', async (t) => {
      const store = await open(t)
      const [first, second] = [randomBytes(300_000), randomBytes(10)]
      assert.equal(await store.get('operators/1/a-front'), null)
      await store.put('operators/1/a-front', first)
      await store.put('operators/1/a-back', second)
      assert.deepEqual(await store.get('operators/1/a-front'), first)
      await store.put('operators/1/a-front', second)
      assert.deepEqual(await store.get('operators/1/a-front'), second)
      await store.remove('operators/1/a-front')
      await store.remove('operators/1/a-front')
      await store.remove('operators/2/never-there')
      assert.equal(await store.get('operators/1/a-front'), null)
      assert.deepEqual(await store.get('operators/1/a-back'), second)
    })

    test('a key that could lead elsewhere is a bug, and reaches nothing', async (t) => {
      const store = await open(t)
      const keys = [
        '',
        '/a',
        'a/',
        'a//b',
        '../a',
        'a/../b',
        'a/./b',
        'a.b',
        'A',
        'a b',
        'a\\b',
        'a%2fb',
        'a\u0000',
        'ä',
        '-a',
      ]
      for (const key of [...keys, 'a'.repeat(201)]) {
        for (const call of [() => store.put(key, Buffer.of(1)), () => store.get(key), () => store.remove(key)]) {
          await assert.rejects(call, /broken assumption: the key of a document/, key)
        }
      }
    })

    test('the largest sealed document is kept, and one byte more is a bug', async (t) => {
      assert.equal(LIMITS.documentBytes, 16 * 1024 * 1024)
      assert.ok(LIMITS.documentBytes > LIMITS.kycImageBytes)
      const store = await open(t)
      await store.put('a', Buffer.alloc(LIMITS.documentBytes, 1))
      assert.equal((await store.get('a'))?.length, LIMITS.documentBytes)
      await assert.rejects(store.put('a', Buffer.alloc(LIMITS.documentBytes + 1)), /a document is within the limit/)
    })

    test('inside a transaction no document is stored or fetched', async (t) => {
      const store = await open(t)
      const db = openDatabase(
        derivedLogins((await createTestDatabase()).url),
        { ...LIMITS, ...PATIENT_LIMITS },
        { notice: () => {} },
      )
      t.after(() => db.close())
      for (const call of [() => store.put('a', Buffer.of(1)), () => store.get('a'), () => store.remove('a')]) {
        await assert.rejects(systemTransaction<unknown>(db, call), /inside a transaction/)
      }
      assert.equal(await store.get('a'), null)
    })
  })
}

suite('documents in a folder', () => {
  test('nobody but the owner of the process can read them', async (t) => {
    const folder = join(folderFor(t), 'documents')
    const store = openStore(t, { COFFER_DOCUMENTS_DIR: folder })
    await store.put('operators/1/a', Buffer.of(1))
    const modeOf = (...parts: string[]) => (statSync(join(folder, ...parts)).mode & 0o777).toString(8)
    assert.deepEqual([modeOf(), modeOf('operators'), modeOf('operators', '1')], ['700', '700', '700'])
    assert.equal(modeOf('operators', '1', 'a'), '600')
  })

  test('of many that write one document at once, one wins whole, and no draft is left', async (t) => {
    const folder = folderFor(t)
    const store = openStore(t, { COFFER_DOCUMENTS_DIR: folder })
    const versions = Array.from({ length: 12 }, (_, i) => Buffer.alloc(400_000, i))
    await Promise.all(versions.map((bytes) => store.put('a/b', bytes)))
    const found = await store.get('a/b')
    assert.ok(versions.some((bytes) => found?.equals(bytes)))
    assert.deepEqual(readdirSync(join(folder, 'a')), ['b'])
  })

  test('a document is on the disk with every folder on the way to it before it counts as stored', async (t) => {
    const folder = join(folderFor(t), 'made', 'when-needed')
    const store = openStore(t, { COFFER_DOCUMENTS_DIR: folder })
    const handle = await openFile(tmpdir())
    await handle.close()
    const synced = new Set<number>()
    const { sync } = Object.getPrototypeOf(handle) as FileHandle
    t.mock.method(Object.getPrototypeOf(handle), 'sync', async function (this: FileHandle) {
      synced.add((await this.stat()).ino)
      return sync.call(this)
    })
    const below = (...paths: string[]) => paths.map((path) => statSync(join(folder, path)).ino)
    await store.put('aurum/7/a', Buffer.of(1))
    assert.deepEqual([...synced].sort(), below('aurum/7/a', 'aurum/7', 'aurum', '.', '..', '../..').sort())
    synced.clear()
    await store.put('aurum/8/b', Buffer.of(1))
    assert.deepEqual([...synced].sort(), below('aurum/8/b', 'aurum/8', 'aurum', '.').sort())
  })

  test('the last document of a folder takes the folder with it, and whoever puts one there meanwhile makes it anew', async (t) => {
    const folder = folderFor(t)
    const store = openStore(t, { COFFER_DOCUMENTS_DIR: folder })
    for (const key of ['aurum/7/a', 'aurum/7/b', 'aurum/8/c']) await store.put(key, Buffer.of(1))
    await store.remove('aurum/7/a')
    assert.deepEqual(readdirSync(folder, { recursive: true }).sort(), [
      'aurum',
      'aurum/7',
      'aurum/7/b',
      'aurum/8',
      'aurum/8/c',
    ])
    await store.remove('aurum/7/b')
    assert.deepEqual(readdirSync(join(folder, 'aurum')), ['8'])
    await store.remove('aurum/8/c')
    assert.deepEqual(readdirSync(folder), [])
    // A removal that finds nothing takes away what a put has just made, before something is in it.
    for (let at = 0; at < 300; at++) {
      await Promise.all([store.put(`bellis/${at}/a`, Buffer.of(1)), store.remove(`bellis/${at}/b`)])
      assert.ok(await store.get(`bellis/${at}/a`))
      await store.remove(`bellis/${at}/a`)
    }
    assert.deepEqual(readdirSync(folder), [])
  })

  test('the draft of a process that died is never read, and goes with its document', async (t) => {
    const folder = folderFor(t)
    const store = openStore(t, { COFFER_DOCUMENTS_DIR: folder })
    mkdirSync(join(folder, 'a'))
    writeFileSync(join(folder, 'a', 'b.draft-0011223344556677'), 'half of it')
    assert.equal(await store.get('a/b'), null)
    await store.put('a/b', Buffer.of(1))
    await store.put('a/bc', Buffer.of(2))
    await store.remove('a/b')
    assert.deepEqual(readdirSync(join(folder, 'a')), ['bc'])
  })

  test('a folder that cannot be used is told as unavailable, without its path, and leaves no draft', async (t) => {
    const folder = folderFor(t)
    const store = openStore(t, { COFFER_DOCUMENTS_DIR: folder })
    await store.put('a/b', Buffer.of(1))
    const refused = (call: Promise<unknown>) =>
      assert.rejects(call, (error) => unavailable(/: E[A-Z]+$/)(error) && !inspect(error).includes(folder))
    await refused(store.put('a', Buffer.of(1)))
    await refused(store.put('a/b/c', Buffer.of(1)))
    await refused(store.get('a/b/c'))
    await refused(store.get('a'))
    assert.deepEqual(readdirSync(folder), ['a'])
  })
})

suite('documents in a bucket', () => {
  let server: DocumentBucketServer
  before(async () => {
    server = await startDocumentBucket()
  })
  beforeEach(() => {
    server.objects.clear()
    server.refused.length = 0
    server.mood = 'well'
  })
  after(() => server.close())
  const open = (t: TestContext, env: NodeJS.ProcessEnv = {}, clock?: TestClock) =>
    openStore(t, { ...SETTINGS, COFFER_DOCUMENTS_S3_ENDPOINT: `${server.endpoint}/`, ...env }, clock)

  test('the server of these tests computes the signature of the published example', () => {
    const signature = signatureOf({
      ...{ method: 'GET', path: '/test.txt', region: 'us-east-1', at: '20130524T000000Z' },
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      payloadHash: EMPTY,
      headers: {
        ...{ host: 'examplebucket.s3.amazonaws.com', range: 'bytes=0-9' },
        ...{ 'x-amz-content-sha256': EMPTY, 'x-amz-date': '20130524T000000Z' },
      },
    })
    assert.equal(signature, 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41')
  })

  test('each request is signed, body and all: the store believes them, and none with another secret', async (t) => {
    const store = open(t)
    await store.put('operators/1/a', Buffer.from('sealed'))
    assert.deepEqual([...server.objects.keys()], ['operators/1/a'])
    assert.deepEqual(await store.get('operators/1/a'), Buffer.from('sealed'))
    await store.remove('operators/1/a')
    assert.deepEqual([server.objects.size, server.refused], [0, []])
    const stranger = open(t, { COFFER_DOCUMENTS_S3_SECRET_ACCESS_KEY: 'another' })
    await assert.rejects(stranger.put('operators/1/a', Buffer.of(1)), unavailable(/it answered 403/))
    assert.deepEqual([server.objects.size, server.refused], [0, ['the signature']])
  })

  test('a store that fails, says nothing, breaks off or is not there is unavailable, and no word about a document', async (t) => {
    const clock = makeTestClock()
    const store = open(t, {}, clock)
    await store.put('a', Buffer.from('sealed'))
    const assertUnavailable = async (reason: RegExp) => {
      const calls = [store.put('a', Buffer.of(1)), store.get('a'), store.get('b'), store.remove('a')]
      const settled = Promise.allSettled(calls)
      if (server.mood === 'silent') await timeOut(clock, calls.length)
      for (const result of await settled) {
        assert.ok(result.status === 'rejected' && unavailable(reason)(result.reason), inspect(result))
      }
    }
    server.mood = 'broken'
    await assertUnavailable(/it answered 500/)
    server.mood = 'without the bucket'
    await assertUnavailable(/it answered 404/)
    server.mood = 'silent'
    await assertUnavailable(/time-out/)
    server.mood = 'cut'
    await assert.rejects(store.get('a'), unavailable(/./))
    const gone = await startDocumentBucket()
    gone.close()
    const nowhere = open(t, { COFFER_DOCUMENTS_S3_ENDPOINT: gone.endpoint })
    await assert.rejects(nowhere.get('a'), unavailable(/ECONNREFUSED/))
    server.mood = 'well'
    assert.deepEqual(await store.get('a'), Buffer.from('sealed'))
  })

  test('the exchange with a store has 15 seconds', () => assert.equal(LIMITS.documentCallMs, 15_000))

  test('a private address is reached when the deployment names it as its store', async (t) => {
    const endpoint = server.endpoint.replace('http:', 'https:')
    const production = { ...PRODUCTION, COFFER_DOCUMENTS_S3_ENDPOINT: endpoint }
    // It was called, and speaks no TLS.
    await assert.rejects(open(t, production).get('a'), unavailable(/SSL|EPROTO/))
  })

  test('the secret stands in no error, no log and no print of the settings', async (t) => {
    const lines: string[] = []
    const log = makeLog('trace', { write: (line: string) => lines.push(line) })
    const clock = makeTestClock()
    const store = open(t, {}, clock)
    const config = readConfig({ COFFER_ENV: 'test', ...SETTINGS })
    for (const mood of ['broken', 'silent', 'without the bucket'] as const) {
      server.mood = mood
      const put = store.put('a', Buffer.of(1)).catch((reason: unknown) => reason)
      if (mood === 'silent') await timeOut(clock, 1)
      const error = await put
      log.error({ err: error, error, config, store }, 'a store failed')
      lines.push(inspect(error, { depth: 9, showHidden: true }), inspect(config, { depth: 9 }), JSON.stringify(config))
    }
    assert.ok(lines.length >= 12 && lines.some((line) => line.includes('[hidden]')))
    assert.ok(!lines.some((line) => line.includes(BUCKET_ACCESS.secretAccessKey)))
  })
})

const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

suite('settings of documents', () => {
  test('without any they are kept below the data folder', () => {
    assert.deepEqual(readConfig({ COFFER_DATA_DIR: '/data' }).documents, { kind: 'folder', folder: '/data/documents' })
    const elsewhere = readConfig({ COFFER_DATA_DIR: '/data', COFFER_DOCUMENTS_DIR: '/papers' })
    assert.deepEqual(elsewhere.documents, { kind: 'folder', folder: '/papers' })
  })

  test('a bucket is told whole or not at all, and not beside a folder', () => {
    assert.equal(mistakesOf(SETTINGS), '')
    for (const name of Object.keys(SETTINGS)) {
      assert.match(mistakesOf({ ...SETTINGS, [name]: '' }), new RegExp(`^${name}: must be set when COFFER_`))
    }
    assert.match(mistakesOf({ ...SETTINGS, COFFER_DOCUMENTS_DIR: '/papers' }), /^COFFER_DOCUMENTS_DIR: /)
  })

  test('each is checked at the start, and a secret is not repeated', () => {
    const wrong: Record<string, string[]> = {
      COFFER_DOCUMENTS_S3_ENDPOINT: [
        'ftp://store',
        'https://store.example/a',
        'https://user:key@store.example',
        'store',
      ],
      COFFER_DOCUMENTS_S3_BUCKET: ['x', 'a/b', 'PAPERS', '../x'],
      COFFER_DOCUMENTS_S3_REGION: ['eu west', 'eu/west'],
      COFFER_DOCUMENTS_S3_ACCESS_KEY_ID: ['a b', 'a/b'],
      COFFER_DOCUMENTS_S3_SECRET_ACCESS_KEY: ['two words', 'schlüssel'],
    }
    for (const [name, values] of Object.entries(wrong)) {
      for (const value of values) {
        const message = mistakesOf({ ...SETTINGS, [name]: value })
        assert.match(message, new RegExp(`^${name}: must (be|not hold)`), `${name} ${value}`)
        assert.ok(!message.includes('schl') && !message.includes('two words'), message)
      }
    }
  })

  test('production reaches its store by https', () => {
    const production = { ...SETTINGS, ...PRODUCTION }
    assert.equal(mistakesOf(production), '')
    const plain = mistakesOf({ ...production, COFFER_DOCUMENTS_S3_ENDPOINT: 'http://store.example' })
    assert.equal(plain, 'COFFER_DOCUMENTS_S3_ENDPOINT: production needs an https address')
  })

  test('the secret may come from a file', (t) => {
    const file = join(folderFor(t), 'secret')
    writeFileSync(file, 'from-a-file\n')
    const env = { ...SETTINGS, COFFER_DOCUMENTS_S3_SECRET_ACCESS_KEY: undefined }
    const { documents } = readConfig({ ...env, COFFER_DOCUMENTS_S3_SECRET_ACCESS_KEY_FILE: file })
    assert.ok(documents.kind === 's3')
    assert.equal(documents.secretAccessKey.reveal(), 'from-a-file')
  })
})
