import { logOut } from '../../sessions/index.ts'
import { noContent, type OpenPlayHandler } from '../handlers.ts'

export const logout: OpenPlayHandler<'logout'> = async (ctx, visitor) => {
  await visitor.look((token) => logOut(ctx, token))
  return noContent()
}
