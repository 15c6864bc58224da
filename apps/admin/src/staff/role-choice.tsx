import type { StaffRole } from '@coffer/contract/permissions'
import { OPERATOR_ROLES, PLATFORM_ROLES } from '@coffer/contract/roles'
import { Checkbox } from '@mantine/core'
import { ROLE_TEXT } from '../text/roles.ts'
import classes from './staff.module.css'

type Props = {
  isOfPlatform: boolean
  chosen: readonly StaffRole[]
  isDisabled?: boolean
  onChange: (chosen: StaffRole[]) => void
}

/** The roles that staff of the platform, or of an operator, can have. */
export function RoleChoice({ isOfPlatform, chosen, isDisabled = false, onChange }: Props) {
  const roles: readonly StaffRole[] = isOfPlatform ? PLATFORM_ROLES : OPERATOR_ROLES
  return (
    <fieldset className={classes.roles} disabled={isDisabled}>
      <legend className={classes.legend}>Roles</legend>
      {roles.map((role) => (
        <Checkbox
          key={role}
          label={ROLE_TEXT[role].name}
          description={ROLE_TEXT[role].purpose}
          checked={chosen.includes(role)}
          disabled={isDisabled}
          onChange={({ currentTarget: { checked } }) =>
            onChange(checked ? [...chosen, role] : chosen.filter((one) => one !== role))
          }
        />
      ))}
    </fieldset>
  )
}
