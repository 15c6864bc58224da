import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sampleBox } from '@coffer/fixtures'
import { createCoffer } from '@coffer/operator-sdk'
import { copyProject } from '../clean-room/project.ts'
import { type Report, StepFailed, startReport } from '../clean-room/report.ts'
import { environmentFrom, networkOf } from '../run/environment.ts'
import { makeCertificates } from './certificates.ts'
import { WalkPlayer } from './player.ts'
import { type Cluster, type Installed, OWNER_NAME, startCluster } from './postgres.ts'
import { coffer, type Environment, runIn, ServiceProcess } from './processes.ts'
import { openWallet, type Wallet } from './wallet.ts'

const PLAYERS_COUNT = 4
/** For so long boxes are opened before a process is restarted, and again after it is back. */
const AROUND_MS = 2_000
const BASE_URL = 'https://boxes.example'

export type WalkOptions = { postgres: Installed; workingTree: boolean; keep: boolean }

/** What has been started so far, for whoever has to end it. */
type Running = { services: ServiceProcess[]; cluster: Cluster | null; wallet: Wallet | null }

/** From a clone to boxes that are opened in production, and to a process that is restarted under them. Returns the exit code. */
export async function walk({ postgres, workingTree, keep }: WalkOptions): Promise<number> {
  const place = mkdtempSync(join(tmpdir(), 'coffer-walk-'))
  chmodSync(place, 0o755)
  const report = startReport()
  const running: Running = { services: [], cluster: null, wallet: null }
  const began = performance.now()
  console.log(`PostgreSQL ${postgres.version} of ${postgres.bin}, everything in ${place}`)
  try {
    const room = join(place, 'coffer')
    await install(room, workingTree, report)
    const settings = await prepare(place, room, { postgres, running, report })
    await live(place, room, { settings, running, report })
    console.log(`All of it held, in ${((performance.now() - began) / 1000).toFixed(0)} s.`)
    return 0
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error
    return 1
  } finally {
    for (const service of running.services) service.kill()
    await running.wallet?.close()
    await running.cluster?.stop()
    if (keep) console.log(`Kept: ${place}`)
    else rmSync(place, { recursive: true, force: true })
  }
}

async function install(room: string, workingTree: boolean, report: Report): Promise<void> {
  const env = { ...(environmentFrom(process.env) as Environment), NODE_ENV: 'production' }
  const online = { ...env, ...networkOf(process.env) }
  await report.step('a copy of the project', async () => copyProject(room, workingTree))
  await report.step('npm ci', async () => void (await runIn(room, online, 'npm', 'ci', '--no-audit', '--no-fund')))
  await report.step('npm run build', async () => void (await runIn(room, env, 'npm', 'run', 'build')))
}

type Settings = { service: Environment; ports: number[] }

/** The database, its logins, the master key and the wallet: what a deployment brings along. */
async function prepare(
  place: string,
  room: string,
  { postgres, running, report }: { postgres: Installed; running: Running; report: Report },
): Promise<Settings> {
  const [port = 0, walletPort = 0, ...ports] = await freePorts(4)
  const certificates = makeCertificates(place)
  const passwords = { owner: secret(), app: secret(), jobs: secret() }
  const keyFile = join(place, 'master.key')
  writeFileSync(keyFile, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 })
  await report.step(`a PostgreSQL ${postgres.version} with TLS and an owner who is no superuser`, async () => {
    const options = { port, certificates, ownerPassword: passwords.owner }
    running.cluster = await startCluster(postgres, join(place, 'postgres'), options)
  })
  const { url } = running.cluster as unknown as Cluster
  const { PATH = '' } = process.env
  const service = {
    ...{ PATH, NODE_EXTRA_CA_CERTS: certificates.authorityFile },
    ...{ COFFER_ENV: 'production', COFFER_BASE_URL: BASE_URL, COFFER_MASTER_KEY_FILE: keyFile },
    ...{ COFFER_DATA_DIR: join(place, 'data'), COFFER_ALLOWED_PRIVATE_HOSTS: 'localhost' },
    COFFER_APP_DATABASE_URL: url('coffer_app', passwords.app),
    COFFER_JOBS_DATABASE_URL: url('coffer_jobs', passwords.jobs),
  }
  mkdirSync(service.COFFER_DATA_DIR)
  await report.step('coffer migrate, as the owner', async () => {
    await coffer(room, { ...service, DATABASE_URL: url(OWNER_NAME, passwords.owner) }, 'migrate')
  })
  running.wallet = await openWallet(walletPort, certificates, BASE_URL)
  return { service, ports }
}

type Made = { keyId: string; keySecret: string; outboundSecret: string }

async function live(
  place: string,
  room: string,
  { settings, running, report }: { settings: Settings; running: Running; report: Report },
): Promise<void> {
  const wallet = running.wallet as Wallet
  const { service: env, ports } = settings
  const processes = ports.map((port, index) => {
    return new ServiceProcess(room, env, { port, logFile: join(place, `service-${index + 1}.log`) })
  })
  running.services.push(...processes)
  const [first, second] = processes as [ServiceProcess, ServiceProcess]
  await report.step(
    'two processes on one database are ready',
    async () => void (await Promise.all([first.start(), second.start()])),
  )
  let made: Made
  await report.step('coffer operator create, with a wallet behind https', async () => {
    const own = ['--slug', wallet.slug, '--name', 'Walk', '--currency', 'EUR', '--wallet-url', wallet.url]
    made = await coffer<Made>(room, env, 'operator', 'create', ...own)
    wallet.addOperator(made)
  })
  let box = { boxId: 0, boxVersionId: 0 }
  await report.step('coffer catalog import', async () => {
    const file = join(place, 'catalogue.json')
    writeFileSync(file, JSON.stringify(sampleBox()))
    type Imported = { boxes: Record<string, typeof box> }
    const { boxes } = await coffer<Imported>(room, env, 'catalog', 'import', file, '--operator', wallet.slug)
    box = boxes.sample as typeof box
  })
  const players: WalkPlayer[] = []
  await report.step('players are launched, and a box is opened over HTTP', async () => {
    const urls = [first.url, second.url]
    const client = createCoffer({ baseUrl: first.url, ...made })
    for (let index = 0; index < PLAYERS_COUNT; index++) {
      wallet.fund(`player-${index}`)
      players.push(await WalkPlayer.enter(client, `player-${index}`, { urls, ...box }))
    }
    await players[0]?.open()
  })
  await report.step('a process is restarted while boxes are opened', () => restartUnder(players, first))
  await report.step('every click was decided once, and the wallet was asked once for each', async () =>
    compare(players, wallet, place),
  )
  await report.step('coffer doctor with the wallet\u2019s books: all of it holds', async () => {
    const ledger = join(place, 'ledger.json')
    const { violations } = await coffer<{ violations: unknown[] }>(room, env, 'doctor', '--healed', '--ledger', ledger)
    if (violations.length > 0) throw new Error(JSON.stringify(violations, null, 2))
  })
  await report.step('both processes end when they are asked to', async () => {
    await Promise.all(processes.map((service) => service.stop()))
  })
}

async function restartUnder(players: readonly WalkPlayer[], service: ServiceProcess): Promise<void> {
  let isOver = false
  const playing = Promise.all(players.map((player) => player.openUntil(() => isOver)))
  const restarting = async () => {
    await sleep(AROUND_MS)
    await service.stop()
    await service.start()
    await sleep(AROUND_MS)
  }
  try {
    await Promise.race([restarting(), playing.then(() => {})])
  } finally {
    isOver = true
    await playing
  }
  const count = players.reduce((sum, { opened }) => sum + opened.length, 0)
  console.log(`     ${count} boxes were opened`)
}

function compare(players: readonly WalkPlayer[], wallet: Wallet, place: string): void {
  const { debits } = wallet.exportLedger(join(place, 'ledger.json'))
  const opened = players.flatMap((player) => player.opened).map((publicId) => `round:${publicId}`)
  const told = new Set(opened)
  const charged = new Set(debits)
  if (told.size !== opened.length) throw new Error('one round was told for two clicks')
  if (charged.size !== debits.length) throw new Error('a key was debited twice')
  const lost = [...told].filter((key) => !charged.has(key))
  const unknown = [...charged].filter((key) => !told.has(key))
  if (lost.length + unknown.length > 0)
    throw new Error(`opened and not debited: ${lost}; debited and not opened: ${unknown}`)
}

const secret = () => randomBytes(24).toString('hex')

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer())
  await Promise.all(servers.map((server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))))
  const ports = servers.map((server) => (server.address() as { port: number }).port)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}
