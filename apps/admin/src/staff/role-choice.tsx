import type { StaffRole } from '@coffer/contract/permissions'
import { OPERATOR_ROLES, PLATFORM_ROLES } from '@coffer/contract/roles'
import { ROLE_TEXT } from '../text/roles.ts'
import { CheckGroup } from '../ui/check-group.tsx'

type Props = {
  isOfPlatform: boolean
  chosen: readonly StaffRole[]
  isDisabled?: boolean
  onChange: (chosen: StaffRole[]) => void
}

/** The roles that staff of the platform, or of an operator, can have. */
export function RoleChoice({ isOfPlatform, ...choice }: Props) {
  const options: readonly StaffRole[] = isOfPlatform ? PLATFORM_ROLES : OPERATOR_ROLES
  return <CheckGroup label="Roles" options={options} text={ROLE_TEXT} {...choice} />
}
