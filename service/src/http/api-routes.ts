import { adminRoutes } from '@coffer/contract/admin'
import { kycPageRoutes } from '@coffer/contract/kyc'
import { playRoutes } from '@coffer/contract/play'
import { publicRoutes } from '@coffer/contract/public'
import type { Route } from '@coffer/contract/route'
import { type PurchaseBody, s2sRoutes } from '@coffer/contract/s2s'
import type { FastifyReply } from 'fastify'
import { present } from '../kernel/index.ts'
import type { KycBrowser } from '../kyc/index.ts'
import type { Context, WebRequest, WebServer } from '../platform/index.ts'
import type { Session } from '../sessions/index.ts'
import type { Client, StaffSession } from '../staff/index.ts'
import {
  assertScope,
  authenticateBackend,
  authenticateKycPage,
  authenticatePlayer,
  authenticateStaff,
  type Backend,
  type KycVisitor,
  kycVisitorOf,
  limitInit,
  type Visitor,
  visitorOf,
} from './authenticate.ts'
import type { AnyAnswer } from './handlers.ts'
import { limitKyc, limitOpens, limitRotations } from './rate-limits.ts'
import { type RawInput, readInput } from './read-input.ts'
import { sendAnswer } from './send-answer.ts'
import { lookForThing } from './strangers.ts'
import { adminHandlers, kycHandlers, playHandlers, publicHandlers, s2sHandlers } from './subjects.ts'
import { whoIsAskedFor } from './who.ts'

/** A handler when its route's types are no longer known: `who` is whom the surface found, `input` what it validated. */
type AnyHandler = (ctx: Context, who: unknown, input: RawInput) => Promise<AnyAnswer>

/** What came of a request that was let in. */
type Asked = { name: string; route: Route; request: WebRequest; reply: FastifyReply; input: RawInput }

/** The routes of one surface, and what happens before each of them. */
type Surface<Caller> = {
  routes: Record<string, Route>
  handlers: object
  when: 'onRequest' | 'preValidation'
  /** `isAgain`: the request was authenticated before its body was read. */
  authenticate(name: string, request: WebRequest, reply: FastifyReply, isAgain: boolean): Promise<Caller>
  /** Limits, or refuses, what only the input shows. */
  limit?(caller: Caller, asked: Asked): Promise<void>
  /** Whom the handler is given; the caller where nobody else is to be found. */
  find?(caller: Caller, asked: Asked): Promise<unknown>
  /** Stands around the handler. */
  within?(asked: Asked, answer: () => Promise<AnyAnswer>): Promise<AnyAnswer>
}

/** Serves every route of the contract. */
export function addApiRoutes(app: WebServer, ctx: Context): void {
  addRoutes(app, ctx, playSurface(ctx))
  addRoutes(app, ctx, backendSurface(ctx))
  addRoutes(app, ctx, publicSurface(ctx))
  addRoutes(app, ctx, kycPageSurface(ctx))
  addRoutes(app, ctx, adminSurface(ctx))
}

/** Player routes find their session before the body is read. */
function playSurface(ctx: Context): Surface<Session | Visitor> {
  const routes: Record<string, Route> = playRoutes
  return {
    routes,
    handlers: playHandlers,
    when: 'onRequest',
    authenticate: async (name, request, reply) =>
      routes[name]?.player === 'session' ? authenticatePlayer(ctx, request, reply) : visitorOf(ctx, request, reply),
    limit: async (caller, { name, route, request, reply, input }) => {
      if (name === 'initSession')
        await limitInit(ctx, reply, request, (input.body as { launchToken: string }).launchToken)
      if (!('owner' in caller)) return
      await limitOpens(ctx, reply, route, caller)
      await limitRotations(ctx, reply, name, caller)
    },
  }
}

/** A signature covers the body, so it is checked when the bytes are here, and before their meaning is read. */
function backendSurface(ctx: Context): Surface<Backend> {
  return {
    routes: s2sRoutes,
    handlers: s2sHandlers,
    when: 'preValidation',
    authenticate: (name, request, reply) => authenticateBackend(ctx, name as keyof typeof s2sRoutes, request, reply),
    limit: async (caller, { name, route, reply, input }) => {
      const { playerExternalId, funding } = (input.body ?? {}) as PurchaseBody
      const player = { operator: caller.operator, playerExternalId }
      await limitOpens(ctx, reply, route, player)
      await limitKyc(ctx, reply, name, player)
      await limitRotations(ctx, reply, name, player)
      if (funding === 'operator') assertScope(caller, 'funding')
    },
    find: (caller, { route, input }) => whoIsAskedFor(ctx, route, caller, input),
  }
}

/** The verification page's own API: whose it is, its cookie says, once it has taken its link. */
function kycPageSurface(ctx: Context): Surface<KycBrowser | KycVisitor> {
  return {
    routes: kycPageRoutes,
    handlers: kycHandlers,
    when: 'onRequest',
    authenticate: async (name, request, reply) =>
      name === 'openKycLink' ? kycVisitorOf(ctx, request, reply) : authenticateKycPage(ctx, name, request, reply),
  }
}

/** Reads the session after the body has arrived, so that a member of staff who is disabled in between is refused. */
function adminSurface(ctx: Context): Surface<StaffSession | Client> {
  return {
    routes: adminRoutes,
    handlers: adminHandlers,
    when: 'preValidation',
    authenticate: (name, request, reply, isAgain) =>
      authenticateStaff(ctx, adminRoutes[name as keyof typeof adminRoutes], request, reply, { isAgain }),
  }
}

/** Nobody signs these: the address that asks pays for what is not there. */
function publicSurface(ctx: Context): Surface<null> {
  return {
    routes: publicRoutes,
    handlers: publicHandlers,
    when: 'onRequest',
    authenticate: async () => null,
    within: ({ request, reply }, answer) => lookForThing(ctx, request, reply, answer),
  }
}

function addRoutes<Caller>(app: WebServer, ctx: Context, surface: Surface<Caller>): void {
  const callers = new WeakMap<WebRequest, Caller>()
  for (const [name, route] of Object.entries(surface.routes)) {
    const handle = present((surface.handlers as Record<string, AnyHandler>)[name], `the route ${name} has a handler`)
    const authenticate = async (request: WebRequest, reply: FastifyReply) => {
      callers.set(request, await surface.authenticate(name, request, reply, callers.has(request)))
    }
    app.route({
      method: route.method,
      url: route.path,
      config: bodyLimits(ctx, route),
      [surface.when]: authenticate,
      // A large body is not read before its sender is known. Afterwards the session may have ended.
      ...(route.upload !== undefined && { onRequest: authenticate }),
      handler: async (request, reply) => {
        const caller = callers.get(request) as Caller
        const asked = { name, route, request, reply, input: readInput(route, request) }
        await surface.limit?.(caller, asked)
        const who = surface.find ? await surface.find(caller, asked) : caller
        const answer = () => handle(ctx, who, asked.input)
        const answered = surface.within ? await surface.within(asked, answer) : await answer()
        return sendAnswer(ctx, route, request, reply, answered)
      },
    })
  }
}

/** An upload is larger than what is typed, and arrives more slowly. */
function bodyLimits({ limits }: Context, { upload }: Route): { bodyBytes: number; bodyMs: number } {
  if (upload === undefined) return { bodyBytes: limits.bodyBytes, bodyMs: limits.requestMs }
  const bodyBytes = { photo: limits.kycImageBytes, picture: limits.mediaBytes, valueFile: limits.valueUploadBytes }
  return { bodyBytes: bodyBytes[upload], bodyMs: limits.kycUploadMs }
}
