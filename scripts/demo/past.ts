import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { type Coffer, createCoffer } from '@coffer/operator-sdk'
import { type ReferenceOperator, startReferenceOperator } from '@coffer/reference-operator'
import { type OwnedContext, startService } from '@coffer/service'
import { LIMITS } from '@coffer/service/kernel'
import { type Config, type HttpClient, makeHttpClient, makeLog, readConfig } from '@coffer/service/platform'
import { operatorDataDir, type StartSettings } from '../start/settings.ts'
import { makePastClock, type PastClock } from './past-clock.ts'

/** Where the demo is made. The database is empty, and nothing else runs on it. */
export type DemoWish = { settings: StartSettings; databaseUrl: string }

/** Keys of an operator, as they were shown once. */
export type Secrets = { keyId: string; keySecret: string; outboundSecret: string }

/** The service and the casino as they were: the same programs, with their clock set back, where nobody else reaches them. */
export type Past = {
  ctx: OwnedContext
  clock: PastClock
  casino: ReferenceOperator
  /** Address of the service. */
  url: string
  /** The operator's own client. */
  signIn(secrets: Secrets): Coffer
  close(): Promise<void>
}

/** Events one after the other, so that whoever reads of them finds them in the order in which they happened. */
const IN_ORDER = { webhookProbeCount: 1, webhookBatchCount: 1 }
/** Longer than those of production: no request waits for the demo, and the machine that makes it may be slow. */
const PATIENT = { statementMs: 60_000, databaseSilenceMs: 30_000, databaseWaitMs: 60_000, databaseConnectMs: 30_000 }

/** Starts a service without loops and a casino without players. Wallet calls go to that casino, whatever host they name. */
export async function standInThePast(wish: DemoWish, start: Date): Promise<Past> {
  const clock = makePastClock(start)
  const now = () => clock.now().getTime()
  const config = configOf(wish)
  const log = makeLog(
    config.logLevel,
    createWriteStream(join(wish.settings.dataDir, 'logs', 'demo.log'), { flags: 'a' }),
  )
  const http = toTheCasino(makeHttpClient(config, { clock, limits: LIMITS }), () => casino.url)
  const limits = { ...IN_ORDER, ...PATIENT }
  const service = await startService(config, { migrate: false, jobs: false, clock, log, http, limits })
  const place = { port: 0, dataDir: operatorDataDir(wish.settings), quickCommits: true }
  const casino = await startReferenceOperator({ ...place, operators: [], baseUrl: service.url, now })
  return {
    ...{ ctx: service.ctx, clock, casino, url: service.url },
    signIn: ({ keyId, keySecret }) => createCoffer({ baseUrl: service.url, keyId, keySecret, now }),
    close: async () => {
      await casino.close()
      await service.close()
    },
  }
}

/** What the service is going to run with, but on a port of its own that only this machine reaches. */
export function configOf({ settings: { dataDir, baseUrl }, databaseUrl }: DemoWish): Config {
  const place = { COFFER_DATA_DIR: dataDir, DATABASE_URL: databaseUrl, COFFER_BASE_URL: baseUrl }
  const alone = { PORT: '0', HOST: '127.0.0.1', METRICS_PORT: '', COFFER_LOG_LEVEL: 'warn' }
  // A feed would have to say what rates were.
  return readConfig({ ...process.env, ...place, ...alone, COFFER_RATES_URL: '' })
}

/** Wallet calls name the address of today. Events go to where the casino was then, which its endpoint names. */
function toTheCasino(client: HttpClient, address: () => string): HttpClient {
  const thenOf = (url: URL) => (url.pathname.startsWith('/wallet/') ? address() + url.pathname : url.href)
  return {
    send: (request) => client.send({ ...request, url: thenOf(new URL(request.url)) }),
    close: () => client.close(),
  }
}
