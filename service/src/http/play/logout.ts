import { logOut } from '../../sessions/index.ts'
import { noContent, type OpenPlayHandler } from '../handlers.ts'

export const logout: OpenPlayHandler<'logout'> = async (ctx, bearer) => {
  await logOut(ctx, bearer)
  return noContent()
}
