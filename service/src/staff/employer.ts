import type { Actor } from '../audit/index.ts'
import { invalidField, Refusal } from '../kernel/index.ts'
import { findOperatorBySlug } from '../operators/index.ts'
import type { Context } from '../platform/index.ts'
import { staffActor } from './staff-actor.ts'
import type { StaffSession } from './staff-session.ts'
import { findStaffOfAnyEmployer } from './store.ts'

/** The operator or the platform whose staff or audit log are read or changed, and who does it. */
export type Employer = {
  /** Null: the platform. */
  operatorId: number | null
  /** The actor of audit entries. */
  actor: Actor
  /** The session of the actor; omitted on the command line. */
  session?: StaffSession
}

/** The platform, when the command line manages its staff. */
export const PLATFORM_FROM_CLI: Employer = { operatorId: null, actor: 'cli' }

/**
 * The employer that a request is about: the operator of the session; for staff of the platform the named operator, or the platform.
 * Throws OPERATOR_NOT_FOUND, for another operator too.
 */
export async function employerNamed(ctx: Context, session: StaffSession, slug: string | undefined): Promise<Employer> {
  const by = { actor: staffActor(session), session }
  const { operator } = session
  if (slug === undefined) return { operatorId: operator?.operatorId ?? null, ...by }
  const named = await ctx.systemTx((tx) => findOperatorBySlug(tx, slug))
  if (!named || (operator !== null && operator.operatorId !== named.operatorId)) {
    throw new Refusal('OPERATOR_NOT_FOUND')
  }
  return { operatorId: named.operatorId, ...by }
}

/** An operator whose integration is read or changed, and the actor. */
export type NamedOperator = { operatorId: number; actor: Actor }

/**
 * The operator that a request names, or that of the session. Throws a 422 when staff of the platform name none, and OPERATOR_NOT_FOUND, for another
 * operator too.
 */
export async function operatorNamed(
  ctx: Context,
  session: StaffSession,
  slug: string | undefined,
): Promise<NamedOperator> {
  const { operatorId, actor } = await employerNamed(ctx, session, slug)
  if (operatorId === null) throw invalidField('operator', 'is required for staff of the platform')
  return { operatorId, actor }
}

/**
 * The employer of a member of staff who is named by id. Staff of the platform may name any, staff of an operator those of the same operator.
 * Throws STAFF_NOT_FOUND.
 */
export async function employerOf(ctx: Context, session: StaffSession, staffId: number): Promise<Employer> {
  const found = await ctx.systemTx((tx) => findStaffOfAnyEmployer(tx, staffId))
  const { operator } = session
  if (!found || (operator !== null && operator.operatorId !== found.operator_id)) throw new Refusal('STAFF_NOT_FOUND')
  return { operatorId: found.operator_id, actor: staffActor(session), session }
}

/** True for staff of the platform. Only they may save URLs that lead to private hosts that the deployment allows. */
export function isOfPlatform({ operator }: StaffSession): boolean {
  return operator === null
}
