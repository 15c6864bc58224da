import { mulDivFloor } from '@coffer/contract/money'
import { seconds } from '../../kernel/index.ts'
import { readNetPosition, sessionExpiresAt } from '../../sessions/index.ts'
import { readBalance } from '../../wallet/index.ts'
import { ok, type PlayHandler } from '../handlers.ts'
import { viewBalance } from './view-balance.ts'

export const heartbeat: PlayHandler<'heartbeat'> = async (ctx, session) => {
  const now = ctx.clock.now()
  const { startedAt } = session
  const netPosition = await readNetPosition(ctx, session)
  const balance = await readBalance(ctx, session, ctx.limits.balanceWaitMs)
  const elapsedMs = Math.max(0, now.getTime() - startedAt.getTime())
  return ok({
    expiresAt: sessionExpiresAt(session, now).toISOString(),
    ...viewBalance(balance),
    session: { startedAt: startedAt.toISOString(), elapsedSeconds: mulDivFloor(elapsedMs, 1, seconds(1)) },
    netPosition,
  })
}
