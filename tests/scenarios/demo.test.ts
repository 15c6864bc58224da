import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import type { KycQueueRow } from '@coffer/contract/admin'
import { SHIPPING_STATUSES } from '@coffer/contract/shipping'
import { demoOperators, MARKET_DAYS, planHistory } from '@coffer/fixtures'
import { type Coffer, createCoffer } from '@coffer/operator-sdk'
import { type ReferenceOperator, startReferenceOperator } from '@coffer/reference-operator'
import { type Service, startService } from '@coffer/service'
import { JOBS, mintStaffLink } from '@coffer/service/administration'
import { readConfig } from '@coffer/service/platform'
import pg from 'pg'
import { demoIsComplete, prepareDemo } from '../../scripts/start/demo.ts'
import { type DemoFileOperator, writeDemoFile } from '../../scripts/start/demo-file.ts'
import { DEMO_STAFF } from '../../scripts/start/demo-staff.ts'
import { readStartSettings, type StartSettings } from '../../scripts/start/settings.ts'
import { bareEnvironment } from '../support/bare-environment.ts'
import { checkWorld } from '../support/check-world.ts'
import { runCoffer } from '../support/command-line.ts'
import { createTestDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { inProof } from '../support/in-proof.ts'
import { readableLog } from '../support/log-reader.ts'
import { PATIENT_LIMITS } from '../support/patient-limits.ts'

const PROJECT_DIR = join(import.meta.dirname, '../..')
const DAY_MS = 24 * 3_600_000
const DAYS = inProof ? 30 : 5
const DEMO_PLAYER = 'demo-player'

type Ground = { settings: StartSettings; databaseUrl: string; said: string[] }

const folders: string[] = []

async function layGround(demoDays: number): Promise<Ground> {
  const dataDir = mkdtempSync(join(tmpdir(), 'coffer-demo-'))
  folders.push(dataDir)
  const settings = { ...readStartSettings(PROJECT_DIR, { COFFER_DATA_DIR: dataDir }), demoDays }
  return { settings, databaseUrl: (await createTestDatabase()).url, said: [] }
}

/** What a start does about the demo. */
async function start(ground: Ground, signal = new AbortController().signal): Promise<DemoFileOperator[]> {
  const { settings, databaseUrl, said } = ground
  const operators = await prepareDemo(settings, databaseUrl, signal, (line) => said.push(line))
  const demo = writeDemoFile(settings, operators)
  demoIsComplete(settings)
  return demo.operators
}

type Whole = { ground: Ground; operators: DemoFileOperator[]; startedAt: number }
let whole: Promise<Whole> | undefined

/** One demo that an undisturbed start has made, for all tests that look at what is in it. */
function wholeDemo(): Promise<Whole> {
  whole ??= (async () => {
    const ground = await layGround(DAYS)
    const startedAt = Date.now()
    return { ground, operators: await start(ground), startedAt }
  })()
  return whole
}

type Demo = { service: Service; casino: ReferenceOperator; operators: DemoFileOperator[] }

/** The service and the casino of today on what a start has made; the doctor looks at both when the work is done. */
async function openDoors(ground: Ground, operators: DemoFileOperator[], work: (demo: Demo) => Promise<void>) {
  const { dataDir } = ground.settings
  const place = { DATABASE_URL: ground.databaseUrl, COFFER_DATA_DIR: dataDir }
  const reader = readableLog()
  const config = readConfig({ COFFER_ENV: 'development', PORT: '0', ...place })
  const service = await startService(config, { jobs: false, log: reader.log, limits: PATIENT_LIMITS })
  const baseUrl = service.url
  const casino = await startReferenceOperator({ port: 0, dataDir: join(dataDir, 'operator'), operators, baseUrl })
  try {
    await work({ service, casino, operators })
    await checkWorld({ service, casino }, { healed: true })
  } finally {
    await casino.close()
    await service.close()
  }
  reader.assertNoErrors()
}

const clientOf = ({ service }: Demo, { keyId, keySecret }: DemoFileOperator): Coffer =>
  createCoffer({ baseUrl: service.url, keyId, keySecret })

/** Every page of the reconciliation feed. */
async function wholeHistory(coffer: Coffer) {
  const items: Awaited<ReturnType<Coffer['history']>>['items'] = []
  for (let cursor: string | undefined; ; ) {
    const page = await coffer.history({ limit: 200, ...(cursor ? { cursor } : {}) })
    items.push(...page.items)
    if (page.cursor.next === null) return items
    cursor = page.cursor.next
  }
}

/** Opens the box in which collectibles are likeliest until one is won: what the demo's own draws bring is chance. */
async function winCollectible(coffer: Coffer) {
  const { boxes } = await coffer.listBoxes({ limit: 200 })
  const shown = await Promise.all(boxes.map(async ({ boxId }) => (await coffer.getBox({ boxId })).box))
  const unitsOf = ({ prizes }: (typeof shown)[number]) =>
    prizes.reduce((sum, { isCollectible, chanceUnits }) => (isCollectible ? sum + chanceUnits : sum), 0)
  const [box] = shown.toSorted((a, b) => unitsOf(b) - unitsOf(a))
  assert.ok(unitsOf(box!) > 20_000_000, 'every fifth prize of some box is a collectible')
  const ofCollector = { playerExternalId: 'collector', funding: 'operator' as const }
  for (let click = 0; click < 60; click++) {
    const reels = [0, 1, 2, 3, 4].map((reelIndex) => ({ reelIndex, boxVersionId: box!.boxVersionId! }))
    const { items } = await coffer.purchase({ ...ofCollector, clientActionId: `collect-${click}`, reels })
    const won = items.find(({ isCollectible }) => isCollectible)
    if (won) return { playerExternalId: 'collector', id: won.id }
  }
  throw new Error('300 reels brought no collectible')
}

/** Whose orders the desk of an operator moves on, in the plan. */
function whoOrdered(slug: string): Set<string> {
  const operator = demoOperators().find((one) => one.slug === slug)!
  return new Set(planHistory(operator, DAYS).flatMap((one) => (one.kind === 'desk' ? [one.person.externalId] : [])))
}

/** One verification in each state for the casino, and what its copies of them are; three wait for the desk. */
async function checkVerifications(demo: Demo): Promise<void> {
  const waiting: string[] = []
  for (const operator of demo.operators) {
    const { requests } = await clientOf(demo, operator).listKycRequests({})
    const statuses = requests.map(({ status }) => status).sort()
    if (operator.slug === 'aurum') {
      assert.deepEqual(statuses, ['CONFIRMED', 'PENDING', 'REJECTED', 'SUBMITTED', 'SUBMITTED'])
      assert.equal(requests.find(({ status }) => status === 'REJECTED')!.retryable, true)
    }
    for (const { identity, ...request } of requests) {
      const { playerExternalId, requestId } = request
      const copies = demo.casino.inbox.verifications(operator.slug, playerExternalId)
      const { occurredAt: _, ...copy } = copies.find((one) => one.requestId === requestId)!
      assert.deepEqual(copy, request)
      assert.deepEqual(demo.casino.inbox.identity(operator.slug, playerExternalId)?.identity ?? null, identity)
      if (request.status === 'SUBMITTED') waiting.push(`${operator.slug} ${playerExternalId}`)
    }
  }
  assert.deepEqual(waiting.sort(), ['aurum carla', 'aurum farah', 'bluebird avery'])
  assert.deepEqual(await hintsAtTheDesk(demo), ['DOCUMENT_EXPIRED', 'DUPLICATE_IDENTITY'])
}

/** What the desk of the demo is told of those who wait, by a reviewer who has signed in. */
async function hintsAtTheDesk({ service }: Demo): Promise<string[]> {
  const { loginUrl } = await mintStaffLink(service.ctx, { email: DEMO_STAFF[0].email })
  const token = new URL(loginUrl).hash.slice('#token='.length)
  const headers = { 'content-type': 'application/json', origin: new URL(loginUrl).origin }
  const signedIn = await fetch(`${service.url}/api/admin/sign-in`, {
    ...{ method: 'POST', headers, body: JSON.stringify({ token }) },
  })
  assert.equal(signedIn.status, 200)
  const cookie = signedIn.headers.getSetCookie().map((one) => one.split(';')[0])
  const { csrfToken } = (await signedIn.json()) as { csrfToken: string }
  const queue = await fetch(`${service.url}/api/admin/kyc/requests/list`, {
    method: 'POST',
    headers: { ...headers, cookie: cookie.join('; '), 'x-csrf-token': csrfToken },
    body: JSON.stringify({ status: 'SUBMITTED' }),
  })
  const { requests } = (await queue.json()) as { requests: KycQueueRow[] }
  return [...new Set(requests.flatMap(({ hints }) => hints.map(({ code }) => code)))].sort()
}

/** Rows of the tables that a demo fills. */
async function countRows({ databaseUrl }: Ground): Promise<Record<string, number>> {
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  const tables = ['operators', 'box_versions', 'item_revisions', 'players', 'rounds', 'inventory_items', 'audit_log']
  const counts = tables.map((table) => `(select count(*)::int from ${table}) as ${table}`)
  const { rows } = await db.query(`select ${counts.join(', ')}`).finally(() => db.end())
  return rows[0]
}

suite('the demo', { concurrency: false }, () => {
  after(() => {
    for (const folder of folders) rmSync(folder, { recursive: true })
  })

  test('vaults, rounds, seeds and histories are filled with what was played, at its own time, and the doctor finds nothing', async () => {
    const { ground, operators, startedAt } = await wholeDemo()
    await openDoors(ground, operators, async (demo) => {
      assert.equal(await JOBS.resolver.run(demo.service.ctx), 0, 'nothing of the past waits for the resolver')
      const types = new Set<string>()
      for (const operator of operators) {
        const coffer = clientOf(demo, operator)
        const history = await wholeHistory(coffer)
        for (const { type } of history) types.add(type)
        const times = history.map(({ occurredAt }) => Date.parse(occurredAt))
        assert.deepEqual(
          times,
          times.toSorted((a, b) => b - a),
          'the feed is in order of time',
        )
        assert.ok(times.at(-1)! < startedAt - (DAYS - 2) * DAY_MS, 'it begins days ago')
        assert.ok(times.at(-1)! >= startedAt - DAYS * DAY_MS, 'and no earlier than the demo')
        assert.ok(times[0]! <= Date.now(), 'and has no future')
        const daysAgo = new Set(times.map((time) => Math.floor((startedAt - time) / DAY_MS)))
        assert.ok(daysAgo.size >= (DAYS * 4) / 5, 'nearly every day has something, up to the last')
        const { rounds } = await coffer.listRounds({ playerExternalId: DEMO_PLAYER, limit: 200 })
        assert.ok(rounds.some(({ status }) => status === 'settled'))
        assert.equal(rounds.filter(({ status }) => status === 'held').length >= 2, true, 'boxes wait to be opened')
        const upgrades = rounds.flatMap(({ mode }) => (mode === undefined ? [] : [mode]))
        const both = operator.slug === 'sakura' ? [] : ['balance', 'items']
        assert.deepEqual([...new Set(upgrades)].sort(), both, 'plays of the Upgrader with an amount and with a thing')
        const { items } = await coffer.listInventory({ playerExternalId: DEMO_PLAYER, limit: 200 })
        assert.ok(items.length > 0)
        const seeds = await coffer.listSeeds({ playerExternalId: DEMO_PLAYER })
        const rotatedCount = seeds.seeds.length
        assert.ok(inProof ? rotatedCount >= 1 : rotatedCount === 1, `${rotatedCount} pairs were rotated out`)
        const players = new Set(history.map(({ playerExternalId }) => playerExternalId))
        assert.ok(players.size >= 3, `${players.size} people have played`)
      }
      assert.deepEqual([...types].sort(), ['cashback', 'open', 'purchase', 'refund', 'shipping', 'upgrade'])
      const first = await wholeHistory(clientOf(demo, operators[0]!))
      assert.deepEqual([...new Set(first.map(({ currency }) => currency))].sort(), ['EUR', 'JPY', 'USD'])
    })
  })

  test('collectibles come with months of prices that were told before anybody played, free opens run, and things were bought with Nuggets', async () => {
    const { ground, operators } = await wholeDemo()
    await openDoors(ground, operators, async (demo) => {
      for (const [index, operator] of operators.entries()) {
        const coffer = clientOf(demo, operator)
        const { campaigns } = await coffer.listCampaigns({ playerExternalId: DEMO_PLAYER })
        assert.deepEqual(
          campaigns.map(({ extId, status, usedCount }) => [extId, status, usedCount]),
          [['welcome', 'active', 0]],
        )
        const { items } = await coffer.listInventory({ playerExternalId: DEMO_PLAYER, limit: 200 })
        const bought = items.filter(({ acquisitionType }) => acquisitionType === 'bought_with_nuggets')
        assert.equal(bought.length, 2, 'a souvenir, and what came back with the order that was cancelled')
        const { presentation } = await coffer.config()
        assert.deepEqual([presentation.sessionClock, presentation.netPosition], Array(2).fill(index === 2))
      }
      const coffer = clientOf(demo, operators[0]!)
      const { points, wonAt } = await coffer.priceHistory(await winCollectible(coffer))
      const times = points.map(({ recordedAt }) => Date.parse(recordedAt))
      assert.ok(points.length > 50, `${points.length} values`)
      assert.deepEqual(
        times,
        times.toSorted((a, b) => a - b),
      )
      assert.ok(times[0]! + MARKET_DAYS * DAY_MS < Date.now(), 'they begin when the shop did')
      assert.ok(times.at(-1)! + DAYS * DAY_MS > Date.now(), 'and went on while people played')
      assert.ok(points.at(-1)!.recordedAt < wonAt)
    })
  })

  test('orders stand in every status, paid by the player where the game took them, verifications too, some of them before the desk, and the casinos have heard of each change', async () => {
    const { ground, operators } = await wholeDemo()
    await openDoors(ground, operators, async (demo) => {
      for (const { slug, ...operator } of operators) {
        const coffer = clientOf(demo, { slug, ...operator })
        const { orders } = await coffer.listOrders({ playerExternalId: DEMO_PLAYER })
        assert.deepEqual(
          orders.map(({ status }) => status),
          ['pending', 'processing', 'shipped', 'cancelled', 'delivered'],
        )
        const [pending, processing, shipped, cancelled, delivered] = orders
        assert.deepEqual(
          [pending, processing, shipped, cancelled, delivered].map((order) => order!.fee !== null),
          [false, false, true, true, true],
        )
        assert.ok(pending!.items.some(({ waitingForStock }) => waitingForStock))
        assert.equal(pending!.items.length, 3, 'one joined it later')
        assert.ok(shipped!.carrier && shipped!.trackingNumber && shipped!.trackingUrl)
        assert.equal(cancelled!.fee!.refundedMinor, cancelled!.fee!.amountMinor)
        assert.ok(delivered!.deliveredAt && delivered!.realizedTotalCostMinor)
        const statuses = new Set<string>()
        for (const externalId of whoOrdered(slug)) {
          const copies = demo.casino.inbox.orders(slug, externalId)
          const known = await coffer.listOrders({ playerExternalId: externalId })
          // Pictures stand where the service of the start stands, which in a test is another one.
          const here = JSON.stringify(known.orders).replaceAll(demo.service.url, ground.settings.baseUrl)
          assert.deepEqual(
            copies.map(({ order }) => order),
            JSON.parse(here),
            'a copy is what Coffer has',
          )
          assert.ok(copies.every(({ notices }) => notices.every(({ isLate }) => !isLate)))
          for (const { order } of copies) statuses.add(order.status)
        }
        assert.deepEqual([...statuses].sort(), [...SHIPPING_STATUSES].sort())
      }
      await checkVerifications(demo)
    })
  })

  test('the plan of a whole demo has hundreds of rounds, some that a wallet without money refuses, and plays of the Upgrader where there is one', () => {
    for (const operator of demoOperators()) {
      const deeds = planHistory(operator, 30).flatMap((moment) => (moment.kind === 'deed' ? [moment.deed.do] : []))
      const hasUpgrader = operator.games.includes('upgrader')
      const count = (...names: string[]) => deeds.filter((name) => names.includes(name)).length
      assert.ok(count('open', 'open-free', 'hold') > 120, operator.slug)
      assert.ok(count('open-without-money') >= 3, operator.slug)
      assert.ok(count('rotate-seed') >= 4, operator.slug)
      assert.equal(count('upgrade') >= 15, hasUpgrader, operator.slug)
    }
  })

  test('a box that left the shelf keeps its rounds, and is not on sale', async () => {
    const { ground, operators } = await wholeDemo()
    await openDoors(ground, operators, async (demo) => {
      const coffer = clientOf(demo, operators[0]!)
      const { boxes } = await coffer.listBoxes({ limit: 200 })
      assert.equal(boxes.length, 12)
      assert.ok(boxes.every(({ name }) => name !== 'Winter tin'))
      const { boxes: archived } = await coffer.listBoxes({
        'filter[slug]': 'winter-tin',
        'filter[isActive]': 'false',
      } as never)
      assert.deepEqual(
        archived.map(({ isActive, versionNumber }) => [isActive, versionNumber]),
        [[false, 1]],
      )
    })
  })

  test('without days there are boxes and nothing played', async () => {
    const ground = await layGround(0)
    const operators = await start(ground)
    const { rounds, players, operators: made } = await countRows(ground)
    assert.deepEqual([rounds, players, made], [0, 0, 3])
    await openDoors(ground, operators, async (demo) => {
      const { boxes } = await clientOf(demo, operators[0]!).listBoxes({ limit: 200 })
      assert.equal(boxes.length, 12)
    })
  })

  test('a database with operators that are not the demo’s is left as it is, on the embedded server and elsewhere', async () => {
    const ground = await layGround(DAYS)
    const made = ['operator', 'create', '--slug', 'my-shop', '--name', 'My shop', '--currency', 'EUR']
    const env = { ...bareEnvironment(), COFFER_ENV: 'test', DATABASE_URL: ground.databaseUrl }
    const { code, err } = await runCoffer(env, made)
    assert.equal(code, 0, err)
    const own = { ...ground, settings: { ...ground.settings, databaseUrl: ground.databaseUrl } }
    for (const one of [ground, own]) {
      await assert.rejects(start(one), /operators that are not the demo’s \(my-shop\)/)
      await assert.rejects(start(one), /nothing was touched/, 'nor is it by a second start')
      assert.equal((await countRows(one)).operators, 1)
    }
  })

  // Each of these makes a demo of its own.
  if (!inProof) return

  test('after a start that was cut off the next one makes the whole demo, and a later start adds nothing', async () => {
    const ground = await layGround(5)
    const cut = new AbortController()
    const first = assert.rejects(start(ground, cut.signal))
    await eventually(async () => (await countRows(ground)).rounds! >= 5, 'there are rounds')
    cut.abort()
    await first
    const half = await countRows(ground)
    const operators = await start(ground)
    const whole = await countRows(ground)
    assert.ok(whole.rounds! > half.rounds!)
    assert.equal(whole.operators, 3)
    assert.ok(ground.said.some((line) => line.includes('was cut off')))
    const again = await start(ground)
    assert.deepEqual(again, operators, 'the keys of the first whole start stand')
    assert.deepEqual(await countRows(ground), whole)
    await openDoors(ground, operators, async () => {})
  })

  test('a start that was cut off never empties a database that is not its own', async () => {
    const ground = await layGround(5)
    const own = { ...ground, settings: { ...ground.settings, databaseUrl: ground.databaseUrl } }
    const cut = new AbortController()
    const first = assert.rejects(start(own, cut.signal))
    await eventually(async () => (await countRows(own)).rounds! > 0, 'there is a round')
    cut.abort()
    await first
    await assert.rejects(start(own), /Name another, empty one/)
    assert.equal((await countRows(own)).operators, 3)
  })
})
