import assert from 'node:assert/strict'
import { before, type TestContext, test } from 'node:test'
import { CofferError } from '@coffer/operator-sdk'
import { openPayloads } from '@coffer/service/administration'
import { inProof } from '../support/in-proof.ts'
import {
  browserWith,
  eraseAll,
  type KycBrowser,
  keysInRows,
  mintLink,
  openLink,
  remainsOf,
  signInReviewer,
  smallPhoto,
  storedKeys,
  type TestReviewer,
  takeLink,
} from '../support/kyc.ts'
import { BRAM, withDocument, ZOFIA } from '../support/kyc-people.ts'
import { type Meeting, openMeeting, pairsOf } from '../support/racing.ts'
import { openRows, type Rows } from '../support/rows.ts'
import { startWorld, type World } from '../support/world.ts'

/** Three show each order in the queue, and two that begin together. */
const TRIALS = inProof ? 24 : 3
const LANES = 4
const UPLOAD_LOST_MS = 3_600_001
const RETRY_MS = 60_000

/** Players who play one trial after the other, beside others who do the same. */
type Lane = { meeting: Meeting }
/** A verification that two want to do something to. `player` is new in each trial. */
type Trial = { n: number; player: string; requestId: number; browser: KycBrowser }
/** What was answered: `done`, or the code of a refusal. */
type Way = (trial: Trial, turn: number) => Promise<string>

let world: World
let rows: Rows
let lanes: Lane[]
let reviewers: [TestReviewer, TestReviewer]
/** What happens, once, at a named point. */
const happening = new Map<string, () => Promise<unknown>>()

before(async (t) => {
  const at = async (name: string) => {
    const act = happening.get(name)
    happening.delete(name)
    await act?.()
  }
  // Whoever waits for somebody who waits for them is refused at once, and not tried again: it would be a bug in the log.
  const service = { points: { at }, limits: { transactionTries: 1 } }
  const settings = { kyc: { enabled: true, provider: 'sandbox' } }
  world = await startWorld(t as TestContext, { operators: { aurum: { settings } }, service, wallet: false })
  rows = openRows(world.databaseUrl)
  lanes = Array.from({ length: LANES }, (_, n) => ({ meeting: openMeeting(world.databaseUrl, `kyc-race-${n}`) }))
  reviewers = [await signInReviewer(world), await signInReviewer(world, 'nils@desk.example')]
})

const byBrowser = async (browser: KycBrowser, path: string, body?: object | Buffer) => {
  const answer = await browser.call('POST', path, body)
  return answer.status === 200 ? 'done' : answer.body.error.code
}

async function byBackend(doing: Promise<unknown>): Promise<string> {
  try {
    await doing
    return 'done'
  } catch (error) {
    if (!(error instanceof CofferError)) throw error
    return error.code
  }
}

const erase: Way = async ({ player }) => ((await eraseAll(world, player)).length > 0 ? 'done' : 'nothing')
const mint: Way = ({ player }) => byBackend(mintLink(world.operator, player, ZOFIA))

/** What may be done to a verification that is being filled in. Two tabs of one browser each do what the player does. */
const FILLING: Record<string, Way> = {
  submit: ({ browser }) => byBrowser(browser, 'submit'),
  draft: ({ browser }) => byBrowser(browser, 'draft', ZOFIA.answers),
  upload: async ({ browser }) => byBrowser(browser, 'images/front', await smallPhoto()),
  remove: ({ browser }) => byBrowser(browser, 'images/front/remove'),
  erase,
  mint,
}

const decideAs = (place: number, verdict: string, reasons: string[]): Way => {
  return async ({ requestId }) => {
    const { call } = reviewers[place]!
    const claimed = await call('POST', `/${requestId}/claim`)
    if (claimed.status !== 200) return claimed.body.error.code
    const decided = await call('POST', `/${requestId}/decide`, { verdict, reasons })
    return decided.status === 200 ? 'done' : decided.body.error.code
  }
}

/** What may be done to a verification that was handed in. */
const REVIEWING: Record<string, Way> = {
  confirm: decideAs(0, 'confirmed', []),
  reject: decideAs(1, 'rejected', ['FORGERY']),
  check: async () => {
    await world.tick('check-kyc')
    return 'done'
  },
  note: async ({ requestId }) => {
    const noted = await reviewers[0].call('POST', `/${requestId}/notes`, { text: 'seen' })
    return noted.status === 201 ? 'done' : noted.body.error.code
  },
  email: ({ player }) =>
    byBackend(world.operator.coffer.changeKycEmail({ playerExternalId: player, email: BRAM.email })),
  erase,
  mint,
}

let players = 0

/** A verification with everything in it but the last click. */
async function filledIn(n: number, number = ZOFIA.answers.document.number): Promise<Trial> {
  const player = `player-${players++}`
  const browser = (await openLink(world, await mintLink(world.operator, player, ZOFIA)))!
  await browser.draft(withDocument(ZOFIA, number).answers)
  for (const kind of ['front', 'back', 'selfie'] as const) await browser.upload(kind, await smallPhoto())
  const { requestId } = await browser.page()
  return { n, player, requestId, browser }
}

/** One that a check would confirm, or reject every second time. */
async function handedIn(n: number): Promise<Trial> {
  const trial = await filledIn(n, n % 2 === 0 ? 'TEST-CONFIRM' : 'TEST-REJECT-FORGERY')
  await trial.browser.submit()
  return trial
}

const LOCK = 'select from kyc_requests where request_id = $1 for update'

/** Plays all trials of a pair, lanes side by side. Every third time they come at once, else each comes first as often as the other. */
async function playPair(
  prepare: (n: number) => Promise<Trial>,
  ways: [Way, Way],
  judge: (trial: Trial, told: [string, string]) => Promise<void>,
): Promise<string> {
  let next = 0
  const ends = new Map<string, number>()
  const playOn = async ({ meeting }: Lane) => {
    for (let n = next++; n < TRIALS; n = next++) {
      const trial = await prepare(n)
      const order = n % 2 === 0 ? [0, 1] : [1, 0]
      const movers = order.map((place, turn) => () => ways[place]!(trial, turn))
      const lock = { statement: LOCK, id: trial.requestId }
      const done = n % 3 > 0 ? await meeting.queue(lock, movers) : await meeting.together(movers)
      const told: [string, string] = [done[order.indexOf(0)]!, done[order.indexOf(1)]!]
      await judge(trial, told)
      ends.set(told.join(' / '), (ends.get(told.join(' / ')) ?? 0) + 1)
    }
  }
  await Promise.all(lanes.map(playOn))
  return [...ends].map(([end, count]) => `${end}: ${count}`).join(', ')
}

/** Everything with each of those that something is decided by, and with its like. */
function pairs(ways: Record<string, Way>, deciding: string[]): [string, string][] {
  return pairsOf(Object.keys(ways)).filter(([one, other]) => deciding.includes(one) || deciding.includes(other))
}

type Found = { status: string; erased: boolean; photos: string[]; opinions: number }

async function find({ requestId }: Trial): Promise<Found> {
  const [found] = await rows.query<Found>(
    `select status, erased_at is not null as erased,
       array(select kind from kyc_images i where i.request_id = r.request_id and state = 'stored' order by 1) as photos,
       (select count(*)::int from kyc_opinions o where o.request_id = r.request_id) as opinions
     from kyc_requests r where request_id = $1`,
    [requestId],
  )
  return found!
}

/** What an erasure leaves: nothing, or what a mint that came after it brought, and what is on its way out of the store. */
async function assertErased(trial: Trial, { erased }: Found, about: string): Promise<void> {
  const left = await remainsOf(rows, trial.requestId)
  const mayStay = erased ? ['images'] : ['images', 'email_sealed', 'links']
  assert.deepEqual(
    left.filter((name) => !mayStay.includes(name)),
    [],
    about,
  )
}

test('whatever two do to a verification that is being filled in, it is handed in once and whole, or not at all', async (t) => {
  for (const [one, other] of pairs(FILLING, ['submit', 'upload', 'erase', 'mint'])) {
    await t.test(`${one} and ${other}`, async (t) => {
      const told = await playPair(filledIn, [FILLING[one]!, FILLING[other]!], async (trial, answers) => {
        const found = await find(trial)
        const about = `${one} ${answers[0]}, ${other} ${answers[1]}: ${JSON.stringify(found)}`
        const did = (way: string) => [one, other].filter((name, n) => name === way && answers[n] === 'done').length
        const isIn = did('submit') === 1
        assert.ok(did('submit') < 2, about)
        assert.equal(found.status, isIn ? 'SUBMITTED' : 'PENDING', about)
        assert.ok(!isIn || did('mint') === 0, `${about}: a link to what is handed in`)
        if (did('erase') > 0) {
          assert.deepEqual(found.photos, [], about)
          return assertErased(trial, found, about)
        }
        if (isIn) assert.deepEqual(found.photos, ['back', 'front', 'selfie'], about)
        if (did('upload') === 2) assert.ok(found.photos.includes('front'), about)
        assert.ok(!answers.includes('KYC_UNAVAILABLE') && !answers.includes('INTERNAL'), about)
        if (did('mint') > 0) assert.equal((await trial.browser.call('GET', 'page')).status, 401, about)
      })
      t.diagnostic(told)
    })
  }
})

test('whatever two do to a verification that was handed in, it is decided at most once, and told of so', async (t) => {
  for (const [one, other] of pairs(REVIEWING, ['confirm', 'check', 'erase'])) {
    await t.test(`${one} and ${other}`, async (t) => {
      const told = await playPair(handedIn, [REVIEWING[one]!, REVIEWING[other]!], async (trial, answers) => {
        const found = await find(trial)
        const about = `${one} ${answers[0]}, ${other} ${answers[1]}: ${JSON.stringify(found)}`
        const did = (way: string) => [one, other].filter((name, n) => name === way && answers[n] === 'done').length
        const decided = did('confirm') + did('reject')
        assert.ok(decided <= 1 && !answers.includes('INTERNAL'), about)
        assert.equal(found.opinions, found.status === 'SUBMITTED' ? 0 : 1, about)
        if (did('confirm') === 1) assert.equal(found.status, 'CONFIRMED', about)
        if (did('reject') === 1) assert.equal(found.status, 'REJECTED', about)
        if (did('erase') === 0) return
        await assertErased(trial, found, about)
        assert.ok(
          (await identitiesTold(trial)).every((identity) => identity === null),
          `${about}: it is still told`,
        )
      })
      t.diagnostic(told)
      world.clock.advance(RETRY_MS)
    })
  }
})

async function identitiesTold({ requestId }: Trial): Promise<unknown[]> {
  const { ctx } = world.service
  const { operatorId } = world.operator
  const events = await rows.query<Parameters<typeof openPayloads>[3][number]>(
    `select type, player_external_id as "playerExternalId", idempotency_key as "idempotencyKey", payload,
       payload_sealed as "payloadSealed" from outbox_events
     where idempotency_key like $1`,
    [`kyc:${requestId}:%`],
  )
  const open = await ctx.tx(operatorId, (tx) => openPayloads(ctx, tx, operatorId, events))
  return open.map(({ payload }) => JSON.parse(payload).identity)
}

test('of a link and the one that takes its place only the newer leads on, and a re-verification that meets a mint is one', async (t) => {
  await t.test('opening a link and minting another', async () => {
    for (let n = 0; n < TRIALS; n++) {
      const player = `link-${n}`
      const older = await mintLink(world.operator, player, ZOFIA)
      const both = [() => openLink(world, older), () => mintLink(world.operator, player, ZOFIA)] as const
      const [opened, newer] = await Promise.all(
        n % 2 ? both.map((act) => act()) : both.toReversed().map((act) => act()),
      )
      const [browser, kycUrl] = (n % 2 ? [opened, newer] : [newer, opened]) as [KycBrowser | null, string]
      if (browser) assert.equal((await browser.call('GET', 'page')).status, 401, 'the newer link ended it')
      assert.equal(await openLink(world, older), null)
      assert.ok(await openLink(world, kycUrl))
    }
  })
  await t.test('re-verifying and minting', async () => {
    for (let n = 0; n < TRIALS; n++) {
      const trial = await handedIn(n)
      await reviewers[0].decide(trial.requestId, 'confirmed')
      const { player: playerExternalId } = trial
      const reverify = () => world.operator.coffer.reverifyKyc({ playerExternalId, reason: 'seen again' })
      const [opened] =
        n % 2
          ? await Promise.all([reverify(), mint(trial, 0)])
          : (await Promise.all([mint(trial, 0), reverify()])).toReversed()
      const { requests } = await world.operator.coffer.listKycRequests({ playerExternalId, status: 'PENDING' })
      assert.deepEqual(
        requests.map(({ requestId }) => requestId),
        [(opened as { requestId: number }).requestId],
      )
    }
  })
  await t.test('erasing a player and minting the redo of a rejection', async () => {
    for (let n = 0; n < 3; n++) {
      const trial = await handedIn(n)
      await reviewers[0].decide(trial.requestId, 'rejected', ['SELFIE_MISMATCH'])
      // The mint stands still after it has read the words of the rejected one, with the redo made and nobody told of it.
      const lock = { statement: 'lock table outbox_events in share mode' }
      await lanes[0]!.meeting.queue(lock, [() => mint(trial, 0), () => erase(trial, 1)])
      const ids = await rows.query<{ id: string }>(
        'select request_id as id from kyc_requests join players using (operator_id, player_id) where external_id = $1',
        [trial.player],
      )
      assert.equal(ids.length, 2)
      for (const { id } of ids) {
        const left = await remainsOf(rows, Number(id))
        assert.deepEqual(
          left.filter((name) => !['email_sealed', 'links'].includes(name)),
          [],
          `of ${id}`,
        )
      }
    }
  })
})

test('one link opened by 100 browsers at two processes: one session, 99 have ended', async () => {
  const second = await world.anotherProcess()
  const kycUrl = await mintLink(world.operator, 'two-doors', ZOFIA)
  const doors = [world.baseUrl, second.baseUrl].map((base) => kycUrl.replace(world.baseUrl, base))
  const crowd = Array.from({ length: 100 }, (_, n) => doors[n % 2]!)
  const shown = await Promise.all(crowd.map(async (door) => (await fetch(door)).status))
  assert.deepEqual(new Set(shown), new Set([200]), 'each has read the page')
  const taken = await Promise.all(crowd.map((door) => takeLink(world.baseUrl, door)))
  assert.deepEqual(new Set(taken.map(({ status }) => status)), new Set([204, 401]))
  const [first, ...more] = taken.filter(({ status }) => status === 204)
  assert.equal(more.length, 0)
  const [cookie] = first!.headers.getSetCookie()
  assert.equal((await browserWith(world, cookie!.split(';')[0]!).page()).status, 'PENDING')
  assert.equal(await openLink(world, kycUrl), null)
})

function sweepLater(): Promise<number> {
  world.clock.advance(UPLOAD_LOST_MS)
  return world.tick('keep-kyc')
}

/** What happens between a photo being written and being kept, and what its sender is told then. */
const MEANWHILE: [string, (trial: Trial) => Promise<unknown>, string][] = [
  ['the person is erased', (trial) => erase(trial, 0), 'KYC_SESSION_ENDED'],
  [
    'the person is erased and begins anew',
    async (trial) => [await erase(trial, 0), await mint(trial, 1)],
    'KYC_SESSION_ENDED',
  ],
  ['another link takes the place of theirs', (trial) => mint(trial, 0), 'KYC_SESSION_ENDED'],
  ['another tab hands it in', ({ browser }) => browser.submit(), 'KYC_NOT_OPEN'],
  ['it is taken for lost', () => sweepLater(), 'KYC_UNAVAILABLE'],
]

for (const [what, act, code] of MEANWHILE) {
  test(`a photo that was written while ${what} is not kept`, async () => {
    const trial = await filledIn(0)
    const before = (await find(trial)).photos
    happening.set('kyc-image:written', () => act(trial))
    assert.equal(await FILLING.upload!(trial, 0), code)
    const { photos, erased, status } = await find(trial)
    assert.deepEqual(photos, what.includes('erased') ? [] : before)
    assert.equal(
      storedKeys(world, trial.requestId).length,
      photos.length,
      `${status} ${erased}: nothing of it lies there`,
    )
  })
}

test('a photo that comes to its end while the sweep removes it for lost is not kept', async () => {
  const trial = await filledIn(0)
  const sent = Promise.withResolvers<void>()
  let sweeping: Promise<unknown> | null = null
  happening.set('kyc-image:written', async () => {
    const removed = Promise.withResolvers<void>()
    happening.set('kyc-image:removed', () => {
      removed.resolve()
      return sent.promise
    })
    sweeping = sweepLater()
    await removed.promise
  })
  const told = await FILLING.upload!(trial, 0)
  sent.resolve()
  await sweeping
  const keys = (await keysInRows(rows)).filter((key) => key.includes(`/${trial.requestId}/`))
  assert.deepEqual([told, storedKeys(world, trial.requestId)], ['KYC_UNAVAILABLE', keys])
})

test('when all is over, the store holds what the rows say, and nobody waited for somebody who waited for them', async () => {
  while ((await sweepLater()) > 0);
  assert.deepEqual(storedKeys(world), await keysInRows(rows))
  const [left] = await rows.query(`select from kyc_images where state <> 'stored' limit 1`)
  assert.equal(left, undefined)
  const [seen] = await rows.query<{ deadlocks: number }>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  )
  assert.equal(seen!.deadlocks, 0)
})
