import type { AdminItem } from '@coffer/contract/admin'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../api/api.ts'
import { ON_REQUEST } from '../list/on-request.ts'
import { useDetail } from '../list/use-detail.ts'
import { useDetailChange } from '../list/use-detail-change.ts'

/** Key of the pages of the list in the cache, and the name of its export. */
export const ITEMS_QUERY = 'items'
/** First part of the keys of single items in the cache. */
export const ITEM_QUERY = 'item'

/** An item, and the operator that it belongs to: null for the viewer's own. */
export type ItemKey = { readonly itemId: number; readonly operator: string | null }

function detailKey({ itemId, operator }: ItemKey) {
  return [ITEM_QUERY, operator, itemId, 'detail']
}

/** The path parameters of an item, and the part of a request that names the operator. */
function requestOf({ itemId, operator }: ItemKey) {
  return { params: { itemId: `${itemId}` }, query: { operator: operator ?? undefined } }
}

/** One item. */
export function useItem(key: ItemKey, { isEnabled }: { isEnabled: boolean }) {
  const read = async () => (await api.call('getItem', requestOf(key))).item
  const { data: item, ...detail } = useDetail({ queryKey: detailKey(key), read, isEnabled })
  return { item, ...detail }
}

/** Reads the effects of another value of an item. */
function readPreview(key: ItemKey, valueMinor: number) {
  const { params, query } = requestOf(key)
  return api.call('previewItemValue', { params, body: { valueMinor, ...query } }).then(({ preview }) => preview)
}

/** The effects of a value that waits for approval. */
export function useHeldPreview(key: ItemKey, valueMinor: number) {
  return useQuery({
    queryKey: [ITEM_QUERY, key.operator, key.itemId, 'preview', valueMinor],
    queryFn: () => readPreview(key, valueMinor),
    ...ON_REQUEST,
  })
}

/** Previews of the values that the viewer enters. */
export function useValuePreview(key: ItemKey) {
  return useMutation({ gcTime: 0, mutationFn: (valueMinor: number) => readPreview(key, valueMinor) })
}

export function useStockChange(key: ItemKey) {
  const { params, query } = requestOf(key)
  return useItemChange(key, (input: StockInput) => api.call('setItemStock', { params, body: { ...input, ...query } }))
}

/** `before`: the stock that the change is based on. Null: pieces are not counted. */
type StockInput = {
  readonly stock: number | null
  readonly before: number | null
  readonly reason?: string | undefined
}

export function useCostChange(key: ItemKey) {
  const { params, query } = requestOf(key)
  return useItemChange(key, (input: CostInput) =>
    api.call('setItemShippingCost', { params, body: { ...input, ...query } }),
  )
}

/** `before`: the cost that the change is based on. Null: the default of the settings. */
type CostInput = {
  readonly shippingCostMinor: number | null
  readonly before: number | null
  readonly currency: string
  readonly reason?: string | undefined
}

export function useValueChange(key: ItemKey) {
  const { params, query } = requestOf(key)
  return useItemChange(key, (input: ValueInput) => api.call('setItemValue', { params, body: { ...input, ...query } }))
}

/** `revisionId`, `currency`: the value in force that the change is based on. */
type ValueInput = {
  readonly valueMinor: number
  readonly revisionId: number
  readonly currency: string
  readonly reason: string
}

/** Sets the picture of an item. The file is sent as it is. */
export function usePictureChange(key: ItemKey) {
  return useItemChange(key, (picture: File) => api.call('setItemPicture', { ...requestOf(key), body: picture }))
}

/** Approves a value that waits. */
export function useApproval(key: ItemKey, heldValueId: number) {
  const { params, query } = requestOf(key)
  return useItemChange(key, () =>
    api.call('approveItemValue', { params: { ...params, heldValueId: `${heldValueId}` }, body: query }),
  )
}

/** Declines or withdraws a value that waits. */
export function useDecline(key: ItemKey, heldValueId: number) {
  const { params, query } = requestOf(key)
  return useItemChange(key, (reason: string) =>
    api.call('declineItemValue', {
      params: { ...params, heldValueId: `${heldValueId}` },
      body: { reason, ...query },
    }),
  )
}

/** A change of an item, which is answered with the item as it is afterwards. */
function useItemChange<Input, Answer extends { readonly item: AdminItem }>(
  key: ItemKey,
  send: (input: Input) => Promise<Answer>,
) {
  return useDetailChange({
    scope: `item-${key.itemId}`,
    queryKey: detailKey(key),
    listKey: [ITEMS_QUERY],
    send,
    dataOf: ({ item }) => item,
  })
}
