import { findSnapshots } from '../catalog/index.ts'
import { listRevealedPairs, readFairnessState, rotateSeed } from '../fairness/index.ts'
import { GAMES } from '../games/index.ts'
import { Refusal, readPage } from '../kernel/index.ts'
import { getPublicProof } from '../rounds/index.ts'
import { ok, type Subject } from './handlers.ts'
import { listOf, NO_PAGES } from './who.ts'

/** What anybody needs to check a draw: commitments, revealed seeds, and the odds and proof that need no account. */
export const fairness = {
  both: {
    fairnessState: async (ctx, { owner }) =>
      ok(await ctx.tx(owner.operatorId, (tx) => readFairnessState(ctx, tx, owner))),

    rotateSeed: async (ctx, { owner }, { body }) => ok(await rotateSeed(ctx, owner, { clientSeed: body.clientSeed })),

    listSeeds: async (ctx, who, { query }) => {
      const page = readPage(query, ['seeds', ...listOf(who)], ctx.limits.pageCount)
      if (!who.owner) return ok({ seeds: [], cursor: NO_PAGES })
      return ok(await listRevealedPairs(ctx, who.owner, page))
    },
  },
  public: {
    boxVersionSnapshot: async (ctx, _nobody, { params }) => {
      const [snapshot] = await ctx.systemTx((tx) => findSnapshots(tx, [params.boxVersionId]))
      if (!snapshot) throw new Refusal('UNKNOWN_BOX')
      const headers = { 'cache-control': 'public, max-age=31536000, immutable', etag: `"${snapshot.snapshotHash}"` }
      return { ...ok(snapshot), headers }
    },

    roundProof: (ctx, _nobody, { params }) =>
      ctx.systemTx(async (tx) => {
        const round = await getPublicProof(tx, GAMES, params.publicId)
        const versions = round.reels.flatMap(({ boxVersionId }) => (boxVersionId === null ? [] : [boxVersionId]))
        return ok({ round, snapshots: await findSnapshots(tx, [...new Set(versions)]) })
      }),
  },
} satisfies Subject
