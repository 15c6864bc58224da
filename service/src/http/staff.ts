import type { SignedIn } from '@coffer/contract/admin'
import { STAFF_LIST } from '@coffer/contract/list'
import type { Context } from '../platform/index.ts'
import {
  addPasskey,
  confirmSession,
  createSsoLink,
  disableStaff,
  type Employer,
  employerNamed,
  employerOf,
  enableStaff,
  endOwnSessions,
  endSessions,
  exportStaff,
  grantRoles,
  inviteStaff,
  listOwnSessions,
  listPasskeys,
  mintStaffLink,
  pendingStep,
  removePasskey,
  replaceRecoveryCodes,
  type StaffSession,
  showPerson,
  showStaff,
  signIn,
  signInWithPasskey,
  signInWithRecoveryCode,
  signOut,
  startConfirmation,
  startPasskey,
  startPasskeySignIn,
} from '../staff/index.ts'
import { cookieHeader, STAFF_COOKIE } from './cookies.ts'
import { created, noContent, ok, okCsv, type Subject } from './handlers.ts'

/** Signing in to the admin, and the staff whom one manages in it. */
export const staff = {
  s2s: {
    createAdminSsoLink: async (ctx, caller, { body }) => {
      const { ssoUrl, expiresAt } = await createSsoLink(ctx, caller, body)
      return ok({ ssoUrl, expiresAt: expiresAt.toISOString() })
    },
  },
  admin: {
    signIn: async (ctx, client, { body }) => {
      return signInAnswer(ctx, await signIn(ctx, body.token, client))
    },

    startPasskeySignIn: async (ctx) => ok({ options: await startPasskeySignIn(ctx) }),
    signInWithPasskey: async (ctx, client, { body }) =>
      signInAnswer(ctx, await signInWithPasskey(ctx, body.credential, client)),
    signInWithRecoveryCode: async (ctx, client, { body }) =>
      signInAnswer(ctx, await signInWithRecoveryCode(ctx, body, client)),

    startConfirmation: async (ctx, session) => ok({ options: await startConfirmation(ctx, session) }),
    confirmSession: async (ctx, session, { body }) =>
      ok(signedInAs(ctx, await confirmSession(ctx, session, body.credential))),

    listPasskeys: async (ctx, session) => ok(await listPasskeys(ctx, session)),
    startPasskey: async (ctx, session) => ok({ options: await startPasskey(ctx, session) }),
    addPasskey: async (ctx, session, { body }) => {
      const added = await addPasskey(ctx, session, body)
      const confirmed = { ...session, hasPasskeys: true, confirmedAt: ctx.clock.now() }
      return created({ ...added, signedIn: signedInAs(ctx, confirmed) })
    },
    removePasskey: async (ctx, session, { params }) => ok(await removePasskey(ctx, session, params.passkeyId)),
    replaceRecoveryCodes: async (ctx, session) => created(await replaceRecoveryCodes(ctx, session)),

    me: async (ctx, session) => ok(signedInAs(ctx, session)),

    signOut: async (ctx, session) => {
      await signOut(ctx, session)
      return { ...noContent(), headers: cookieHeader(ctx, STAFF_COOKIE, null) }
    },

    listOwnSessions: async (ctx, session) => ok({ sessions: await listOwnSessions(ctx, session) }),
    endOwnSession: async (ctx, session, { params }) => {
      const sessions = await endOwnSessions(ctx, session, params.sessionId)
      const isSignedIn = sessions.some(({ isCurrent }) => isCurrent)
      return { ...ok({ sessions }), headers: isSignedIn ? {} : cookieHeader(ctx, STAFF_COOKIE, null) }
    },
    endOtherSessions: async (ctx, session) => ok({ sessions: await endOwnSessions(ctx, session) }),

    listStaff: async (ctx, session, { body: { operator, ...page } }) =>
      ok(await showStaff(ctx, await employerNamed(ctx, session, operator), page)),

    exportStaff: async (ctx, session, { body: { operator, ...filters } }) => {
      const employer = await employerNamed(ctx, session, operator)
      const rows = await exportStaff(ctx, employer, filters)
      return okCsv(ctx, { name: 'staff', columns: STAFF_LIST.columns, rows })
    },

    inviteStaff: async (ctx, session, { body: { operator, ...person } }) => {
      const employer = await employerNamed(ctx, session, operator)
      const { staffId, link } = await inviteStaff(ctx, person, employer)
      return created({ ...(await showPerson(ctx, employer, staffId)), link: shownLink(link) })
    },

    getStaff: async (ctx, session, { params: { staffId } }) =>
      ok(await showPerson(ctx, await employerOf(ctx, session, staffId), staffId)),

    createStaffLink: async (ctx, session, { params: { staffId } }) =>
      created({
        link: shownLink(await mintStaffLink(ctx, { staffId }, await employerOf(ctx, session, staffId))),
      }),

    grantStaffRoles: (ctx, session, { params: { staffId }, body: { roles } }) =>
      change(ctx, session, staffId, (employer) => grantRoles(ctx, { staffId, roles }, employer)),

    disableStaff: (ctx, session, { params: { staffId } }) =>
      change(ctx, session, staffId, (employer) => disableStaff(ctx, { staffId }, employer)),

    enableStaff: (ctx, session, { params: { staffId } }) =>
      change(ctx, session, staffId, (employer) => enableStaff(ctx, { staffId }, employer)),

    endStaffSession: (ctx, session, { params: { staffId, sessionId } }) =>
      change(ctx, session, staffId, (employer) => endSessions(ctx, { staffId, sessionId }, employer)),

    endStaffSessions: (ctx, session, { params: { staffId } }) =>
      change(ctx, session, staffId, (employer) => endSessions(ctx, { staffId }, employer)),
  },
} satisfies Subject

/** Changes a member of staff, and answers with what they are then. */
async function change(
  ctx: Context,
  session: StaffSession,
  staffId: number,
  act: (employer: Employer) => Promise<unknown>,
) {
  const employer = await employerOf(ctx, session, staffId)
  await act(employer)
  return ok(await showPerson(ctx, employer, staffId))
}

function shownLink({ loginUrl, expiresAt }: { loginUrl: string; expiresAt: Date }) {
  return { loginUrl, expiresAt: expiresAt.toISOString() }
}

/** Answers a sign-in, with the cookie of the session. */
function signInAnswer(ctx: Context, { session, sessionToken }: { session: StaffSession; sessionToken: string }) {
  return { ...ok(signedInAs(ctx, session)), headers: cookieHeader(ctx, STAFF_COOKIE, sessionToken) }
}

/** The signed-in member of staff, as the pages of the admin show them. */
function signedInAs(ctx: Context, session: StaffSession): SignedIn {
  const { staffId, email, displayName, operator, roles, csrfToken } = session
  const employer = operator && { slug: operator.slug, name: operator.name }
  const staff = { staffId, email, displayName, operator: employer, roles: [...roles] }
  return { staff, csrfToken, needs: pendingStep(ctx, session) }
}
