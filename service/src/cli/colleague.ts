import type { PlatformRole } from '@coffer/contract/roles'
import type { OwnedContext } from '../context.ts'
import { findColleague } from '../staff/index.ts'
import { UserError } from './say.ts'

/** Who a command is done by, as the audit log names them. Throws for somebody who is no member of staff, or lacks the role. */
export async function colleague(ctx: OwnedContext, email: string, role?: PlatformRole): Promise<string> {
  const staff = await findColleague(ctx, email)
  if (!staff) throw new UserError(`${email} is no member of staff: coffer staff create`)
  if (role && !staff.roles?.includes(role)) throw new UserError(`${email} does not have the role ${role}.`)
  return `staff:${staff.staffId}`
}

/** The same for an option that may be left out. */
export async function statedByOf(ctx: OwnedContext, email: string | undefined): Promise<string | null> {
  return email === undefined ? null : colleague(ctx, email)
}

export const BY_WORDS = 'e-mail of the member of staff who tells them; values that leap then wait for a second one'
