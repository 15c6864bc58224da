import { Refusal } from '../kernel/index.ts'
import { type Context, tokenHash } from '../platform/index.ts'
import { markRevoked } from './store.ts'

/** Ends a session; doing so again, or after it expired, changes nothing. Throws SESSION_INVALID for a token that was never ours. */
export async function logOut(ctx: Context, token: string): Promise<void> {
  const known = await ctx.systemStatements((tx) => markRevoked(tx, tokenHash(token), ctx.clock.now()))
  if (!known) throw new Refusal('SESSION_INVALID')
}
