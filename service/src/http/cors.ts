import type { FastifyReply } from 'fastify'
import type { WebRequest, WebServer } from '../platform/index.ts'
import { plainPath } from './request-target.ts'

const EXPOSED = 'Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, X-Request-Id, Coffer-Replayed'
const REMEMBERED_SECONDS = 600

/** Any origin may call the player API, which carries its credential in a header, and may read the public proofs. */
export function answerPreflights(app: WebServer): void {
  app.addHook('onRequest', async (request, reply) => {
    if (isOpen(request) && request.method === 'OPTIONS') return reply.code(204).send()
  })
}

export function setCorsHeaders(request: WebRequest, reply: FastifyReply): void {
  if (!isOpen(request)) return
  reply.header('access-control-allow-origin', '*')
  reply.header('access-control-expose-headers', EXPOSED)
  if (request.method !== 'OPTIONS') return
  reply.header('access-control-allow-methods', 'GET, POST')
  reply.header('access-control-allow-headers', 'Authorization, Content-Type')
  reply.header('access-control-max-age', String(REMEMBERED_SECONDS))
}

function isOpen(request: WebRequest): boolean {
  return /^\/(api\/play|fairness)\//.test(plainPath(request.raw.url ?? ''))
}
