import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sampleBox } from '@coffer/fixtures'
import { type OperatorConfig, startReferenceOperator } from '@coffer/reference-operator'
import { type OwnedContext, openContext } from '@coffer/service'
import { changeSettings, createOperator, importCatalogue, setRates } from '@coffer/service/administration'
import { readConfig, type Shared } from '@coffer/service/platform'
import { type Endings, startAll } from '../support/endings.ts'
import { freePorts } from '../support/ports.ts'
import { compiledPrograms } from '../support/programs.ts'
import { type CrashingDatabase, startCrashingDatabase } from './database.ts'
import { FAST_LIMITS, FAST_SETTINGS } from './limits.ts'
import { Part } from './part.ts'
import type { ServiceProcessOptions } from './service-process.ts'
import { withTargets } from './targets.ts'
import type { WalletProcessOptions } from './wallet-process.ts'

const ACTOR = 'kill-test'
const OPENING_MINOR = 100_000_000

/** Both policies for a debit that turns out accepted when nobody waits any more. */
const PLANS = [
  { slug: 'aurum', settings: { 'wallet.unknownDebit': 'refund' } },
  { slug: 'argent', settings: { 'wallet.unknownDebit': 'settle' } },
]

export type StageOperator = OperatorConfig & { operatorId: number; boxId: number; boxVersionId: number }

/** Everything that the kill test plays with: two service processes and a wallet process on a database of their own. */
export type Stage = {
  folder: string
  database: CrashingDatabase
  services: Part[]
  wallet: Part
  serviceUrls: string[]
  operators: StageOperator[]
  /** What the wallet is started with, for whoever reads its books when it is over. */
  walletOptions: WalletProcessOptions
  /** A context of our own, for what staff does. */
  openContext(): Promise<OwnedContext>
  /** How many transactions so many opens shared, by the step of an open and their number. */
  shared(): { shared: Record<string, number>; largest: number }
  /** Ends whatever still runs. */
  close(): Promise<void>
  /** Removes the folder. */
  remove(): void
}

export function setStage(players: readonly string[]): Promise<Stage> {
  return startAll((endings) => set(players, endings))
}

async function set(players: readonly string[], endings: Endings): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-kill-'))
  const programs = await compiledPrograms()
  endings.add(programs.remove)
  const database = await startCrashingDatabase(folder)
  endings.add(database.close)
  const ports = await freePorts(3)
  const serviceUrls = ports.slice(0, 2).map((port) => `http://127.0.0.1:${port}`)
  const env = environmentOf(database, folder)
  const open = () => openContext(readConfig({ ...env, PORT: '0' }))
  const walletPort = ports[2]!
  const operators = await createOperators(open, walletPort)
  const walletOptions = { port: walletPort, dataDir: join(folder, 'wallet'), operators, baseUrl: serviceUrls[0]! }
  await openAccounts(walletOptions, players)
  const options: ServiceProcessOptions = { limits: FAST_LIMITS }
  const services = ports.slice(0, 2).map((port, index) => {
    const own = { PORT: String(port), SERVICE_PROCESS: JSON.stringify(options) }
    return makePart(folder, `service-${index + 1}`, programs.pathOf('service'), { ...env, ...own })
  })
  const sizes = countShared(services)
  const walletEnv = { WALLET_PROCESS: JSON.stringify(walletOptions) }
  const wallet = makePart(folder, 'wallet', programs.pathOf('wallet'), walletEnv)
  const parts = [...services, wallet]
  endings.add(() => Promise.all(parts.map((part) => part.kill())))
  await Promise.all(parts.map((part) => part.start()))
  const close = () => endings.run()
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const own = { folder, database, services, wallet, serviceUrls, operators, walletOptions }
  return { ...own, openContext: open, shared: sizes, close, remove }
}

/** Of what all of them say while they live. */
function countShared(services: readonly Part[]) {
  const counts = new Map<string, number>()
  let largest = 0
  const count = (name: string, by: number) => counts.set(name, (counts.get(name) ?? 0) + by)
  for (const service of services) {
    service.heard = (message) => {
      if (!('shared' in message)) return
      const { name, togetherCount, aloneCount } = message.shared as Shared
      if (!name.startsWith('open-round')) return
      largest = Math.max(largest, togetherCount)
      if (togetherCount > 0) count(`${name}, ${sizeOf(togetherCount)}`, 1)
      if (aloneCount > 0) count(`${name}, done alone in the end`, aloneCount)
    }
  }
  return () => ({ shared: Object.fromEntries([...counts].sort(([one], [other]) => (one < other ? -1 : 1))), largest })
}

/** Up to a power of two. */
function sizeOf(count: number): string {
  const most = 2 ** Math.ceil(Math.log2(count))
  return most <= 2 ? `shared by ${count}` : `shared by ${most / 2 + 1} to ${most}`
}

function makePart(folder: string, name: string, entry: string, env: Record<string, string>): Part {
  mkdirSync(join(folder, 'logs'), { recursive: true })
  return new Part({ name, entry, env, logFile: join(folder, 'logs', `${name}.log`) })
}

/** Both processes say the same address of themselves, as behind a balancer. */
function environmentOf(database: CrashingDatabase, folder: string): Record<string, string> {
  return {
    COFFER_ENV: 'test',
    COFFER_BASE_URL: 'http://coffer.test',
    DATABASE_URL: database.url,
    COFFER_DATA_DIR: folder,
    COFFER_MASTER_KEY: randomBytes(32).toString('hex'),
    COFFER_LOG_LEVEL: 'info',
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
  }
}

async function createOperators(open: Stage['openContext'], walletPort: number): Promise<StageOperator[]> {
  const ctx = await open()
  try {
    await setRates(ctx, 'EUR', { USD: '1.0834' }, ACTOR)
    const operators: StageOperator[] = []
    for (const { slug, settings } of PLANS) {
      const made = await createOperator(ctx, {
        ...{ slug, name: slug, currency: 'EUR', settings: { currencies: ['EUR', 'USD'] }, actor: ACTOR },
      })
      const own = { ...FAST_SETTINGS, ...settings, 'wallet.url': `http://127.0.0.1:${walletPort}/wallet/${slug}` }
      await changeSettings(ctx, made.operatorId, own, { actor: ACTOR, force: true })
      const { boxes } = await importCatalogue(ctx, made.operatorId, withTargets(sampleBox()), tmpdir())
      const { boxId, boxVersionId } = boxes.sample!
      operators.push({ ...made, currency: 'EUR', boxId, boxVersionId: boxVersionId! })
    }
    return operators
  } finally {
    await ctx.close()
  }
}

async function openAccounts(options: WalletProcessOptions, players: readonly string[]): Promise<void> {
  const casino = await startReferenceOperator(options)
  for (const { slug, currency } of options.operators) {
    for (const player of players) casino.wallet.setBalance(slug, player, currency, OPENING_MINOR)
  }
  await casino.close()
}
