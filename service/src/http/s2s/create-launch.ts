import { Refusal } from '../../kernel/index.ts'
import { createLaunch as mint } from '../../sessions/index.ts'
import { created, type S2sHandler } from '../handlers.ts'

export const createLaunch: S2sHandler<'createLaunch'> = async (ctx, { operator, scopes }, { body }) => {
  if (body.funding === 'operator' && !scopes.includes('funding')) throw new Refusal('SCOPE_MISSING')
  const { launchToken, launchUrl, expiresAt } = await mint(ctx, operator, body)
  return created({ launchToken, launchUrl, expiresAt: expiresAt.toISOString() })
}
