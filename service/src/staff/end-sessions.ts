import type { StaffSessionRow } from '@coffer/contract/admin'
import { actorIdOf } from '../audit/index.ts'
import type { Context } from '../platform/index.ts'
import { changeStaff, getOtherStaff } from './change-staff.ts'
import type { Employer } from './employer.ts'
import { sessionsOf } from './list-staff.ts'
import { markStaffSessionsEnded } from './session-store.ts'
import { recordOwnAction } from './staff-actor.ts'
import type { StaffSession } from './staff-session.ts'
import { lockStaff } from './store.ts'

/** A session of a member of staff; all of theirs when `sessionId` is omitted. */
type Ended = { staffId: number; sessionId?: number | undefined }

/** Ends one session of another member of staff, or all. Unknown and ended sessions are ignored. Throws STAFF_NOT_FOUND, STAFF_OWN_ACCOUNT, STAFF_FORBIDDEN. */
export async function endSessions(ctx: Context, { staffId, sessionId }: Ended, employer: Employer): Promise<void> {
  await changeStaff(ctx, employer, async (tx) => {
    await getOtherStaff(tx, employer, { staffId })
    await lockStaff(tx, staffId)
    const changed = await markStaffSessionsEnded(tx, staffId, { now: ctx.clock.now(), sessionId })
    const details = { staffId, sessionId: sessionId ?? null }
    return { changed, entry: changed === 0 ? null : { action: 'staff.sessions_ended', details } }
  })
  ctx.log.info({ staffId, operatorId: employer.operatorId, actor: actorIdOf(employer.actor) }, 'staff sessions ended')
}

/** Lists the open sessions of the caller, last used first. */
export function listOwnSessions(ctx: Context, { staffId, sessionHash }: StaffSession): Promise<StaffSessionRow[]> {
  return ctx.systemTx((tx) => sessionsOf(ctx, tx, { staffId, current: sessionHash }))
}

/** Ends one session of the caller, or every other one when `sessionId` is omitted. Returns the open sessions. */
export async function endOwnSessions(
  ctx: Context,
  session: StaffSession,
  sessionId?: number,
): Promise<StaffSessionRow[]> {
  const { staffId, sessionHash } = session
  const which = sessionId === undefined ? { except: sessionHash } : { sessionId }
  return ctx.systemTx(async (tx) => {
    await lockStaff(tx, staffId)
    const endedCount = await markStaffSessionsEnded(tx, staffId, { now: ctx.clock.now(), ...which })
    const open = await sessionsOf(ctx, tx, { staffId, current: sessionHash })
    if (endedCount > 0) {
      const details = { staffId, sessionId: sessionId ?? null }
      await recordOwnAction(ctx, tx, session, { action: 'staff.sessions_ended', details })
    }
    return open
  })
}
