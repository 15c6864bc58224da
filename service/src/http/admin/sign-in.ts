import { signIn } from '../../staff/index.ts'
import { cookieHeader } from '../cookies.ts'
import { type OpenAdminHandler, ok } from '../handlers.ts'
import { STAFF_COOKIE } from '../staff-cookie.ts'
import { signedInAs } from './signed-in.ts'

export const signInHandler: OpenAdminHandler<'signIn'> = async (ctx, _session, { body }) => {
  const { session, sessionToken } = await signIn(ctx, body.token)
  return { ...ok(signedInAs(session)), headers: cookieHeader(ctx, STAFF_COOKIE, sessionToken) }
}
