import type { SignedIn } from '@coffer/contract/admin'
import { createSsoLink, type StaffSession, signIn, signOut } from '../staff/index.ts'
import { cookieHeader, STAFF_COOKIE } from './cookies.ts'
import { noContent, ok, type Subject } from './handlers.ts'

/** Signing in to the admin and out of it. */
export const staff = {
  s2s: {
    createAdminSsoLink: async (ctx, caller, { body }) => {
      const { ssoUrl, expiresAt } = await createSsoLink(ctx, caller, body)
      return ok({ ssoUrl, expiresAt: expiresAt.toISOString() })
    },
  },
  admin: {
    signIn: async (ctx, _nobody, { body }) => {
      const { session, sessionToken } = await signIn(ctx, body.token)
      return { ...ok(signedInAs(session)), headers: cookieHeader(ctx, STAFF_COOKIE, sessionToken) }
    },

    me: async (_ctx, session) => ok(signedInAs(session)),

    signOut: async (ctx, session) => {
      await signOut(ctx, session)
      return { ...noContent(), headers: cookieHeader(ctx, STAFF_COOKIE, null) }
    },
  },
} satisfies Subject

/** The signed-in member of staff, as the pages of the admin show them. */
function signedInAs({ staffId, email, displayName, operator, roles, csrfToken }: StaffSession): SignedIn {
  const employer = operator && { slug: operator.slug, name: operator.name }
  return { staff: { staffId, email, displayName, operator: employer, roles: [...roles] }, csrfToken }
}
