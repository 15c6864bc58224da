import type { SignedRoute } from '@coffer/contract/route'
import { SCOPE_OF, type Scope, s2sRoutes } from '@coffer/contract/s2s'
import { SIGNING_HEADERS } from '@coffer/contract/signing'
import type { FastifyReply } from 'fastify'
import { Refusal } from '../kernel/index.ts'
import { authenticateRequest, type Caller } from '../operators/index.ts'
import type { Context, WebRequest } from '../platform/index.ts'
import { limitKey } from './rate-limits.ts'
import { bodyBytes, peekField } from './read-input.ts'
import { lookForKey } from './strangers.ts'

/** Checks the signature over the raw target and the raw bytes, then the key's rate limit, then the scope that the route needs. */
export async function authenticateBackend(
  ctx: Context,
  name: keyof typeof s2sRoutes,
  request: WebRequest,
  reply: FastifyReply,
): Promise<Caller> {
  const sent = {
    keyId: headerOf(request, SIGNING_HEADERS.keyId),
    timestamp: headerOf(request, SIGNING_HEADERS.timestamp),
    nonce: headerOf(request, SIGNING_HEADERS.nonce),
    signature: headerOf(request, SIGNING_HEADERS.signature),
    method: request.method,
    target: request.raw.url ?? '',
    body: bodyBytes(request),
    refusesRepeats: () => refusesRepeats(s2sRoutes[name], request),
  }
  const caller = await lookForKey(ctx, request, reply, (find) => authenticateRequest(ctx, { ...sent, find }))
  request.operatorSlug = caller.operator.slug
  await limitKey(ctx, reply, caller)
  const scope = SCOPE_OF[name]
  if (scope !== null) assertScope(caller, scope)
  return caller
}

/** Whether nothing but its signature tells a request from an earlier one. */
function refusesRepeats(route: SignedRoute, request: WebRequest): boolean {
  if (!('repeat' in route) || route.repeat === 'reads') return false
  if (route.repeat === 'refused') return true
  const { by } = route.repeat
  return !route.path.includes(`:${by}`) && peekField(request, by) === undefined
}

/** Throws SCOPE_MISSING. */
export function assertScope(caller: Caller, scope: Scope): void {
  if (!caller.scopes.includes(scope)) throw new Refusal('SCOPE_MISSING')
}

function headerOf(request: WebRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}
