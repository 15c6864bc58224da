import type { AdminPlayerItem } from '@coffer/contract/admin'
import type { CursorPair } from '@coffer/contract/shapes'
import { keepPreviousData, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/api.ts'
import { ON_REQUEST } from '../list/on-request.ts'
import { useDetail } from '../list/use-detail.ts'
import { useDetailChange } from '../list/use-detail-change.ts'
import type { RestrictionInput } from './restriction-draft.ts'

/** Key of the pages of the list in the cache, and the name of its export. */
export const PLAYERS_QUERY = 'players'
const PLAYER_QUERY = 'player'
const ITEMS_PER_PAGE = '20'
const ORDERS_PER_PAGE = '10'
const ROUND_COUNT = '5'

/** A player, and the operator that they belong to: null for the viewer's own. */
export type PlayerKey = { readonly playerId: number; readonly operator: string | null }

/** A page of a table. */
type PageOf<Row> = { readonly rows: readonly Row[]; readonly cursor: CursorPair }
export type PageQuery<Row> = UseQueryResult<PageOf<Row>>

/** The start of the keys of everything that is cached of a player. */
export function cacheKey({ playerId, operator }: PlayerKey) {
  return [PLAYER_QUERY, operator, playerId]
}

export function detailKey(player: PlayerKey) {
  return [...cacheKey(player), 'detail']
}

/** The path parameters of a player, and the query that names the operator. */
export function requestOf({ playerId, operator }: PlayerKey) {
  return { params: { playerId: `${playerId}` }, query: { operator: operator ?? undefined } }
}

/** One player. */
export function usePlayer(key: PlayerKey, { isEnabled }: { isEnabled: boolean }) {
  const client = useQueryClient()
  const read = async () => (await api.call('getPlayer', requestOf(key))).player
  const { data: player, ...detail } = useDetail({ queryKey: detailKey(key), read, isEnabled })
  return {
    player,
    ...detail,
    /** Reads everything again that is shown of the player. */
    refresh: () => void client.refetchQueries({ queryKey: cacheKey(key), type: 'active' }),
  }
}

/** The balance of a player in the wallet, in the currency of the operator. */
export function useBalance(key: PlayerKey) {
  return useQuery({
    queryKey: [...cacheKey(key), 'balance'],
    queryFn: () => api.call('getPlayerBalance', requestOf(key)),
    ...ON_REQUEST,
  })
}

/** The money that the wallet moved for a player, by currency. */
export function useSpend(key: PlayerKey) {
  return useQuery({
    queryKey: [...cacheKey(key), 'spend'],
    queryFn: async () => (await api.call('getPlayerSpend', requestOf(key))).spend,
    ...ON_REQUEST,
  })
}

/** The newest rounds of a player. */
export function usePlayerRounds(key: PlayerKey) {
  return useQuery({
    queryKey: [...cacheKey(key), 'rounds'],
    queryFn: async () => {
      const { params, query } = requestOf(key)
      const answer = await api.call('listPlayerRounds', { params, query: { ...query, limit: ROUND_COUNT } })
      return { rows: answer.rounds, cursor: answer.cursor }
    },
    ...ON_REQUEST,
  })
}

/** A page of the items of a player. `state`: null for items in every state. `cursor`: null for the first page. */
export function usePlayerItems(key: PlayerKey, state: AdminPlayerItem['state'] | null, cursor: string | null) {
  return useQuery({
    queryKey: [...cacheKey(key), 'items', state, cursor],
    queryFn: async () => {
      const { params, query } = requestOf(key)
      const page = { state: state ?? undefined, limit: ITEMS_PER_PAGE, cursor: cursor ?? undefined }
      const answer = await api.call('listPlayerItems', { params, query: { ...query, ...page } })
      return { rows: answer.items, cursor: answer.cursor }
    },
    placeholderData: keepPreviousData,
    ...ON_REQUEST,
  })
}

export function ordersKey(player: PlayerKey) {
  return [...cacheKey(player), 'orders']
}

/** A page of the shipping orders of a player. `cursor`: null for the first page. */
export function usePlayerOrders(key: PlayerKey, cursor: string | null) {
  return useQuery({
    queryKey: [...ordersKey(key), cursor],
    queryFn: async () => {
      const { params, query } = requestOf(key)
      const page = { limit: ORDERS_PER_PAGE, cursor: cursor ?? undefined }
      const answer = await api.call('listPlayerOrders', { params, query: { ...query, ...page } })
      return { rows: answer.orders, cursor: answer.cursor }
    },
    placeholderData: keepPreviousData,
    ...ON_REQUEST,
  })
}

/** Sets and lifts restrictions of a player. */
export function useRestrictionChange(key: PlayerKey) {
  const { params, query } = requestOf(key)
  return useDetailChange({
    scope: `player-${key.playerId}`,
    queryKey: detailKey(key),
    listKey: [PLAYERS_QUERY],
    send: (input: RestrictionInput) => api.call('restrictPlayer', { params, body: { ...input, ...query } }),
    dataOf: ({ player }) => player,
  })
}
