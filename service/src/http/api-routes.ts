import { playRoutes } from '@coffer/contract/play'
import { publicRoutes } from '@coffer/contract/public'
import type { Route } from '@coffer/contract/route'
import { s2sRoutes } from '@coffer/contract/s2s'
import { present } from '../kernel/index.ts'
import type { Context, WebRequest, WebServer } from '../platform/index.ts'
import { authenticateBackend } from './authenticate-backend.ts'
import { authenticatePlayer, bearerOf } from './authenticate-player.ts'
import type { HttpAnswer } from './handlers.ts'
import { playHandlers } from './play/index.ts'
import { publicHandlers } from './public/index.ts'
import { type RawInput, readInput } from './read-input.ts'
import { s2sHandlers } from './s2s/index.ts'
import { sendAnswer } from './send-answer.ts'

/** A handler when its route's types are no longer known: `caller` is what the surface authenticates, `input` what it validated. */
type AnyHandler = (ctx: Context, caller: unknown, input: RawInput) => Promise<HttpAnswer>
type Routes = Record<string, Route>
type Authenticate = (name: string, request: WebRequest) => Promise<unknown>

/** Serves every route of the contract. */
export function addApiRoutes(app: WebServer, ctx: Context): void {
  addPlayRoutes(app, ctx)
  addBackendRoutes(app, ctx)
  addPublicRoutes(app, ctx)
}

/** Player routes find their session before the body is read. */
function addPlayRoutes(app: WebServer, ctx: Context): void {
  const handlers = playHandlers as unknown as Record<string, AnyHandler>
  const open = new Set(['initSession', 'logout'])
  const authenticate: Authenticate = async (name, request) =>
    open.has(name) ? bearerOf(request) : authenticatePlayer(ctx, request)
  addRoutes(app, ctx, playRoutes, handlers, 'onRequest', authenticate)
}

/** A signature covers the body, so it is checked when the bytes are here, and before their meaning is read. */
function addBackendRoutes(app: WebServer, ctx: Context): void {
  const handlers = s2sHandlers as unknown as Record<string, AnyHandler>
  const authenticate: Authenticate = (name, request) =>
    authenticateBackend(ctx, name as keyof typeof s2sRoutes, request)
  addRoutes(app, ctx, s2sRoutes, handlers, 'preValidation', authenticate)
}

function addPublicRoutes(app: WebServer, ctx: Context): void {
  const handlers = Object.entries(publicHandlers).map(([name, handler]): [string, AnyHandler] => {
    const anonymous = handler as unknown as (ctx: Context, input: RawInput) => Promise<HttpAnswer>
    return [name, (_ctx, _caller, input) => anonymous(ctx, input)]
  })
  addRoutes(app, ctx, publicRoutes, Object.fromEntries(handlers), 'onRequest', async () => null)
}

function addRoutes(
  app: WebServer,
  ctx: Context,
  routes: Routes,
  handlers: Record<string, AnyHandler>,
  when: 'onRequest' | 'preValidation',
  authenticate: Authenticate,
): void {
  const callers = new WeakMap<WebRequest, unknown>()
  for (const [name, route] of Object.entries(routes)) {
    const handle = present(handlers[name], `the route ${name} has a handler`)
    app.route({
      method: route.method,
      url: route.path,
      [when]: async (request: WebRequest) => {
        callers.set(request, await authenticate(name, request))
      },
      handler: async (request, reply) => {
        const answer = await handle(ctx, callers.get(request), readInput(route, request))
        return sendAnswer(ctx, route, request, reply, answer)
      },
    })
  }
}
