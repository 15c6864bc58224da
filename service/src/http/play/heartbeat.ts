import { sessionExpiresAt } from '../../sessions/index.ts'
import { readBalance } from '../../wallet/index.ts'
import { ok, type PlayHandler } from '../handlers.ts'
import { viewBalance } from './view-balance.ts'

export const heartbeat: PlayHandler<'heartbeat'> = async (ctx, session) => {
  const expiresAt = sessionExpiresAt(session, ctx.clock.now()).toISOString()
  const { operator, playerExternalId, currency } = session
  const balance = await readBalance(ctx, operator, playerExternalId, currency, ctx.limits.walletCallMs)
  return ok({ expiresAt, ...viewBalance(balance) })
}
