export { refuseSuspended } from './begin-session.ts'
export {
  createStaff,
  disableStaff,
  type Employer,
  findColleague,
  grantRoles,
  listStaff,
  type StaffName,
} from './manage-staff.ts'
export { authenticateStaffSession, mintStaffLink, signIn, signOut } from './sign-in.ts'
export { createSsoLink, signInByTicket } from './single-sign-on.ts'
export type { Staff, StaffRole } from './staff.ts'
export type { OperatorSession, PlatformSession, StaffSession } from './staff-session.ts'
export { emailsOfStaff, listKnownStaffSessions, listKnownTickets } from './store.ts'
