import assert from 'node:assert/strict'
import { before, suite, type TestContext, test } from 'node:test'
import type { KycRequest } from '@coffer/contract/s2s-kyc'
import { kycRoutes } from '@coffer/contract/s2s-kyc'
import { sign } from '@coffer/operator-sdk'
import { createKey } from '@coffer/service/administration'
import { minutes } from '../../service/src/kernel/index.ts'
import { authenticateKycBrowser, saveKycDraft } from '../../service/src/kyc/index.ts'
import { PRIVATE_WORDS } from '../support/check-secrets.ts'
import { assertInvalid, type Caller, type DoorAnswer, knock, told } from '../support/door.ts'
import {
  handIn,
  kycEventsOf,
  mintLink,
  ORIGIN,
  openLink,
  photo,
  requestsOf,
  signInReviewer,
  submitFor,
  type TestReviewer,
  takeLink,
} from '../support/kyc.ts'
import { BRAM, PIP, type TestPerson, ZOFIA } from '../support/kyc-people.ts'
import { openRows, type Rows } from '../support/rows.ts'
import { makeTestClock } from '../support/test-clock.ts'
import { walkBothWays } from '../support/walk.ts'
import { startWorld, type TestOperator, type World } from '../support/world.ts'

const [REASON] = PRIVATE_WORDS as [string]
const BODY = { playerExternalId: 'body', email: ZOFIA.email, locale: 'en', returnOrigin: ORIGIN }

let world: World
let rows: Rows
let operator: TestOperator
let reviewer: TestReviewer

before(async (t) => {
  world = await startWorld(t as TestContext, {
    wallet: false,
    operators: {
      aurum: { settings: { kyc: { enabled: true } } },
      borealis: { settings: { kyc: { enabled: true } } },
      closing: { settings: { kyc: { enabled: true } } },
    },
  })
  rows = openRows(world.databaseUrl)
  operator = world.operator
  reviewer = await signInReviewer(world)
})

const mint = (body: object, caller: Caller = operator, at: World = world) =>
  knock(at, kycRoutes.createKycSession, caller, { body })

async function decided(
  playerExternalId: string,
  verdict: 'confirmed' | 'rejected',
  person: TestPerson = ZOFIA,
): Promise<number> {
  const requestId = await submitFor(world, operator, playerExternalId, person)
  world.clock.advance(1)
  await reviewer.decide(requestId, verdict, verdict === 'rejected' ? ['DATA_MISMATCH'] : [])
  return requestId
}

suite('a session', () => {
  const BAD: Record<keyof typeof BODY, unknown[]> = {
    playerExternalId: [undefined, '', 'x'.repeat(191), 7, null, 'a\u0000b', '\ud800'],
    email: [undefined, '', 'x', 'x@', '@x', 'x y@z.example', 'x@y@z.example', `${'x'.repeat(250)}@y.ex`, null],
    locale: [undefined, '', 'e', 'english', 'en-', '-en', 'en--US', 'en/US', '../en', 'en US', 'é', 'en-123456789', 7],
    returnOrigin: [
      ...['', 'null', '*', 'casino.example', '//casino.example', 'ftp://casino.example', 'file:///a', 'javascript:1'],
      ...[
        'https://casino.example/',
        'https://casino.example/a',
        'https://casino.example?a',
        'https://casino.example#a',
      ],
      ...['https://casino.example:99999', 'https://', 'https://a:b@casino.example', 'https://a@casino.example'],
      ...[' https://casino.example', 'https://casino.example,https://b.example', 'https://*', 'https://*.example'],
      ...['https://müller.example', 7, null],
    ],
  }
  const GOOD: Partial<Record<keyof typeof BODY, unknown[]>> = {
    playerExternalId: ['x', 'x'.repeat(190), '🎁'.repeat(190)],
    locale: ['en', 'de-AT', 'pt-BR', 'zh-Hant-TW', 'es-419', 'tlh', 'x'.repeat(2)],
    returnOrigin: [
      undefined,
      'http://localhost:4001',
      'https://casino.example:8443',
      'http://127.0.0.1',
      'https://[::1]',
    ],
  }

  test('each field of a session is refused by its name when it is missing or not of its form, and taken on the edge', async () => {
    for (const [field, values] of Object.entries(BAD)) {
      for (const value of values) {
        assertInvalid(await mint({ ...BODY, [field]: value }), field, `${field} ${JSON.stringify(value)}`)
      }
    }
    for (const [field, values] of Object.entries(GOOD)) {
      for (const value of values) assert.equal((await mint({ ...BODY, [field]: value })).status, 201, String(value))
    }
    assert.deepEqual(await requestsOf(operator, 'nobody'), [])
  })

  test('the link of a session is of 256 random bits, carries the locale and nothing of the player, and says when it ends', async () => {
    const earliest = world.clock.now().getTime() + minutes(30)
    const { status, body } = await mint({ ...BODY, playerExternalId: 'a link', locale: 'zh-Hant-TW' })
    const latest = world.clock.now().getTime() + minutes(30)
    assert.equal(status, 201)
    assert.deepEqual(Object.keys(body).sort(), ['expiresAt', 'kycUrl'])
    const { kycUrl, expiresAt } = body as never as { kycUrl: string; expiresAt: string }
    assert.match(kycUrl, new RegExp(`^${world.baseUrl}/kyc\\?token=kt_[\\w-]{43}&locale=zh-Hant-TW$`))
    assert.ok(Date.parse(expiresAt) >= earliest && Date.parse(expiresAt) <= latest, expiresAt)
  })

  test('a session that is signed without a nonce is made once', async () => {
    const body = JSON.stringify({ ...BODY, playerExternalId: 'again' })
    const path = kycRoutes.createKycSession.path
    const { keyId, keySecret: secret } = operator
    const timestamp = Math.floor(world.clock.now().getTime() / 1000)
    const { headers } = sign({ keyId, secret, method: 'POST', path, body, timestamp })
    const send = async () => {
      const sent = { ...headers, 'content-type': 'application/json' }
      return (await fetch(world.baseUrl + path, { method: 'POST', headers: sent, body })).status
    }
    assert.deepEqual([await send(), await send()], [201, 401])
    world.clock.advance(2_100)
    assert.equal(await send(), 401)
  })

  test('without the scope `kyc` no route of verifications is served, and with it alone each is', async () => {
    const { operatorId } = operator
    const scopes = ['play', 'inventory', 'shipping', 'funding', 'admin:sso', 'read'] as const
    const others = await createKey(world.service.ctx, { operatorId, scopes: [...scopes], actor: 'test' })
    const own = await createKey(world.service.ctx, { operatorId, scopes: ['kyc'], actor: 'test' })
    const { playerExternalId, email } = BODY
    await decided(playerExternalId, 'confirmed')
    const calls = [
      [kycRoutes.createKycSession, { body: BODY }],
      [kycRoutes.changeKycEmail, { body: { playerExternalId, email } }],
      [kycRoutes.reverifyKyc, { body: { playerExternalId, reason: REASON } }],
      [kycRoutes.listKycRequests, { query: { playerExternalId } }],
    ] as const
    for (const [route, sent] of calls) {
      assert.equal(told(await knock(world, route, others, sent)), '403 SCOPE_MISSING', route.path)
      assert.ok((await knock(world, route, own, sent)).status < 300, route.path)
    }
  })

  test('a suspended operator verifies nobody, and a link of before opens nothing it can use', async () => {
    const closing = world.operators.closing!
    const browser = await openLink(world, await mintLink(closing, 'closed', ZOFIA))
    const other = await mintLink(closing, 'closed too', ZOFIA)
    const become = (status: string) =>
      rows.query('update operators set status = $2 where operator_id = $1', [closing.operatorId, status])
    await become('suspended')
    assert.equal(told(await mint(BODY, closing)), '403 OPERATOR_SUSPENDED')
    const page = await browser!.call('GET', 'page')
    assert.deepEqual([page.status, page.body.error.code], [403, 'OPERATOR_SUSPENDED'])
    const late = await openLink(world, other)
    assert.notEqual((await late?.call('GET', 'page'))?.status, 200)
    assert.equal((await takeLink(world.baseUrl, other)).status, 401)
    await become('active')
    assert.equal((await browser!.page()).status, 'PENDING')
    assert.ok(await openLink(world, other), 'it was not used up')
  })

  test('the origin of a session is kept as a browser writes it, whatever its letters and its port', async () => {
    for (const returnOrigin of ['HTTPS://Casino.Example:443', 'https://casino.example']) {
      const browser = await openLink(world, await mintLink(operator, 'origin', ZOFIA, { returnOrigin }))
      assert.equal((await browser!.page()).returnOrigin, 'https://casino.example')
    }
  })

  test('a session goes on with a request that is pending: its contact is the new one, and nothing is told again', async () => {
    const first = await mintLink(operator, 'contact', ZOFIA, { locale: 'de', returnOrigin: ORIGIN })
    const [request] = await requestsOf(operator, 'contact')
    const browser = await openLink(world, await mintLink(operator, 'contact', BRAM, { locale: 'pt-BR' }))
    assert.equal(await openLink(world, first), null)
    const { locale, returnOrigin } = await browser!.page()
    assert.deepEqual([locale, returnOrigin], ['pt-BR', null], 'what is not sent again is not kept')
    assert.equal((await reviewer.read(request!.requestId)).email, BRAM.email)
    assert.deepEqual(await requestsOf(operator, 'contact'), [request])
    assert.deepEqual(await kycEventsOf(rows, 'contact'), [`${request!.requestId}:PENDING`])
  })

  test('after a decision, whichever, a session opens another request with an event of its own, and while it is reviewed none', async () => {
    for (const verdict of ['confirmed', 'rejected'] as const) {
      const player = `after ${verdict}`
      const submitted = await submitFor(world, operator, player, ZOFIA)
      assert.equal(told(await mint({ ...BODY, playerExternalId: player })), '409 KYC_ALREADY_SUBMITTED')
      await reviewer.decide(submitted, verdict, verdict === 'rejected' ? ['FORGERY'] : [])
      assert.equal((await mint({ ...BODY, playerExternalId: player })).status, 201)
      const [next, before, ...rest] = await requestsOf(operator, player)
      assert.deepEqual([before!.requestId, rest.length], [submitted, 0])
      assert.ok(next!.requestId > submitted)
      const keys = [`${submitted}:PENDING`, `${submitted}:SUBMITTED`, `${submitted}:${verdict.toUpperCase()}`]
      assert.deepEqual(await kycEventsOf(rows, player), [...keys, `${next!.requestId}:PENDING`])
    }
  })

  test('twenty sessions at once for one player are one request, one event and one link that works', async () => {
    const urls = await Promise.all(Array.from({ length: 20 }, () => mintLink(operator, 'rush', ZOFIA)))
    assert.equal(new Set(urls).size, 20)
    const [request, ...others] = await requestsOf(operator, 'rush')
    assert.equal(others.length, 0)
    assert.deepEqual(await kycEventsOf(rows, 'rush'), [`${request!.requestId}:PENDING`])
    const opened = await Promise.all(urls.map((url) => openLink(world, url)))
    const browsers = opened.filter((browser) => browser !== null)
    assert.equal(browsers.length, 1)
    assert.equal((await browsers[0]!.page()).requestId, request!.requestId)
  })
})

suite('a changed e-mail', () => {
  const change = (playerExternalId: string, email: unknown) =>
    knock(world, kycRoutes.changeKycEmail, operator, { body: { playerExternalId, email } })

  test('a changed e-mail is what the reviewer of an open request reads, before and after it is handed in, and tells nobody', async () => {
    const browser = await openLink(world, await mintLink(operator, 'mail', ZOFIA))
    const { requestId } = await browser!.page()
    assert.deepEqual((await change('mail', `\u00a0${BRAM.email}\u200b`)).body, { ok: true })
    assert.equal((await reviewer.read(requestId)).email, BRAM.email)
    await handIn(browser!, ZOFIA)
    assert.equal((await change('mail', PIP.email)).status, 200)
    assert.equal((await reviewer.read(requestId)).email, PIP.email)
    assert.deepEqual(await kycEventsOf(rows, 'mail'), [`${requestId}:PENDING`, `${requestId}:SUBMITTED`])
  })

  test('a changed e-mail finds no open request of a player unheard of, and of one whose request was decided, which stays as it is', async () => {
    assert.equal(told(await change('unheard of', ZOFIA.email)), '404 KYC_NO_OPEN_REQUEST')
    for (const verdict of ['confirmed', 'rejected'] as const) {
      const requestId = await decided(`mail ${verdict}`, verdict)
      assert.equal(told(await change(`mail ${verdict}`, BRAM.email)), '404 KYC_NO_OPEN_REQUEST')
      assert.equal((await reviewer.read(requestId)).email, ZOFIA.email)
    }
    assert.equal((await rows.query("select from players where external_id = 'unheard of'")).length, 0)
  })

  test('a changed e-mail needs both fields', async () => {
    for (const email of [undefined, '', 'x', 'x@', null])
      assertInvalid(await change('mail', email), 'email', `${email}`)
    assertInvalid(await change('', ZOFIA.email), 'playerExternalId', 'empty')
  })
})

suite('the list of requests', () => {
  const list = (query: Record<string, string>, of: TestOperator = operator) =>
    knock(world, kycRoutes.listKycRequests, of, { query })
  const shown = ({ body }: DoorAnswer) => (body as never as { requests: KycRequest[] }).requests

  test('the list of requests shows every field and nothing else, in each status', async () => {
    const first = await decided('fields', 'rejected')
    const second = await decided('fields', 'confirmed')
    await submitFor(world, operator, 'fields', BRAM)
    const [third, confirmed, rejected] = await requestsOf(operator, 'fields')
    const times = (request: KycRequest) => [request.submittedAt !== null, request.decidedAt !== null]
    assert.deepEqual([third!, confirmed!, rejected!].map(times), [
      [true, false],
      [true, true],
      [true, true],
    ])
    const { submittedAt: _, decidedAt: __, identity, ...rest } = confirmed!
    const same = { playerExternalId: 'fields', reasons: [], retryable: null }
    assert.deepEqual(rest, { ...same, requestId: second, status: 'CONFIRMED', verdict: 'confirmed' })
    assert.deepEqual(
      [identity?.legalName, identity?.taxId],
      [ZOFIA.answers.details.legalName, ZOFIA.answers.details.taxId],
    )
    assert.deepEqual([identity?.addressLine2, identity?.addressState], [null, null], 'which may be missing')
    const { submittedAt, decidedAt, ...turned } = rejected!
    assert.ok(submittedAt! < decidedAt!)
    const because = { reasons: ['DATA_MISMATCH'], retryable: true, identity: null }
    assert.deepEqual(turned, { ...same, ...because, requestId: first, status: 'REJECTED', verdict: 'rejected' })
    assert.deepEqual([third!.status, third!.verdict, third!.identity], ['SUBMITTED', null, null])
  })

  test('an identity of a country without postal codes is complete without one', async () => {
    const { answers } = BRAM
    const address = { ...answers.address, postalCode: '', country: 'HK' }
    await decided('no postal code', 'confirmed', { ...BRAM, answers: { ...answers, address } })
    const [request] = await requestsOf(operator, 'no postal code')
    assert.deepEqual([request!.identity?.addressPostalCode, request!.identity?.addressCountry], ['', 'HK'])
  })

  test('a confirmation without a tax id has no identity, in the list and in its event', async () => {
    const { answers } = BRAM
    const details = { ...answers.details, taxId: '', hasNoTaxId: true }
    await decided('no tax id', 'confirmed', { ...BRAM, answers: { ...answers, details } })
    const [request] = await requestsOf(operator, 'no tax id')
    assert.deepEqual([request!.status, request!.verdict, request!.identity], ['CONFIRMED', 'confirmed', null])
  })

  test('the list of requests is of one operator, newest first, by status and by player, and walked both ways', async () => {
    const other = world.operators.borealis!
    const all = ['p1', 'p2', 'p3', 'p1', 'p4']
    for (const player of all) await mintLink(other, player, ZOFIA)
    const ids = shown(await list({}, other)).map(({ requestId }) => requestId)
    assert.deepEqual(
      ids,
      [...ids].sort((one, two) => two - one),
    )
    assert.equal(ids.length, 4, 'a mint of an open one makes no other')
    const pages = await walkBothWays(async (query) => {
      const { body } = await list(Object.fromEntries(new URLSearchParams(query)), other)
      const { requests, cursor } = body as never as { requests: KycRequest[]; cursor: never }
      return { rows: requests.map(({ requestId }) => requestId), cursor }
    }, 2)
    assert.deepEqual(pages.flat(), ids)
    assert.equal(shown(await list({ status: 'PENDING', playerExternalId: 'p1' }, other)).length, 1)
    assert.equal(shown(await list({ status: 'CONFIRMED,REJECTED' }, other)).length, 0)
    assert.equal(shown(await list({ status: 'NONE_SUCH' }, other)).length, 4, 'none known means all')
    const mixed = shown(await list({ playerExternalId: 'fields', status: 'SUBMITTED,REJECTED' }))
    assert.deepEqual(
      mixed.map(({ status }) => status),
      ['SUBMITTED', 'REJECTED'],
    )
    assert.deepEqual(shown(await list({ playerExternalId: 'fields' }, other)), [], 'of another operator')
    assert.deepEqual((await list({ playerExternalId: 'unheard of' })).body, {
      requests: [],
      cursor: { next: null, prev: null },
    })
  })

  test('whoever reads an identity is recorded with the request alone; reading others leaves no trace', async () => {
    const entries = () =>
      rows.query<{ actor: string; details: object }>(
        "select actor, details from audit_log where action = 'kyc.identity_read' and operator_id = $1 order by entry_number",
        [operator.operatorId],
      )
    const before = await entries()
    const [, confirmed] = await requestsOf(operator, 'fields')
    await requestsOf(operator, 'no tax id')
    await requestsOf(operator, 'contact')
    const [entry, ...others] = (await entries()).slice(before.length)
    assert.deepEqual([entry, others], [{ actor: operator.keyId, details: { requestIds: [confirmed!.requestId] } }, []])
  })
})

test('a player gets twenty links in an hour, over all processes together, then must wait; another player need not', async (t) => {
  let now = new Date()
  const clock = { ...makeTestClock(), now: () => now }
  const operators = { aurum: { settings: { kyc: { enabled: true } } } }
  const limited = await startWorld(t, { wallet: false, operators, realRateLimits: true, service: { clock } })
  const other = await limited.anotherProcess()
  const send = (playerExternalId: string, at: World = limited) =>
    mint({ ...BODY, playerExternalId }, limited.operator, at)
  for (let n = 0; n < 20; n++) assert.equal((await send('rush')).status, 201, `${n}`)
  const refused = await send('rush')
  assert.equal(told(refused), '429 RATE_LIMITED')
  assert.deepEqual([refused.headers.get('retry-after'), refused.headers.get('ratelimit-limit')], ['180', '20'])
  assert.equal((await send('another')).status, 201)
  now = new Date(now.getTime() + minutes(3))
  assert.deepEqual([(await send('rush')).status, (await send('rush')).status], [201, 429], 'one comes back')
  let admittedCount = 0
  for (let n = 0; n < 24; n++) admittedCount += Number((await send('roams', n % 2 ? limited : other)).status === 201)
  // A process may admit one before it has told the database.
  assert.ok(admittedCount === 20 || admittedCount === 21, `${admittedCount} of 20`)
})

test('a draft of an earlier version is handed in as its lines are shown', async () => {
  const { details, address } = ZOFIA.answers
  const browser = await openLink(world, await mintLink(operator, 'earlier', ZOFIA))
  assert.ok(browser)
  const { ctx } = world.service
  const kept = await authenticateKycBrowser(ctx, browser.cookie.replace(/^.*=/, ''))
  for (const kind of ['front', 'back', 'selfie'] as const) await browser.upload(kind, await photo())
  await saveKycDraft(ctx, kept, { ...ZOFIA.answers, address: { ...address, city: 'Wien\u202e' } })
  assert.equal((await browser.page()).answers.address.city, 'Wien\u202e')
  await saveKycDraft(ctx, kept, { ...ZOFIA.answers, address: { ...address, city: 'Wi\u202een' } })
  const refused = await browser.call('POST', 'submit')
  assert.deepEqual([refused.status, Object.keys(refused.body.error.fields ?? {})], [422, ['address.city']])
  await saveKycDraft(ctx, kept, {
    ...ZOFIA.answers,
    details: { ...details, legalName: '\u00a0Zofia\u200b  Quellenburg\n' },
  })
  const { requestId } = await browser.submit()
  assert.deepEqual((await reviewer.read(requestId)).answers, ZOFIA.answers)
})
