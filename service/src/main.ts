import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { countHeldValues } from './catalog/index.ts'
import { type ContextOverrides, makeContext, type OwnedContext } from './context.ts'
import { buildServer, unbuiltWords } from './http/index.ts'
import { startJobs } from './jobs/index.ts'
import {
  askLogins,
  type Config,
  databasePlace,
  isDatabaseBehind,
  isDatabaseGone,
  type ListenPlace,
  type Logins,
  listenProblem,
  loginsOf,
  type Metrics,
  makeMetrics,
  migrate,
  StartProblem,
  serveMetrics,
  type WebServer,
} from './platform/index.ts'
import { makeReadiness } from './readiness.ts'
import { masterKeyFault, prepareLater, prepareSealing } from './sealing/index.ts'
import { endReports } from './throttle/index.ts'
import { readVersion } from './version.ts'

export type Service = {
  /** Where it listens, without a trailing slash. */
  url: string
  port: number
  ctx: OwnedContext
  /**
   * Not ready from now on; in production listens for `limits.drainMs` more. Then lets the requests in flight finish, for
   * `limits.shutdownMs` at most, and ends everything. Again is the same ending.
   */
  close(): Promise<void>
}

export type ServiceOverrides = ContextOverrides & {
  /** False leaves the schema as it is, whatever the configuration says. */
  migrate?: boolean
  /** False starts no loops: whoever embeds the service runs each pass itself. */
  jobs?: boolean
}

/** Starts one process of the service. With port 0 the system picks one, and a base URL that names no other follows it. */
export async function startService(given: Config, overrides: ServiceOverrides = {}): Promise<Service> {
  const logins = loginsOf(given)
  // Without the owner's address nobody here could migrate, and `/readyz` says when somebody has to.
  if (given.databaseUrl && (overrides.migrate ?? given.migrateOnStart))
    await migrate(given.databaseUrl.reveal(), logins)
  const config = { ...given }
  const ctx = makeContext(config, overrides)
  try {
    return await listen(ctx, config, logins, overrides)
  } catch (error) {
    // Its pools would keep the process alive, without a door and without an owner.
    await ctx.close()
    throw error
  }
}

async function listen(
  ctx: OwnedContext,
  config: Config,
  logins: Logins,
  overrides: ServiceOverrides,
): Promise<Service> {
  await askLogins(ctx.db)
  const isPrepared = await askMasterKey(ctx)
  let stopping = false
  const metrics = config.metricsPort === null ? null : await makeMetrics(ctx, () => countHeldValues(ctx))
  const readiness = makeReadiness(ctx, logins.jobs.reveal(), () => stopping, readVersion())
  const app = buildServer(ctx, { readiness, metrics })
  const place = { port: config.port, host: config.host, portSetting: 'PORT', hostSetting: 'HOST' }
  await app.listen({ port: config.port, host: config.host }).catch(inWords(place))
  const port = (app.server.address() as AddressInfo).port
  const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
  if (config.port === 0) Object.assign(config, { port, ...(config.baseUrl.endsWith(':0') && { baseUrl: url }) })
  const metricsServer = metrics && (await listenForMetrics(metrics, config).catch(closing(app)))
  const stopJobs = (overrides.jobs ?? true) ? startJobs(ctx) : async () => {}
  const stopPreparing = isPrepared ? async () => {} : prepareLater(ctx)
  ctx.log.info({ url, env: config.environment, database: databasePlace(logins.app.reveal()) }, 'listening')
  const unbuilt = await unbuiltWords()
  if (unbuilt !== null) ctx.log.warn({ unbuilt }, 'not ready')
  let ending: Promise<void> | null = null
  const end = async () => {
    stopping = true
    await Promise.all([drain(ctx).then(() => closeServer(app, ctx)), stopJobs(), stopPreparing()])
    metricsServer?.close()
    await endReports(ctx)
    await ctx.close()
  }
  return { url, port, ctx, close: () => (ending ??= end()) }
}

/**
 * Ends a process that has another master key than its database. False for a database that cannot be asked yet, or is behind: that is for
 * `/readyz` to report.
 */
async function askMasterKey(ctx: OwnedContext): Promise<boolean> {
  try {
    await prepareSealing(ctx)
    const fault = await masterKeyFault(ctx)
    if (fault === null) return true
    throw new StartProblem(fault)
  } catch (error) {
    if (isDatabaseGone(error) || isDatabaseBehind(error)) return false
    throw error
  }
}

function listenForMetrics(metrics: Metrics, { metricsPort, metricsHost: host }: Config): Promise<Server> {
  const port = metricsPort ?? 0
  const place = { port, host, portSetting: 'METRICS_PORT', hostSetting: 'METRICS_HOST' }
  return serveMetrics(metrics, port, host).catch(inWords(place))
}

function inWords(place: ListenPlace) {
  return (error: unknown): never => {
    throw listenProblem(error, place)
  }
}

/** What failed after the server listened takes the server with it. */
function closing(app: WebServer) {
  return async (error: unknown): Promise<never> => {
    await app.close()
    throw error
  }
}

/** Whoever sends requests here learns from `/readyz` that it should stop, and until it has, finds an open door. */
async function drain(ctx: OwnedContext): Promise<void> {
  if (ctx.config.environment === 'production') await ctx.clock.sleep(ctx.limits.drainMs)
}

async function closeServer(app: WebServer, ctx: OwnedContext): Promise<void> {
  const cancel = ctx.clock.after(ctx.limits.shutdownMs, () => app.server.closeAllConnections())
  await app.close()
  cancel()
}
