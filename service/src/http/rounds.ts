import { cancelHeldRound, openHeldRound, openRound } from '../boxes/index.ts'
import { GAMES } from '../games/index.ts'
import { readPage } from '../kernel/index.ts'
import { getRound, getRoundProof, listRounds } from '../rounds/index.ts'
import { actionAnswer, ok, type Subject } from './handlers.ts'
import { commaList } from './read-input.ts'
import { listOf, NO_PAGES } from './who.ts'

/** Boxes that are opened, held and cancelled; rounds of every game as they are read. */
export const rounds = {
  play: {
    openRound: async (ctx, session, { body }) =>
      actionAnswer(
        await openRound(ctx, {
          ...session,
          pinned: { rate: session.rate, from: session.rateFrom, at: session.ratePinnedAt },
          mode: 'open',
          clientActionId: body.clientActionId,
          funding: body.funding ?? null,
          reels: body.reels,
        }),
      ),

    cancelHeldRound: async (ctx, session, { params }) =>
      actionAnswer(await cancelHeldRound(ctx, { ...session, publicId: params.publicId })),
  },
  s2s: {
    purchase: async (ctx, who, { body }) =>
      actionAnswer(
        await openRound(ctx, {
          ...who,
          launchId: null,
          currency: body.currency ?? who.currency,
          pinned: null,
          mode: body.mode ?? 'open',
          clientActionId: body.clientActionId,
          funding: body.funding ?? null,
          reels: body.reels,
        }),
      ),

    cancelHeldRound: async (ctx, who, { body }) =>
      actionAnswer(await cancelHeldRound(ctx, { ...who, publicId: body.roundPublicId })),

    roundFairness: async (ctx, { owner }, { params }) =>
      ok({ round: await getRoundProof(ctx, GAMES, owner, params.publicId) }),
  },
  both: {
    openHeldRound: async (ctx, who, { params }) =>
      actionAnswer(await openHeldRound(ctx, { ...who, publicId: params.publicId })),

    listRounds: async (ctx, who, { query }) => {
      const statuses = commaList(query.status)
      const page = readPage(query, [...listOf(who), statuses], ctx.limits.pageCount)
      if (!who.owner) return ok({ rounds: [], cursor: NO_PAGES })
      return ok(await listRounds(ctx, GAMES, who.owner, { statuses, page }))
    },

    getRound: async (ctx, { owner }, { params }) => ok({ round: await getRound(ctx, GAMES, owner, params.publicId) }),
  },
} satisfies Subject
