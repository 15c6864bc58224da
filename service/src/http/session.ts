import { mulDivFloor } from '@coffer/contract/money'
import { seconds } from '../kernel/index.ts'
import {
  createLaunch,
  initSession,
  logOut,
  readNetPosition,
  sessionExpiresAt,
  setSessionCurrency,
} from '../sessions/index.ts'
import { readBalance, readBalanceNow } from '../wallet/index.ts'
import { balanceReader, composeBootstrap, viewBalance } from './bootstrap.ts'
import { created, noContent, ok, type Subject } from './handlers.ts'

/** A player's stay in the game: how it begins, goes on and ends, and the balance meanwhile. */
export const session = {
  s2s: {
    createLaunch: async (ctx, { operator }, { body }) => {
      const { launchToken, launchUrl, expiresAt } = await createLaunch(ctx, operator, body)
      return created({ launchToken, launchUrl, expiresAt: expiresAt.toISOString() })
    },
  },
  play: {
    initSession: async (ctx, _visitor, { body }) => {
      const { session, sessionToken } = await initSession(ctx, body.launchToken)
      return ok(await composeBootstrap(ctx, session, sessionToken))
    },

    heartbeat: async (ctx, session) => {
      const now = ctx.clock.now()
      const { startedAt } = session
      const netPosition = await readNetPosition(ctx, session)
      const balance = await readBalance(ctx, balanceReader(session), ctx.limits.balanceWaitMs)
      const elapsedMs = Math.max(0, now.getTime() - startedAt.getTime())
      return ok({
        expiresAt: sessionExpiresAt(session, now).toISOString(),
        ...viewBalance(balance),
        session: { startedAt: startedAt.toISOString(), elapsedSeconds: mulDivFloor(elapsedMs, 1, seconds(1)) },
        netPosition,
      })
    },

    setCurrency: async (ctx, session, { body }) => {
      const { currency, ratePinnedAt } = await setSessionCurrency(ctx, session, body.currency)
      return ok({ currency, ratePinnedAt: ratePinnedAt.toISOString() })
    },

    balance: async (ctx, session) => ok(await readBalanceNow(ctx, balanceReader(session))),

    logout: async (ctx, visitor) => {
      await visitor.look((token) => logOut(ctx, token))
      return noContent()
    },
  },
} satisfies Subject
