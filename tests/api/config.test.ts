import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type Config, DATABASE_SETTINGS, makeMasterKey, masterKeysOf, readConfig } from '@coffer/service/platform'
import { readStartSettings } from '../../scripts/start/settings.ts'
import { mistakesOf, PRODUCTION, PRODUCTION_LOGINS } from '../support/config-mistakes.ts'
import { MASTER_KEY } from '../support/master-key.ts'

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'coffer-config-'))
  t.after(() => rmSync(path, { recursive: true }))
  return path
}

test('without any setting the defaults of a developer hold', () => {
  const config = readConfig({})
  const { environment, port, baseUrl, databaseUrl, masterKey, migrateOnStart, trustProxy } = config
  assert.deepEqual(
    { environment, port, baseUrl, databaseUrl, masterKey, migrateOnStart, trustProxy },
    {
      ...{ environment: 'development', port: 4000, baseUrl: 'http://localhost:4000', databaseUrl: null },
      ...{ masterKey: null, migrateOnStart: true, trustProxy: false },
    },
  )
})

test('every mistake is named at once, in words', () => {
  const message = mistakesOf({ PORT: 'x', COFFER_ENV: 'live', DATABASE_URL: 'mysql://', COFFER_MASTER_KEY: 'short' })
  for (const name of ['PORT', 'COFFER_ENV', 'DATABASE_URL', 'COFFER_MASTER_KEY']) {
    assert.match(message, new RegExp(`^${name}: `, 'm'))
  }
  assert.ok(!message.includes('short'), 'and no secret is repeated')
})

test('one mistake hides no other: what cannot be read, what production asks for and what contradicts are named together, each once', () => {
  const mistakes = mistakesOf({
    ...{
      COFFER_ENV: 'production',
      PORT: 'x',
      COFFER_BASE_URL: 'http://boxes.example',
      COFFER_MASTER_KEY_FILE: '/nowhere',
    },
    ...{
      COFFER_RATES_URL: 'http://rates.example',
      COFFER_DOCUMENTS_S3_BUCKET: 'B',
      COFFER_DOCUMENTS_S3_REGION: 'eu-1',
    },
  })
  const names = mistakes.split('\n').map((line) => line.slice(0, line.indexOf(':')))
  const wanted = ['PORT', 'COFFER_BASE_URL', 'COFFER_MASTER_KEY_FILE', 'COFFER_RATES_URL', 'COFFER_DOCUMENTS_S3_BUCKET']
  for (const name of [...wanted, 'COFFER_DOCUMENTS_S3_ENDPOINT', 'COFFER_APP_DATABASE_URL']) {
    assert.equal(names.filter((one) => one === name).length, 1, `${name} in\n${mistakes}`)
  }
  assert.ok(!names.includes('COFFER_MASTER_KEY'), 'its file is the mistake')
})

test('production refuses the embedded database, a missing master key and plain http', () => {
  assert.equal(mistakesOf(PRODUCTION), '')
  for (const name of [...Object.keys(PRODUCTION_LOGINS), 'COFFER_MASTER_KEY', 'COFFER_BASE_URL']) {
    assert.match(mistakesOf({ ...PRODUCTION, [name]: undefined }), new RegExp(`^${name}: production`))
  }
  assert.match(mistakesOf({ ...PRODUCTION, COFFER_BASE_URL: 'http://boxes.example' }), /https/)
})

/** Addresses that production takes, of the logins and of the owner, and those that it refuses. */
const GUARDED = [
  'postgres://db/coffer?sslmode=verify-full',
  'postgres://db/coffer?sslmode=require',
  'postgres://db/coffer?sslmode=verify-ca',
  'postgres://db/coffer?ssl=true',
  'postgres://localhost/coffer',
  'postgres://127.0.0.1:5433/coffer',
  'postgres://[::1]/coffer',
  'postgres:///coffer?host=/var/run/postgresql',
  'postgres://coffer@/coffer?host=/var/run/postgresql&sslmode=disable',
]
const OPEN = [
  'postgres://db/coffer',
  'postgres://10.0.0.7/coffer',
  'postgres://db/coffer?sslmode=disable',
  'postgres://db/coffer?sslmode=no-verify',
  'postgres://db/coffer?ssl=no-verify',
  'postgres://db/coffer?uselibpqcompat=true&sslmode=require',
  'postgres://localhost/coffer?host=db',
  'postgres://127.0.0.1.example/coffer',
  'postgres://127.999.0.1/coffer',
]

test('production reaches a database on another machine by TLS only, with a certificate that is checked', () => {
  for (const name of ['DATABASE_URL', ...Object.keys(PRODUCTION_LOGINS)]) {
    for (const url of GUARDED) assert.equal(mistakesOf({ ...PRODUCTION, [name]: url }), '', `${name} ${url}`)
    for (const url of OPEN) {
      const told = mistakesOf({ ...PRODUCTION, [name]: url })
      assert.match(told, new RegExp(`^${name}: a database on another machine needs TLS .*sslmode=verify-full$`), url)
      assert.equal(mistakesOf({ ...PRODUCTION, COFFER_ENV: 'development', [name]: url }), '', 'a developer may')
    }
  }
})

test('the addresses of the two logins come together, and from files', (t) => {
  for (const name of Object.keys(PRODUCTION_LOGINS)) {
    const other = { ...PRODUCTION_LOGINS, [name]: undefined }
    assert.match(mistakesOf(other), new RegExp(`^${name}: must be set when the address of the other login is$`))
  }
  const path = join(folder(t), 'app')
  writeFileSync(path, `${PRODUCTION_LOGINS.COFFER_APP_DATABASE_URL}\n`)
  const config = readConfig({ ...PRODUCTION, COFFER_APP_DATABASE_URL: undefined, COFFER_APP_DATABASE_URL_FILE: path })
  assert.equal(config.logins?.app.reveal(), PRODUCTION_LOGINS.COFFER_APP_DATABASE_URL)
  const noFile = mistakesOf({ DATABASE_URL: 'postgres://db/coffer?sslrootcert=/nowhere/ca.pem' })
  assert.match(noFile, /^DATABASE_URL: .*a certificate file that cannot be read$/)
})

test('production tells the public nothing of what it measures, unless it is told to', () => {
  const metrics = { ...PRODUCTION, METRICS_PORT: '9100' }
  for (const host of [
    '0.0.0.0',
    '::',
    '::0',
    '0:0:0:0:0:0:0:0',
    '::ffff:0.0.0.0',
    '203.0.114.7',
    '2606:4700::1111',
    'metrics.boxes.example',
  ]) {
    assert.match(mistakesOf({ ...metrics, HOST: host }), /^METRICS_PORT: .* is a public address/, host)
    assert.match(mistakesOf({ ...metrics, METRICS_HOST: host }), /^METRICS_PORT: .* is a public address/, host)
    assert.equal(mistakesOf({ ...metrics, HOST: host, COFFER_METRICS_PUBLIC: 'yes' }), '')
    assert.equal(mistakesOf({ ...metrics, HOST: host, METRICS_HOST: '127.0.0.1' }), '')
    assert.equal(mistakesOf({ ...metrics, METRICS_PORT: undefined, HOST: host }), '', 'there are no metrics')
    assert.equal(mistakesOf({ METRICS_PORT: '9100', HOST: host }), '', 'a developer may')
  }
  for (const host of ['127.0.0.1', '::1', 'localhost', '10.1.2.3', 'fd00::7']) {
    assert.equal(mistakesOf({ ...metrics, METRICS_HOST: host }), '', host)
  }
  assert.match(mistakesOf({ ...metrics, HOST: '0.0.0.0', COFFER_METRICS_PUBLIC: 'true' }), /must be yes/)
  assert.equal(
    readConfig({ METRICS_PORT: '9100', HOST: '0.0.0.0', METRICS_HOST: '127.0.0.1' }).metricsHost,
    '127.0.0.1',
  )
})

test('NAME_FILE reads a secret from a file, and the file must be there', (t) => {
  const path = join(folder(t), 'key')
  const key = randomBytes(32).toString('hex')
  writeFileSync(path, `${key}\n`)
  const config = readConfig({ ...PRODUCTION, COFFER_MASTER_KEY: undefined, COFFER_MASTER_KEY_FILE: path })
  assert.equal(config.masterKey?.reveal().toString('hex'), key)
  assert.match(mistakesOf({ COFFER_MASTER_KEY_FILE: '/nowhere' }), /COFFER_MASTER_KEY_FILE: the file cannot be read/)
})

test('NAME_FILE: a byte order mark is no part of it, another encoding is named', (t) => {
  const path = join(folder(t), 'key')
  const key = randomBytes(32).toString('hex')
  const setting = { ...PRODUCTION, COFFER_MASTER_KEY: undefined, COFFER_MASTER_KEY_FILE: path }
  writeFileSync(path, `\uFEFF${key}\r\n`)
  assert.equal(readConfig(setting).masterKey?.reveal().toString('hex'), key)
  for (const text of [key, `\uFEFF${key}`]) {
    writeFileSync(path, text, 'utf16le')
    assert.equal(mistakesOf(setting), 'COFFER_MASTER_KEY_FILE: the file is UTF-16, not UTF-8; save it as UTF-8')
  }
  writeFileSync(path, 'cl\xe9', 'latin1')
  assert.equal(mistakesOf(setting), 'COFFER_MASTER_KEY_FILE: the file is not UTF-8; save it as UTF-8')
})

test('COFFER_BASE_URL: an origin in any spelling is taken, nothing else', () => {
  const baseUrlOf = (url: string) => readConfig({ ...PRODUCTION, COFFER_BASE_URL: url }).baseUrl
  for (const url of [
    'https://boxes.example/',
    'https://boxes.example//',
    'HTTPS://BOXES.example:443',
    ' https://boxes.example ',
  ]) {
    assert.equal(baseUrlOf(url), 'https://boxes.example', url)
    assert.equal(readStartSettings('/', { COFFER_BASE_URL: url }).baseUrl, 'https://boxes.example', url)
  }
  assert.equal(baseUrlOf('https://b\u00fcchsen.example:8443/'), 'https://xn--bchsen-3ya.example:8443')
  assert.equal(readConfig({ COFFER_BASE_URL: 'http://[::1]:80/' }).baseUrl, 'http://[::1]')
  const refused: [url: string, why: RegExp][] = [
    ...['/coffer', '/coffer/', '/?', '?a=1', '/#', '#play'].map((rest): [string, RegExp] => [
      `https://boxes.example${rest}`,
      /without a path, a query and a fragment/,
    ]),
    ...['https://me@boxes.example', 'https://me:pw@boxes.example/'].map((url): [string, RegExp] => [
      url,
      /a user or a password/,
    ]),
    ...[
      'boxes.example',
      'boxes.example:4000',
      '//boxes.example',
      'https://',
      'https:boxes.example',
      'ftp://boxes.example',
    ].map((url): [string, RegExp] => [url, /an http or https address/]),
    ['http://boxes.example', /production needs an https address/],
  ]
  for (const [url, why] of refused) {
    const mistake = mistakesOf({ ...PRODUCTION, COFFER_BASE_URL: url })
    assert.match(mistake, new RegExp(`^COFFER_BASE_URL: [^\n]*${why.source}[^\n]*$`), url)
  }
})

test('settings: production requires passkeys, which need a host name', () => {
  const policy = (env: NodeJS.ProcessEnv) => readConfig(env).staffPasskeys
  assert.deepEqual([policy({}), policy(PRODUCTION)], ['optional', 'required'])
  assert.equal(policy({ ...PRODUCTION, COFFER_STAFF_PASSKEYS: 'optional' }), 'optional')
  for (const host of ['203.0.113.7', '[2001:db8::7]:4443']) {
    const atAddress = { ...PRODUCTION, COFFER_BASE_URL: `https://${host}` }
    assert.match(mistakesOf(atAddress), /^COFFER_STAFF_PASSKEYS: passkeys need a host name/m)
    assert.equal(policy({ ...atAddress, COFFER_STAFF_PASSKEYS: 'optional' }), 'optional')
  }
  assert.match(mistakesOf({ COFFER_STAFF_PASSKEYS: 'yes' }), /^COFFER_STAFF_PASSKEYS: /m)
})

test('settings: an address that every call would refuse is a mistake', () => {
  const bucket = {
    ...{ COFFER_DOCUMENTS_S3_BUCKET: 'papers', COFFER_DOCUMENTS_S3_REGION: 'eu-central-1' },
    ...{ COFFER_DOCUMENTS_S3_ACCESS_KEY_ID: 'id', COFFER_DOCUMENTS_S3_SECRET_ACCESS_KEY: 'secret' },
  }
  const withBucket = (url: string) => ({ ...bucket, COFFER_DOCUMENTS_S3_ENDPOINT: url })
  const refused: [settings: NodeJS.ProcessEnv, mistake: RegExp][] = [
    [
      { COFFER_RATES_URL: 'https://10.0.0.5/rates' },
      /^COFFER_RATES_URL: 10\.0\.0\.5 is not a public address.*ALLOWED_PRIVATE_HOSTS/,
    ],
    [{ COFFER_RATES_URL: 'https://rates.internal/' }, /^COFFER_RATES_URL: rates\.internal is not a public/],
    [{ COFFER_RATES_URL: 'https://rates.example:22/' }, /^COFFER_RATES_URL: port 22/],
    [{ COFFER_RATES_URL: 'HTTP://rates.example/' }, /^COFFER_RATES_URL: production needs an https/],
    [{ COFFER_RATES_URL: 'https://me:pw@rates.example/' }, /^COFFER_RATES_URL: must not hold a user/],
    [withBucket('HTTP://store.internal'), /^COFFER_DOCUMENTS_S3_ENDPOINT: production needs an https/],
    [withBucket('https://store.internal:90'), /^COFFER_DOCUMENTS_S3_ENDPOINT: port 90/],
    [withBucket('https://store.internal/papers'), /^COFFER_DOCUMENTS_S3_ENDPOINT: .*without a path/],
    [withBucket('https://id:key@store.internal'), /^COFFER_DOCUMENTS_S3_ENDPOINT: must not hold a user/],
  ]
  for (const [settings, mistake] of refused) {
    assert.match(mistakesOf({ ...PRODUCTION, ...settings }), mistake)
    assert.ok(!mistakesOf({ ...PRODUCTION, ...settings }).includes('\n'), 'and it is said once')
  }
  const allowed = { COFFER_ALLOWED_PRIVATE_HOSTS: '10.0.0.0/8,rates.internal' }
  for (const url of ['https://10.0.0.5/rates?key=1', 'https://rates.internal/']) {
    assert.equal(mistakesOf({ ...PRODUCTION, ...allowed, COFFER_RATES_URL: url }), '')
  }
  assert.equal(mistakesOf({ ...PRODUCTION, ...withBucket('https://10.0.0.9:9000/') }), '')
})

test('secrets of the configuration print as hidden', () => {
  const printed = JSON.stringify(readConfig(PRODUCTION))
  assert.ok(!printed.includes('postgres://') && !printed.includes(MASTER_KEY))
})

test('production refuses a master key that shows a pattern, and development does not mind', () => {
  const count = (step: number) => Buffer.from(Array.from({ length: 32 }, (_, index) => index * step)).toString('hex')
  const patterns = [
    ...['00'.repeat(32), 'ff'.repeat(32), 'ab'.repeat(32), '0123456789abcdef'.repeat(4), 'deadbeef'.repeat(8)],
    ...[
      count(1),
      count(-1),
      count(17),
      MASTER_KEY.slice(0, 32).repeat(2),
      `${'00'.repeat(20)}${MASTER_KEY.slice(0, 24)}`,
    ],
  ]
  for (const name of ['COFFER_MASTER_KEY', 'COFFER_MASTER_KEY_NEXT']) {
    for (const pattern of patterns) {
      assert.match(mistakesOf({ ...PRODUCTION, [name]: pattern }), new RegExp(`^${name}: a pattern is no key`), pattern)
      assert.equal(mistakesOf({ [name]: pattern }), '')
    }
    for (let i = 0; i < 1000; i += 1) {
      assert.equal(mistakesOf({ ...PRODUCTION, [name]: randomBytes(32).toString('hex') }), '')
    }
  }
})

test('outside production the master key is made once in the data folder, for its owner only', (t) => {
  const config = readConfig({ COFFER_DATA_DIR: join(folder(t), 'data') })
  assert.deepEqual(masterKeysOf(config), [])
  const first = makeMasterKey(config)
  assert.equal(first.length, 32)
  assert.deepEqual(makeMasterKey(config), first)
  assert.deepEqual(masterKeysOf(config), [first])
  assert.equal(statSync(join(config.dataDir, 'master.key')).mode & 0o777, 0o600)
  const production: Config = { ...config, environment: 'production' }
  assert.deepEqual(masterKeysOf(production), [])
  assert.throws(() => makeMasterKey(production), /configured master key/)
})

test('the example file names every setting, and is itself a good configuration', () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
  const example = Object.fromEntries([...read('.env.example').matchAll(/^([A-Z_]+)=(.*)$/gm)].map((m) => [m[1], m[2]]))
  const named = [...read('service/src/platform/config.ts').matchAll(/^ {2}'([A-Z_]+)',$/gm)].map((m) => m[1] ?? '')
  const known = [...named, ...Object.keys(DATABASE_SETTINGS)]
  assert.ok(known.length > 10)
  for (const name of known) assert.ok(name in example, name)
  assert.equal(mistakesOf(example), '')
})

test('whose word on an address is taken is nobody’s, everybody’s, that of so many proxies, or of those that are named', () => {
  const trusted = (COFFER_TRUST_PROXY: string) => readConfig({ COFFER_TRUST_PROXY }).trustProxy
  assert.deepEqual(['', 'false', 'true', '1', '10'].map(trusted), [false, false, true, 1, 10])
  assert.deepEqual(trusted('10.0.0.0/8, 203.0.113.7,2001:db8::/32'), ['10.0.0.0/8', '203.0.113.7', '2001:db8::/32'])
  for (const text of [
    '0',
    '11',
    '-1',
    '1.5',
    'yes',
    'proxy.example',
    '10.0.0.0/33',
    '0.0.0.0/0',
    '10.0.0.1,',
    '::/129',
  ])
    assert.match(mistakesOf({ COFFER_TRUST_PROXY: text }), /^COFFER_TRUST_PROXY: must be true, false, a number/, text)
})
