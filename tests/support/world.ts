import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { CatalogueFile } from '@coffer/contract/catalogue-file'
import { sampleBox } from '@coffer/fixtures'
import { type Coffer, createCoffer } from '@coffer/operator-sdk'
import { type ReferenceOperator, startReferenceOperator } from '@coffer/reference-operator'
import { type Service, type ServiceOverrides, startService } from '@coffer/service'
import {
  changeSettings,
  createOperator,
  importCatalogue,
  JOBS,
  type JobName,
  setRates,
} from '@coffer/service/administration'
import { readConfig } from '@coffer/service/platform'
import { checkEvents } from './check-events.ts'
import { checkSecrets } from './check-secrets.ts'
import { checkWorld } from './check-world.ts'
import { type Endings, startAll } from './endings.ts'
import { isUsuallyConnected, type KeptDatabase, takeDatabase } from './kept-database.ts'
import { readableLog } from './log-reader.ts'
import { PATIENT_LIMITS } from './patient-limits.ts'
import { enter, type Player } from './player.ts'
import { seededBytes, TEST_SEED } from './seeds.ts'
import { makeTestClock, type TestClock } from './test-clock.ts'

const RATES = { USD: '1.0834', JPY: '169.27', KWD: '0.3327' }
const ACTOR = 'test'
/** The SDK gives up on a request after 15 s, which many at a time may take on a busy machine. */
const SDK_TIMEOUT_MS = 120_000
/** A test is faster than any person; one about the limits asks for the real ones. */
const NO_RATE_LIMITS = {
  backendPerSecond: 1_000_000,
  backendBurst: 1_000_000,
  playPerSecond: 1_000_000,
  playBurst: 1_000_000,
  opensPerSecond: 1_000_000,
  opensBurst: 1_000_000,
  initPerMinute: 1_000_000,
  kycPerHour: 1_000_000,
}

/** An operator of the test world: its secrets, its SDK client, and its catalogue as imported. */
export type TestOperator = {
  operatorId: number
  slug: string
  currency: string
  keyId: string
  keySecret: string
  outboundSecret: string
  coffer: Coffer
  items: Record<string, number>
  boxes: Record<string, { boxId: number; boxVersionId: number | null }>
}

export type World = {
  baseUrl: string
  databaseUrl: string
  service: Service
  casino: ReferenceOperator
  clock: TestClock
  /** What the service logged. */
  lines: Record<string, unknown>[]
  operators: Record<string, TestOperator>
  /** The first operator. */
  operator: TestOperator
  /** Launches a player of an operator into a session. */
  play(operator: TestOperator, externalId: string, launch?: object): Promise<Player>
  /** One pass of a loop, a millisecond later; in a test world loops run only so. Returns how much it looked at. */
  tick(job: JobName): Promise<number>
  settings(operator: TestOperator, patch: Record<string, unknown>): Promise<void>
  catalogue(operator: TestOperator, file: CatalogueFile): Promise<void>
  /** The same world at the door of another process of the deployment, with its database, clock and limits. It ends with the world. */
  anotherProcess(differs?: Differs): Promise<World>
}

type Differs = ServiceOverrides & { config?: Partial<Service['ctx']['config']> }

export type WorldOptions = {
  /** Slug → what differs from a EUR operator with the sample box. */
  operators?: Record<
    string,
    { currency?: string; currencies?: string[]; settings?: Record<string, unknown>; catalogue?: CatalogueFile }
  >
  service?: ServiceOverrides
  /** Settings of the process beyond those of every test. */
  environment?: NodeJS.ProcessEnv
  /** True: the rate limits that an operator has by default. */
  realRateLimits?: boolean
  /** Without a wallet, every spend is refused. */
  wallet?: boolean
  /** A database that no world had before, for a test that lays hands on its files or its settings. */
  freshDatabase?: boolean
}

/**
 * The whole outside world in one process: a database of its own, the service on a free port, the reference operator with its
 * wallet, and clients made with the SDK. Ends with the test; a bug in the service's log fails it.
 */
export async function startWorld(t: TestContext, options: WorldOptions = {}): Promise<World> {
  t.diagnostic(`TEST_SEED=${TEST_SEED}`)
  const clock = makeTestClock()
  const reader = readableLog()
  const ending = await startAll((endings) => startParts(endings, { clock, reader, options }))
  endAfter(t, ending)
  const { service, casino, database } = ending
  const baseUrl = service.url
  const now = () => clock.now().getTime()

  const operators: Record<string, TestOperator> = {}
  const wanted = Object.entries(options.operators ?? { aurum: {} })
  await setRates(service.ctx, 'EUR', RATES, ACTOR)
  for (const [slug, wish] of wanted)
    operators[slug] = await addOperator({ service, casino, baseUrl, now, options }, slug, wish)
  const operator = operators[wanted[0]![0]]!
  const world: World = {
    baseUrl,
    databaseUrl: database.url,
    service,
    casino,
    clock,
    lines: reader.lines,
    operators,
    operator,
    play: async (of, externalId, launch = {}) => {
      const { launchToken } = await of.coffer.createLaunch({
        playerExternalId: externalId,
        gameKey: 'mystery_box',
        target: {},
        ...launch,
      })
      return enter(baseUrl, externalId, launchToken)
    },
    tick: (job) => {
      clock.advance(1)
      return JOBS[job].run(service.ctx)
    },
    settings: async (of, patch) => {
      await changeSettings(service.ctx, of.operatorId, patch, { actor: ACTOR, force: true })
    },
    catalogue: async (of, file) => {
      const { items, boxes } = await importCatalogue(service.ctx, of.operatorId, file, tmpdir())
      Object.assign(of.items, items)
      Object.assign(of.boxes, boxes)
    },
    anotherProcess: async ({ config, ...overrides } = {}) => {
      const { ctx } = service
      const given = { ...ctx.config, port: 0, ...config }
      const alike = { migrate: false, jobs: false, clock: ctx.clock, log: ctx.log, limits: ctx.limits }
      const another = await startService(given, { ...alike, ...overrides })
      ending.endings.add(another.close)
      return { ...world, service: another, baseUrl: another.url }
    },
  }
  return world
}

type Started = { clock: TestClock; reader: ReturnType<typeof readableLog>; options: WorldOptions }

async function startParts(endings: Endings, { clock, reader, options }: Started): Promise<Ending> {
  const database = await takeDatabase({ isFresh: options.freshDatabase })
  const { url: databaseUrl, makePool } = database
  const dataDir = mkdtempSync(join(tmpdir(), 'coffer-world-'))
  endings.add(() => rmSync(dataDir, { recursive: true, force: true }))
  const config = readConfig({
    COFFER_ENV: 'test',
    DATABASE_URL: databaseUrl,
    PORT: '0',
    COFFER_DATA_DIR: dataDir,
    COFFER_MASTER_KEY: randomBytes(32).toString('hex'),
    ...options.environment,
  })
  const service = await startService(config, {
    migrate: false,
    jobs: false,
    clock,
    log: reader.log,
    random: { bytes: seededBytes('service') },
    ...(isUsuallyConnected(options.service?.limits) ? { makePool } : {}),
    ...options.service,
    limits: { ...PATIENT_LIMITS, ...options.service?.limits },
  })
  endings.add(service.close)
  const now = () => clock.now().getTime()
  const outside = { port: 0, dataDir: ':memory:', operators: [], baseUrl: service.url, now, after: clock.after }
  const casino = await startReferenceOperator(outside)
  endings.add(casino.close)
  return { service, casino, database, reader, endings }
}

type Ending = {
  service: Service
  casino: ReferenceOperator
  database: KeptDatabase
  reader: ReturnType<typeof readableLog>
  endings: Endings
}

/** The runner keeps the hooks of all tests until its process ends, so this one keeps nothing of a world that has ended. */
function endAfter(t: TestContext, ending: Ending): void {
  const left = [ending]
  t.after(async () => {
    for (const one of left.splice(0)) await endWorld(t, one)
  })
}

/** A test passes only when the data keeps every promise, and no bug was logged. */
async function endWorld(t: TestContext, { service, casino, database, reader, endings }: Ending): Promise<void> {
  const { url: databaseUrl, rows } = database
  try {
    await shown(t, async () => {
      await checkWorld({ service, casino }, { jobs: database.jobs })
      await checkEvents(service, rows)
      await checkSecrets({ databaseUrl, rows }, reader.lines)
    })
  } finally {
    await endings.run()
    if (process.env.SHOW_LOG) for (const line of reader.lines) console.error(JSON.stringify(line))
    await shown(t, () => reader.assertNoErrors())
  }
  database.giveBack()
}

/** Runs a check and prints why it failed: the error alone would not be shown for a test that has failed before. */
async function shown(t: TestContext, check: () => void | Promise<void>): Promise<void> {
  try {
    await check()
  } catch (error) {
    t.diagnostic(error instanceof Error ? error.message : String(error))
    throw error
  }
}

type Parts = { service: Service; casino: ReferenceOperator; baseUrl: string; now: () => number; options: WorldOptions }

async function addOperator(
  { service, casino, baseUrl, now, options }: Parts,
  slug: string,
  wish: NonNullable<WorldOptions['operators']>[string],
): Promise<TestOperator> {
  const { currency = 'EUR', currencies = ['EUR', 'USD', 'JPY', 'KWD'], settings = {}, catalogue = sampleBox() } = wish
  const made = await createOperator(service.ctx, { slug, name: slug, currency, settings: { currencies }, actor: ACTOR })
  casino.addOperator({ ...made, name: slug, currency, casinoUrl: `${casino.url}/c/${slug}` } as never)
  const walletUrl = options.wallet === false ? '' : casino.walletUrl(slug)
  await changeSettings(
    service.ctx,
    made.operatorId,
    { wallet: { url: walletUrl }, ...(options.realRateLimits ? {} : { rateLimits: NO_RATE_LIMITS }), ...settings },
    { actor: ACTOR, force: true },
  )
  const imported = await importCatalogue(service.ctx, made.operatorId, catalogue, tmpdir())
  const coffer = createCoffer({ baseUrl, keyId: made.keyId, keySecret: made.keySecret, now, timeoutMs: SDK_TIMEOUT_MS })
  return { ...made, currency, coffer, ...imported }
}

/** What a process of its own on the world's database is given as COFFER_MASTER_KEY. */
export function masterKeyOf({ service }: Pick<World, 'service'>): string {
  return service.ctx.config.masterKey!.reveal().toString('hex')
}

/** The live version of the sample box. */
export function boxOf(operator: TestOperator): { boxId: number; boxVersionId: number } {
  const { boxId, boxVersionId } = Object.values(operator.boxes)[0]!
  return { boxId, boxVersionId: boxVersionId! }
}

/** A body that opens the sample box, once or on several reels. */
export function openBody(operator: TestOperator, clientActionId: string, count = 1) {
  const { boxVersionId } = boxOf(operator)
  return { clientActionId, reels: Array.from({ length: count }, (_, reelIndex) => ({ reelIndex, boxVersionId })) }
}
