import { PLATFORM_ROLES, type PlatformRole } from '@coffer/contract/admin'
import { emailAddress } from '@coffer/contract/shapes'
import { invalidField } from '../kernel/index.ts'
import type { StaffRow } from './store.ts'

/** Somebody who works at a desk of the platform. They belong to no operator. */
export type Staff = { staffId: number; email: string; roles: readonly PlatformRole[]; isDisabled: boolean }

/** One person is one e-mail address, however its letters are written. Throws a 422 for what is none. */
export function readEmail(text: string): string {
  const read = emailAddress.safeParse(text)
  if (!read.success) throw invalidField('email', 'must be an e-mail address')
  return read.data.toLowerCase()
}

/** Each role once, in the order of the contract. Throws a 422 for one that is not known, and for none at all. */
export function readRoles(texts: readonly string[]): readonly PlatformRole[] {
  const unknown = texts.some((text) => !PLATFORM_ROLES.some((role) => role === text))
  if (unknown || texts.length === 0) throw invalidField('role', `must be one of ${PLATFORM_ROLES.join(', ')}`)
  return PLATFORM_ROLES.filter((role) => texts.includes(role))
}

export function staffView({ staff_id, email, roles, disabled_at }: StaffRow): Staff {
  return { staffId: staff_id, email, roles, isDisabled: disabled_at !== null }
}
