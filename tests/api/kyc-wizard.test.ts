import assert from 'node:assert/strict'
import { request } from 'node:http'
import { before, suite, type TestContext, test } from 'node:test'
import { kycPageRoutes } from '@coffer/contract/kyc'
import { ANSWER_LENGTHS, EMPTY_ANSWERS, type KycAnswers } from '@coffer/contract/kyc-answers'
import sharp from 'sharp'
import { minutes } from '../../service/src/kernel/index.ts'
import { badFields, withValue } from '../support/bad-values.ts'
import { keptDocuments, withoutDocuments } from '../support/documents.ts'
import { assertInvalid, type DoorAnswer, told } from '../support/door.ts'
import { eventually } from '../support/eventually.ts'
import { browserWith, type KycBrowser, mintLink, openLink, photo, signInReviewer } from '../support/kyc.ts'
import { BRAM, ZOFIA } from '../support/kyc-people.ts'
import { openRows } from '../support/rows.ts'
import { startWorld, type TestOperator, type World } from '../support/world.ts'
import { EMPTY_LINES, KEPT_LINES, REFUSED_LINES } from '../support/written-lines.ts'

const WHOLE = ZOFIA.answers
const MEGABYTES_10 = 10 * 1024 * 1024
const UNSTORABLE = ['a\u0000b', '\ud800', 'a\udc00b']

let world: World
let operator: TestOperator

before(async (t) => {
  world = await startWorld(t as TestContext, {
    wallet: false,
    operators: {
      aurum: { settings: { kyc: { enabled: true } } },
      borealis: { settings: { kyc: { enabled: true } } },
    },
  })
  operator = world.operator
})

async function open(playerExternalId: string, of: TestOperator = operator): Promise<KycBrowser> {
  const browser = await openLink(world, await mintLink(of, playerExternalId, ZOFIA))
  assert.ok(browser)
  return browser
}

/** Any call, as the answers of other APIs are looked at. */
async function ask(browser: KycBrowser, method: string, path: string, body?: object | Buffer): Promise<DoorAnswer> {
  const answer = await browser.call(method, path, body)
  return { ...answer, text: JSON.stringify(answer.body) } as DoorAnswer
}

/** Begins to send three photos of a page and never comes to their end: as soon as one is refused, the two others have their places. */
async function takePlaces(browser: KycBrowser): Promise<{ end(): void }> {
  const headers = { cookie: browser.cookie, origin: world.baseUrl, 'content-length': '1000' }
  const uploads = Array.from({ length: 3 }, () =>
    request(`${world.baseUrl}/kyc/api/images/front`, { method: 'POST', headers, agent: false }),
  )
  const refused = Promise.withResolvers<number | undefined>()
  for (const upload of uploads) {
    upload.on('error', () => {})
    upload.on('response', (response) => refused.resolve(response.resume().statusCode))
    upload.write('a')
  }
  assert.equal(await refused.promise, 429)
  const end = () => {
    for (const upload of uploads) upload.destroy()
  }
  return { end }
}

async function filesOf(browser: KycBrowser) {
  return keptDocuments(world, (await browser.page()).requestId)
}

async function download(path: string, cookie: string): Promise<Buffer> {
  const answer = await fetch(`${world.baseUrl}${path}`, { headers: { cookie } })
  assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'image/jpeg'])
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  return Buffer.from(await answer.arrayBuffer())
}

suite('a draft', () => {
  test('a draft is refused by the path of each text that is too long, cannot be stored or is none, and keeps nothing of it', async () => {
    const browser = await open('bad drafts')
    const { body } = kycPageRoutes.saveKycDraft
    /** What a draft may hold though it cannot be handed in. */
    const mayStand = (path: string, value: unknown) =>
      typeof value === 'string' &&
      !UNSTORABLE.includes(value) &&
      (path === 'address.country' ? [...value].length <= 2 : path === 'document.type' && value === '')
    const bad = badFields(body).filter(({ path, value }) => !mayStand(path, value))
    assert.ok(bad.length > 100)
    for (const { path, value } of bad) {
      const about = `${path} = ${String(JSON.stringify(value)).slice(0, 40)}`
      assertInvalid(await ask(browser, 'POST', 'draft', withValue(WHOLE, path, value)), path, about)
    }
    assert.deepEqual((await browser.page()).answers, EMPTY_ANSWERS)
  })

  test('a draft takes every text at its longest', async () => {
    const browser = await open('long drafts')
    const longest = Object.entries(ANSWER_LENGTHS).reduce<object>(
      (answers, [path, length]) => withValue(answers, path, '🎁'.repeat(length)),
      WHOLE,
    )
    assert.deepEqual((await browser.draft(longest)).answers, longest)
  })

  test('a line of a draft is kept as it is shown, and the lines of a document for machines stay lines', async () => {
    const browser = await open('written lines')
    const withLine = (line: string) => ({
      details: { ...WHOLE.details, legalName: line, taxId: line },
      address: { line1: line, line2: line, city: line, state: line, postalCode: 'QX 1', country: 'AT' },
      document: { ...WHOLE.document, number: line, mrz: 'P<UTO\nL8988' },
    })
    for (const [line, kept] of Object.entries(KEPT_LINES)) {
      assert.deepEqual((await browser.draft(withLine(line))).answers, { consent: false, ...withLine(kept) }, line)
    }
    for (const line of REFUSED_LINES) {
      const answer = await ask(browser, 'POST', 'draft', withLine(line))
      for (const path of ['details.legalName', 'address.city', 'document.number']) assertInvalid(answer, path, line)
    }
    for (const line of EMPTY_LINES) {
      assert.deepEqual((await browser.draft(withLine(line))).answers.details.legalName, '', JSON.stringify(line))
    }
    assertInvalid(await ask(browser, 'POST', 'submit'), 'details.legalName', 'nothing is seen of the name')
  })

  test('a draft is kept part by part: what is sent replaces its part, and a reload shows all of them', async () => {
    const browser = await open('parts')
    for (const part of ['consent', 'details', 'address', 'document'] as const) {
      await browser.draft({ [part]: WHOLE[part] })
    }
    assert.deepEqual((await browser.page()).answers, WHOLE)
    await browser.draft({ details: BRAM.answers.details })
    await browser.draft({})
    assert.deepEqual((await browser.page()).answers, { ...WHOLE, details: BRAM.answers.details })
  })
})

suite('a photo', () => {
  test('a photo takes the place of the one before it, and is gone when it is removed: the store holds one of a kind', async () => {
    const browser = await open('replaced')
    await browser.upload('front', await photo())
    const [first] = await filesOf(browser)
    const large = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#224466' } })
      .png()
      .toBuffer()
    const { images } = await browser.upload('front', large)
    assert.deepEqual([images.front?.width, images.front?.height], [2400, 1600], 'made smaller')
    await browser.upload('selfie', await photo())
    await world.tick('keep-kyc')
    const files = await filesOf(browser)
    assert.equal(files.length, 2)
    assert.ok(!files.some(({ key }) => key === first!.key))
    const removed = await ask(browser, 'POST', 'images/front/remove')
    assert.equal(told(removed), 200)
    assert.deepEqual((await browser.page()).images.front, null)
    await world.tick('keep-kyc')
    assert.equal((await filesOf(browser)).length, 1)
    assert.equal(told(await ask(browser, 'POST', 'images/front/remove')), 200, 'again is as good')
    assert.equal(told(await ask(browser, 'GET', 'images/front')), '404 NOT_FOUND')
  })

  test('a photo is sealed where it lies, and shown without anything of its file but the pixels', async () => {
    const browser = await open('stripped')
    const words = Buffer.from('quokka-camera in a comment')
    const taken = await photo()
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, words.length + 2]), words])
    const sent = Buffer.concat([taken.subarray(0, 2), comment, taken.subarray(2)])
    for (const word of ['Exif', 'quokka-camera', 'in a comment']) assert.ok(sent.includes(word), word)
    const { requestId } = await browser.upload('front', sent)
    const [kept] = await filesOf(browser)
    const sealed = kept!.bytes
    for (const word of ['JFIF', 'Exif', 'quokka-camera']) assert.ok(!sealed.includes(word), word)
    assert.ok(!sealed.includes(Buffer.from([0xff, 0xd8, 0xff, 0xe0])) && sealed.readUInt16BE(0) !== 0xffd8)

    const shown = [await download('/kyc/api/images/front', browser.cookie)]
    await browser.draft(WHOLE)
    for (const kind of ['back', 'selfie'] as const) await browser.upload(kind, taken)
    await browser.submit()
    const reviewer = await signInReviewer(world)
    const { body } = await reviewer.call<ArrayBuffer>('GET', `/${requestId}/images/front`)
    shown.push(Buffer.from(body))
    for (const jpeg of shown) {
      assert.equal((await sharp(jpeg).metadata()).format, 'jpeg')
      for (const word of ['Exif', 'quokka', 'GPS', 'comment', 'http']) assert.ok(!jpeg.includes(word), word)
    }
  })

  test('a photo may have 10 MB and not one byte more, and what is none is refused with its reason', async () => {
    const browser = await open('sizes')
    const taken = await photo()
    const padded = (bytes: number) => Buffer.concat([taken, Buffer.alloc(bytes - taken.length)])
    assert.equal(told(await ask(browser, 'POST', 'images/front', padded(MEGABYTES_10))), 200)
    assert.equal(told(await ask(browser, 'POST', 'images/back', padded(MEGABYTES_10 + 1))), '413 BODY_TOO_LARGE')
    const tiny = await sharp(taken).resize(400, 299, { fit: 'fill' }).toBuffer()
    const bad: [string, Buffer][] = [
      ['NOT_AN_IMAGE', Buffer.from('%PDF-1.7')],
      ['NOT_AN_IMAGE', Buffer.alloc(0)],
      ['NOT_AN_IMAGE', taken.subarray(0, 40)],
      ['TOO_SMALL', tiny],
    ]
    for (const [reason, bytes] of bad) {
      const answer = await ask(browser, 'POST', 'images/back', bytes)
      assert.deepEqual([told(answer), answer.body.error.reason], ['422 KYC_IMAGE_REFUSED', reason])
    }
    assertInvalid(await ask(browser, 'POST', 'images/passport', taken), 'kind', 'another kind')
    const { images } = await browser.page()
    assert.deepEqual([images.front?.width, images.back], [640, null])
    assert.equal((await filesOf(browser)).length, 1)
  })

  test('a page sends two photos at once, an operator’s players twelve and a process takes in sixteen: others wait', async () => {
    const { borealis } = world.operators
    const ours = await Promise.all(Array.from({ length: 7 }, (_, at) => open(`slow ${at}`)))
    const theirs = await Promise.all(Array.from({ length: 3 }, (_, at) => open(`slow ${at}`, borealis)))
    const send = async (browser: KycBrowser) => told(await ask(browser, 'POST', 'images/front', await photo()))
    const slow: { end(): void }[] = []
    for (const browser of ours.slice(0, 6)) slow.push(await takePlaces(browser))
    assert.deepEqual(
      [await send(ours[0]!), await send(ours[6]!), await send(theirs[2]!)],
      ['429 RATE_LIMITED', '503 KYC_UNAVAILABLE', 200],
    )
    for (const browser of theirs.slice(0, 2)) slow.push(await takePlaces(browser))
    assert.equal(await send(theirs[2]!), '503 KYC_UNAVAILABLE')
    for (const { end } of slow) end()
    for (const browser of [ours[6]!, theirs[2]!])
      await eventually(async () => (await send(browser)) === 200, 'its place is free')
  })

  test('a page sends sixty photos an hour, whatever becomes of them, and one more each minute', async () => {
    const [browser, other] = [await open('often'), await open('seldom')]
    const send = async (page: KycBrowser) => told(await ask(page, 'POST', 'images/front', Buffer.of(1)))
    for (let sent = 0; sent < 60; sent++) assert.equal(await send(browser), '422 KYC_IMAGE_REFUSED', `photo ${sent}`)
    assert.equal(await send(browser), '429 RATE_LIMITED')
    assert.equal(await send(other), '422 KYC_IMAGE_REFUSED', 'another page has its own')
    assert.equal((await browser.page()).status, 'PENDING', 'and the rest of the page goes on')
    world.clock.advance(minutes(1) + 1_000)
    assert.equal(await send(browser), '422 KYC_IMAGE_REFUSED')
  })

  test('a photo waits for a store that is away: nothing that was kept is lost, and a later try works', async () => {
    const browser = await open('away')
    await browser.upload('front', await photo())
    const { images } = await browser.page()
    await withoutDocuments(world, async () => {
      for (const kind of ['front', 'back']) {
        assert.equal(told(await ask(browser, 'POST', `images/${kind}`, await photo())), '503 KYC_UNAVAILABLE', kind)
      }
      assert.equal(told(await ask(browser, 'GET', 'images/front')), '503 KYC_UNAVAILABLE')
      assert.deepEqual((await browser.page()).images, images)
    })
    assert.ok((await download('/kyc/api/images/front', browser.cookie)).length > 0)
    assert.ok((await browser.upload('back', await photo())).images.back)
    await withoutDocuments(world, async () => {
      assert.equal(told(await ask(browser, 'POST', 'images/back/remove')), 200, 'it is forgotten at once')
    })
    assert.equal((await filesOf(browser)).length, 2, 'and its file when there is a store')
    await world.tick('keep-kyc')
    assert.equal((await filesOf(browser)).length, 1)
    const { requestId } = await browser.page()
    world.clock.advance(minutes(61))
    await world.tick('keep-kyc')
    const noted = 'select kind, state from kyc_images where request_id = $1'
    const left = await openRows(world.databaseUrl).query(noted, [requestId])
    assert.deepEqual(left, [{ kind: 'front', state: 'stored' }], 'tries that failed are forgotten')
  })
})

test('a cookie reaches the request of its own link: never one of another player, operator or kind of cookie', async () => {
  const mine = await open('ann')
  await mine.draft(WHOLE)
  await mine.upload('front', await photo())
  const { requestId } = await mine.page()
  for (const other of [await open('bob'), await open('ann', world.operators.borealis)]) {
    const page = await other.page()
    assert.notEqual(page.requestId, requestId)
    assert.deepEqual([page.answers, page.images.front], [EMPTY_ANSWERS, null])
    assert.equal(told(await ask(other, 'GET', 'images/front')), '404 NOT_FOUND')
    assert.equal(told(await ask(other, 'POST', 'images/front/remove')), 200)
    await other.draft(BRAM.answers)
  }
  assert.deepEqual((await mine.page()).answers, WHOLE)
  assert.ok((await mine.page()).images.front)
  const { token } = Object.fromEntries(new URL(await mintLink(operator, 'carl', ZOFIA)).searchParams)
  const cookies = ['', 'coffer_kyc=', 'coffer_kyc=ks_guess', `coffer_kyc=${token}`, 'coffer_kyc=%00', 'coffer_desk=1']
  for (const cookie of cookies) {
    assert.equal(told(await ask(browserWith(world, cookie), 'GET', 'page')), '401 KYC_SESSION_ENDED', cookie)
  }
})

test('a page whose browser opened the link of another verification since has ended: nothing of it reaches the other', async () => {
  const mine = await open('gus')
  const other = await open('gus', world.operators.borealis)
  const named = { 'x-kyc-request': String((await mine.page()).requestId) }
  const calls: [method: string, path: string, body?: object | Buffer][] = [
    ['GET', 'page'],
    ['POST', 'draft', WHOLE],
    ['POST', 'images/front', await photo()],
    ['POST', 'images/front/remove'],
    ['POST', 'submit'],
  ]
  for (const [method, path, body] of calls) {
    const { status, body: answer } = await other.call(method, path, body, named)
    assert.deepEqual([status, answer.error.code], [401, 'KYC_SESSION_ENDED'], path)
  }
  const { answers, images } = await other.page()
  assert.deepEqual([answers, images.front], [EMPTY_ANSWERS, null])
  assert.equal((await mine.call('POST', 'draft', WHOLE, named)).status, 200)
})

test('no browser keeps what is told of a person', async () => {
  const browser = await open('hal')
  for (const [method, path] of [
    ['GET', 'page'],
    ['POST', 'draft'],
    ['GET', 'images/front'],
    ['POST', 'submit'],
  ] as const) {
    assert.equal((await browser.call(method, path)).headers.get('cache-control'), 'no-store', path)
  }
})

test('a page ends an hour after its last word, and never sooner', async () => {
  const browser = await open('ida')
  world.clock.advance(50_000)
  await browser.page()
  world.clock.advance(minutes(60) - 1_000)
  assert.equal(told(await ask(browser, 'GET', 'page')), 200)
  world.clock.advance(minutes(61))
  assert.equal(told(await ask(browser, 'GET', 'page')), '401 KYC_SESSION_ENDED')
})

suite('what is handed in', () => {
  const { details, address, document } = WHOLE
  const MISSING: Record<string, [Partial<KycAnswers>, ...paths: string[]]> = {
    'no consent': [{ consent: false }, 'consent'],
    'no name': [{ details: { ...details, legalName: ' ' } }, 'details.legalName'],
    'no day of birth': [{ details: { ...details, dateOfBirth: '' } }, 'details.dateOfBirth'],
    'a day that is in no calendar': [{ details: { ...details, dateOfBirth: '2001-02-29' } }, 'details.dateOfBirth'],
    'a day to come': [{ details: { ...details, dateOfBirth: '2199-01-01' } }, 'details.dateOfBirth'],
    'a day of another time': [{ details: { ...details, dateOfBirth: '1899-12-31' } }, 'details.dateOfBirth'],
    'no tax id': [{ details: { ...details, taxId: '' } }, 'details.taxId'],
    'no street and no city': [{ address: { ...address, line1: '', city: '\u00a0' } }, 'address.city', 'address.line1'],
    'no postal code': [{ address: { ...address, postalCode: '' } }, 'address.postalCode'],
    'none in Kosovo': [{ address: { ...address, postalCode: '\u200b', country: 'XK' } }, 'address.postalCode'],
    'no country': [{ address: { ...address, country: '' } }, 'address.country'],
    'a country in small letters': [{ address: { ...address, country: 'at' } }, 'address.country'],
    'no kind of document': [{ document: { ...document, type: '' } }, 'document.type'],
    'no number': [{ document: { ...document, number: '' } }, 'document.number'],
    'an end that is no day': [{ document: { ...document, expiresOn: '2039-7-31' } }, 'document.expiresOn'],
  }

  test('a verification is refused by the path of each thing that is missing or wrong, and nothing else is named', async () => {
    const browser = await open('incomplete')
    const refusedFor = async () => {
      const answer = await ask(browser, 'POST', 'submit')
      assert.equal(told(answer), '422 VALIDATION_FAILED')
      return Object.keys(answer.body.error.fields ?? {}).sort()
    }
    await browser.draft(WHOLE)
    for (const kind of ['front', 'back', 'selfie'] as const) {
      assert.ok((await refusedFor()).includes(`images.${kind}`))
      await browser.upload(kind, await photo())
    }
    for (const [name, [change, ...paths]] of Object.entries(MISSING)) {
      await browser.draft({ ...WHOLE, ...change })
      assert.deepEqual(await refusedFor(), paths, name)
    }
    await browser.draft(WHOLE)
    assert.equal((await browser.submit()).status, 'SUBMITTED')
  })

  test('a verification needs no tax id where there is none, no end of a document and no back of a passport', async () => {
    const browser = await open('passport')
    await browser.draft({
      ...WHOLE,
      details: { ...details, taxId: '', hasNoTaxId: true },
      document: { ...document, type: 'passport', expiresOn: '' },
    })
    await browser.upload('front', await photo())
    assert.deepEqual(Object.keys((await ask(browser, 'POST', 'submit')).body.error.fields ?? {}), ['images.selfie'])
    await browser.upload('selfie', await photo())
    assert.equal((await browser.submit()).status, 'SUBMITTED')
  })
})
