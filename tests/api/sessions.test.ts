import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type Bootstrap, bootstrap } from '@coffer/contract/play'
import type { LaunchBody } from '@coffer/contract/s2s'
import { changeOperatorSettings as changeSettings } from '../../service/src/catalog/index.ts'
import { composeBootstrap } from '../../service/src/http/bootstrap.ts'
import { session as sessionRoutes } from '../../service/src/http/session.ts'
import { later, minutes, Refusal } from '../../service/src/kernel/index.ts'
import { getOperator, type Operator } from '../../service/src/operators/index.ts'
import type { Context, HttpReply } from '../../service/src/platform/index.ts'
import { setRates } from '../../service/src/rates/index.ts'
import {
  authenticateSession,
  createLaunch,
  initSession,
  logOut,
  sessionExpiresAt,
  setSessionCurrency,
} from '../../service/src/sessions/index.ts'
import { type CatalogueWorld, openCatalogueWorld } from '../support/catalogue-world.ts'
import { stockBoxes } from '../support/launching.ts'

let world: CatalogueWorld
let ctx: Context
let operator: Operator
let boxes: Awaited<ReturnType<typeof stockBoxes>>

const START = new Date('2026-01-01T00:00:00.000Z')
const settings = { currencies: ['EUR', 'JPY', 'ISK'], locales: ['en', 'de'], enabledGames: ['mystery_box'] }
const to = (ms: number) => world.setNow(later(START, ms).toISOString())
const refusal = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code
const lobby: LaunchBody = { playerExternalId: 'u_1', gameKey: 'mystery_box', target: {} }
const launchToken = async (input: Partial<LaunchBody> = {}) =>
  (await createLaunch(ctx, operator, { ...lobby, ...input })).launchToken
const begin = async (input: Partial<LaunchBody> = {}) => initSession(ctx, await launchToken(input))

/** The operator as it is with other settings, until the test puts them back. */
async function changed<T>(patch: Record<string, unknown>, work: () => Promise<T>): Promise<T> {
  const restore = Object.fromEntries(Object.keys(patch).map((name) => [name, operator.settings[name as 'locales']]))
  await changeSettings(ctx, operator.operatorId, patch, { actor: 'test' })
  try {
    return await work()
  } finally {
    await changeSettings(ctx, operator.operatorId, restore, { actor: 'test' })
  }
}

before(async () => {
  world = await openCatalogueWorld()
  ctx = world.ctx
  operator = await world.operator('casino', 'EUR', settings)
  boxes = await stockBoxes(ctx, operator)
  await setRates(ctx, 'EUR', { JPY: '163.25', USD: '1.1' }, 'test')
})
after(() => world.close())

test('a launch is refused for its game, then its box, then its currency', async () => {
  const launch = (input: Partial<LaunchBody>) => createLaunch(ctx, operator, { ...lobby, ...input })
  const bad = { gameKey: 'upgrader', target: { boxId: 999 }, currency: 'ISK' } as const
  await assert.rejects(launch(bad), refusal('GAME_DISABLED'))
  await assert.rejects(launch({ ...bad, gameKey: 'mystery_box' }), refusal('UNKNOWN_BOX'))
  for (const boxId of [boxes.archivedId, boxes.emptyId]) {
    await assert.rejects(launch({ target: { boxId }, currency: 'ISK' }), refusal('BOX_NOT_PLAYABLE'))
  }
  for (const currency of ['ISK', 'USD']) {
    await assert.rejects(launch({ target: { boxId: boxes.boxId }, currency }), refusal('UNSUPPORTED_CURRENCY'))
  }
  await assert.rejects(createLaunch(ctx, { ...operator, status: 'suspended' }, lobby), refusal('OPERATOR_SUSPENDED'))
})

test('the box of another operator is unknown', async () => {
  const other = await world.operator('other', 'EUR')
  await assert.rejects(createLaunch(ctx, other, { ...lobby, target: { boxId: boxes.boxId } }), refusal('UNKNOWN_BOX'))
})

test('a launch token is known to the database by its hash only, and its link carries it in the fragment', async () => {
  const { launchToken: token, launchUrl, expiresAt } = await createLaunch(ctx, operator, lobby)
  assert.match(token, /^lt_[A-Za-z0-9_-]{43}$/)
  assert.equal(launchUrl, `http://coffer.test/play#token=${token}`)
  assert.equal(expiresAt.getTime(), ctx.clock.now().getTime() + 60_000)
  const hash = createHash('sha256').update(token).digest()
  const rows = await ctx.systemTx((tx) =>
    tx.selectFrom('launches').selectAll().where('token_hash', '=', hash).execute(),
  )
  assert.equal(rows.length, 1)
  assert.ok(!JSON.stringify(rows).includes(token.slice(3)))
})

test('a launch token that is unknown, expired or consumed is refused by name, a consumed one also after its 60 s', async () => {
  to(0)
  await assert.rejects(initSession(ctx, 'lt_unknown'), refusal('LAUNCH_TOKEN_INVALID'))
  const [used, unused] = [await launchToken(), await launchToken()]
  to(59_999)
  await initSession(ctx, used)
  await assert.rejects(initSession(ctx, used), refusal('LAUNCH_TOKEN_CONSUMED'))
  to(60_000)
  await assert.rejects(initSession(ctx, unused), refusal('LAUNCH_TOKEN_EXPIRED'))
  await assert.rejects(initSession(ctx, used), refusal('LAUNCH_TOKEN_CONSUMED'))
})

test('a token that is refused for another reason can be used once the reason is gone', async () => {
  const token = await launchToken()
  const refused = () => assert.rejects(initSession(ctx, token), refusal('GAME_DISABLED'))
  await changed({ enabledGames: ['upgrader'] }, refused)
  await initSession(ctx, token)
})

test('a session idle for longer than its time ends, and one in use lives up to 12 h', async () => {
  to(0)
  const idle = await begin()
  const busy = await begin()
  assert.match(busy.sessionToken, /^ps_[A-Za-z0-9_-]{43}$/)
  for (let minute = 29; minute < 720; minute += 29) {
    to(minutes(minute))
    await authenticateSession(ctx, busy.sessionToken)
  }
  await assert.rejects(authenticateSession(ctx, idle.sessionToken), refusal('SESSION_EXPIRED'))
  to(minutes(720) - 1)
  const session = await authenticateSession(ctx, busy.sessionToken)
  assert.equal(sessionExpiresAt(session, ctx.clock.now()).getTime(), START.getTime() + minutes(720))
  to(minutes(720))
  await assert.rejects(authenticateSession(ctx, busy.sessionToken), refusal('SESSION_EXPIRED'))
})

test('the last use is written at most once a minute, and no session ends before 30 min without use', async () => {
  to(0)
  const { sessionToken, session } = await begin()
  const seenAt = async () => {
    const query = ctx.systemTx((tx) =>
      tx.selectFrom('sessions').select('seen_at').where('session_id', '=', session.sessionId).executeTakeFirstOrThrow(),
    )
    return (await query).seen_at.getTime() - START.getTime()
  }
  const written = new Set<number>()
  for (let second = 0; second <= 180; second += 7) {
    to(second * 1000)
    await authenticateSession(ctx, sessionToken)
    written.add(await seenAt())
  }
  assert.deepEqual([...written], [0, 63_000, 126_000])
  const lastUse = 182_000
  to(lastUse)
  const statementsBefore = world.statementCount()
  await authenticateSession(ctx, sessionToken)
  assert.equal(world.statementCount() - statementsBefore, 2, 'two reads and no write')
  assert.equal(await seenAt(), 126_000)
  to(lastUse + minutes(30) - 1)
  await authenticateSession(ctx, sessionToken)
  to(lastUse + minutes(61))
  await assert.rejects(authenticateSession(ctx, sessionToken), refusal('SESSION_EXPIRED'))
})

test('a session that its operator let go is nobody\u2019s, also for a process that has served it', async () => {
  to(0)
  const { sessionToken, session } = await begin()
  await authenticateSession(ctx, sessionToken)
  await ctx.systemTx((tx) => tx.deleteFrom('sessions').where('session_id', '=', session.sessionId).execute())
  await assert.rejects(authenticateSession(ctx, sessionToken), refusal('SESSION_INVALID'))
})

test('logout ends the session at once, and again is as good; a token that was never ours is refused', async () => {
  to(0)
  const { sessionToken } = await begin()
  await logOut(ctx, sessionToken)
  await assert.rejects(authenticateSession(ctx, sessionToken), refusal('SESSION_EXPIRED'))
  to(minutes(1000))
  await logOut(ctx, sessionToken)
  await assert.rejects(logOut(ctx, 'ps_unknown'), refusal('SESSION_INVALID'))
  for (const token of ['ps_unknown', null]) {
    await assert.rejects(authenticateSession(ctx, token), refusal('SESSION_INVALID'))
  }
})

test('a suspended operator has no sessions, and has them again afterwards', async () => {
  to(0)
  const [{ sessionToken }, unused] = [await begin(), await launchToken()]
  const become = (status: Operator['status']) =>
    ctx.systemTx((tx) =>
      tx.updateTable('operators').set({ status }).where('operator_id', '=', operator.operatorId).execute(),
    )
  await become('suspended')
  await assert.rejects(authenticateSession(ctx, sessionToken), refusal('OPERATOR_SUSPENDED'))
  await assert.rejects(initSession(ctx, unused), refusal('OPERATOR_SUSPENDED'))
  await become('active')
  await authenticateSession(ctx, sessionToken)
})

test('a rate stays pinned until the currency is set again, also to the same one', async () => {
  to(0)
  const { sessionToken, session } = await begin({ currency: 'JPY' })
  await setRates(ctx, 'EUR', { JPY: '200' }, 'test')
  const read = async () => {
    const { currency, rate, ratePinnedAt } = await authenticateSession(ctx, sessionToken)
    return { currency, rate, ratePinnedAt }
  }
  assert.deepEqual(await read(), { currency: 'JPY', rate: { numerator: 653n, denominator: 4n }, ratePinnedAt: START })
  to(5000)
  await setSessionCurrency(ctx, session, 'JPY')
  const pinned = { numerator: 200n, denominator: 1n }
  assert.deepEqual(await read(), { currency: 'JPY', rate: pinned, ratePinnedAt: later(START, 5000) })
  await assert.rejects(setSessionCurrency(ctx, session, 'ISK'), refusal('UNSUPPORTED_CURRENCY'))
  await setSessionCurrency(ctx, session, 'EUR')
  assert.equal((await read()).currency, 'EUR')
  await setRates(ctx, 'EUR', { JPY: '163.25' }, 'test')
})

async function bootstrapOf(input: Partial<LaunchBody>, using: Context = ctx): Promise<Bootstrap> {
  const { session, sessionToken } = await begin(input)
  const body = await composeBootstrap(using, session, sessionToken)
  assert.deepEqual(bootstrap.parse(body), body)
  return body
}

test('the bootstrap prices the target up in the charged currency at the pinned rate, and counts its free opens', async () => {
  to(0)
  const target = { boxId: boxes.boxId, autoOpen: true }
  const body = await bootstrapOf({ currency: 'JPY', target, funding: 'operator', fundingRounds: 3, locale: 'de' })
  assert.deepEqual(body.game.target, {
    ...{ boxId: boxes.boxId, boxVersionId: boxes.boxVersionId, name: 'sold', autoOpen: true, freeOpens: 3 },
    ...{ priceMinor: 1635, currency: 'JPY' },
  })
  assert.deepEqual(body.tenant, { name: 'casino', locale: 'de', currency: 'EUR', logoUrl: null })
  assert.deepEqual(body.session, { currency: 'JPY', ratePinnedAt: START.toISOString() })
  assert.deepEqual(body.player, { externalId: 'u_1', balanceMinor: null, balanceFetchedAt: START.toISOString() })
  assert.equal(body.expiresAt, later(START, minutes(30)).toISOString())
})

test('a launch without a box lands in the lobby, in the operator\u2019s own currency and locale', async () => {
  const body = await bootstrapOf({ locale: 'xx', returnUrl: 'https://casino.example/back' })
  assert.equal(body.game.target, null)
  assert.equal(body.tenant.locale, 'en')
  assert.equal(body.session.currency, 'EUR')
  assert.equal(body.returnUrl, 'https://casino.example/back')
  assert.deepEqual(body.currencies, ['EUR', 'JPY', 'ISK'])
  assert.deepEqual(body.locales, ['en', 'de'])
  assert.equal(body.resume, null)
})

test('a launch: gets the locale of the operator that serves the one it asks for', async () => {
  const served = async (locale: string) => (await bootstrapOf({ locale })).tenant.locale
  for (const locale of ['de-DE', 'de_AT', 'DE', 'De-cH', 'de-Latn-DE-1996', 'de-x-casino']) {
    assert.equal(await served(locale), 'de', locale)
  }
  for (const locale of ['deu', 'd', 'den-DE', 'x-de', 'de-', 'de DE', 'de-<b>', 'pt-BR', '*', '-de', 'constructor']) {
    assert.equal(await served(locale), 'en', locale)
  }
})

test('one free open is granted when the launch names no number, none without operator funding', async () => {
  const target = { boxId: boxes.boxId }
  assert.equal((await bootstrapOf({ target, funding: 'operator' })).game.target?.freeOpens, 1)
  assert.equal((await bootstrapOf({ target, funding: 'player' })).game.target?.freeOpens, 0)
})

test('an operator without named origins is open to all while developing, and to none in production', async () => {
  const production: Context = { ...ctx, config: { ...ctx.config, environment: 'production' } }
  assert.deepEqual((await bootstrapOf({})).allowedOrigins, ['*'])
  assert.deepEqual((await bootstrapOf({}, production)).allowedOrigins, [])
  await changed({ allowedOrigins: ['https://casino.example'] }, async () => {
    assert.deepEqual((await bootstrapOf({})).allowedOrigins, ['https://casino.example'])
  })
})

const { heartbeat, balance } = sessionRoutes.play

/** A wallet that gives every balance read this answer. */
function withWallet(reply: object | HttpReply['kind'], asked: number[] = []): Context {
  const answer = { kind: 'answered', status: 200, headers: {}, body: Buffer.from(JSON.stringify(reply)) } as const
  const failure = { kind: 'failed', reason: 'test' } as const
  return {
    ...ctx,
    http: {
      close: async () => {},
      send: async ({ timeoutMs }) => {
        asked.push(timeoutMs)
        return typeof reply === 'string' ? failure : answer
      },
    },
  }
}

test('a balance that cannot be read is null in bootstrap and heartbeat, and 503 when it is asked for', async () => {
  to(0)
  await changed({ wallet: { url: 'http://wallet.test/rpc' } }, async () => {
    const { session } = await begin()
    const [yes, no] = [{ balanceMinor: -5, currency: 'EUR' }, { errorCode: 'PLAYER_BLOCKED' }]
    const fetched = { balanceMinor: -5, balanceFetchedAt: START.toISOString() }
    const expiresAt = later(START, minutes(30)).toISOString()
    const standing = {
      session: { startedAt: START.toISOString(), elapsedSeconds: 0 },
      netPosition: { spentMinor: 0, returnedMinor: 0, netMinor: 0, currency: 'EUR' },
    }
    assert.deepEqual((await heartbeat(withWallet(yes), session)).body, { expiresAt, ...fetched, ...standing })
    assert.deepEqual((await balance(withWallet(yes), session)).body, { ...fetched, currency: 'EUR' })
    const unread = { expiresAt, balanceMinor: null, balanceFetchedAt: null, ...standing }
    for (const failure of [no, 'failed' as const, { balanceMinor: 5, currency: 'JPY' }]) {
      assert.deepEqual((await heartbeat(withWallet(failure), session)).body, unread)
      await assert.rejects(balance(withWallet(failure), session), refusal('WALLET_UNAVAILABLE'))
    }
    await assert.rejects(balance(withWallet(no), session), (error) => {
      return error instanceof Refusal && error.details.walletErrorCode === 'PLAYER_BLOCKED'
    })
  })
})

test('session init asks the wallet for the balance and gives it 3 s', async () => {
  await changed({ wallet: { url: 'http://wallet.test/rpc' } }, async () => {
    const asked: number[] = []
    const body = await bootstrapOf({}, withWallet({ balanceMinor: 12_00, currency: 'EUR' }, asked))
    assert.equal(body.player.balanceMinor, 12_00)
    assert.deepEqual(asked, [3000])
  })
})

test('a box that went off sale after its launch lands in the lobby', async () => {
  const { session, sessionToken } = await begin({ target: { boxId: boxes.boxId } })
  const off = { ...session, targetBoxId: boxes.archivedId }
  assert.equal((await composeBootstrap(ctx, off, sessionToken)).game.target, null)
})

test('a session is of its operator and player as they are now', async () => {
  const { sessionToken, session } = await begin({ playerExternalId: 'u_2' })
  const now = await ctx.tx(operator.operatorId, (tx) => getOperator(tx, operator.operatorId))
  assert.deepEqual(await authenticateSession(ctx, sessionToken), { ...session, operator: now })
  assert.equal(session.playerExternalId, 'u_2')
})
