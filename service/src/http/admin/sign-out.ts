import { signOut } from '../../staff/index.ts'
import { cookieHeader } from '../cookies.ts'
import { type AdminHandler, noContent } from '../handlers.ts'
import { STAFF_COOKIE } from '../staff-cookie.ts'

export const signOutHandler: AdminHandler<'signOut'> = async (ctx, session) => {
  await signOut(ctx, session)
  return { ...noContent(), headers: cookieHeader(ctx, STAFF_COOKIE, null) }
}
