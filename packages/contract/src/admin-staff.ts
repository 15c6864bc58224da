import { z } from 'zod'
import { account, signedIn } from './admin-fields.ts'
import { STAFF_LIST, STAFF_STATUSES } from './list.ts'
import { filtersOf, pageOfList } from './list-body.ts'
import { STAFF_ROLES } from './permissions.ts'
import { defineAdminRoutes } from './route.ts'
import { cursorPair, emailAddress, id, idText, timestamp } from './shapes.ts'
import { wireText } from './text.ts'

const staffRow = account.extend({
  externalId: z.string().nullable().meta({ description: 'The `adminExternalId` of their single sign-on' }),
  hasDefaultRoles: z.boolean().meta({ description: 'No role was granted: `adminSso.defaultRoles` applies' }),
  status: z.enum(STAFF_STATUSES).meta({ description: '`invited`: has never signed in' }),
  createdAt: timestamp,
  lastSignedInAt: timestamp.nullable(),
  linkExpiresAt: timestamp.nullable().meta({ description: 'A login link that was not used yet is valid until then' }),
})

const staffSession = z.object({
  sessionId: id,
  isCurrent: z.boolean().meta({ description: 'The session of this request' }),
  signedInAt: timestamp,
  lastSeenAt: timestamp.meta({ description: 'Correct to the minute' }),
  expiresAt: timestamp.meta({ description: 'Ends then at the latest; earlier when it is idle' }),
  address: z.string().nullable().meta({ description: 'The network address that signed in' }),
  userAgent: z.string().nullable(),
})
const sessions = z.array(staffSession).meta({ description: 'Sessions that have not ended, last used first' })

const staffDetail = z.object({ staff: staffRow, sessions })
const loginLink = z.object({ loginUrl: z.string(), expiresAt: timestamp })

/** Roles to grant. Staff of an operator take roles of an operator, staff of the platform roles of the platform. */
const grant = z.array(z.enum(STAFF_ROLES)).min(1).max(STAFF_ROLES.length)
const ofOperator = wireText(1, 100).optional().meta({
  description: 'Operator slug, for staff of the platform. Omitted: the own employer',
})

const person = z.object({ staffId: idText })
const session = z.object({ sessionId: idText })
const one = { 200: staffDetail }

/** Sign-in, the caller's own sessions, and management of staff. */
export const staffRoutes = defineAdminRoutes({
  signIn: {
    method: 'POST',
    path: '/api/admin/sign-in',
    access: 'anyone',
    summary: 'Exchange a login link\u2019s token for a session, once',
    body: z.object({ token: wireText(1, 200) }),
    success: { 200: signedIn },
    refusals: ['STAFF_LINK_INVALID'],
  },
  signOut: {
    method: 'POST',
    path: '/api/admin/sign-out',
    access: 'session',
    summary: 'End the session',
    success: { 204: null },
    refusals: [],
  },
  me: {
    method: 'GET',
    path: '/api/admin/me',
    access: 'staff',
    confirmation: 'none',
    summary: 'Who is signed in',
    success: { 200: signedIn },
    refusals: [],
  },
  listOwnSessions: {
    method: 'GET',
    path: '/api/admin/me/sessions',
    access: 'staff',
    summary: 'List your own sessions',
    success: { 200: z.object({ sessions }) },
    refusals: [],
  },
  endOwnSession: {
    method: 'POST',
    path: '/api/admin/me/sessions/:sessionId/end',
    access: 'staff',
    summary: 'End one of your own sessions. Unknown and ended sessions are ignored',
    params: session,
    success: { 200: z.object({ sessions }) },
    refusals: [],
  },
  endOtherSessions: {
    method: 'POST',
    path: '/api/admin/me/sessions/end-others',
    access: 'staff',
    summary: 'End every other session of your own',
    success: { 200: z.object({ sessions }) },
    refusals: [],
  },
  listStaff: {
    method: 'POST',
    path: '/api/admin/staff/list',
    access: STAFF_LIST.permission,
    reads: true,
    summary: 'List staff of your operator; for staff of the platform those of the named operator, or of the platform',
    body: pageOfList(STAFF_LIST),
    success: { 200: z.object({ members: z.array(staffRow), cursor: cursorPair }) },
    refusals: ['OPERATOR_NOT_FOUND'],
  },
  exportStaff: {
    method: 'POST',
    path: '/api/admin/staff/export',
    access: STAFF_LIST.permission,
    summary: 'Every row of the list that the filters match, as CSV, newest first; the export is recorded',
    body: filtersOf(STAFF_LIST),
    success: { 200: 'csv' },
    refusals: ['OPERATOR_NOT_FOUND'],
  },
  inviteStaff: {
    method: 'POST',
    path: '/api/admin/staff',
    access: 'staff.manage',
    summary: 'Add a member of staff and create their login link',
    body: z.object({ email: emailAddress, roles: grant, operator: ofOperator }),
    success: { 201: staffDetail.extend({ link: loginLink }) },
    refusals: ['OPERATOR_NOT_FOUND', 'STAFF_EXISTS', 'STAFF_LIMIT_REACHED'],
  },
  getStaff: {
    method: 'GET',
    path: '/api/admin/staff/:staffId',
    access: 'staff.read',
    summary: 'A member of staff and their sessions',
    params: person,
    success: one,
    refusals: ['STAFF_NOT_FOUND'],
  },
  grantStaffRoles: {
    method: 'POST',
    path: '/api/admin/staff/:staffId/roles',
    access: 'staff.manage',
    summary: 'Replace the roles of a member of staff',
    params: person,
    body: z.object({
      roles: grant.nullable().meta({ description: 'Null: the default roles of the operator apply again' }),
    }),
    success: one,
    refusals: ['STAFF_NOT_FOUND', 'STAFF_OWN_ACCOUNT'],
  },
  createStaffLink: {
    method: 'POST',
    path: '/api/admin/staff/:staffId/link',
    access: 'staff.manage',
    summary:
      'Create a login link; an unused earlier one becomes invalid. For staff of the platform until their first sign-in',
    params: person,
    success: { 201: z.object({ link: loginLink }) },
    refusals: ['STAFF_NOT_FOUND', 'STAFF_OWN_ACCOUNT', 'STAFF_DISABLED', 'STAFF_SIGNED_IN_BEFORE'],
  },
  disableStaff: {
    method: 'POST',
    path: '/api/admin/staff/:staffId/disable',
    access: 'staff.manage',
    summary: 'Disable a member of staff: their sessions and links end',
    params: person,
    success: one,
    refusals: ['STAFF_NOT_FOUND', 'STAFF_OWN_ACCOUNT'],
  },
  enableStaff: {
    method: 'POST',
    path: '/api/admin/staff/:staffId/enable',
    access: 'staff.manage',
    summary: 'Let a disabled member of staff sign in again',
    params: person,
    success: one,
    refusals: ['STAFF_NOT_FOUND', 'STAFF_OWN_ACCOUNT', 'STAFF_LIMIT_REACHED'],
  },
  endStaffSession: {
    method: 'POST',
    path: '/api/admin/staff/:staffId/sessions/:sessionId/end',
    access: 'staff.manage',
    summary: 'End one session of a member of staff. Unknown and ended sessions are ignored',
    params: person.extend(session.shape),
    success: one,
    refusals: ['STAFF_NOT_FOUND', 'STAFF_OWN_ACCOUNT'],
  },
  endStaffSessions: {
    method: 'POST',
    path: '/api/admin/staff/:staffId/sessions/end',
    access: 'staff.manage',
    summary: 'End every session of a member of staff',
    params: person,
    success: one,
    refusals: ['STAFF_NOT_FOUND', 'STAFF_OWN_ACCOUNT'],
  },
})

export type StaffRow = z.infer<typeof staffRow>
export type StaffSessionRow = z.infer<typeof staffSession>
