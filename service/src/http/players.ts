import { PLAYER_LIST } from '@coffer/contract/list'
import { GAMES } from '../games/index.ts'
import { listVaultItems } from '../inventory/index.ts'
import { readPage } from '../kernel/index.ts'
import { erasePersonalData, exportPersonalData, readPersonalData } from '../personal-data/index.ts'
import type { Context } from '../platform/index.ts'
import { listPlayers, type PlayerFilter } from '../players/index.ts'
import { readPlayer, readRoundsOfPlayer, readSpend, requirePlayer } from '../reports/index.ts'
import { readRestrictions } from '../rounds/index.ts'
import { setRestrictions } from '../sessions/index.ts'
import { listOrdersOfPlayer } from '../shipping/index.ts'
import { exportList, operatorNamed, type StaffSession } from '../staff/index.ts'
import { readBalanceNow } from '../wallet/index.ts'
import { ok, okCsv, okJsonFile, type Subject } from './handlers.ts'

/** Players, and what keeps them from playing. */
export const players = {
  admin: {
    listPlayers: async (ctx, session, { body: { operator, ...request } }) => {
      const { operatorId } = await operatorNamed(ctx, session, operator)
      return ok(await readPageOfPlayers(ctx, operatorId, request))
    },

    exportPlayers: async (ctx, session, { body: { operator, ...filters } }) => {
      const by = await operatorNamed(ctx, session, operator)
      const { search, restriction = null } = filters
      const rows = await exportList(ctx, by, {
        action: 'player.exported',
        details: { restriction, hasSearch: search !== undefined },
        readPage: async (cursor) => {
          const request = { ...filters, limit: ctx.limits.exportPageCount, cursor }
          const page = await readPageOfPlayers(ctx, by.operatorId, request)
          return { rows: page.players, cursor: page.cursor }
        },
      })
      return okCsv(ctx, { name: 'players', columns: PLAYER_LIST.columns, rows })
    },

    getPlayer: async (ctx, session, { params, query }) => {
      const by = await operatorNamed(ctx, session, query.operator)
      return ok({ player: await readPlayer(ctx, { ...by, session }, { operatorId: by.operatorId, ...params }) })
    },

    getPlayerSpend: async (ctx, session, { params, query }) => {
      const { operatorId } = await operatorNamed(ctx, session, query.operator)
      return ok({ spend: await readSpend(ctx, { operatorId, ...params }) })
    },

    listPlayerRounds: async (ctx, session, { params, query }) => {
      const { owner } = await playerOfRequest(ctx, session, { ...params, ...query })
      const page = readPage(query, ['rounds of a player', owner], ctx.limits.pageCount, null)
      return ok(await readRoundsOfPlayer(ctx, GAMES, owner, page))
    },

    getPlayerBalance: async (ctx, session, { params, query }) => {
      const { operator, player } = await playerOfRequest(ctx, session, { ...params, ...query })
      const { currency } = operator
      const reader = { by: `staff ${session.staffId}`, operator, playerExternalId: player.externalId, currency }
      return ok(await readBalanceNow(ctx, reader))
    },

    listPlayerItems: async (ctx, session, { params, query }) => {
      const { operator, owner } = await playerOfRequest(ctx, session, { ...params, ...query })
      const { state = null } = query
      const page = readPage(query, ['items of a player', owner, state], ctx.limits.pageCount, null)
      return ok(await listVaultItems(ctx, operator, owner, { state, page }))
    },

    listPlayerOrders: async (ctx, session, { params, query }) => {
      const { owner } = await playerOfRequest(ctx, session, { ...params, ...query })
      const page = readPage(query, ['orders of a player', owner], ctx.limits.pageCount, null)
      return ok(await listOrdersOfPlayer(ctx, owner, page))
    },

    restrictPlayer: async (ctx, session, { params, body }) => {
      const { operator, reason, version, currency, ...change } = body
      const { by, owner, player } = await playerOfRequest(ctx, session, { ...params, operator })
      const byStaff = { reason, version, currency }
      await setRestrictions(ctx, { ...by, playerExternalId: player.externalId, change, byStaff })
      return ok({ player: await readPlayer(ctx, { ...by, session }, owner) })
    },

    getPersonalData: async (ctx, session, { params, query }) => {
      const by = await operatorNamed(ctx, session, query.operator)
      const owner = { operatorId: by.operatorId, ...params }
      return ok({ personalData: await readPersonalData(ctx, { ...by, session }, owner) })
    },

    exportPersonalData: async (ctx, session, { params, body }) => {
      const by = await operatorNamed(ctx, session, body.operator)
      const owner = { operatorId: by.operatorId, ...params }
      const parts = await exportPersonalData(ctx, { ...by, session }, owner)
      return okJsonFile(ctx, { name: `player-${owner.playerId}`, parts })
    },

    erasePersonalData: async (ctx, session, { params, body: { operator, reason } }) => {
      const by = await operatorNamed(ctx, session, operator)
      const owner = { operatorId: by.operatorId, ...params }
      return ok({ personalData: await erasePersonalData(ctx, { ...by, session }, owner, reason) })
    },
  },
  s2s: {
    setRestrictions: async (ctx, { operator, actor }, { params: { playerExternalId }, body: change }) => {
      const { operatorId } = operator
      await setRestrictions(ctx, { operatorId, playerExternalId, change, actor, byStaff: null })
      return ok({ restrictions: await readRestrictions(ctx, operator, playerExternalId) })
    },

    getRestrictions: async (ctx, { operator }, { params }) =>
      ok({ restrictions: await readRestrictions(ctx, operator, params.playerExternalId) }),
  },
} satisfies Subject

type Named = { playerId: number; operator?: string | undefined }

/** The player that a request names, of the operator that it names or that of the session, and the actor. Throws PLAYER_NOT_FOUND. */
async function playerOfRequest(ctx: Context, session: StaffSession, { playerId, operator }: Named) {
  const by = await operatorNamed(ctx, session, operator)
  return { by, ...(await requirePlayer(ctx, { operatorId: by.operatorId, playerId })) }
}

type PageOfPlayers = {
  search?: string | undefined
  restriction?: PlayerFilter['restriction'] | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

/** Reads a page of the players that the filters of a request match. */
function readPageOfPlayers(ctx: Context, operatorId: number, { limit, cursor, ...filters }: PageOfPlayers) {
  const { search = null, restriction = null } = filters
  // Without the text that is searched for: URLs contain the cursor.
  const listed = ['players', operatorId, restriction]
  const page = readPage({ limit, cursor }, listed, ctx.limits.pageCount, null)
  return listPlayers(ctx, { operatorId, search, restriction }, page)
}
