import type { AdminPlayerRow } from '@coffer/contract/admin'
import type { RestrictionKind } from '@coffer/contract/player-names'
import type { CursorPair } from '@coffer/contract/shapes'
import { type PageRequest, pageOf } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import { type Restrictions, restrictionsAt } from './restriction.ts'
import { findPlayer, type PlayerRecord, searchPlayers } from './store.ts'

export type PlayerFilter = {
  operatorId: number
  /** The ID of a player, as a whole; null: every player. */
  search: string | null
  restriction: RestrictionKind | null
}

/** A page of the players that match a filter, the newest first. */
export function listPlayers(
  ctx: Context,
  { operatorId, search, restriction }: PlayerFilter,
  page: PageRequest,
): Promise<{ players: AdminPlayerRow[]; cursor: CursorPair }> {
  return ctx.tx(operatorId, async (tx) => {
    const named = search === null ? null : await findPlayer(tx, operatorId, search)
    if (search !== null && named === null) return { players: [], cursor: { next: null, prev: null } }
    const now = ctx.clock.now()
    const found = await searchPlayers(tx, { operatorId, playerId: named?.playerId ?? null, restriction, now }, page)
    const { rows, cursor } = pageOf(found, page, ({ playerId }) => ({ sort: null, id: playerId }))
    return { players: rows.map((row) => rowOf(row, now)), cursor }
  })
}

function rowOf({ playerId, externalId, createdAt, ...stored }: PlayerRecord, now: Date): AdminPlayerRow {
  const { selfExcluded, coolOffUntil, ...limits } = restrictionsAt(storedOf(stored), now)
  return {
    playerId,
    playerExternalId: externalId,
    createdAt: createdAt.toISOString(),
    selfExcluded,
    coolOffUntil: coolOffUntil?.toISOString() ?? null,
    ...limits,
  }
}

type Stored = Pick<PlayerRecord, keyof Restrictions>

function storedOf({ selfExcluded, ...others }: Stored): Restrictions | null {
  return selfExcluded === null ? null : { selfExcluded, ...others }
}
