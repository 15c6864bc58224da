import type { PlatformRole } from '@coffer/contract/admin'
import { isIdle, isSeenDue, type Limits, later } from '../kernel/index.ts'

/** A browser in which a member of staff is signed in, and what they may do at this moment. */
export type StaffSession = {
  staffId: number
  email: string
  roles: readonly PlatformRole[]
  sessionHash: Buffer
  /** What every change must carry beside the cookie. */
  csrfToken: string
}

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
