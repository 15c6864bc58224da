import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '@coffer/service'
import { changeSettings, createOperator, getOperator } from '@coffer/service/administration'
import { Refusal } from '@coffer/service/kernel'
import { readConfig } from '@coffer/service/platform'
import { commandLine, type Ran } from '../support/command-line.ts'
import { PRODUCTION } from '../support/config-mistakes.ts'
import { createTestDatabase, loginSettings } from '../support/database.ts'
import { readableLog } from '../support/log-reader.ts'
import { MASTER_KEY } from '../support/master-key.ts'
import { PATIENT_LIMITS } from '../support/patient-limits.ts'
import { openRows } from '../support/rows.ts'

const GOOD = 'https://wallet.casino.example/coffer'
const NAT64 = 'https://[64:ff9b::8.8.8.8]/coffer'

/** What production does not save, and a word of why. */
const REFUSED: [url: string, why: RegExp][] = [
  ['http://wallet.casino.example/', /not https/],
  ['https://me:secret@wallet.casino.example/', /credentials/],
  ['https://me@wallet.casino.example/', /credentials/],
  ['https://127.0.0.1/', /not a public address/],
  ['https://2130706433/', /not a public address/],
  ['https://[::ffff:10.0.0.1]/', /not a public address/],
  ['https://10.1.2.3/', /not a public address/],
  ['https://localhost/', /not a public address/],
  ['https://wallet.localhost/', /not a public address/],
  ['https://printer.local/', /not a public address/],
  ['https://metadata.google.internal/', /not a public address/],
  ['https://metadata.google.internal./', /not a public address/],
  ['https://169.254.169.254/', /not a public address/],
  ['https://168.63.129.16/', /not a public address/],
  ['https://100.100.100.200/', /not a public address/],
  ['https://192.0.0.192/', /not a public address/],
  ['https://[fd00:ec2::254]/', /not a public address/],
  ['https://[64:ff9b::10.1.2.3]/', /not a public address/],
  ['https://[fd20:ce::254]/', /not a public address/],
  ['https://wallet.casino.example:22/', /port/],
  ['https://wallet.casino.example:80/', /port/],
]

const refusedFields = ({ err }: Ran): unknown => JSON.parse(err).error.fields

suite('the address of a wallet in production', () => {
  test('is checked when it is saved, as an endpoint\u2019s is, and nothing is saved that will not be called', async (t) => {
    const { url: DATABASE_URL } = await createTestDatabase()
    const config = readConfig({ ...PRODUCTION, PORT: '0', DATABASE_URL, ...loginSettings(DATABASE_URL) })
    const quiet = { log: readableLog().log, limits: { ...PATIENT_LIMITS, drainMs: 0 } }
    const { ctx, close } = await startService(config, { migrate: true, jobs: false, ...quiet })
    t.after(close)
    const settings = { wallet: { url: GOOD } }
    const own = { name: 'Aurum', currency: 'EUR', actor: 'test' }
    const { operatorId } = await createOperator(ctx, { ...own, slug: 'aurum', settings })
    const refusal = async (saving: Promise<unknown>) => {
      const error = await saving.then(() => null).catch((thrown: unknown) => thrown)
      return error instanceof Refusal ? (error.details.fields?.['wallet.url']?.join() ?? '') : 'was saved'
    }
    for (const [url, why] of REFUSED) {
      const patch = { wallet: { url } }
      assert.match(await refusal(changeSettings(ctx, operatorId, patch, { actor: 'test' })), why, url)
      assert.match(await refusal(createOperator(ctx, { ...own, slug: 'other', settings: patch })), why, url)
    }
    // On a network without IPv4 a public wallet has such an address.
    assert.equal(
      await refusal(changeSettings(ctx, operatorId, { wallet: { url: NAT64 } }, { actor: 'test' })),
      'was saved',
    )
    await changeSettings(ctx, operatorId, settings, { actor: 'test' })
    const { wallet } = (await ctx.tx(operatorId, (tx) => getOperator(tx, operatorId))).settings
    assert.equal(wallet.url, GOOD)
    const rows = openRows(DATABASE_URL)
    assert.equal((await rows.query('select from operators')).length, 1)
    // What was saved before there was a check does not keep other settings from being changed.
    await rows.query(`update operators set settings = jsonb_set(settings, '{wallet,url}', '"http://old.example/"')`)
    await changeSettings(ctx, operatorId, { minRtpBps: 8600 }, { actor: 'test' })
  })

  test('is checked by the command line, with the reason in words', async (t) => {
    const { url } = await createTestDatabase()
    const { coffer, file } = commandLine(t, url, { ...PRODUCTION, ...loginSettings(url) })
    const create = (slug: string, walletUrl: string) =>
      coffer(
        'operator',
        'create',
        '--slug',
        slug,
        '--name',
        slug,
        '--currency',
        'EUR',
        '--wallet-url',
        walletUrl,
        '--json',
      )
    const refused = await create('bad', 'http://wallet.casino.example/')
    assert.deepEqual([refused.code, refusedFields(refused)], [1, { 'wallet.url': ['is refused: not https'] }])
    assert.equal((await create('good', GOOD)).code, 0)
    const patch = file('patch.json', { 'wallet.url': 'https://169.254.169.254/latest' })
    const changed = await coffer('operator', 'settings', 'good', patch, '--json')
    const meant =
      'Where that is meant, COFFER_ALLOWED_PRIVATE_HOSTS of this command and of every process names the host or its network'
    const why = `is refused: 169.254.169.254 is not a public address. ${meant}`
    assert.deepEqual([changed.code, refusedFields(changed)], [1, { 'wallet.url': [why] }])
  })
})

test('a setting that is named like a part of every object is refused by its name, as any unknown one', async (t) => {
  const { url } = await createTestDatabase()
  const { coffer, file } = commandLine(t, url, { COFFER_MASTER_KEY: MASTER_KEY })
  await coffer('operator', 'create', '--slug', 'aurum', '--name', 'Aurum', '--currency', 'EUR')
  for (const [text, path] of [
    ['{"constructor": {"name": 1}}', 'constructor'],
    ['{"toString": 1}', 'toString'],
    ['{"hasOwnProperty.call": 1}', 'hasOwnProperty'],
    ['{"__proto__": {"wallet": {"url": "x"}}}', '__proto__'],
    ['{"wallet": {"constructor": 1}}', 'wallet.constructor'],
    ['{"theme": {"tokens": {"__proto__": "red"}}}', 'theme.tokens.__proto__'],
  ] as const) {
    const ran = await coffer('operator', 'settings', 'aurum', file('patch.json', text), '--json')
    assert.deepEqual([ran.code, refusedFields(ran)], [1, Object.fromEntries([[path, ['is not a setting']]])], text)
  }
})
