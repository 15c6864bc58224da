import type { SignedIn } from '@coffer/contract/admin'
import { type StaffSession, signIn, signOut } from '../staff/index.ts'
import { cookieHeader, STAFF_COOKIE } from './cookies.ts'
import { noContent, ok, type Subject } from './handlers.ts'

/** Who sits at a desk of the platform. */
export const staff = {
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

/** What a page of the desks is shown of whoever is signed in. */
function signedInAs({ staffId, email, roles, csrfToken }: StaffSession): SignedIn {
  return { staff: { staffId, email, roles: [...roles] }, csrfToken }
}
