import { readRate } from '@coffer/contract/rates'
import { atOnce, later, ownerOf, Refusal } from '../kernel/index.ts'
import { getOperator, type Operator } from '../operators/index.ts'
import { type Context, type Tx, tokenHash } from '../platform/index.ts'
import { getPlayer, type Player } from '../players/index.ts'
import { bumpMs, isBumpDue, isSessionOver, type Session } from './session.ts'
import { findSession, markRevoked, markSeen, type SessionRow } from './store.ts'

/**
 * Whose session a bearer token stands for; its idle expiry is moved on.
 * Throws SESSION_INVALID for no token or an unknown one, SESSION_EXPIRED for one that ended, OPERATOR_SUSPENDED.
 */
export async function authenticateSession(ctx: Context, token: string | null): Promise<Session> {
  if (token === null) throw new Refusal('SESSION_INVALID')
  const hash = tokenHash(token)
  const key = hash.toString('hex')
  return ctx.systemStatements(
    async (tx) => {
      const { row, operator, player } = await findWhose(ctx, tx, hash, key)
      const now = ctx.clock.now()
      if (isSessionOver(row, operator, ctx.limits, now)) throw new Refusal('SESSION_EXPIRED')
      if (operator.status !== 'active') throw new Refusal('OPERATOR_SUSPENDED')
      await bump(ctx, tx, row, operator, now)
      return readSession(row, operator, player.externalId)
    },
    { as: 'sessions', key, mayBeRefused: true },
  )
}

/** Whose sessions are: what of a session never changes. */
type Whose = { operatorId: number; player: Player }

/** Remembered, so that the rows that may have changed can be asked for at once, and not one after the other. */
const rememberedBy = new WeakMap<Context, Map<string, Whose>>()

async function findWhose(
  ctx: Context,
  tx: Tx,
  hash: Buffer,
  key: string,
): Promise<{ row: SessionRow; operator: Operator; player: Player }> {
  const remembered = rememberedBy.get(ctx) ?? new Map<string, Whose>()
  rememberedBy.set(ctx, remembered)
  const whose = remembered.get(key)
  const [row, known] = await atOnce(findSession(tx, hash), whose && getOperator(tx, whose.operatorId))
  // Its operator may have let a session go that was remembered.
  if (!row) throw new Refusal('SESSION_INVALID')
  if (whose && known) return { row, operator: known, player: whose.player }
  const [operator, player] = await atOnce(getOperator(tx, row.operator_id), getPlayer(tx, ownerOf(row)))
  if (remembered.size >= ctx.limits.sessionsRememberedCount) remembered.clear()
  remembered.set(key, { operatorId: row.operator_id, player })
  return { row, operator, player }
}

async function bump(ctx: Context, tx: Tx, row: SessionRow, operator: Operator, now: Date): Promise<void> {
  if (!isBumpDue(row, operator, ctx.limits, now)) return
  const unlessAfter = later(now, -bumpMs(operator, ctx.limits))
  await markSeen(tx, { operatorId: row.operator_id, sessionId: row.session_id }, { now, unlessAfter })
}

/** A session as the rest of the service sees it, with whose it is. */
export function readSession(row: SessionRow, operator: Operator, playerExternalId: string): Session {
  return {
    sessionId: row.session_id,
    operator,
    owner: ownerOf(row),
    playerExternalId,
    launchId: row.launch_id,
    currency: row.currency,
    rate: readRate(row.rate),
    rateFrom: row.rate_from,
    ratePinnedAt: row.rate_pinned_at,
    locale: row.locale,
    gameKey: row.game_key,
    returnUrl: row.return_url,
    targetBoxId: row.box_id,
    autoOpen: row.auto_open,
    startedAt: row.created_at,
    endsAt: row.ends_at,
    historyAfter: row.history_after,
  }
}

/** Ends a session; doing so again, or after it expired, changes nothing. Throws SESSION_INVALID for a token that was never ours. */
export async function logOut(ctx: Context, token: string): Promise<void> {
  const known = await ctx.systemStatements((tx) => markRevoked(tx, tokenHash(token), ctx.clock.now()))
  if (!known) throw new Refusal('SESSION_INVALID')
}
