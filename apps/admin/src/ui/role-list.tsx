import type { StaffRole } from '@coffer/contract/permissions'
import { ROLE_TEXT } from '../text/roles.ts'
import { Chip } from './chip.tsx'
import classes from './role-list.module.css'

/** Roles with what each is for. */
export function RoleList({ roles }: { roles: readonly StaffRole[] }) {
  return (
    <ul className={classes.roles}>
      {roles.map((role) => (
        <li key={role}>
          <Chip tone="info">{ROLE_TEXT[role].name}</Chip> {ROLE_TEXT[role].description}
        </li>
      ))}
    </ul>
  )
}
