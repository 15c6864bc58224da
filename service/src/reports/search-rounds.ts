import type { AdminRoundRow } from '@coffer/contract/admin'
import type { CursorPair } from '@coffer/contract/shapes'
import { findVersions } from '../catalog/index.ts'
import { invalidField, type Owner, type PageRequest, pageOf, present } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { externalIdsOf, findPlayer } from '../players/index.ts'
import { type Games, type RoundRecord, viewRounds } from '../rounds/index.ts'
import {
  listItemsNamed,
  listNamedRounds,
  type NamedItems,
  type NamedRounds,
  type RoundSearch,
  searchRounds,
} from './round-search-store.ts'
import { roundRow } from './round-view.ts'

type PageOfRounds = { rounds: AdminRoundRow[]; cursor: CursorPair }

export type RoundFilter = Pick<RoundSearch, 'operatorId' | 'states' | 'from' | 'before'> & {
  /** A round ID, a player ID, a transaction reference of the wallet or an idempotency key, as a whole. */
  search: string | null
  /** Part of the name of an item, or the ID of an item in a vault. */
  item: string | null
}

/** A page of the rounds of a player, newest first. */
export function readRoundsOfPlayer(
  ctx: Context,
  games: Games,
  { operatorId, playerId }: Owner,
  page: PageRequest,
): Promise<PageOfRounds> {
  const named = { playerId, publicIds: [] }
  const search = { operatorId, named, items: null, states: null, from: null, before: null }
  return ctx.tx(operatorId, (tx) => readPageOf(ctx, tx, games, search, page))
}

/** A page of the rounds that match a filter, newest first. Throws a 422 for an `item` that too many items match. */
export function readRounds(
  ctx: Context,
  games: Games,
  { search, item, ...filter }: RoundFilter,
  page: PageRequest,
): Promise<PageOfRounds> {
  const { operatorId } = filter
  return ctx.tx(operatorId, async (tx) => {
    const named = search === null ? null : await findNamedRounds(ctx, tx, operatorId, search)
    const items = item === null ? null : await findNamedItems(ctx, tx, operatorId, item)
    return readPageOf(ctx, tx, games, { ...filter, named, items }, page)
  })
}

async function readPageOf(
  ctx: Context,
  tx: Tx,
  games: Games,
  search: Omit<RoundSearch, 'outOfOrderMs'>,
  page: PageRequest,
): Promise<PageOfRounds> {
  const found = await searchRounds(tx, { ...search, outOfOrderMs: ctx.limits.rowsOutOfOrderMs }, page)
  const { rows, cursor } = pageOf(found, page, (round) => ({ sort: null, id: round.round_id }))
  return { rounds: await rowsOf(ctx, tx, games, search.operatorId, rows), cursor }
}

async function findNamedRounds(ctx: Context, tx: Tx, operatorId: number, text: string): Promise<NamedRounds> {
  const player = await findPlayer(tx, operatorId, text)
  const publicIds = await listNamedRounds(tx, operatorId, text, ctx.limits.searchedOperationsCount)
  return { playerId: player?.playerId ?? null, publicIds }
}

async function findNamedItems(ctx: Context, tx: Tx, operatorId: number, text: string): Promise<NamedItems> {
  const most = ctx.limits.searchedItemsCount
  const itemIds = await listItemsNamed(tx, operatorId, text, most + 1)
  const inventoryItemId = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
  if (itemIds.length <= most) return { itemIds, inventoryItemId }
  if (inventoryItemId !== null) return { itemIds: [], inventoryItemId }
  throw invalidField('item', `matches more than ${most} items. Enter more of the name`)
}

/** Rounds as rows of the list; a constant number of statements for any number of them. */
async function rowsOf(
  ctx: Context,
  tx: Tx,
  games: Games,
  operatorId: number,
  rounds: readonly RoundRecord[],
): Promise<AdminRoundRow[]> {
  const answers = await viewRounds(ctx, tx, games, operatorId, rounds)
  const players = await externalIdsOf(tx, operatorId, [...new Set(rounds.map((round) => round.player_id))])
  const versionIds = answers.flatMap(({ reels }) => reels.map(({ boxVersionId }) => boxVersionId))
  const versions = await findVersions(tx, operatorId, versionIds)
  return rounds.map((round, index) =>
    roundRow(round, present(answers[index], 'a round has its view'), {
      playerExternalId: present(players.get(round.player_id), 'a round has its player'),
      versions,
    }),
  )
}
