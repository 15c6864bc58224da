import { mintKycLink } from '../../kyc/index.ts'
import { created, type S2sHandler } from '../handlers.ts'

export const createKycSessionHandler: S2sHandler<'createKycSession'> = async (ctx, { operator }, { body }) => {
  const { kycUrl, expiresAt } = await mintKycLink(ctx, operator, body)
  return created({ kycUrl, expiresAt: expiresAt.toISOString() })
}
