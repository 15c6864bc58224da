import type { PlatformRole } from '@coffer/contract/admin'
import { type Limits, later } from '../kernel/index.ts'

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

/** An idle session is let live longer by as much as its stored last use may lag, so that no active one ends too early. */
export function isStaffSessionOver(life: StaffSessionLife, limits: Limits, now: Date): boolean {
  if (life.ended_at !== null || now >= later(life.created_at, limits.staffAbsoluteMs)) return true
  return now >= later(life.seen_at, limits.staffIdleMs + limits.sessionBumpMs)
}

/** Whether the last use is to be written. */
export function isStaffBumpDue(life: StaffSessionLife, limits: Limits, now: Date): boolean {
  return now >= later(life.seen_at, limits.sessionBumpMs)
}
