import type { ErrorCode } from '@coffer/contract/errors'
import type { FastifyReply } from 'fastify'
import { Refusal } from '../kernel/index.ts'
import type { FindKey } from '../operators/index.ts'
import { type Context, tokenHash, type WebRequest } from '../platform/index.ts'
import { addressName, giveLookBack, strangerLimitState, takeLook } from '../throttle/index.ts'
import { refuseLimited } from './rate-limits.ts'
import { type KnockKind, memoryOf } from './stranger-memory.ts'

export type Knock = { kind: KnockKind; token: string }

/** The answer to whoever is nobody. */
const NOBODY: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  ...(['SESSION_INVALID', 'SESSION_EXPIRED', 'LAUNCH_TOKEN_INVALID'] as const),
  ...(['KYC_SESSION_ENDED', 'STAFF_SESSION_INVALID', 'STAFF_LINK_INVALID', 'INVALID_SIGNATURE'] as const),
])

/** The answer about what is not there. */
const NOTHING_STATUS = 404

/**
 * Looks whose request it is, and keeps strangers from costing more looks than their address may. One that was nobody's a moment ago
 * is not looked up again. From an address that has used up its budget a token is looked up together with others first, so that the
 * players who share it with a stranger still come in. Throws what `look` throws, or RATE_LIMITED.
 */
export async function lookForCaller<T>(
  ctx: Context,
  request: WebRequest,
  reply: FastifyReply,
  { kind, token }: Knock,
  look: () => Promise<T>,
): Promise<T> {
  const { nobodies, callers, isKnown } = memoryOf(ctx)
  const name = `${kind} ${tokenHash(token).toString('hex')}`
  const nobody = nobodies.recall(name)
  if (nobody) throw new Refusal(nobody)
  const state = strangerLimitState(ctx, request.ip)
  if (!state.admitted && !(await isKnown(name, addressName(request.ip)))) throw refuseLimited(reply, state)
  try {
    const found = state.admitted ? await onBudget(ctx, request, look) : await look()
    callers.remember(name, true)
    return found
  } catch (error) {
    const nobodys = codeOfNobody(error)
    // A link of an operator that is suspended opens later.
    if (nobodys !== null && kind !== 'kycLink') nobodies.remember(name, nobodys)
    throw error
  }
}

/** The same for a signed request: from such an address its key is found together with others, and only its signature lets it in. */
export async function lookForKey<T>(
  ctx: Context,
  request: WebRequest,
  reply: FastifyReply,
  look: (find: FindKey) => Promise<T>,
): Promise<T> {
  const { findKey } = memoryOf(ctx)
  const state = strangerLimitState(ctx, request.ip)
  if (state.admitted) return onBudget(ctx, request, () => look((keyId) => findKey(keyId, null)))
  try {
    return await look((keyId) => findKey(keyId, addressName(request.ip)))
  } catch (error) {
    throw codeOfNobody(error) === null ? error : refuseLimited(reply, state)
  }
}

/**
 * Looks for what anybody may see, by an address that nobody guesses: only what is not there counts. From an address that has used up
 * its budget, what was there a moment ago is still served. Throws what `look` throws, or RATE_LIMITED.
 */
export async function lookForThing<T>(
  ctx: Context,
  request: WebRequest,
  reply: FastifyReply,
  look: () => Promise<T>,
): Promise<T> {
  const { things } = memoryOf(ctx)
  const [path = ''] = request.url.split('?')
  const state = strangerLimitState(ctx, request.ip)
  if (!state.admitted && things.recall(path) === null) throw refuseLimited(reply, state)
  const found = await onBudget(ctx, request, look)
  things.remember(path, true)
  return found
}

/** A look that the address pays for unless it is for somebody, or for something. */
async function onBudget<T>(ctx: Context, request: WebRequest, look: () => Promise<T>): Promise<T> {
  takeLook(ctx, request.ip)
  let isForNothing = false
  try {
    return await look()
  } catch (error) {
    isForNothing = codeOfNobody(error) !== null || (error instanceof Refusal && error.status === NOTHING_STATUS)
    throw error
  } finally {
    if (!isForNothing) giveLookBack(ctx, request.ip)
  }
}

function codeOfNobody(error: unknown): ErrorCode | null {
  return error instanceof Refusal && NOBODY.has(error.code) ? error.code : null
}
