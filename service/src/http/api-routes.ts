import { adminRoutes } from '@coffer/contract/admin'
import { kycPageRoutes } from '@coffer/contract/kyc'
import { playRoutes } from '@coffer/contract/play'
import { publicRoutes } from '@coffer/contract/public'
import type { Route } from '@coffer/contract/route'
import { type PurchaseBody, s2sRoutes } from '@coffer/contract/s2s'
import type { FastifyReply } from 'fastify'
import { present } from '../kernel/index.ts'
import type { Caller } from '../operators/index.ts'
import type { Context, WebRequest, WebServer } from '../platform/index.ts'
import type { Session } from '../sessions/index.ts'
import { adminHandlers } from './admin/index.ts'
import { authenticateBackend } from './authenticate-backend.ts'
import { authenticateKycPage } from './authenticate-kyc-page.ts'
import { authenticatePlayer, visitorOf } from './authenticate-player.ts'
import { authenticateStaff } from './authenticate-staff.ts'
import type { AnyAnswer } from './handlers.ts'
import { kycPageHandlers } from './kyc/index.ts'
import { limitInit } from './limit-init.ts'
import { playHandlers } from './play/index.ts'
import { publicHandlers } from './public/index.ts'
import { limitKyc, limitOpens, limitRotations } from './rate-limits.ts'
import { type RawInput, readInput } from './read-input.ts'
import { s2sHandlers } from './s2s/index.ts'
import { sendAnswer } from './send-answer.ts'
import { lookForThing } from './strangers.ts'

/** A handler when its route's types are no longer known: `caller` is what the surface authenticates, `input` what it validated. */
type AnyHandler = (ctx: Context, caller: unknown, input: RawInput) => Promise<AnyAnswer>

/** The routes of one surface, and what happens before each of them. */
type Surface = {
  routes: Record<string, Route>
  handlers: Record<string, AnyHandler>
  when: 'onRequest' | 'preValidation'
  authenticate(name: string, request: WebRequest, reply: FastifyReply): Promise<unknown>
  /** Limits what only the input tells. */
  limit?(
    name: string,
    request: WebRequest,
    reply: FastifyReply,
    read: { caller: unknown; input: RawInput },
  ): Promise<void>
}

/** Serves every route of the contract. */
export function addApiRoutes(app: WebServer, ctx: Context): void {
  const surfaces = [playSurface(ctx), backendSurface(ctx), publicSurface(), kycPageSurface(ctx), adminSurface(ctx)]
  for (const surface of surfaces) addRoutes(app, ctx, surface)
}

/** Player routes find their session before the body is read. */
function playSurface(ctx: Context): Surface {
  const open = new Set(['initSession', 'logout'])
  return {
    routes: playRoutes,
    handlers: playHandlers as unknown as Record<string, AnyHandler>,
    when: 'onRequest',
    authenticate: async (name, request, reply) =>
      open.has(name) ? visitorOf(ctx, request, reply) : authenticatePlayer(ctx, request, reply),
    limit: async (name, request, reply, { caller, input }) => {
      if (name === 'initSession')
        await limitInit(ctx, reply, request, (input.body as { launchToken: string }).launchToken)
      else if (!open.has(name)) {
        await limitOpens(ctx, reply, name, caller as Session)
        await limitRotations(ctx, reply, name, caller as Session)
      }
    },
  }
}

/** A signature covers the body, so it is checked when the bytes are here, and before their meaning is read. */
function backendSurface(ctx: Context): Surface {
  return {
    routes: s2sRoutes,
    handlers: s2sHandlers as unknown as Record<string, AnyHandler>,
    when: 'preValidation',
    authenticate: (name, request, reply) => authenticateBackend(ctx, name as keyof typeof s2sRoutes, request, reply),
    limit: async (name, _request, reply, { caller, input }) => {
      const { playerExternalId } = (input.body ?? {}) as PurchaseBody
      const player = { operator: (caller as Caller).operator, playerExternalId }
      await limitOpens(ctx, reply, name, player)
      await limitKyc(ctx, reply, name, player)
      await limitRotations(ctx, reply, name, player)
    },
  }
}

/** The verification page's own API: whose it is, its cookie tells. */
function kycPageSurface(ctx: Context): Surface {
  return {
    routes: kycPageRoutes,
    handlers: kycPageHandlers as unknown as Record<string, AnyHandler>,
    when: 'onRequest',
    authenticate: (name, request, reply) => authenticateKycPage(ctx, name, request, reply),
  }
}

function adminSurface(ctx: Context): Surface {
  return {
    routes: adminRoutes,
    handlers: adminHandlers as unknown as Record<string, AnyHandler>,
    when: 'onRequest',
    authenticate: (name, request, reply) => authenticateStaff(ctx, name as keyof typeof adminRoutes, request, reply),
  }
}

/** Nobody signs these: the address that asks pays for what is not there. */
function publicSurface(): Surface {
  const handlers = Object.entries(publicHandlers).map(([name, handler]): [string, AnyHandler] => {
    const anonymous = handler as unknown as (ctx: Context, input: RawInput) => Promise<AnyAnswer>
    return [
      name,
      (ctx, caller, input) => {
        const { request, reply } = caller as { request: WebRequest; reply: FastifyReply }
        return lookForThing(ctx, request, reply, () => anonymous(ctx, input))
      },
    ]
  })
  return {
    routes: publicRoutes,
    handlers: Object.fromEntries(handlers),
    when: 'onRequest',
    authenticate: async (_name, request, reply) => ({ request, reply }),
  }
}

function addRoutes(app: WebServer, ctx: Context, { routes, handlers, when, authenticate, limit }: Surface): void {
  const callers = new WeakMap<WebRequest, unknown>()
  for (const [name, route] of Object.entries(routes)) {
    const handle = present(handlers[name], `the route ${name} has a handler`)
    app.route({
      method: route.method,
      url: route.path,
      config: bodyLimits(ctx, route),
      [when]: async (request: WebRequest, reply: FastifyReply) => {
        callers.set(request, await authenticate(name, request, reply))
      },
      handler: async (request, reply) => {
        const caller = callers.get(request)
        const input = readInput(route, request)
        await limit?.(name, request, reply, { caller, input })
        return sendAnswer(ctx, route, request, reply, await handle(ctx, caller, input))
      },
    })
  }
}

/** What is sent from a phone is larger than what is typed, and comes more slowly. */
function bodyLimits({ limits }: Context, { receives }: Route): { bodyBytes: number; bodyMs: number } {
  if (receives === 'image') return { bodyBytes: limits.kycImageBytes, bodyMs: limits.kycUploadMs }
  return { bodyBytes: limits.bodyBytes, bodyMs: limits.requestMs }
}
