import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, type TestContext, test } from 'node:test'
import { findRunning, withDatabase } from '@coffer/embedded-postgres'
import { ALGORITHM_KEY, draw, serverSeedHash, UPGRADER_TOTAL } from '@coffer/fairness'
import { sampleBox } from '@coffer/fixtures'
import { createCoffer } from '@coffer/operator-sdk'
import pg from 'pg'
import { startDatabase } from '../../scripts/start/database.ts'
import { readStartSettings } from '../../scripts/start/settings.ts'
import { bareEnvironment } from '../support/bare-environment.ts'
import { type Ran, runCoffer, spawnCoffer } from '../support/command-line.ts'
import { createTestDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { COFFER_PROGRAM } from '../support/programs.ts'

let databaseUrl: string
let folder: string
let env: NodeJS.ProcessEnv

/** Runs the command line on the database of this file. */
function coffer(...args: string[]): Promise<Ran> {
  return runCoffer(env, args)
}

/** The result of a command that succeeds. */
async function json(...args: string[]) {
  const { code, out, err } = await coffer(...args, '--json')
  assert.equal(code, 0, err)
  return JSON.parse(out)
}

function file(name: string, content: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify(content))
  return path
}

/** Answers every proof that is asked for with this one. */
async function serveProof(t: TestContext, proof: unknown): Promise<string> {
  const server = createServer((request, response) => {
    response.statusCode = request.url?.startsWith('/fairness/rounds/rnd_') ? 200 : 404
    response.end(JSON.stringify(proof))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

suite('the command line', { concurrency: false }, () => {
  before(async () => {
    databaseUrl = (await createTestDatabase()).url
    folder = mkdtempSync(join(tmpdir(), 'coffer-cli-'))
    env = {
      ...bareEnvironment(),
      COFFER_ENV: 'test',
      DATABASE_URL: databaseUrl,
      COFFER_DATA_DIR: folder,
      COFFER_BASE_URL: 'https://boxes.example',
    }
  })
  after(() => rmSync(folder, { recursive: true }))

  test('an operator is created, set, given a catalogue and rates, and launched', async () => {
    assert.deepEqual(await json('migrate'), { applied: [] })
    const made = await json(
      ...['operator', 'create', '--slug', 'aurum', '--name', 'Aurum', '--currency', 'EUR'],
      ...['--currencies', 'USD, JPY', '--games', 'mystery_box,upgrader', '--wallet-url', 'http://127.0.0.1:9/wallet'],
    )
    assert.deepEqual(Object.keys(made), ['operatorId', 'slug', 'keyId', 'keySecret', 'outboundSecret'])
    const patch = file('settings.json', { wallet: { maxUnknown: 3 }, 'game.maxReels': 4 })
    assert.deepEqual(await json('operator', 'settings', 'aurum', patch), {
      slug: 'aurum',
      changes: [
        { path: 'game.maxReels', from: 5, to: 4 },
        { path: 'wallet.maxUnknown', from: 20, to: 3 },
      ],
      warnings: [],
    })
    assert.deepEqual(await json('operator', 'settings', 'aurum', patch), { slug: 'aurum', changes: [], warnings: [] })
    const sample = sampleBox()
    sample.boxes[0]!.slug = 'sample-slug'
    const catalogue = file('catalogue.json', sample)
    const imported = await json('catalog', 'import', catalogue, '--operator', 'aurum')
    assert.deepEqual(Object.keys(imported.boxes.sample), ['boxId', 'boxVersionId'])
    assert.equal(typeof imported.items['sample-nuggets'], 'number')
    assert.deepEqual(await json('catalog', 'import', catalogue, '--operator', 'aurum'), imported)
    assert.deepEqual(await json('rates', 'set', 'EUR', 'USD=1.0834', 'JPY=169.27'), {
      base: 'EUR',
      rates: { USD: '1.0834', JPY: '169.27' },
    })
    const { boxId } = imported.boxes.sample
    const launch = await json('launch', '--operator', 'aurum', '--player', 'u_1', '--box', String(boxId))
    assert.match(launch.launchUrl, /^https:\/\/boxes\.example\/play#token=lt_[\w-]{43}$/)
  })

  test('a launch names its box by id, key or slug, and another name is said to be no box', async () => {
    const launch = ['launch', '--operator', 'aurum', '--player', 'u_named', '--box']
    for (const name of ['sample', 'sample-slug']) assert.match((await json(...launch, name)).launchToken, /^lt_/)
    const db = new pg.Client({ connectionString: databaseUrl })
    await db.connect()
    const { rows } = await db.query(`select b.key from launches join boxes b using (operator_id, box_id)
      join players p using (operator_id, player_id) where p.external_id = 'u_named'`)
    await db.end()
    assert.deepEqual(rows, [{ key: 'sample' }, { key: 'sample' }])
    assert.deepEqual(await coffer(...launch, 'sampl'), { code: 1, out: '', err: 'There is no such box.\n' })
    assert.equal(JSON.parse((await coffer(...launch, 'sampl', '--json')).err).error.code, 'UNKNOWN_BOX')
  })

  test('a webhook endpoint is made, listed, tested, given another secret and switched off, and what failed goes out again', async () => {
    const of = ['--operator', 'aurum']
    const make = ['webhook', 'create', ...of, '--url', 'http://127.0.0.1:9/hooks']
    const made = await json(...make, '--types', 'round_settled, settings_changed')
    assert.deepEqual(Object.keys(made), ['endpointId', 'secret'])
    assert.match(made.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    const every = await json(...make)
    const { endpoints } = await json('webhook', 'list', ...of)
    assert.deepEqual(
      endpoints.map((one: { endpointId: number; types: string[]; enabled: boolean }) => [one.endpointId, one.enabled]),
      [made, every].map(({ endpointId }) => [endpointId, true]),
    )
    assert.deepEqual([endpoints[0].types.length, endpoints[1].types.length], [2, 8])
    const id = String(made.endpointId)
    assert.notEqual((await json('webhook', 'rotate', id, ...of, '--overlap-hours', '1')).secret, made.secret)
    assert.match((await coffer('webhook', 'rotate', id, ...of, '--overlap-hours', '99999')).err, /up to four digits/)
    const { out } = await coffer('webhook', 'rotate', id, ...of, '--overlap-hours', '0')
    assert.match(out, /\nThe old secret signs no more: tell the receiver before you do anything else\./)
    const { delivery } = await json('webhook', 'test', id, ...of)
    assert.equal(delivery.type, 'webhook_test')
    const replay = ['webhook', 'replay', ...of]
    assert.match((await coffer(...replay, '--delivery', delivery.id)).err, /Only a failed delivery/)
    const db = new pg.Client({ connectionString: databaseUrl })
    await db.connect()
    const fail = `update webhook_deliveries set status = 'failed', next_attempt_at = null where 'whd_' || delivery_id = $1`
    await db.query(fail, [delivery.id])
    assert.deepEqual(await json(...replay, '--delivery', delivery.id), { replayedCount: 1 })
    await db.query(fail, [delivery.id])
    assert.deepEqual(await json(...replay, '--from', '2020-01-01T00:00:00Z'), { replayedCount: 1 })
    const recorded = await db.query(
      "select action, actor from audit_log where action in ('webhook.tested', 'webhook.replayed') order by entry_number",
    )
    await db.end()
    const actions = ['webhook.tested', 'webhook.replayed', 'webhook.replayed']
    assert.deepEqual(
      recorded.rows,
      actions.map((action) => ({ action, actor: 'cli' })),
    )
    assert.match((await coffer(...replay)).err, /either --delivery or --from/)
    assert.deepEqual(await json('webhook', 'disable', id, ...of), { endpointId: made.endpointId, enabled: false })
    assert.match((await coffer('webhook', 'test', id, ...of)).err, /disabled/)
    assert.match((await coffer('webhook', 'enable', '999', ...of)).err, /no such webhook endpoint/)
  })

  test('a launch leads to the running demo of the data folder unless the environment names an address', async (t) => {
    const launch = ['launch', '--operator', 'aurum', '--player', 'u_1']
    const unsaid = { ...env, COFFER_BASE_URL: undefined }
    const urlIn = async (environment: NodeJS.ProcessEnv) => (await runCoffer(environment, launch)).out.split('/play')[0]
    assert.equal(await urlIn(unsaid), 'http://localhost:4000')
    const demo = file('demo.json', { baseUrl: 'http://localhost:4321' })
    t.after(() => rmSync(demo))
    assert.equal(await urlIn(unsaid), 'http://localhost:4321')
    assert.equal(await urlIn({ ...unsaid, PORT: '4500' }), 'http://localhost:4500')
    assert.equal(await urlIn(env), 'https://boxes.example')
  })

  test('a box that may return more than it takes is warned of, in the result or beside it', async () => {
    const above = file('above.json', { maxRtpBps: 10_001 })
    const words = await coffer('operator', 'settings', 'aurum', above)
    assert.equal(words.code, 0)
    assert.match(words.err, /^Warning: maxRtpBps is 10001: .*\n$/)
    assert.doesNotMatch(words.out, /Warning/)
    const machine = await coffer('operator', 'settings', 'aurum', above, '--json')
    assert.equal(machine.err, '')
    assert.equal(JSON.parse(machine.out).warnings.length, 1)
    assert.deepEqual((await json('operator', 'settings', 'aurum', file('at.json', { maxRtpBps: 10_000 }))).warnings, [])
  })

  test('a key is created, rotated and revoked', async () => {
    const key = await json('key', 'create', '--operator', 'aurum', '--scopes', 'read,play', '--require-nonce')
    assert.match(key.keyId, /^ck_test_/)
    const next = await json('key', 'rotate', key.keyId, '--operator', 'aurum', '--overlap-hours', '1')
    assert.ok(Date.parse(next.endsAt) > Date.now())
    assert.deepEqual(await json('key', 'revoke', next.keyId, '--operator', 'aurum'), {
      keyId: next.keyId,
      revoked: true,
    })
    assert.deepEqual(await json('key', 'revoke', key.keyId), { keyId: key.keyId, revoked: true })
    const db = new pg.Client({ connectionString: databaseUrl })
    await db.connect()
    const { rows } = await db.query('select key_id from api_keys where revoked_at is null')
    await db.end()
    assert.equal(rows.length, 1)
    const unknown = await coffer('key', 'revoke', 'ck_test_nobody')
    assert.deepEqual(unknown, { code: 1, out: '', err: 'There is no key ck_test_nobody.\n' })
  })

  test('what was typed wrong is said as JSON where JSON is asked for; help and version are not mistakes', async () => {
    const mistakes: [said: RegExp, ...args: string[]][] = [
      [/^required option '--player/, 'launch', '--operator', 'aurum'],
      [/^unknown command 'nothing'/, 'nothing'],
      [/^unknown option '--colour'/, 'rates', 'set', '--colour'],
      [/^missing required argument 'keyId'/, 'key', 'revoke'],
      [/^A command is missing/, 'key'],
    ]
    const said = mistakes.map(async ([message, ...args]) => {
      const machine = await coffer(...args, '--json')
      assert.deepEqual([machine.code, machine.out], [1, ''], args.join(' '))
      assert.match(JSON.parse(machine.err).error.message, message)
    })
    await Promise.all(said)
    const words = await coffer('launch', '--operator', 'aurum')
    assert.deepEqual([words.code, words.err], [1, "error: required option '--player <externalId>' not specified\n"])
    const asked = [['--help'], ['launch', '--help'], ['--version']].flatMap((args) => [args, [...args, '--json']])
    const answers = [spawnCoffer(env, ['--help']), ...asked.map((args) => runCoffer(env, args))]
    for (const { code, out, err } of await Promise.all(answers)) {
      assert.deepEqual([code, err], [0, ''])
      assert.match(out, /^(Usage: coffer|\d)/)
    }
  })

  test('a mistake is said in words, or as JSON, and the exit code is not 0', async () => {
    const settings = file('bad.json', { walet: 1, game: { maxReels: 99 } })
    const words = await coffer('operator', 'settings', 'aurum', settings)
    assert.equal(words.code, 1)
    assert.match(words.err, /walet: is not a setting/)
    assert.match(words.err, /game\.maxReels: /)
    const machine = await coffer('operator', 'create', '--slug', 'aurum', '--name', 'x', '--currency', 'EUR', '--json')
    assert.equal(machine.code, 1)
    assert.equal(machine.out, '')
    assert.deepEqual(JSON.parse(machine.err).error.fields, { slug: ['is taken'] })
    const mistakes = [
      ['launch', '--operator', 'nobody', '--player', 'u_1'],
      ['launch', '--operator', 'aurum', '--player', 'u_1', '--box', 'x'],
      ['launch', '--operator', 'aurum', '--player', 'u_1', '--box', '999999'],
      ['rates', 'set', 'EUR', 'USD'],
      ['rates', 'set', 'EUR', 'USD=0'],
      ['catalog', 'import', '/nowhere.json', '--operator', 'aurum'],
      ['catalog', 'import', settings, '--operator', 'aurum'],
      ['key', 'revoke', 'ck_test_nobody', '--operator', 'aurum'],
      ['sign'],
      ['verify'],
      ['verify', `rnd_${'0'.repeat(26)}`],
      ['nothing'],
    ]
    const runs = await Promise.all(mistakes.map((args) => coffer(...args)))
    for (const [index, { code, err }] of runs.entries()) {
      const typed = mistakes[index]?.join(' ')
      assert.equal(code, 1, typed)
      assert.ok(err.length > 0 && !err.includes('    at '), `${typed}: ${err}`)
    }
  })

  test('the wallet of money that is under way is changed by force only', async (t) => {
    const db = new pg.Client({ connectionString: databaseUrl })
    t.after(() => db.end())
    await db.connect()
    await db.query(`insert into wallet_operations (operator_id, player_id, player_external_id, kind, subject_id, idempotency_key, direction,
        amount_minor, currency, body, state, created_at, next_look_at, resolver_tries)
      select operator_id, player_id, external_id, 'round_debit', 'rnd_x', 'round:rnd_x', 'debit', 500, 'EUR', '{}', 'open', now(), now(), 0 from players where external_id = 'u_1'`)
    const patch = file('wallet.json', { wallet: { url: 'http://127.0.0.1:10/wallet' } })
    const refused = await coffer('operator', 'settings', 'aurum', patch)
    assert.match(refused.err, /wallet\.url: cannot change while wallet operations are undecided \(1\)/)
    const other = file('other.json', { minRtpBps: 8600 })
    assert.equal((await json('operator', 'settings', 'aurum', other)).changes.length, 1)
    assert.equal((await json('operator', 'settings', 'aurum', patch, '--force')).changes.length, 1)
  })

  test('sign gives the check vector of the decisions', async () => {
    const body = '{"playerExternalId":"u_1","gameKey":"mystery_box","target":{"boxId":42}}'
    const result = await json(
      ...['sign', '--secret', 'test_secret', '--timestamp', '1717420800', '--method', 'POST'],
      ...['--path', '/api/s2s/launches', '--body', body],
    )
    assert.equal(result.signature, '4a3b330d365099005a8e6ee65459ed00d6c9043478685d490b18aedb30fae4ec')
    assert.equal(result.canonical.split('\n').length, 4)
    assert.match(result.curl, /^curl -X POST .*--data-binary/)
  })

  test('verify ends with 0 for a round that holds, and only for one', async (t) => {
    const serverSeed = 'ab'.repeat(32)
    const rawDraw = draw({ serverSeed, clientSeed: 'c', nonce: 0, reelIndex: 0, total: UPGRADER_TOTAL })
    const fairness = { serverSeed, serverSeedHash: serverSeedHash(serverSeed), clientSeed: 'c', nonce: 0 }
    const lost = { chanceUnits: 1, chancePercent: 0.01, snapshotHash: null, boxVersionId: null, result: null }
    const proof = (drawn: number, seed: string | null) => ({
      round: {
        ...{ publicId: `rnd_${'0'.repeat(26)}`, gameKey: 'upgrader', status: 'settled' },
        settledAt: '2026-01-01T00:00:00.000Z',
        fairness: { ...fairness, serverSeed: seed, algorithmKey: ALGORITHM_KEY },
        reels: [{ reelIndex: 0, rawDraw: drawn, totalUnits: UPGRADER_TOTAL, ...lost }],
      },
      snapshots: [],
    })
    const url = await serveProof(t, proof(rawDraw, serverSeed))
    const runs = await Promise.all([
      spawnCoffer(env, ['verify', `rnd_${'0'.repeat(26)}`, '--url', url, '--json']),
      coffer('verify', file('verified.json', proof(rawDraw, serverSeed)), '--json'),
      spawnCoffer(env, ['verify', file('failed.json', proof(rawDraw - 1, serverSeed)), '--json']),
      coffer('verify', file('unrevealed.json', proof(rawDraw, null)), '--json'),
    ])
    assert.deepEqual(
      runs.map(({ code, out }) => [code, JSON.parse(out).status]),
      [
        [0, 'verified'],
        [0, 'verified'],
        [1, 'failed'],
        [1, 'unrevealed'],
      ],
    )
  })

  test('a command in a folder without a database makes none, and names the folder', async () => {
    const empty = join(folder, 'nobody-started-here')
    const { DATABASE_URL: _, ...others } = env
    const { code, err } = await runCoffer({ ...others, COFFER_DATA_DIR: empty }, ['operator', 'list'])
    assert.equal(code, 1)
    assert.ok(err.includes(`There is no database in ${empty}; nothing was done. COFFER_DATA_DIR names another`), err)
    assert.equal(existsSync(empty), false)
  })

  test('the end of a start waits for a command that joined its database, and for a while only', async (t) => {
    const directory = mkdtempSync(join(tmpdir(), 'coffer-cli-database-'))
    chmodSync(directory, 0o755)
    const projectDir = join(import.meta.dirname, '../..')
    const started = { ...readStartSettings(projectDir, { COFFER_DATA_DIR: join(directory, 'data') }), fsync: false }
    const settings = { ...started, directory: join(directory, 'cluster') }
    t.after(() => rmSync(directory, { recursive: true }))
    for (const leaves of [true, false]) {
      const { part } = await startDatabase(settings, () => {})
      t.after(() => part.kill())
      const joined = Promise.withResolvers<void>()
      const finish = Promise.withResolvers<void>()
      const guest = withDatabase(settings, async (connectionString) => {
        joined.resolve()
        await finish.promise
        const db = new pg.Client({ connectionString })
        await db.connect()
        await db.end()
      }).catch(() => 'cut off')
      await joined.promise
      const stopping = part.stop().then(() => 'ended')
      await eventually(() => findRunning(settings.directory) === undefined, 'the database is about to end')
      if (leaves) finish.resolve()
      assert.equal(await stopping, 'ended')
      finish.resolve()
      assert.equal(await guest, leaves ? undefined : 'cut off')
    }
  })

  test('serve answers, takes a TERM, and ends by itself when its starter is gone', async () => {
    for (const end of ['SIGTERM', 'disconnect'] as const) {
      const child = spawn(process.execPath, [COFFER_PROGRAM, 'serve'], {
        env: { ...env, PORT: '0', COFFER_BASE_URL: undefined },
        stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      })
      let logged = ''
      const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
      const read = new Promise((resolve) => child.stdout?.once('end', resolve))
      const url = await new Promise<string>((resolve, reject) => {
        exited.then((code) => reject(new Error(`ended with ${code} before it listened`)))
        child.stdout?.on('data', (chunk) => {
          logged += chunk
          const found = /"url":"([^"]+)"/.exec(String(chunk))?.[1]
          if (found) resolve(found)
        })
      })
      const coffer = createCoffer({ baseUrl: url, keyId: 'ck_test_x', keySecret: 'x' })
      await assert.rejects(coffer.health(), { code: 'INVALID_SIGNATURE' })
      if (end === 'SIGTERM') child.kill('SIGTERM')
      else child.disconnect()
      assert.equal(await exited, 0, end)
      await read
      // The loops of the process may have written lines after that of the request.
      assert.match(logged, /"route":"\/api\/s2s\/health".*\n$/s, 'what was logged before the end is there')
    }
  })
})
