import assert from 'node:assert/strict'
import { type Dirent, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { KycCase, KycQueueRow } from '@coffer/contract/admin'
import type { KycPage } from '@coffer/contract/kyc'
import { type ImageKind, imagesOf } from '@coffer/contract/kyc-answers'
import type { KycReason, KycSessionBody } from '@coffer/contract/s2s-kyc'
import { eraseKycOf } from '@coffer/service/administration'
import sharp from 'sharp'
import type { Owner } from '../../service/src/kernel/index.ts'
import { PRIVATE_WORDS } from './check-secrets.ts'
import { BRAM, type TestPerson, withDocument, ZOFIA } from './kyc-people.ts'
import { openRows, type Rows } from './rows.ts'
import { startDesk } from './staff.ts'
import type { TestOperator, World } from './world.ts'

type Answer<Body> = { status: number; headers: Headers; body: Body }
type Refused = { error: { code: string; reason?: string; fields?: Record<string, string[]> } }

/** A browser that holds the cookie of a verification link. */
export type KycBrowser = {
  cookie: string
  page(): Promise<KycPage>
  draft(draft: object): Promise<KycPage>
  upload(kind: ImageKind, bytes: Buffer): Promise<KycPage>
  submit(): Promise<KycPage>
  /** Any call, with whatever it answers. */
  call<Body = Refused>(method: string, path: string, body?: object | Buffer, headers?: object): Promise<Answer<Body>>
}

export const ORIGIN = 'https://casino.example'

/** Mints a link with the SDK's caller of the operator. */
export async function mintLink(
  operator: TestOperator,
  playerExternalId: string,
  { email }: TestPerson,
  rest: Partial<KycSessionBody> = {},
): Promise<string> {
  const minted = await operator.coffer.createKycSession({ playerExternalId, email, locale: 'en', ...rest })
  return minted.kycUrl
}

/** Opens a link as a browser does: reads its page, whose first request takes the link. Null when it has ended. */
export async function openLink(world: World, kycUrl: string): Promise<KycBrowser | null> {
  const shown = await fetch(kycUrl)
  await shown.arrayBuffer()
  if (shown.status === 410) return null
  assert.deepEqual([shown.status, shown.headers.getSetCookie()], [200, []], 'a page is shown and takes nothing')
  const taken = await takeLink(new URL(world.service.ctx.config.baseUrl).origin, kycUrl)
  if (taken.status === 401) return null
  assert.equal(taken.status, 204)
  const cookie = taken.headers.getSetCookie()[0]?.split(';')[0]
  assert.match(String(cookie), /^coffer_kyc=ks_/, 'a link that opens sets the cookie')
  return browserWith(world, String(cookie))
}

/** The first request of the page of a link. The headers say from which page it comes. */
export function takeLink(baseUrl: string, kycUrl: string, headers: Record<string, string> = {}): Promise<Response> {
  const { origin, searchParams } = new URL(kycUrl)
  return fetch(`${origin}/kyc/api/open`, {
    method: 'POST',
    headers: { origin: baseUrl, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ token: searchParams.get('token') }),
  })
}

export function browserWith(world: World, cookie: string): KycBrowser {
  const call: KycBrowser['call'] = async (method, path, body, headers = {}) => {
    const isImage = Buffer.isBuffer(body)
    const type = isImage ? 'image/jpeg' : 'application/json'
    const answer = await fetch(`${world.baseUrl}/kyc/api/${path}`, {
      method,
      headers: { cookie, ...(method === 'GET' ? {} : { origin: world.baseUrl, 'content-type': type }), ...headers },
      ...(body === undefined ? {} : { body: isImage ? new Uint8Array(body) : JSON.stringify(body) }),
    })
    const text = answer.headers.get('content-type')?.includes('json') ? await answer.text() : ''
    if (text === '') await answer.arrayBuffer().catch(() => null)
    return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) }
  }
  const page = async (method: string, path: string, body?: object | Buffer) => {
    const answer = await call<{ page: KycPage }>(method, path, body)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.page
  }
  return {
    ...{ cookie, call },
    page: () => page('GET', 'page'),
    draft: (draft) => page('POST', 'draft', draft),
    upload: (kind, bytes) => page('POST', `images/${kind}`, bytes),
    submit: () => page('POST', 'submit'),
  }
}

let made: Promise<Buffer> | null = null

/** A photo as phones take it, of nobody: it carries a place and a comment that must not be kept. */
export function photo(): Promise<Buffer> {
  made ??= sharp({ create: { width: 640, height: 400, channels: 3, background: '#8a5a00' } })
    .withExif({ IFD0: { Copyright: 'quokka-camera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg()
    .toBuffer()
  return made
}

let madeSmall: Promise<Buffer> | null = null

/** The smallest photo that is taken: where many are sent, most of the time would go into making them anew. */
export function smallPhoto(): Promise<Buffer> {
  madeSmall ??= sharp({ create: { width: 300, height: 300, channels: 3, background: '#205060' } })
    .jpeg()
    .toBuffer()
  return madeSmall
}

/** Fills everything in and hands it in. */
export async function handIn(browser: KycBrowser, { answers }: TestPerson): Promise<KycPage> {
  await browser.draft(answers)
  for (const kind of imagesOf(answers.document.type)) await browser.upload(kind, await photo())
  return browser.submit()
}

/** The whole way of a player to a submitted verification. Returns its request. */
export async function submitFor(
  world: World,
  operator: TestOperator,
  playerExternalId: string,
  person: TestPerson,
  link: Partial<KycSessionBody> = {},
): Promise<number> {
  const browser = await openLink(world, await mintLink(operator, playerExternalId, person, link))
  assert.ok(browser)
  return (await handIn(browser, person)).requestId
}

/** A reviewer who is signed in. */
export type TestReviewer = {
  /** The verifications that wait for review. */
  queue(): Promise<KycQueueRow[]>
  read(requestId: number): Promise<KycCase>
  claim(requestId: number): Promise<KycCase>
  release(requestId: number): Promise<KycCase>
  decide(requestId: number, verdict: 'confirmed' | 'rejected', reasons?: KycReason[]): Promise<KycCase>
  call<Body = Refused>(method: string, path: string, body?: object, headers?: object): Promise<Answer<Body>>
}

export async function signInReviewer(world: World, email = 'mara@desk.example'): Promise<TestReviewer> {
  const { cookie, csrfToken } = await startDesk(world, email)
  const call: TestReviewer['call'] = async (method, path, body, headers = {}) => {
    const own = { cookie, origin: world.baseUrl, 'x-csrf-token': csrfToken, 'content-type': 'application/json' }
    const answer = await fetch(`${world.baseUrl}/api/admin/kyc/requests${path}`, {
      method,
      headers: { ...own, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const isJson = answer.headers.get('content-type')?.includes('json')
    return {
      status: answer.status,
      headers: answer.headers,
      body: isJson ? await answer.json() : await answer.arrayBuffer(),
    } as never
  }
  const one = async (method: string, path: string, body?: object) => {
    const answer = await call<{ request: KycCase }>(method, path, body)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.request
  }
  return {
    call,
    queue: async () =>
      (await call<{ requests: KycQueueRow[] }>('POST', '/list', { status: 'SUBMITTED' })).body.requests,
    read: (requestId) => one('GET', `/${requestId}`),
    claim: (requestId) => one('POST', `/${requestId}/claim`),
    release: (requestId) => one('POST', `/${requestId}/release`),
    decide: async (requestId, verdict, reasons = []) => {
      await one('POST', `/${requestId}/claim`)
      return one('POST', `/${requestId}/decide`, { verdict, reasons })
    },
  }
}

/** What an operator is told of a player's verifications, the newest first. */
export async function requestsOf({ coffer }: TestOperator, playerExternalId: string) {
  return (await coffer.listKycRequests({ playerExternalId })).requests
}

/** Keys of the events that tell of a player, in the order in which they came. */
export async function kycEventsOf({ query }: Pick<Rows, 'query'>, playerExternalId: string): Promise<string[]> {
  const found = await query<{ key: string }>(
    `select idempotency_key as key from outbox_events
     where type = 'kyc_status_changed' and player_external_id = $1 order by event_id`,
    [playerExternalId],
  )
  return found.map(({ key }) => key.replace(/^kyc:/, ''))
}

/** The folder in which a test world keeps documents. */
export function documentFolder({ service }: World): string {
  return join(service.ctx.config.dataDir, 'documents')
}

/** The keys of all files in the store, sorted: of one request, or of everybody. */
export function storedKeys(world: World, requestId?: number): string[] {
  const folder = documentFolder(world)
  const isOurs = (key: string) => requestId === undefined || key.split('/')[1] === String(requestId)
  return filesBelow(folder, '').filter(isOurs).sort()
}

function filesBelow(folder: string, key: string): string[] {
  return entriesOf(folder).flatMap((entry) => {
    const own = key === '' ? entry.name : `${key}/${entry.name}`
    return entry.isDirectory() ? filesBelow(join(folder, entry.name), own) : [own]
  })
}

/** A store that nothing was put into yet has no folder. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** The keys that rows say are stored, sorted. */
export async function keysInRows(rows: Rows, state = 'stored'): Promise<string[]> {
  const found = await rows.query<{ key: string }>(
    'select storage_key as key from kyc_images where state = $1 order by 1',
    [state],
  )
  return found.map(({ key }) => key).sort()
}

/** What is left of a person in the rows of a request: names of columns that hold something sealed, and counts of rows beside it. */
export async function remainsOf(rows: Rows, requestId: number): Promise<string[]> {
  const [left] = await rows.query<Record<string, unknown>>(
    `select email_sealed, reverify_reason_sealed, answers_sealed, provider, provider_look_at, nullif(hints, '[]') as hints,
       nullif((select count(*)::int from kyc_notes n where n.request_id = r.request_id), 0) as notes,
       nullif((select count(*)::int from kyc_marks m where m.request_id = r.request_id), 0) as marks,
       nullif((select count(*)::int from kyc_images i where i.request_id = r.request_id), 0) as images,
       nullif((select count(*)::int from kyc_links l where l.request_id = r.request_id and ended_at is null), 0) as links
     from kyc_requests r where request_id = $1`,
    [requestId],
  )
  return Object.keys(left ?? {}).filter((name) => left?.[name] !== null)
}

/**
 * Everything that can become of a verification of the first operator: one of each status, a redo and a re-verification, decided by one
 * person, by two and by an outside check, held and with an outside check, with a link that another replaced, and one that was erased.
 */
export async function verifyEverybody(world: World): Promise<void> {
  const { operator } = world
  await world.settings(operator, { 'kyc.enabled': true })
  await redoAndReverify(world)
  await mintLink(operator, 'rosa', BRAM)
  await mintLink(operator, 'rosa', BRAM)

  const [first, second] = [await signInReviewer(world), await signInReviewer(world, 'nils@desk.example')]
  await world.settings(operator, { 'kyc.fourEyes': true })
  const agreedOn = await submitFor(world, operator, 'pia', BRAM)
  await first.decide(agreedOn, 'rejected', ['FORGERY'])
  const { reasons } = await second.decide(agreedOn, 'rejected', ['DATA_MISMATCH'])
  assert.deepEqual(reasons, ['DATA_MISMATCH', 'FORGERY'])

  await world.settings(operator, { 'kyc.fourEyes': false, 'kyc.provider': 'sandbox' })
  await submitFor(world, operator, 'quin', withDocument(ZOFIA, 'TEST-CONFIRM'))
  await submitFor(world, operator, 'sven', withDocument(ZOFIA, 'TEST-REJECT-SANCTIONED'))
  await first.claim(await submitFor(world, operator, 'omar', withDocument(BRAM, 'TEST-FAIL')))
  await world.tick('check-kyc')
  await world.settings(operator, { 'kyc.provider': null })
  await eraseAll(world, 'quin')
}

async function redoAndReverify(world: World): Promise<void> {
  const { operator } = world
  const reviewer = await signInReviewer(world)
  const rejected = await submitFor(world, operator, 'nora', ZOFIA)
  await reviewer.call('POST', `/${rejected}/notes`, { text: PRIVATE_WORDS[1] })
  await reviewer.decide(rejected, 'rejected', ['SELFIE_MISMATCH'])
  await reviewer.decide(await submitFor(world, operator, 'nora', ZOFIA), 'confirmed')
  await operator.coffer.reverifyKyc({ playerExternalId: 'nora', reason: PRIVATE_WORDS[0]! })
  const browser = (await openLink(world, await mintLink(operator, 'nora', ZOFIA)))!
  await browser.draft(ZOFIA.answers)
  await browser.upload('back', await photo())
}

/** A player of the first operator. */
export async function ownerNamed(world: World, playerExternalId: string): Promise<Owner> {
  const { operatorId } = world.operator
  const [found] = await openRows(world.databaseUrl).query<{ id: string }>(
    'select player_id as id from players where operator_id = $1 and external_id = $2',
    [operatorId, playerExternalId],
  )
  return { operatorId, playerId: Number(found!.id) }
}

/** Erases all verifications of a player of the first operator. Returns those in which there was something. */
export async function eraseAll(world: World, playerExternalId: string): Promise<number[]> {
  const owner = await ownerNamed(world, playerExternalId)
  return eraseKycOf(world.service.ctx, owner, { requestId: null, actor: 'test', because: 'asked' })
}
