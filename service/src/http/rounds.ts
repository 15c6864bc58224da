import type { ListRoundsRequest } from '@coffer/contract/admin'
import { ROUND_LIST } from '@coffer/contract/list'
import { cancelHeldRound, openHeldRound, openRound } from '../boxes/index.ts'
import { GAMES } from '../games/index.ts'
import { endOfDay, readPage, startOfDay } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import { readRound, readRounds, statesOf } from '../reports/index.ts'
import { getRound, getRoundProof, listRounds } from '../rounds/index.ts'
import { exportList, operatorNamed } from '../staff/index.ts'
import { actionAnswer, ok, okCsv, type Subject } from './handlers.ts'
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
  admin: {
    listRounds: async (ctx, session, { body: { operator, ...request } }) => {
      const { operatorId } = await operatorNamed(ctx, session, operator)
      return ok(await readPageOfRounds(ctx, operatorId, request))
    },

    exportRounds: async (ctx, session, { body: { operator, ...filters } }) => {
      const by = await operatorNamed(ctx, session, operator)
      const { search, item, status = null, from = null, to = null } = filters
      const rows = await exportList(ctx, by, {
        action: 'round.exported',
        details: { status, period: { from, to }, hasSearch: search !== undefined, hasItem: item !== undefined },
        readPage: async (cursor) => {
          const request = { ...filters, limit: ctx.limits.exportPageCount, cursor }
          const { rounds, ...others } = await readPageOfRounds(ctx, by.operatorId, request)
          return { rows: rounds, ...others }
        },
      })
      return okCsv(ctx, { name: 'rounds', columns: ROUND_LIST.columns, rows })
    },

    getRound: async (ctx, session, { params, query }) => {
      const { operatorId } = await operatorNamed(ctx, session, query.operator)
      const reader = { operatorId, roles: session.roles }
      return ok({ round: await readRound(ctx, GAMES, reader, params.publicId) })
    },
  },
} satisfies Subject

type PageOfRounds = Omit<ListRoundsRequest, 'sort' | 'operator'>

/** Reads a page of the rounds that the filters of a request match. */
function readPageOfRounds(ctx: Context, operatorId: number, { limit, cursor, ...filters }: PageOfRounds) {
  const { search = null, item = null, status, from, to } = filters
  const listed = {
    operatorId,
    states: status === undefined ? null : statesOf(status),
    from: from === undefined ? null : startOfDay(from),
    before: to === undefined ? null : endOfDay(to),
  }
  // Without the texts that are searched for: URLs contain the cursor.
  const page = readPage({ limit, cursor }, ['rounds in the admin', listed], ctx.limits.pageCount, null)
  return readRounds(ctx, GAMES, { ...listed, search, item }, page)
}
