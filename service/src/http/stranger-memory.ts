import type { ErrorCode } from '@coffer/contract/errors'
import { listKnownBrowsers, listKnownLinks } from '../kyc/index.ts'
import { type FoundKey, findKey, findKeys } from '../operators/index.ts'
import { type Context, lookTogether, type Tx } from '../platform/index.ts'
import { listKnownLaunches, listKnownSessions } from '../sessions/index.ts'
import { listKnownStaffSessions, listKnownTickets } from '../staff/index.ts'

/** Tokens that are looked up to know whose request it is, and the hashes among some that are known. */
const KNOWN = {
  session: listKnownSessions,
  /** A session that may have ended: it is logged out all the same. */
  endedSession: listKnownSessions,
  launch: listKnownLaunches,
  kycLink: listKnownLinks,
  kycBrowser: listKnownBrowsers,
  staffSession: listKnownStaffSessions,
  staffTicket: listKnownTickets,
} satisfies Record<string, (tx: Tx, hashes: readonly Buffer[]) => Promise<Buffer[]>>

export type KnockKind = keyof typeof KNOWN

/** What was found by a name, for a while. */
type Remembered<T> = { recall(name: string): T | null; remember(name: string, what: T): void }

/** What a process remembers of whom and what it has looked up, and how it looks up who is past their budget: together. */
export type StrangerMemory = {
  /** Which names are nobody's. */
  nobodies: Remembered<ErrorCode>
  callers: Remembered<true>
  /** What anybody may see, and is there. */
  things: Remembered<true>
  /** Whether a token, by its kind and hash, is known. False also when there was no place left to look it up. */
  isKnown(name: string, address: string): Promise<boolean>
  /** Together with others from an address that is past its budget; by a look of its own where no address is given. */
  findKey(keyId: string, address: string | null): Promise<FoundKey | null>
}

const memories = new WeakMap<Context, StrangerMemory>()

export function memoryOf(ctx: Context): StrangerMemory {
  const own = memories.get(ctx)
  if (own) return own
  const made = makeMemory(ctx)
  memories.set(ctx, made)
  return made
}

function makeMemory(ctx: Context): StrangerMemory {
  const callers = rememberNewest<true>(ctx)
  const pace = { pauseMs: ctx.limits.strangerPauseMs, mostCount: ctx.limits.strangerTogetherCount }
  const findTokens = lookTogether(ctx, pace, (names) => findKnown(ctx, names))
  const findKeysTogether = lookTogether(ctx, pace, (keyIds) => findKeys(ctx, keyIds))
  const askerOf = (name: string, address: string) => ({ address, wasFound: callers.recall(name) !== null })
  return {
    nobodies: rememberNewest(ctx),
    callers,
    things: rememberNewest(ctx),
    isKnown: async (name, address) => (await findTokens(name, askerOf(name, address))) === true,
    findKey: async (keyId, address) => {
      const name = `key ${keyId}`
      const found = address === null ? await findKey(ctx)(keyId) : await findKeysTogether(keyId, askerOf(name, address))
      if (found === null || found === 'full') return null
      callers.remember(name, true)
      return found
    },
  }
}

/** The newest names, each for so long. */
function rememberNewest<T>({ clock, limits }: Context): Remembered<T> {
  const known = new Map<string, { what: T; untilMs: number }>()
  return {
    recall: (name) => {
      const found = known.get(name)
      return found && found.untilMs > clock.mono() ? found.what : null
    },
    remember: (name, what) => {
      known.delete(name)
      known.set(name, { what, untilMs: clock.mono() + limits.strangerMemoryMs })
      const [oldest] = known.keys()
      if (known.size > limits.strangerMemoryCount && oldest !== undefined) known.delete(oldest)
    },
  }
}

async function findKnown(ctx: Context, names: readonly string[]): Promise<ReadonlyMap<string, true>> {
  const byKind = Map.groupBy(names, (name) => name.split(' ')[0] as KnockKind)
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
