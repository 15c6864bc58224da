import type { AdminPlayer } from '@coffer/contract/admin'
import type { Owner } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { isSessionOver } from './session.ts'
import { listSessionLives } from './store.ts'

/** How many sessions a player can play in now, and when the newest request of one came. */
export async function summarizeSessions(
  ctx: Context,
  tx: Tx,
  { operator, owner }: { operator: Operator; owner: Owner },
): Promise<AdminPlayer['sessions']> {
  const now = ctx.clock.now()
  const found = await listSessionLives(tx, owner, now)
  const living = found.filter((life) => !isSessionOver(life, operator, ctx.limits, now))
  const seen = living.map((life) => life.seen_at.toISOString()).sort()
  return { count: living.length, lastSeenAt: seen.at(-1) ?? null }
}
