import type { FastifyReply } from 'fastify'
import { Refusal } from '../kernel/index.ts'
import { makeHttpServer } from '../platform/http-server.ts'
import type { Context, Metrics, WebRequest, WebServer } from '../platform/index.ts'
import { addApiRoutes } from './api-routes.ts'
import { addPages } from './pages/index.ts'
import { sendJson, sendThrown } from './send-answer.ts'

/** What `/readyz` asks of the process. */
export type Readiness = {
  /** Why the process should get no requests now; empty when it may. */
  obstacles(): Promise<string[]>
  version: { version: string; commit: string | null; node: string }
}

export type ServerOptions = {
  readiness: Readiness
  metrics?: Metrics | null
}

/** The whole HTTP side of a process: the APIs of the contract, the pages and the probes. */
export function buildServer(ctx: Context, options: ServerOptions): WebServer {
  const app = makeHttpServer(ctx, {
    metrics: options.metrics ?? null,
    onUnroutable: (request, reply) => {
      setSurfaceHeaders(request, reply)
      sendThrown(ctx, request, reply, new Refusal('NOT_FOUND'))
    },
  })
  app.addHook('onRequest', async (request, reply) => {
    setSurfaceHeaders(request, reply)
    if (!isCanonical(request.raw.url ?? '')) throw new Refusal('NOT_FOUND')
  })
  answerPreflights(app)
  app.setErrorHandler((error, request, reply) => sendThrown(ctx, request, reply, error))
  app.setNotFoundHandler((request, reply) => sendThrown(ctx, request, reply, new Refusal('NOT_FOUND')))
  addApiRoutes(app, ctx)
  addProbes(app, options.readiness)
  addPages(app, ctx)
  return app
}

/** What every answer of a surface has, whatever becomes of the request. */
function setSurfaceHeaders(request: WebRequest, reply: FastifyReply): void {
  if (/^\/(kyc\/)?api\//.test(plainPath(request.raw.url ?? ''))) reply.header('cache-control', 'no-store')
  setCorsHeaders(request, reply)
}

/** Any origin may call the player API, which carries its credential in a header, and may read the public proofs. */
function answerPreflights(app: WebServer): void {
  app.addHook('onRequest', async (request, reply) => {
    if (isOpen(request) && request.method === 'OPTIONS') return reply.code(204).send()
  })
}

const EXPOSED = 'Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, X-Request-Id, Coffer-Replayed'
const REMEMBERED_SECONDS = 600

/**
 * Headers that monitoring tools of a casino's page add to each of its requests. Without permission for them a browser sends none of the
 * page's requests. Nothing of ours reads, trusts or logs them: an id of a request is always our own.
 */
const TRACING_HEADERS = [
  // W3C Trace Context and Baggage: OpenTelemetry and most tools.
  ...['traceparent', 'tracestate', 'baggage', 'correlation-context'],
  // Sentry, New Relic, Elastic, Instana, Dynatrace, AppDynamics, SkyWalking.
  ...[
    'sentry-trace',
    'newrelic',
    'x-newrelic-id',
    'elastic-apm-traceparent',
    'x-instana-t',
    'x-instana-s',
    'x-instana-l',
  ],
  ...['x-dtpc', 'x-dtreferer', 'adrum', 'sw8'],
  // Datadog.
  ...['x-datadog-trace-id', 'x-datadog-parent-id', 'x-datadog-origin', 'x-datadog-sampling-priority', 'x-datadog-tags'],
  // Zipkin and Jaeger.
  ...['b3', 'x-b3-traceid', 'x-b3-spanid', 'x-b3-parentspanid', 'x-b3-sampled', 'x-b3-flags', 'uber-trace-id'],
  // Application Insights, Google Cloud, AWS X-Ray, and ids that pages make themselves.
  ...['request-id', 'request-context', 'x-cloud-trace-context', 'x-amzn-trace-id', 'x-request-id', 'x-correlation-id'],
]

/**
 * What a page of another origin may send. The list is the same for every question, so an answer holds for all of them as long as a
 * browser keeps it, and needs no `Vary`; a list that repeats what was asked would need both care and one.
 */
const ALLOWED_HEADERS = ['Authorization', 'Content-Type', ...TRACING_HEADERS].join(', ')

function setCorsHeaders(request: WebRequest, reply: FastifyReply): void {
  if (!isOpen(request)) return
  reply.header('access-control-allow-origin', '*')
  reply.header('access-control-expose-headers', EXPOSED)
  if (request.method !== 'OPTIONS') return
  reply.header('access-control-allow-methods', 'GET, POST')
  reply.header('access-control-allow-headers', ALLOWED_HEADERS)
  reply.header('access-control-max-age', String(REMEMBERED_SECONDS))
}

function isOpen(request: WebRequest): boolean {
  return /^\/(api\/play|fairness)\//.test(plainPath(request.raw.url ?? ''))
}

/** `/healthz`: the process lives. `/readyz`: it can serve. `/version`: what it is. */
function addProbes(app: WebServer, readiness: Readiness): void {
  app.get('/healthz', async (_request, reply) => sendJson(reply, { status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const obstacles = await readiness.obstacles()
    if (obstacles.length === 0) return sendJson(reply, { status: 'ready' })
    return sendJson(reply.code(503), { status: 'not_ready', obstacles })
  })
  app.get('/version', async (_request, reply) => sendJson(reply, readiness.version))
}

/**
 * What needs no encoding and is never encoded: a route must have one spelling, for whoever filters by it as for the router. The tilde
 * is not in it: form encoders write it as %7E, it stands in ids only, and no route has one.
 */
const NEEDLESSLY_ENCODED = /%(?:2[de]|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9a])/i

/** Whether a request target is spelled as the routes are: no encoded letter, no empty or dot segment, no backslash. */
function isCanonical(target: string): boolean {
  const path = pathOf(target)
  return path.startsWith('/') && !NEEDLESSLY_ENCODED.test(path) && !/\/\/|\\|#|\/\.{1,2}(?=\/|$)/.test(path)
}

/** The path that a lenient reader takes a target for: it shows the surface that even a badly spelled target belongs to. */
function plainPath(target: string): string {
  if (isCanonical(target) && !target.includes('%')) return pathOf(target)
  const path = pathOf(target).replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '')
  const decoded = path.replace(/%([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  const { pathname } = new URL(`http://plain/${decoded.replace(/[?#]/g, '_')}`)
  return new URL(`http://plain${pathname.replace(/\/{2,}/g, '/')}`).pathname
}

function pathOf(target: string): string {
  const end = target.indexOf('?')
  return end === -1 ? target : target.slice(0, end)
}
