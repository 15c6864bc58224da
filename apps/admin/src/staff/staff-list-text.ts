import type { STAFF_LIST } from '@coffer/contract/list'
import { OPERATOR_ROLES, PLATFORM_ROLES } from '@coffer/contract/roles'
import type { ListText } from '../list/list-text.ts'
import { ROLE_TEXT } from '../text/roles.ts'
import { STAFF_STATUS_TEXT } from '../text/staff.ts'

/** Labels of the list of staff, of the platform or of an operator. */
export function staffListText(isOfPlatform: boolean): ListText<typeof STAFF_LIST> {
  return {
    columns: {
      email: 'E-mail',
      displayName: 'Name',
      roles: 'Roles',
      status: 'Status',
      lastSignedInAt: 'Last sign-in',
      createdAt: 'Added',
    },
    filters: { search: 'E-mail, name or ID', role: 'Role', status: 'Status', operator: 'Operator' },
    options: {
      role: Object.fromEntries(Object.entries(ROLE_TEXT).map(([role, { name }]) => [role, name])),
      status: STAFF_STATUS_TEXT,
    },
    offered: { role: isOfPlatform ? PLATFORM_ROLES : OPERATOR_ROLES },
    sorts: {
      '-createdAt': 'Added, newest first',
      createdAt: 'Added, oldest first',
      email: 'E-mail, A to Z',
      '-email': 'E-mail, Z to A',
      '-lastSignedInAt': 'Last sign-in, latest first',
      lastSignedInAt: 'Last sign-in, earliest first',
    },
    noOperator: 'Platform staff',
  }
}
