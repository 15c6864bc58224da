import { findSnapshots } from '../../catalog/index.ts'
import { getPublicProof } from '../../rounds/index.ts'
import { ok, type PublicHandler } from '../handlers.ts'

export const roundProofHandler: PublicHandler<'roundProof'> = (ctx, { params }) =>
  ctx.systemTx(async (tx) => {
    const round = await getPublicProof(tx, params.publicId)
    const versionIds = new Set(round.reels.flatMap((reel) => (reel.boxVersionId === null ? [] : [reel.boxVersionId])))
    return ok({ round, snapshots: await findSnapshots(tx, [...versionIds]) })
  })
