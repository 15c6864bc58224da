import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { settingsSchema } from '@coffer/contract/settings'
import { type OwnedContext, openContext } from '@coffer/service'
import { changeSettings, createOperator, getOperator, verifyAuditChain } from '@coffer/service/administration'
import { Refusal } from '@coffer/service/kernel'
import { readConfig } from '@coffer/service/platform'
import pg from 'pg'
import { createTestDatabase } from '../support/database.ts'
import { readableLog } from '../support/log-reader.ts'
import { PATIENT_LIMITS } from '../support/patient-limits.ts'
import { openLogin } from '../support/rows.ts'

const DEVELOPMENT = settingsSchema({ production: false })
const PRODUCTION = settingsSchema({ production: true })

type Rule = [patch: object, path: string]

const REFUSED: Rule[] = [
  [{ upgrader: { houseEdgeBps: 10_000 } }, 'upgrader.houseEdgeBps'],
  [{ upgrader: { houseEdgeBps: -1 } }, 'upgrader.houseEdgeBps'],
  [{ upgrader: { chancePresetsBps: [0] } }, 'upgrader.chancePresetsBps.0'],
  [{ upgrader: { chancePresetsBps: [10_000] } }, 'upgrader.chancePresetsBps.0'],
  [{ upgrader: { chancePresetsBps: [5000, 2500] } }, 'upgrader.chancePresetsBps'],
  [{ upgrader: { chancePresetsBps: [5000, 5000] } }, 'upgrader.chancePresetsBps'],
  [{ upgrader: { chancePresetsBps: Array.from({ length: 21 }, (_, i) => i + 1) } }, 'upgrader.chancePresetsBps'],
  [{ upgrader: { defaultChanceBps: 4999 } }, 'upgrader.defaultChanceBps'],
  [{ upgrader: { minWagerMinor: 200, maxWagerMinor: 199 } }, 'upgrader.minWagerMinor'],
  [{ noLoss: { nuggetsCostPercent: 100 } }, 'noLoss.nuggetsCostPercent'],
  [{ noLoss: { nuggetsCostPercent: -1 } }, 'noLoss.nuggetsCostPercent'],
  [{ upgrader: { chancePresetsBps: [12.5] } }, 'upgrader.chancePresetsBps.0'],
  [{ upgrader: { maxWagerMinor: 1_000_000_000_001 } }, 'upgrader.maxWagerMinor'],
  [{ minRtpBps: 9901 }, 'minRtpBps'],
  [{ maxRtpBps: 20_001 }, 'maxRtpBps'],
  [{ cashback: { percentBps: 10_001 } }, 'cashback.percentBps'],
  [{ cashback: { percentBps: 10.5 } }, 'cashback.percentBps'],
  [{ collectibles: { creditedRiseBps: 10_001 } }, 'collectibles.creditedRiseBps'],
  [{ fx: { toleranceBps: 10_001 } }, 'fx.toleranceBps'],
  [{ wallet: { quarantineSeconds: 0 } }, 'wallet.quarantineSeconds'],
  [{ wallet: { quarantineSeconds: 3601 } }, 'wallet.quarantineSeconds'],
  [{ wallet: { giveUpSeconds: 60 } }, 'wallet.giveUpSeconds'],
  [{ wallet: { maxUnknown: 0 } }, 'wallet.maxUnknown'],
  [{ wallet: { maxUnknown: 101 } }, 'wallet.maxUnknown'],
  [{ wallet: { unknownDebit: 'hope' } }, 'wallet.unknownDebit'],
  [{ wallet: { url: 'casino' } }, 'wallet.url'],
  [{ wallet: { url: 'ftp://casino.example' } }, 'wallet.url'],
  [{ game: { maxReels: 0 } }, 'game.maxReels'],
  [{ game: { maxReels: 21 } }, 'game.maxReels'],
  [{ session: { idleMinutes: 0 } }, 'session.idleMinutes'],
  [{ session: { idleMinutes: 721 } }, 'session.idleMinutes'],
  [{ shipping: { defaultCostMinor: 1_000_000_000_001 } }, 'shipping.defaultCostMinor'],
  [{ enabledGames: ['roulette'] }, 'enabledGames.0'],
  [{ currencies: ['EUR', 'EURO'] }, 'currencies.1'],
  [{ locales: ['tlh'] }, 'locales.0'],
  [{ logoUrl: 'javascript:alert(1)' }, 'logoUrl'],
  [{ allowedOrigins: ['https://casino.example/'] }, 'allowedOrigins.0'],
  [{ allowedOrigins: ["https://casino.example;script-src'none'"] }, 'allowedOrigins.0'],
  [{ allowedOrigins: ['https://*.example'] }, 'allowedOrigins.0'],
  [{ theme: { tokens: { colorText: 'red;}' } } }, 'theme.tokens.colorText'],
  [{ theme: { tokens: { colorText: 'url(x)' } } }, 'theme.tokens.colorText'],
  [{ theme: { tokens: { colorText: 'x'.repeat(201) } } }, 'theme.tokens.colorText'],
  [{ rateLimits: { playBurst: 0 } }, 'rateLimits.playBurst'],
  [{ rateLimits: { playBurst: 1_000_001 } }, 'rateLimits.playBurst'],
  [{ adminSso: { defaultRoles: ['owner'] } }, 'adminSso.defaultRoles.0'],
  [{ session: { retentionDays: 6 } }, 'session.retentionDays'],
  [{ session: { retentionDays: 36_501 } }, 'session.retentionDays'],
  [{ webhooks: { retentionDays: 6 } }, 'webhooks.retentionDays'],
  [{ webhooks: { retentionDays: 36_501 } }, 'webhooks.retentionDays'],
  [{ kyc: { enabled: 'yes' } }, 'kyc.enabled'],
  [{ kyc: { minimumAge: -1 } }, 'kyc.minimumAge'],
  [{ kyc: { minimumAge: 121 } }, 'kyc.minimumAge'],
  [{ kyc: { fourEyes: null } }, 'kyc.fourEyes'],
  [{ kyc: { provider: 'nobody' } }, 'kyc.provider'],
  [{ kyc: { retentionDays: 0 } }, 'kyc.retentionDays'],
  [{ kyc: { retentionDays: 36_501 } }, 'kyc.retentionDays'],
  [{ kyc: { draftDays: 0 } }, 'kyc.draftDays'],
  [{ kyc: { draftDays: 3651 } }, 'kyc.draftDays'],
  [{ rateLimits: { kycPerHour: 0 } }, 'rateLimits.kycPerHour'],
]

const TAKEN: object[] = [
  { upgrader: { houseEdgeBps: 9999, chancePresetsBps: [1, 9999], defaultChanceBps: 1 } },
  { upgrader: { chancePresetsBps: [] } },
  { minRtpBps: 0, maxRtpBps: 20_000 },
  { wallet: { quarantineSeconds: 1, giveUpSeconds: 2, maxUnknown: 100, url: 'http://127.0.0.1:4001/wallet' } },
  { game: { maxReels: 20 }, session: { idleMinutes: 720 }, noLoss: { nuggetsCostPercent: 99 } },
  { upgrader: { minWagerMinor: 0, maxWagerMinor: 1_000_000_000_000 } },
  { logoUrl: '/media/1/abc.svg', theme: { tokens: { colorPrimary: '#d9a441' } } },
  { allowedOrigins: ['https://www.casino-1.example:8443', 'http://[::1]:4001', 'http://127.0.0.1:4001'] },
  { rateLimits: { opensBurst: 1_000_000 }, inventory: { expiryDays: null } },
  { webhooks: { retentionDays: 7 }, session: { retentionDays: 7 } },
  { webhooks: { retentionDays: 36_500 }, session: { retentionDays: 36_500 } },
  { kyc: { minimumAge: 0, retentionDays: 1, draftDays: 1 } },
  { kyc: { minimumAge: 120, retentionDays: 36_500, draftDays: 3650, provider: null } },
]

suite('bounds of the operator settings', () => {
  test('an origin is kept as a browser writes it, whatever its letters and its port', () => {
    const written = [
      'https://Casino.Example:443',
      'HTTP://casino.example:80',
      'https://casino.example:8443',
      'http://[::1]:80',
    ]
    const read = ['https://casino.example', 'http://casino.example', 'https://casino.example:8443', 'http://[::1]']
    assert.deepEqual(DEVELOPMENT.parse({ allowedOrigins: written }).allowedOrigins, read)
  })

  test('each bound of the table refuses what is beyond it, by path', () => {
    for (const [patch, path] of REFUSED) {
      const read = DEVELOPMENT.safeParse(patch)
      assert.ok(!read.success, JSON.stringify(patch))
      assert.ok(
        read.error.issues.some((issue) => issue.path.join('.') === path),
        `${JSON.stringify(patch)} names ${read.error.issues.map((issue) => issue.path.join('.'))}`,
      )
    }
  })

  test('the bounds themselves are allowed', () => {
    for (const patch of TAKEN) assert.ok(DEVELOPMENT.safeParse(patch).success, JSON.stringify(patch))
  })

  test('production keeps a wallet in quarantine for 15 seconds at least, and gives up 15 later', () => {
    const wallet = (quarantineSeconds: number, giveUpSeconds: number) =>
      PRODUCTION.safeParse({ wallet: { quarantineSeconds, giveUpSeconds } }).success
    assert.deepEqual([wallet(14, 90), wallet(15, 29), wallet(15, 30)], [false, false, true])
  })

  test('nobody is verified by test data in production', () => {
    const patch = { kyc: { enabled: true, provider: 'sandbox' } }
    assert.deepEqual([PRODUCTION.safeParse(patch).success, DEVELOPMENT.safeParse(patch).success], [false, true])
  })
})

suite('changing settings', () => {
  let ctx: OwnedContext
  let db: pg.Client
  let operatorId: number
  const actor = 'test'
  const change = (patch: Record<string, unknown>) => changeSettings(ctx, operatorId, patch, { actor })
  const inForce = async () => (await ctx.tx(operatorId, (tx) => getOperator(tx, operatorId))).settings
  const events = async () =>
    (
      await db.query(
        "select idempotency_key, payload, player_external_id from outbox_events where type = 'settings_changed' order by event_id",
      )
    ).rows

  const fieldsOf = async (patch: Record<string, unknown>) => {
    try {
      await change(patch)
    } catch (error) {
      assert.ok(error instanceof Refusal)
      return Object.keys(error.details.fields ?? {})
    }
    return []
  }

  before(async () => {
    const { url } = await createTestDatabase()
    const config = readConfig({ COFFER_ENV: 'test', DATABASE_URL: url, COFFER_MASTER_KEY: 'ab'.repeat(32) })
    ctx = await openContext(config, { log: readableLog().log, limits: PATIENT_LIMITS })
    const settings = { currencies: ['USD'] }
    const made = await createOperator(ctx, { slug: 'aurum', name: 'Aurum', currency: 'EUR', settings, actor })
    operatorId = made.operatorId
    db = new pg.Client({ connectionString: url })
    await db.connect()
  })
  after(async () => {
    await db.end()
    await ctx.close()
  })

  test('the operator\u2019s own currency is always among its currencies, first', async () => {
    assert.deepEqual((await inForce()).currencies, ['EUR', 'USD'])
    await change({ currencies: ['JPY'] })
    assert.deepEqual((await inForce()).currencies, ['EUR', 'JPY'])
  })

  test('nested and dotted names are merged alike, and what is not named stays', async () => {
    await change({ wallet: { url: 'http://127.0.0.1:1/wallet' }, 'upgrader.modes.items': false })
    await change({ wallet: { maxUnknown: 5 } })
    const { wallet, upgrader } = await inForce()
    assert.deepEqual([wallet.url, wallet.maxUnknown, wallet.giveUpSeconds], ['http://127.0.0.1:1/wallet', 5, 90])
    assert.deepEqual(upgrader.modes, { balance: true, items: false })
  })

  test('theme tokens are replaced whole, so that one can be taken away', async () => {
    await change({ theme: { tokens: { colorText: '#fff', colorLine: '#ccc' } } })
    await change({ 'theme.tokens': { colorLine: '#ccc' } })
    assert.deepEqual((await inForce()).theme.tokens, { colorLine: '#ccc' })
  })

  test('unknown names and bad values are refused by their path, and nothing is saved', async () => {
    const before = await inForce()
    assert.deepEqual(await fieldsOf({ walet: { url: '' } }), ['walet'])
    assert.deepEqual(await fieldsOf({ wallet: { uri: '' }, 'game.reels': 3 }), ['game.reels', 'wallet.uri'])
    assert.deepEqual(await fieldsOf({ 'game.maxReels': 99, minRtpBps: 100 }), ['game.maxReels'])
    assert.deepEqual(await fieldsOf({ wallet: 'http://casino.example' }), ['wallet'])
    assert.deepEqual(await fieldsOf(JSON.parse('{"__proto__":{"a":1}}')), ['__proto__'])
    assert.deepEqual(await inForce(), before)
  })

  test('a change with an effect is audited and told once; one without leaves no trace', async () => {
    const before = (await events()).length
    await change({ minRtpBps: 8600 })
    await change({ minRtpBps: 8600, game: {} })
    const told = await events()
    assert.equal(told.length, before + 1)
    const { rows } = await db.query(
      "select entry_number, details from audit_log where action = 'settings.changed' order by entry_number desc limit 1",
    )
    assert.deepEqual(rows[0].details, { changes: [{ path: 'minRtpBps', from: 8500, to: 8600 }] })
    const last = told.at(-1)
    assert.equal(last.idempotency_key, `settings_changed:${rows[0].entry_number}`)
    assert.deepEqual(Object.keys(JSON.parse(last.payload)), ['dataVersion', 'occurredAt'])
    assert.equal(last.player_external_id, null)
  })

  test('twenty changes at once all count, and the audit log is one unbroken chain', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, index) => change({ rateLimits: { playBurst: 1000 + index } })))
    const chain = await ctx.tx(operatorId, (tx) => verifyAuditChain(ctx, tx, operatorId))
    assert.ok(chain.ok && chain.entryCount >= 20)
  })

  test('an entry of the audit log that was changed or taken out is found', async () => {
    const verdict = () => ctx.tx(operatorId, (tx) => verifyAuditChain(ctx, tx, operatorId))
    await db.query("update audit_log set actor = 'somebody else' where entry_number = 3")
    assert.equal((await verdict()).brokenAt, 3)
    await db.query("update audit_log set actor = 'test' where entry_number = 3")
    assert.ok((await verdict()).ok)
    await db.query('delete from audit_log where entry_number = 5')
    assert.equal((await verdict()).brokenAt, 5)
  })

  test('requests can neither change nor delete an entry of the audit log', async () => {
    const app = openLogin(ctx.config.databaseUrl!.reveal(), 'app', `-c coffer.operator_id=${operatorId}`)
    await assert.rejects(app.query("update audit_log set actor = 'me'"), /permission denied/)
    await assert.rejects(app.query('delete from audit_log'), /permission denied/)
  })
})
