import type { Staff } from './staff.ts'
import type { StaffRow } from './store.ts'

export function staffView({ staff_id, email, roles, disabled_at }: StaffRow): Staff {
  return { staffId: staff_id, email, roles, isDisabled: disabled_at !== null }
}
