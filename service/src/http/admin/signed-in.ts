import type { SignedIn } from '@coffer/contract/admin'
import type { StaffSession } from '../../staff/index.ts'

/** What a page of the desks is told of whoever is signed in. */
export function signedInAs({ staffId, email, roles, csrfToken }: StaffSession): SignedIn {
  return { staff: { staffId, email, roles: [...roles] }, csrfToken }
}
