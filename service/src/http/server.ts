import type { FastifyReply } from 'fastify'
import { Refusal } from '../kernel/index.ts'
import { makeHttpServer } from '../platform/http-server.ts'
import type { Context, Metrics, WebRequest, WebServer } from '../platform/index.ts'
import { addApiRoutes } from './api-routes.ts'
import { answerPreflights, setCorsHeaders } from './cors.ts'
import { addPages } from './pages/index.ts'
import { addProbes, type Readiness } from './probes.ts'
import { isCanonical, plainPath } from './request-target.ts'
import { sendThrown } from './send-answer.ts'

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
