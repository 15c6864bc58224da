import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type Config, masterKeyOf, readConfig } from '@coffer/service/platform'
import { mistakesOf } from '../support/config-mistakes.ts'

const PRODUCTION = {
  COFFER_ENV: 'production',
  DATABASE_URL: 'postgres://db/coffer',
  COFFER_MASTER_KEY: 'ab'.repeat(32),
  COFFER_BASE_URL: 'https://boxes.example/',
}

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

test('production refuses the embedded database, a missing master key and plain http', () => {
  assert.equal(mistakesOf(PRODUCTION), '')
  for (const name of ['DATABASE_URL', 'COFFER_MASTER_KEY', 'COFFER_BASE_URL']) {
    assert.match(mistakesOf({ ...PRODUCTION, [name]: undefined }), new RegExp(`^${name}: production`))
  }
  assert.match(mistakesOf({ ...PRODUCTION, COFFER_BASE_URL: 'http://boxes.example' }), /https/)
})

test('NAME_FILE reads a secret from a file, and the file must be there', (t) => {
  const path = join(folder(t), 'key')
  writeFileSync(path, `${'cd'.repeat(32)}\n`)
  const config = readConfig({ ...PRODUCTION, COFFER_MASTER_KEY: undefined, COFFER_MASTER_KEY_FILE: path })
  assert.equal(config.masterKey?.reveal().toString('hex'), 'cd'.repeat(32))
  assert.match(mistakesOf({ COFFER_MASTER_KEY_FILE: '/nowhere' }), /COFFER_MASTER_KEY_FILE: the file cannot be read/)
})

test('secrets of the configuration print as hidden', () => {
  const printed = JSON.stringify(readConfig(PRODUCTION))
  assert.ok(!printed.includes('postgres://') && !printed.includes('abab'))
})

test('outside production the master key is made once in the data folder, for its owner only', (t) => {
  const config = readConfig({ COFFER_DATA_DIR: join(folder(t), 'data') })
  const first = masterKeyOf(config)
  assert.equal(first.length, 32)
  assert.deepEqual(masterKeyOf(config), first)
  assert.equal(statSync(join(config.dataDir, 'master.key')).mode & 0o777, 0o600)
  const production: Config = { ...config, environment: 'production' }
  assert.throws(() => masterKeyOf(production), /configured master key/)
})

test('the example file names every setting, and is itself a good configuration', () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
  const example = Object.fromEntries([...read('.env.example').matchAll(/^([A-Z_]+)=(.*)$/gm)].map((m) => [m[1], m[2]]))
  const known = [...read('service/src/platform/config.ts').matchAll(/^ {2}'([A-Z_]+)',$/gm)].map((m) => m[1] ?? '')
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
