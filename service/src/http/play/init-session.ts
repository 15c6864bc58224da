import { initSession as initialize } from '../../sessions/index.ts'
import { type OpenPlayHandler, ok } from '../handlers.ts'
import { composeBootstrap } from './bootstrap.ts'

export const initSession: OpenPlayHandler<'initSession'> = async (ctx, _visitor, { body }) => {
  const { session, sessionToken } = await initialize(ctx, body.launchToken)
  return ok(await composeBootstrap(ctx, session, sessionToken))
}
