import assert from 'node:assert/strict'
import { before, type TestContext, test } from 'node:test'
import { KYC_REASONS } from '@coffer/contract/s2s-kyc'
import { PRIVATE_WORDS } from '../support/check-secrets.ts'
import {
  browserWith,
  handIn,
  mintLink,
  ORIGIN,
  openLink,
  photo,
  signInReviewer,
  submitFor,
  type TestReviewer,
  takeLink,
} from '../support/kyc.ts'
import { BRAM, PIP, ZOFIA, ZOFIA_IDENTITY } from '../support/kyc-people.ts'
import { type Receiver, subscribe } from '../support/receiver.ts'
import { openRows, type Rows } from '../support/rows.ts'
import { startWorld, type World } from '../support/world.ts'

let world: World
let reviewer: TestReviewer
let receiver: Receiver
let rows: Rows

before(async (t) => {
  world = await startWorld(t as TestContext, {
    operators: {
      aurum: { settings: { kyc: { enabled: true }, logoUrl: 'https://pictures.example/logo.svg' } },
      plain: {},
      eyes: { settings: { kyc: { enabled: true, fourEyes: true } } },
    },
  })
  rows = openRows(world.databaseUrl)
  reviewer = await signInReviewer(world)
  ;({ receiver } = await subscribe(t as TestContext, world, world.operator, ['kyc_status_changed']))
})

/** What the operator was told of a player, in the order in which it happened. */
async function toldOf(playerExternalId: string) {
  while ((await world.tick('webhooks')) > 0);
  const told = receiver.received.map(({ body }) => body).filter((body) => body.playerExternalId === playerExternalId)
  return told.sort((one, other) => String(one.payload.occurredAt).localeCompare(String(other.payload.occurredAt)))
}

test('a player is verified: each status is told once, and only the confirmation says who they are', async () => {
  const { coffer } = world.operator
  const kycUrl = await mintLink(world.operator, 'player-z', ZOFIA, { locale: 'de-AT', returnOrigin: ORIGIN })
  assert.match(kycUrl, new RegExp(`^${world.baseUrl}/kyc\\?token=kt_[A-Za-z0-9_-]{43}&locale=de-AT$`))
  const browser = await openLink(world, kycUrl)
  assert.ok(browser)
  assert.deepEqual(
    (({ status, locale, returnOrigin, earlierReasons }) => ({ status, locale, returnOrigin, earlierReasons }))(
      await browser.page(),
    ),
    { status: 'PENDING', locale: 'de-AT', returnOrigin: ORIGIN, earlierReasons: [] },
  )
  const { requestId, status, answers } = await handIn(browser, ZOFIA)
  assert.equal(status, 'SUBMITTED')
  assert.equal(answers.details.legalName, '', 'what is handed in is not shown again')
  await assert.rejects(mintLink(world.operator, 'player-z', ZOFIA), { code: 'KYC_ALREADY_SUBMITTED', status: 409 })

  assert.deepEqual(
    (await reviewer.queue()).map((row) => row.requestId),
    [requestId],
  )
  const seen = await reviewer.read(requestId)
  assert.equal(seen.answers?.details.legalName, ZOFIA_IDENTITY.legalName)
  assert.equal(seen.email, ZOFIA.email)
  assert.deepEqual(
    seen.images.map(({ kind }) => kind),
    ['back', 'front', 'selfie'],
  )
  assert.deepEqual(seen.hints, [])
  world.clock.advance(1_000)
  const decided = await reviewer.decide(requestId, 'confirmed')
  assert.equal(decided.status, 'CONFIRMED')

  const told = await toldOf('player-z')
  assert.deepEqual(
    told.map(({ idempotencyKey }) => idempotencyKey),
    [`kyc:${requestId}:PENDING`, `kyc:${requestId}:SUBMITTED`, `kyc:${requestId}:CONFIRMED`],
  )
  assert.deepEqual(
    told.map(({ payload }) => payload.identity),
    [null, null, ZOFIA_IDENTITY],
  )
  const { occurredAt, submittedAt, decidedAt, ...last } = told[2]!.payload
  assert.ok(String(submittedAt) < String(decidedAt) && String(decidedAt) <= String(occurredAt))
  assert.deepEqual(last, {
    ...{ dataVersion: 2, requestId, playerExternalId: 'player-z', status: 'CONFIRMED', verdict: 'confirmed' },
    ...{ reasons: [], retryable: null, identity: ZOFIA_IDENTITY },
  })
  assert.ok(!receiver.received.some(({ text }) => text.includes(ZOFIA.email)), 'an e-mail is never told')

  const { requests } = await coffer.listKycRequests({ playerExternalId: 'player-z' })
  assert.deepEqual(
    requests.map(({ requestId: id, status: is, identity }) => ({ id, is, identity })),
    [{ id: requestId, is: 'CONFIRMED', identity: ZOFIA_IDENTITY }],
  )
})

test('a rejection that may be tried again opens another request, which keeps the words and asks for the photos', async () => {
  const first = await submitFor(world, world.operator, 'player-b', BRAM)
  const rejected = await reviewer.decide(first, 'rejected', ['SELFIE_MISMATCH', 'DOCUMENT_UNREADABLE'])
  assert.deepEqual([rejected.reasons, rejected.retryable], [['DOCUMENT_UNREADABLE', 'SELFIE_MISMATCH'], true])
  world.clock.advance(1_000)
  const browser = await openLink(world, await mintLink(world.operator, 'player-b', BRAM))
  const page = await browser!.page()
  assert.ok(page.requestId > first)
  assert.deepEqual(page.earlierReasons, ['DOCUMENT_UNREADABLE', 'SELFIE_MISMATCH'])
  assert.deepEqual(page.answers.details, BRAM.answers.details)
  assert.deepEqual([page.answers.consent, page.answers.document.number, page.images.front], [false, '', null])
  const again = await handIn(browser!, BRAM)
  const seen = await reviewer.read(again.requestId)
  assert.deepEqual(
    seen.earlier.map(({ requestId, status }) => [requestId, status]),
    [[first, 'REJECTED']],
  )
  await reviewer.decide(again.requestId, 'confirmed')
  const told = await toldOf('player-b')
  assert.deepEqual(
    told.map(({ payload: { status, retryable } }) => [status, retryable]),
    [
      ['PENDING', null],
      ['SUBMITTED', null],
      ['REJECTED', true],
      ['PENDING', null],
      ['SUBMITTED', null],
      ['CONFIRMED', null],
    ],
  )
})

test('one final reason makes the rejection final, and the next page says nothing of it', async () => {
  const requestId = await submitFor(world, world.operator, 'player-p', PIP)
  assert.deepEqual((await reviewer.read(requestId)).hints, [{ code: 'UNDERAGE', details: { minimumAge: 18 } }])
  const { reasons, retryable } = await reviewer.decide(requestId, 'rejected', ['UNDERAGE', 'DATA_MISMATCH'])
  assert.deepEqual([reasons, retryable], [['DATA_MISMATCH', 'UNDERAGE'], false])
  const browser = await openLink(world, await mintLink(world.operator, 'player-p', PIP))
  const page = await browser!.page()
  assert.deepEqual([page.earlierReasons, page.answers.details.legalName], [[], ''])
})

test('a re-verification says nothing to the player, and its reason reaches the reviewer only', async () => {
  const { coffer } = world.operator
  const [reason] = PRIVATE_WORDS as [string]
  for (const playerExternalId of ['player-p', 'nobody'])
    await assert.rejects(coffer.reverifyKyc({ playerExternalId, reason }), { code: 'KYC_NOT_CONFIRMED', status: 409 })
  const opened = await coffer.reverifyKyc({ playerExternalId: 'player-z', reason })
  assert.equal(opened.status, 'opened')
  assert.deepEqual(await coffer.reverifyKyc({ playerExternalId: 'player-z', reason: 'another one' }), {
    status: 'already_open',
    requestId: opened.requestId,
  })
  const browser = await openLink(world, await mintLink(world.operator, 'player-z', ZOFIA))
  const page = await browser!.page()
  assert.equal(page.requestId, opened.requestId, 'a mint goes on with it')
  assert.ok(!JSON.stringify(page).includes(reason))
  assert.deepEqual([page.earlierReasons, page.answers.details.legalName], [[], ''])
  await handIn(browser!, {
    ...BRAM,
    answers: { ...BRAM.answers, document: { ...BRAM.answers.document, number: 'ZZ1' } },
  })
  await assert.rejects(mintLink(world.operator, 'player-z', ZOFIA), { code: 'KYC_ALREADY_SUBMITTED', status: 409 })
  const seen = await reviewer.read(opened.requestId)
  assert.deepEqual([seen.isReverification, seen.reverifyReason], [true, reason])
  assert.deepEqual(seen.hints.map(({ code }) => code).sort(), [
    'BIRTH_DATE_DIFFERS_FROM_CONFIRMED',
    'DUPLICATE_IDENTITY',
    'NAME_DIFFERS_FROM_CONFIRMED',
  ])
  await reviewer.decide(opened.requestId, 'rejected', ['DATA_MISMATCH'])
  assert.ok(!(await toldOf('player-z')).some(({ payload }) => JSON.stringify(payload).includes('quokka')))
})

/** Programs that read a link in a mail or a chat and show it to no person; and a browser. */
const READERS: Record<string, string>[] = [
  { 'user-agent': 'LinkScanner/1.0', accept: '*/*', range: 'bytes=0-65535' },
  { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' },
]

test('a link: its use, a newer link and its time end it; reading it takes nothing', async () => {
  const older = await mintLink(world.operator, 'links', ZOFIA)
  const newer = await mintLink(world.operator, 'links', ZOFIA)
  assert.equal(await openLink(world, older), null, 'a newer link took its place')
  assert.equal((await fetch(newer, { method: 'HEAD' })).status, 200)
  for (const purpose of ['prefetch', 'prefetch;prerender']) {
    const ahead = await fetch(newer, { headers: { 'sec-purpose': purpose } })
    assert.deepEqual([ahead.status, ahead.headers.getSetCookie()], [503, []])
  }
  const framed = await fetch(newer, { headers: { 'sec-fetch-dest': 'iframe' } })
  assert.deepEqual([framed.status, framed.headers.getSetCookie()], [503, []])
  for (const headers of READERS) {
    const shown = await fetch(newer, { headers })
    assert.deepEqual([shown.status, shown.headers.getSetCookie()], [200, []], JSON.stringify(headers))
    assert.match(await shown.text(), /<div id="app">/)
  }
  for (const origin of [ORIGIN, 'null']) {
    const refused = await takeLink(world.baseUrl, newer, { origin })
    assert.deepEqual([refused.status, refused.headers.getSetCookie()], [403, []], origin)
  }
  const browser = await openLink(world, newer)
  assert.ok(browser, 'nothing was taken from it')
  assert.equal(await openLink(world, newer), null, 'another browser comes too late')
  const again = await takeLink(world.baseUrl, newer, { cookie: browser.cookie })
  assert.deepEqual([again.status, again.headers.getSetCookie()], [204, []], 'another tab of the same browser goes on')
  const reload = await fetch(newer, { headers: { cookie: browser.cookie } })
  const text = await reload.text()
  assert.deepEqual([reload.status, reload.headers.getSetCookie()], [200, []], text.slice(0, 200))

  const last = await mintLink(world.operator, 'links', ZOFIA)
  assert.equal((await browser.call('GET', 'page')).status, 401, 'a new link ends the browsers of earlier ones')
  for (const ended of [older, newer, `${world.baseUrl}/kyc?token=x`]) {
    const late = await takeLink(world.baseUrl, ended, { cookie: browser.cookie })
    assert.deepEqual(
      [late.status, late.headers.getSetCookie()],
      [401, []],
      'a page that was read before comes too late',
    )
  }
  const inTime = await mintLink(world.operator, 'in time', ZOFIA)
  world.clock.advance(29 * 60_000)
  assert.ok(await openLink(world, inTime), 'until then it opens')
  world.clock.advance(60_000)
  assert.equal((await takeLink(world.baseUrl, last)).status, 401, 'a page that was read in time comes too late')
  const expired = await fetch(last)
  assert.equal(expired.status, 410)
  assert.match(await expired.text(), /Go back to the casino/)
  assert.equal(expired.headers.get('cache-control'), 'no-store')
  assert.equal((await fetch(`${world.baseUrl}/kyc`)).status, 410)
  for (const [locale, html] of [
    ['ar', '<html lang="ar" dir="rtl">'],
    ['AR_eg', '<html lang="ar" dir="rtl">'],
    ['de-<b>', '<html lang="en" dir="ltr">'],
  ] as const) {
    const ended = await fetch(`${world.baseUrl}/kyc?token=x&locale=${encodeURIComponent(locale)}`)
    assert.ok((await ended.text()).includes(html), locale)
  }
})

test('the page lives on its cookie for an hour after the last word, in headers that let the opener hear and nobody frame', async () => {
  const kycUrl = await mintLink(world.operator, 'idle', ZOFIA)
  const opened = await fetch(kycUrl)
  const taken = await takeLink(world.baseUrl, kycUrl)
  const [cookie] = taken.headers.getSetCookie()
  assert.equal(taken.headers.get('cache-control'), 'no-store')
  assert.match(cookie!, /^coffer_kyc=ks_[\w-]{43}; HttpOnly; Path=\/kyc; SameSite=Lax$/)
  const policy = opened.headers.get('content-security-policy')!
  assert.match(policy, /frame-ancestors 'none'/)
  assert.match(
    policy,
    /img-src 'self' data: blob: https:\/\/pictures\.example;/,
    'the logo comes from elsewhere, nothing else',
  )
  assert.equal(opened.headers.get('cross-origin-opener-policy'), 'unsafe-none')
  assert.equal(opened.headers.get('referrer-policy'), 'no-referrer')
  assert.equal(opened.headers.get('cache-control'), 'no-store')
  const browser = browserWith(world, cookie!.split(';')[0]!)
  for (const [minutes, status] of [
    [59, 200],
    [59, 200],
    // The stored last use may lag behind by a minute.
    [61, 401],
  ] as const) {
    world.clock.advance(minutes * 60_000)
    assert.equal((await browser.call('GET', 'page')).status, status)
  }
})

test('a change comes from our own page, and what is handed in changes no more', async () => {
  const browser = (await openLink(world, await mintLink(world.operator, 'origin', ZOFIA)))!
  for (const origin of [ORIGIN, 'null']) {
    const answer = await browser.call('POST', 'draft', { consent: true }, { origin })
    assert.deepEqual([answer.status, answer.body.error.code], [403, 'ORIGIN_REFUSED'])
  }
  const early = await browser.call('POST', 'submit')
  assert.equal(early.status, 422)
  assert.deepEqual(Object.keys(early.body.error.fields!).sort(), [
    ...['address.city', 'address.country', 'address.line1', 'address.postalCode', 'consent', 'details.dateOfBirth'],
    ...['details.legalName', 'details.taxId', 'document.number', 'document.type'],
    ...['images.back', 'images.front', 'images.selfie'],
  ])
  const text = await browser.call('POST', 'images/front', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  assert.deepEqual(
    [text.status, text.body.error.code, text.body.error.reason],
    [422, 'KYC_IMAGE_REFUSED', 'NOT_AN_IMAGE'],
  )
  await handIn(browser, ZOFIA)
  for (const [path, body] of [
    ['draft', { consent: false }],
    ['images/front', await photo()],
    ['submit', undefined],
  ] as const) {
    const answer = await browser.call('POST', path, body)
    assert.deepEqual([answer.status, answer.body.error.code], [409, 'KYC_NOT_OPEN'], path)
  }
  assert.equal((await browser.call('GET', 'images/front')).status, 404, 'not even its own photo is shown again')
})

test('four eyes: two people must agree, and reasons of both count', async () => {
  const { eyes } = world.operators
  const first = await signInReviewer(world)
  const second = await signInReviewer(world, 'nils@desk.example')
  const requestId = await submitFor(world, eyes!, 'player-z', ZOFIA)
  const once = await first.decide(requestId, 'rejected', ['DATA_MISMATCH'])
  assert.deepEqual([once.status, once.awaits, once.claim], ['SUBMITTED', 'second_review', null])
  await first.claim(requestId)
  const alone = await first.call('POST', `/${requestId}/decide`, { verdict: 'rejected', reasons: ['FORGERY'] })
  assert.deepEqual([alone.status, alone.body.error.code], [409, 'KYC_SECOND_REVIEWER_NEEDED'])
  await first.call('POST', `/${requestId}/release`)
  assert.equal((await second.decide(requestId, 'confirmed')).status, 'SUBMITTED', 'they disagree')
  const agreed = await first.decide(requestId, 'confirmed')
  assert.deepEqual(
    [agreed.status, agreed.opinions.map(({ by }) => by)],
    ['CONFIRMED', ['mara@desk.example', 'nils@desk.example', 'mara@desk.example']],
  )
  const other = await submitFor(world, eyes!, 'player-b', BRAM)
  await first.decide(other, 'rejected', ['DATA_MISMATCH'])
  const both = await second.decide(other, 'rejected', ['FORGERY', 'DATA_MISMATCH'])
  assert.deepEqual([both.reasons, both.retryable], [['DATA_MISMATCH', 'FORGERY'], false])
})

test('a verification is held by one reviewer at a time, and notes stay among them', async () => {
  const first = await signInReviewer(world)
  const second = await signInReviewer(world, 'nils@desk.example')
  const requestId = await submitFor(world, world.operator, 'held', PIP)
  const free = await second.call('POST', `/${requestId}/decide`, { verdict: 'confirmed' })
  assert.deepEqual([free.status, free.body.error.code], [409, 'KYC_NOT_CLAIMED'])
  assert.equal((await first.claim(requestId)).claim?.email, 'mara@desk.example')
  const taken = await second.call('POST', `/${requestId}/claim`)
  assert.deepEqual([taken.status, taken.body.error.code], [409, 'KYC_CLAIMED'])
  const noted = await second.call('POST', `/${requestId}/notes`, { text: PRIVATE_WORDS[1] })
  assert.equal(noted.status, 201)
  assert.deepEqual(
    (await first.read(requestId)).notes.map(({ by, text }) => [by, text]),
    [['nils@desk.example', PRIVATE_WORDS[1]]],
  )
  world.clock.advance(15 * 60_000)
  assert.equal((await second.claim(requestId)).claim?.email, 'nils@desk.example', 'a claim ends')
  const late = await first.call('POST', `/${requestId}/decide`, { verdict: 'confirmed' })
  assert.deepEqual([late.status, late.body.error.code], [409, 'KYC_NOT_CLAIMED'])
  const bad = [
    { verdict: 'rejected' },
    { verdict: 'confirmed', reasons: ['FORGERY'] },
    { verdict: 'rejected', reasons: ['NO_SUCH'] },
  ]
  for (const body of bad) assert.equal((await second.call('POST', `/${requestId}/decide`, body)).status, 422)
  await second.decide(requestId, 'rejected', [...KYC_REASONS])
  const again = await second.call('POST', `/${requestId}/claim`)
  assert.deepEqual([again.status, again.body.error.code], [409, 'KYC_NOT_SUBMITTED'])
})

test('every look and every act of a reviewer stands in the audit log, and never what they saw or wrote', async () => {
  const requestId = await submitFor(world, world.operators.eyes!, 'watched', PIP)
  const [first, second] = [await signInReviewer(world), await signInReviewer(world, 'nils@desk.example')]
  await first.queue()
  await first.read(requestId)
  await first.claim(requestId)
  assert.equal((await first.call('GET', `/${requestId}/images/selfie`)).status, 200)
  await first.call('POST', `/${requestId}/notes`, { text: PRIVATE_WORDS[1] })
  await first.call('POST', `/${requestId}/release`)
  await first.decide(requestId, 'rejected', ['FORGERY'])
  await second.decide(requestId, 'rejected', ['DATA_MISMATCH'])
  const entries = await rows.query<{ actor: string; action: string; details: Record<string, unknown> }>(
    `select actor, action, details::jsonb from audit_log
     where details::jsonb ->> 'requestId' = $1 and actor like 'staff:%' order by entry_number`,
    [String(requestId)],
  )
  const [mara] = entries.map(({ actor }) => actor)
  const nils = entries.at(-1)!.actor
  assert.notEqual(mara, nils)
  assert.deepEqual(
    entries.map(({ actor, action, details }) => [actor, action, details]),
    [
      [mara, 'kyc.case_read', { requestId }],
      [mara, 'kyc.claimed', { requestId }],
      [mara, 'kyc.image_read', { requestId, kind: 'selfie' }],
      [mara, 'kyc.noted', { requestId }],
      [mara, 'kyc.released', { requestId }],
      [mara, 'kyc.claimed', { requestId }],
      [mara, 'kyc.opinion_given', { requestId, verdict: 'rejected', reasons: ['FORGERY'] }],
      [nils, 'kyc.claimed', { requestId }],
      [nils, 'kyc.decided', { requestId, verdict: 'rejected', reasons: ['DATA_MISMATCH', 'FORGERY'] }],
    ],
  )
})

test('without KYC nothing of it is opened', async () => {
  const { plain } = world.operators
  const refused = { code: 'KYC_DISABLED', status: 403 }
  await assert.rejects(mintLink(plain!, 'anna', ZOFIA), refused)
  await assert.rejects(plain!.coffer.changeKycEmail({ playerExternalId: 'anna', email: ZOFIA.email }), refused)
  await assert.rejects(plain!.coffer.reverifyKyc({ playerExternalId: 'anna', reason: 'why not' }), refused)
  assert.deepEqual((await plain!.coffer.listKycRequests({ playerExternalId: 'anna' })).requests, [])
})
