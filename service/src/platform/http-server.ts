import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { finished, type Readable } from 'node:stream'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { invalidField, Refusal } from '../kernel/index.ts'
import type { TrustProxy } from './config.ts'
import type { Context } from './context.ts'
import { strangerLine } from './log.ts'
import type { Metrics } from './metrics.ts'

export type WebServer = FastifyInstance
export type WebRequest = FastifyRequest

declare module 'fastify' {
  interface FastifyRequest {
    /** As sent; the server's own parser never sees it, so that bytes come first and their meaning later. */
    contentType: string
    /** Whose request it was, for the log; null when nobody known sent it. */
    operatorSlug: string | null
  }
  interface FastifyContextConfig {
    /** The largest body of the route, */
    bodyBytes?: number
    /** and how long it may take to arrive. */
    bodyMs?: number
  }
}

/** A body above the limit is read on so far before it is refused: a client that is still sending would not hear the answer. */
const DRAIN_FACTOR = 16
const PARAM_CHARACTERS = 2048
/** Connections are looked at so often in the time that headers may take: slow ones are cut off at most that much later. */
const LOOKS_PER_TIMEOUT = 4

export type ServerParts = {
  metrics?: Metrics | null
  /** Answers what the router itself refuses, such as an address that cannot be decoded. */
  onUnroutable: (request: FastifyRequest, reply: FastifyReply) => void
}

/** A number of proxies is counted from the one that connects. Fastify trusts nobody for a mere number, so it gets a function. */
function trustOf(trust: TrustProxy) {
  return typeof trust === 'number' ? (_address: string, hop: number) => hop < trust : trust
}

/**
 * An HTTP server that hands each body on as raw bytes, gives each request an id of its own, sets the headers that every answer
 * has, and writes one log line per request of somebody known, and no more than so many of others, without query, body or anything
 * personal.
 */
export function makeHttpServer(ctx: Context, parts: ServerParts): WebServer {
  const app = Fastify({
    logger: false,
    genReqId: () => `req_${ctx.random.bytes(15).toString('base64url')}`,
    requestIdHeader: false,
    trustProxy: trustOf(ctx.config.trustProxy),
    return503OnClosing: false,
    requestTimeout: ctx.limits.requestMs + ctx.limits.kycUploadMs,
    http: {
      headersTimeout: ctx.limits.requestMs,
      connectionsCheckingInterval: ctx.limits.requestMs / LOOKS_PER_TIMEOUT,
    },
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: PARAM_CHARACTERS, querystringParser: () => ({}) },
    frameworkErrors: (_error, request, reply) => {
      setCommonHeaders(ctx, request, reply)
      parts.onUnroutable(request, reply as FastifyReply)
    },
  })
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true })
  app.decorateRequest('contentType', '')
  app.decorateRequest('operatorSlug', null)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (request, payload, done) => {
    readBody(payload as Readable, request.routeOptions.config.bodyBytes ?? ctx.limits.bodyBytes).then(
      (body) => done(null, body),
      (error) => done(isCutOff(error) ? invalidField('body', 'ended before it was whole') : error),
    )
  })
  app.addHook('onRequest', async (request, reply) => {
    hideContentType(request)
    setCommonHeaders(ctx, request, reply)
    limitBodyTime(ctx, request.raw, request.routeOptions.config.bodyMs ?? ctx.limits.requestMs)
  })
  app.addHook('onResponse', async (request, reply) => logRequest(ctx, request, reply, parts.metrics ?? null))
  closeUnusedConnections(app)
  return app
}

/**
 * A server that closes waits for requests, and not for connections without one. Node closes the idle ones once, when it begins. This closes
 * those on which nothing has come yet, as browsers open them in advance, and the others when all their requests have been answered.
 */
function closeUnusedConnections(app: WebServer): void {
  const unanswered = new Map<Socket, number>()
  let isClosing = false
  const count = (socket: Socket, change: number) => {
    const left = (unanswered.get(socket) ?? 0) + change
    // A socket that has closed is not added again.
    if (unanswered.has(socket)) unanswered.set(socket, left)
    return left
  }
  app.server.on('connection', (socket: Socket) => {
    unanswered.set(socket, 0)
    socket.once('close', () => unanswered.delete(socket))
  })
  app.addHook('onRequest', (request, _reply, done) => {
    count(request.raw.socket, 1)
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    const { socket } = request.raw
    if (count(socket, -1) === 0 && isClosing) socket.destroySoon()
    done()
  })
  app.addHook('preClose', async () => {
    isClosing = true
    // What has already arrived is read first.
    setImmediate(() => {
      for (const socket of unanswered.keys()) if (socket.bytesRead === 0) socket.destroy()
    })
  })
}

function hideContentType(request: FastifyRequest): void {
  request.contentType = request.raw.headers['content-type'] ?? ''
  delete request.raw.headers['content-type']
}

/** Whether anybody reads the body or not, and though the request was answered before: what is still on its way is cut off. */
function limitBodyTime({ clock }: Context, request: IncomingMessage, bodyMs: number): void {
  const { headers, socket } = request
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
  const cancel = clock.after(bodyMs, () => {
    if (!request.complete) socket.destroy()
  })
  const clear = () => {
    cancel()
    socket.off('close', clear)
  }
  request.once('end', clear).once('close', clear)
  // Of one that was answered before it had come, only the connection shows the end.
  socket.once('close', clear)
}

/** For what is no page: nothing runs, nothing is loaded, nothing frames it. Pages set a policy of their own. */
const NO_PAGE_POLICY = "default-src 'none'; frame-ancestors 'none'"
/** None of our pages needs a device of its reader, but for the wizard of verifications, which says so. */
const NO_DEVICES = permissionsPolicy('()')

/** `camera` is the list of who may use it. */
export function permissionsPolicy(camera: '()' | '(self)'): string {
  const others = ['accelerometer', 'display-capture', 'geolocation', 'gyroscope', 'magnetometer', 'microphone']
  const never = [...others, 'midi', 'payment', 'serial', 'usb'].map((feature) => `${feature}=()`)
  return [`camera=${camera}`, ...never].join(', ')
}

function setCommonHeaders(ctx: Context, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id)
  reply.header('x-content-type-options', 'nosniff')
  reply.header('referrer-policy', 'no-referrer')
  reply.header('content-security-policy', NO_PAGE_POLICY)
  reply.header('permissions-policy', NO_DEVICES)
  if (ctx.config.baseUrl.startsWith('https://')) {
    reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
  }
}

function logRequest(ctx: Context, request: FastifyRequest, reply: FastifyReply, metrics: Metrics | null): void {
  const route = request.routeOptions.url ?? 'unknown'
  const { method } = request
  const ms = Math.round(reply.elapsedTime * 10) / 10
  metrics?.request(route, method, reply.statusCode, ms)
  const line = { requestId: request.id, method, route, status: reply.statusCode, ms }
  if (request.operatorSlug) ctx.log.plain.info({ ...line, operator: request.operatorSlug }, 'request')
  else strangerLine(ctx, () => ctx.log.plain.info(line, 'request'))
}

/** Judged here, where the client's connection is read: the same code from another connection says nothing of the request. */
function isCutOff(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
}

/** All bytes of a body. Throws BODY_TOO_LARGE, and what the stream throws when it ends too early. */
export function readBody(payload: Readable, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const isEndless = () => bytes > limit * DRAIN_FACTOR
    payload.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= limit) chunks.push(chunk)
      if (isEndless()) payload.destroy()
    })
    // It says so too of a body that was cut off before anybody asked for it.
    finished(payload, { writable: false }, (error) => {
      if (error && !isEndless()) reject(error)
      else if (bytes > limit) reject(new Refusal('BODY_TOO_LARGE'))
      else resolve(Buffer.concat(chunks))
    })
  })
}

/** A reason why a process cannot start that the person who starts it can resolve. The message states it and the remedy in one line. */
export class StartProblem extends Error {}

/** Where a server listens, and the settings that say so. */
export type ListenPlace = { port: number; host: string; portSetting: string; hostSetting: string }

/** The problem behind a server that could not listen; the error itself when no setting resolves it. */
export function listenProblem(error: unknown, place: ListenPlace): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const { port, host, portSetting, hostSetting } = place
  const at = `port ${port} of ${host}`
  const elsewhere = `choose another port: ${portSetting}=${port < FIRST_FREE ? port + 8_000 : port < 65_000 ? port + 100 : port - 100}`
  switch (code) {
    case 'EADDRINUSE':
      return new StartProblem(`Another program listens on ${at} (EADDRINUSE): end it, or ${elsewhere}.`)
    case 'EACCES':
      return new StartProblem(
        `This user may not listen on ${at} (EACCES), as on most below ${FIRST_FREE}: ${elsewhere}.`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartProblem(`${host} is no address of this machine (${code}): set ${hostSetting} to one that is.`)
    default:
      return error
  }
}

/** Ports below are for the superuser, unless the system is set otherwise. */
const FIRST_FREE = 1_024
