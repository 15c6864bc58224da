import type { GameKey } from '@coffer/contract/games'
import { mulDivFloor } from '@coffer/contract/money'
import type { Rate } from '@coffer/contract/rates'
import { isIdle, isSeenDue, type Limits, later, minutes } from '../kernel/index.ts'
import type { Operator, Who } from '../operators/index.ts'

/** A player's stay in a game, from the exchange of a launch token to logout or expiry. */
export type Session = Who & {
  sessionId: number
  launchId: number
  /** What the player is charged in. */
  currency: string
  /** From `rateFrom` to the session's currency, pinned. */
  rate: Rate
  /** The operator's currency when the rate was pinned. */
  rateFrom: string
  ratePinnedAt: Date
  locale: string
  gameKey: GameKey
  returnUrl: string | null
  /** The box that the launch was minted for. */
  targetBoxId: number | null
  autoOpen: boolean
  startedAt: Date
  /** The session ends then, however busy it is. */
  endsAt: Date
  /** What the player's history holds beyond this entry has been moved since the session began. */
  historyAfter: number
}

/** What decides whether a session still lives. `seen_at` may lag behind its last use by {@link bumpMs}. */
export type SessionLife = { seen_at: Date; ends_at: Date; revoked_at: Date | null }

/** A session outlives its idle time by at most this part of it. */
const IDLE_PARTS = 30

const idleMs = (operator: Operator) => minutes(operator.settings.session.idleMinutes)

/** The time until which a session that is used now lives without being used again. */
export function sessionExpiresAt(session: { operator: Operator; endsAt: Date }, now: Date): Date {
  const idleEnd = later(now, idleMs(session.operator))
  return idleEnd < session.endsAt ? idleEnd : session.endsAt
}

export function isSessionOver(life: SessionLife, operator: Operator, limits: Limits, now: Date): boolean {
  if (life.revoked_at !== null || now >= life.ends_at) return true
  return isIdle(life.seen_at, { idleMs: idleMs(operator), bumpMs: bumpMs(operator, limits) }, now)
}

/** How often the last use is written: seldom, and more often where the idle time is short, so that the grace stays small beside it. */
export function bumpMs(operator: Operator, limits: Limits): number {
  return Math.min(limits.sessionBumpMs, mulDivFloor(idleMs(operator), 1, IDLE_PARTS))
}

/** Whether the last use is to be written. */
export function isBumpDue(life: SessionLife, operator: Operator, limits: Limits, now: Date): boolean {
  return isSeenDue(life.seen_at, { bumpMs: bumpMs(operator, limits) }, now)
}
