import type { SignedIn } from '@coffer/contract/admin'
import type { OperatorRole, PlatformRole } from '@coffer/contract/roles'
import type { AdminRoute } from '@coffer/contract/route'
import { isIdle, isSeenDue, type Limits, later, Refusal } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context } from '../platform/index.ts'

/** The browser of a request: its network address and user agent, and the id of the request. */
export type Client = { address: string | null; userAgent: string | null; requestId: string }

type Browser = {
  staffId: number
  displayName: string | null
  sessionHash: Buffer
  client: Client
  /** The last time that the person used a passkey in this session, or signed in with a recovery code. */
  confirmedAt: Date | null
  hasPasskeys: boolean
  /** What every change must carry beside the cookie. */
  csrfToken: string
}

/** A browser in which staff of the platform are signed in, and what they may do at this moment. */
export type PlatformSession = Browser & { operator: null; email: string; roles: readonly PlatformRole[] }

/** A browser in which staff of an operator are signed in. */
export type OperatorSession = Browser & { operator: Operator; email: string | null; roles: readonly OperatorRole[] }

export type StaffSession = PlatformSession | OperatorSession

/** `seen_at` may lag behind the last use by `limits.sessionBumpMs`. */
export type StaffSessionLife = { created_at: Date; seen_at: Date; ended_at: Date | null }

export function isStaffSessionOver(life: StaffSessionLife, limits: Limits, now: Date): boolean {
  if (life.ended_at !== null || now >= later(life.created_at, limits.staffAbsoluteMs)) return true
  return isIdle(life.seen_at, { idleMs: limits.staffIdleMs, bumpMs: limits.sessionBumpMs }, now)
}

/** Whether the last use is to be written. */
export function isStaffBumpDue(life: StaffSessionLife, limits: Limits, now: Date): boolean {
  return isSeenDue(life.seen_at, { bumpMs: limits.sessionBumpMs }, now)
}

/** How a session must be confirmed with a passkey. `recent`: within the last hour; `fresh`: within the last ten minutes. */
export type Demand = NonNullable<AdminRoute['confirmation']> | 'once' | 'recent'

/** Returns the step that a session must complete before any other request. Staff of operators have no passkeys: their operator identifies them. */
export function pendingStep(
  { config }: Context,
  { operator, hasPasskeys, confirmedAt }: StaffSession,
): SignedIn['needs'] {
  if (operator !== null) return null
  if (!hasPasskeys) return config.staffPasskeys === 'required' ? 'passkey' : null
  return confirmedAt === null ? 'confirmation' : null
}

/** Throws PASSKEY_REQUIRED or CONFIRMATION_REQUIRED for a session that is not confirmed as demanded. */
export function refuseUnconfirmed(ctx: Context, session: StaffSession, demand: Demand): void {
  if (demand === 'none') return
  const step = pendingStep(ctx, session)
  if (step === 'confirmation') throw new Refusal('CONFIRMATION_REQUIRED')
  if (step === 'passkey' && demand !== 'freshOrFirst') throw new Refusal('PASSKEY_REQUIRED')
  const { hasPasskeys, confirmedAt } = session
  if (demand === 'once' || !hasPasskeys || confirmedAt === null) return
  const validMs = demand === 'recent' ? ctx.limits.staffConfirmationMs : ctx.limits.staffFreshConfirmationMs
  if (ctx.clock.now() >= later(confirmedAt, validMs)) throw new Refusal('CONFIRMATION_REQUIRED')
}
