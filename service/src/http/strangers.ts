import type { ErrorCode } from '@coffer/contract/errors'
import type { FastifyReply } from 'fastify'
import { Refusal } from '../kernel/index.ts'
import { listKnownBrowsers, listKnownLinks } from '../kyc/index.ts'
import { type FindKey, findKey, findKeys } from '../operators/index.ts'
import { type Context, lookTogether, type Tx, tokenHash, type WebRequest } from '../platform/index.ts'
import { listKnownLaunches, listKnownSessions } from '../sessions/index.ts'
import { listKnownStaffSessions } from '../staff/index.ts'
import { giveLookBack, strangerStanding, takeLook } from '../throttle/index.ts'
import { refuseLimited } from './rate-limits.ts'

/** Tokens that are looked up to know whose request it is, and the hashes among some that are known. */
const KNOWN = {
  session: listKnownSessions,
  /** A session that may have ended: it is logged out all the same. */
  endedSession: listKnownSessions,
  launch: listKnownLaunches,
  kycLink: listKnownLinks,
  kycBrowser: listKnownBrowsers,
  staffSession: listKnownStaffSessions,
} satisfies Record<string, (tx: Tx, hashes: readonly Buffer[]) => Promise<Buffer[]>>

export type Knock = { kind: keyof typeof KNOWN; token: string }

/** What whoever is nobody is told. */
const NOBODY: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  ...(['SESSION_INVALID', 'SESSION_EXPIRED', 'LAUNCH_TOKEN_INVALID'] as const),
  ...(['KYC_SESSION_ENDED', 'STAFF_SESSION_INVALID', 'INVALID_SIGNATURE'] as const),
])

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
  const memory = memoryOf(ctx)
  const name = `${kind} ${tokenHash(token).toString('hex')}`
  const nobody = memory.recall(name)
  if (nobody) throw new Refusal(nobody)
  const standing = strangerStanding(ctx, request.ip)
  if (!standing.admitted && (await memory.known(name)) !== true) throw refuseLimited(reply, standing)
  try {
    return standing.admitted ? await onBudget(ctx, request, look) : await look()
  } catch (error) {
    const nobodys = codeOfNobody(error)
    // A link of an operator that is suspended opens later.
    if (nobodys !== null && kind !== 'kycLink') memory.remember(name, nobodys)
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
  const standing = strangerStanding(ctx, request.ip)
  if (standing.admitted) return onBudget(ctx, request, () => look(findKey(ctx)))
  try {
    return await look(memoryOf(ctx).findKey)
  } catch (error) {
    throw codeOfNobody(error) === null ? error : refuseLimited(reply, standing)
  }
}

/** A look that the address pays for unless it is for somebody. */
async function onBudget<T>(ctx: Context, request: WebRequest, look: () => Promise<T>): Promise<T> {
  takeLook(ctx, request.ip)
  let nobodys: ErrorCode | null = null
  try {
    return await look()
  } catch (error) {
    nobodys = codeOfNobody(error)
    throw error
  } finally {
    if (nobodys === null) giveLookBack(ctx, request.ip)
  }
}

function codeOfNobody(error: unknown): ErrorCode | null {
  return error instanceof Refusal && NOBODY.has(error.code) ? error.code : null
}

/** Takes a look of the address's budget for a request that nobody signs. Throws RATE_LIMITED. */
export function limitStranger(ctx: Context, request: WebRequest, reply: FastifyReply): void {
  const standing = strangerStanding(ctx, request.ip)
  if (!standing.admitted) throw refuseLimited(reply, standing)
  takeLook(ctx, request.ip)
}

type Memory = {
  recall(name: string): ErrorCode | null
  remember(name: string, code: ErrorCode): void
  known(name: string): Promise<true | null | 'full'>
  findKey: FindKey
}

const memories = new WeakMap<Context, Memory>()

function memoryOf(ctx: Context): Memory {
  const own = memories.get(ctx)
  if (own) return own
  const made = makeMemory(ctx)
  memories.set(ctx, made)
  return made
}

function makeMemory(ctx: Context): Memory {
  const refused = new Map<string, { code: ErrorCode; untilMs: number }>()
  const pace = { pauseMs: ctx.limits.strangerPauseMs, mostCount: ctx.limits.strangerTogetherCount }
  const keyTogether = lookTogether(ctx, pace, (keyIds) => findKeys(ctx, keyIds))
  return {
    recall: (name) => {
      const found = refused.get(name)
      return found && found.untilMs > ctx.clock.mono() ? found.code : null
    },
    remember: (name, code) => {
      refused.delete(name)
      refused.set(name, { code, untilMs: ctx.clock.mono() + ctx.limits.strangerMemoryMs })
      const [oldest] = refused.keys()
      if (refused.size > ctx.limits.strangerMemoryCount && oldest !== undefined) refused.delete(oldest)
    },
    known: lookTogether(ctx, pace, (names) => findKnown(ctx, names)),
    findKey: async (keyId) => {
      const found = await keyTogether(keyId)
      return found === 'full' ? null : found
    },
  }
}

async function findKnown(ctx: Context, names: readonly string[]): Promise<ReadonlyMap<string, true>> {
  const byKind = Map.groupBy(names, (name) => name.split(' ')[0] as Knock['kind'])
  const found = await ctx.systemStatements(async (tx) => {
    const known: string[] = []
    for (const [kind, ofKind] of byKind) {
      const hashes = await KNOWN[kind](
        tx,
        ofKind.map((name) => Buffer.from(name.split(' ')[1] as string, 'hex')),
      )
      known.push(...hashes.map((hash) => `${kind} ${hash.toString('hex')}`))
    }
    return known
  })
  return new Map(found.map((name) => [name, true]))
}
