import type { OperatorRole, PlatformRole } from '@coffer/contract/roles'
import { isIdle, isSeenDue, type Limits, later } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'

/** The browser of a request: its network address and user agent, and the id of the request. */
export type Client = { address: string | null; userAgent: string | null; requestId: string }

type Browser = {
  staffId: number
  displayName: string | null
  sessionHash: Buffer
  client: Client
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
