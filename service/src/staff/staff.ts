import type { StaffRole } from '@coffer/contract/permissions'
import { OPERATOR_ROLES, type OperatorRole, PLATFORM_ROLES, type PlatformRole } from '@coffer/contract/roles'
import { emailAddress } from '@coffer/contract/shapes'
import { invalidField } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { StaffRow } from './store.ts'

/** A member of staff: of the platform when `operatorId` is null, else of that operator and of no other. */
export type Staff = {
  staffId: number
  operatorId: number | null
  /** Null only for staff of an operator that are known by `externalId` alone. */
  email: string | null
  /** The operator's own id of them; null before their first single sign-on, and for staff of the platform. */
  externalId: string | null
  displayName: string | null
  /** Null: none was granted, and the operator's default roles apply. Never null for staff of the platform. */
  roles: readonly StaffRole[] | null
  isDisabled: boolean
}

/** One person is one e-mail address, however its letters are written. Throws a 422 for what is none. */
export function readEmail(text: string): string {
  const read = emailAddress.safeParse(text)
  if (!read.success) throw invalidField('email', 'must be an e-mail address')
  return read.data.toLowerCase()
}

/** Returns the named roles once each, in the order of `known`. Throws a 422 for any other name, and for none at all. */
export function readRoles<Role extends StaffRole>(known: readonly Role[], texts: readonly string[]): readonly Role[] {
  const unknown = texts.some((text) => !known.some((role) => role === text))
  if (unknown || texts.length === 0) throw invalidField('roles', `must be one of ${known.join(', ')}`)
  return known.filter((role) => texts.includes(role))
}

/** The roles of a member of the platform's staff. */
export function platformRolesOf(row: Pick<StaffRow, 'roles'>): readonly PlatformRole[] {
  return PLATFORM_ROLES.filter((role) => row.roles?.includes(role))
}

/** The roles that staff of an operator have now: those granted, else the operator's defaults. */
export function operatorRolesOf(row: Pick<StaffRow, 'roles'>, { settings }: Operator): readonly OperatorRole[] {
  const roles: readonly StaffRole[] = row.roles ?? settings.adminSso.defaultRoles
  return OPERATOR_ROLES.filter((role) => roles.includes(role))
}

export function staffView(row: StaffRow): Staff {
  const { staff_id, operator_id, email, external_id, display_name, roles, disabled_at } = row
  return {
    staffId: staff_id,
    operatorId: operator_id,
    email,
    externalId: external_id,
    displayName: display_name,
    roles,
    isDisabled: disabled_at !== null,
  }
}
