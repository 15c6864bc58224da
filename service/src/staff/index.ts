export { refuseSuspended } from './begin-session.ts'
export type { StaffName } from './change-staff.ts'
export {
  type Employer,
  employerNamed,
  employerOf,
  isOfPlatform,
  type NamedOperator,
  operatorNamed,
  PLATFORM_FROM_CLI,
} from './employer.ts'
export { endOwnSessions, endSessions, listOwnSessions } from './end-sessions.ts'
export { exportList, readAllRows } from './export-list.ts'
export { exportStaff, showPerson, showStaff } from './list-staff.ts'
export { mintStaffLink } from './login-link.ts'
export {
  createStaff,
  disableStaff,
  enableStaff,
  findColleague,
  grantRoles,
  inviteStaff,
  listStaff,
} from './manage-staff.ts'
export { confirmSession, signInWithPasskey, signInWithRecoveryCode } from './passkey-sign-in.ts'
export {
  addPasskey,
  listPasskeys,
  removePasskey,
  replaceRecoveryCodes,
  resetPasskeys,
  startConfirmation,
  startPasskey,
  startPasskeySignIn,
} from './passkeys.ts'
export { exportAudit, showActor, showAudit, showAuditEntry } from './read-audit-log.ts'
export { listKnownStaffSessions } from './session-store.ts'
export { authenticateStaffSession, signIn, signOut } from './sign-in.ts'
export { createSsoLink, signInByTicket } from './single-sign-on.ts'
export type { Staff } from './staff.ts'
export { staffActor } from './staff-actor.ts'
export type { Client, OperatorSession, PlatformSession, StaffSession } from './staff-session.ts'
export { pendingStep, refuseUnconfirmed } from './staff-session.ts'
export { emailsOfStaff, listKnownTickets } from './store.ts'
