import type { StaffRow } from '@coffer/contract/admin'
import type { StaffStatus } from '@coffer/contract/list'

export const STAFF_STATUS_TEXT: Readonly<Record<StaffStatus, string>> = {
  active: 'Active',
  invited: 'Invited',
  disabled: 'Disabled',
}

export const STAFF_STATUS_TONE: Readonly<Record<StaffStatus, 'good' | 'info' | 'bad'>> = {
  active: 'good',
  invited: 'info',
  disabled: 'bad',
}

/** Display name of a member of staff: the name, the e-mail or the external ID. */
export function staffName({
  staffId,
  displayName,
  email,
  externalId,
}: Pick<StaffRow, 'staffId' | 'displayName' | 'email' | 'externalId'>): string {
  return displayName ?? email ?? externalId ?? `Staff member ${staffId}`
}
