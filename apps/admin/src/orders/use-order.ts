import type { AdminOrder } from '@coffer/contract/admin'
import type { OrderSaveInput } from '@coffer/contract/shipping'
import { api } from '../api/api.ts'
import { useDetail } from '../list/use-detail.ts'
import { useDetailChange } from '../list/use-detail-change.ts'

/** Key of the pages of the list in the cache, and the name of its export. */
export const ORDERS_QUERY = 'orders'
/** First part of the keys of single orders in the cache. */
const ORDER_QUERY = 'order'

/** A shipping order, and the operator that it belongs to: null for the viewer's own. */
export type OrderKey = { readonly publicId: string; readonly operator: string | null }

function detailKey({ publicId, operator }: OrderKey) {
  return [ORDER_QUERY, operator, publicId, 'detail']
}

/** The path parameters of an order, and the part of a request that names the operator. */
function requestOf({ publicId, operator }: OrderKey) {
  return { params: { publicId }, query: { operator: operator ?? undefined } }
}

/** One shipping order. The audit log records each time that it is read. */
export function useOrder(key: OrderKey, { isEnabled }: { isEnabled: boolean }) {
  const read = async () => (await api.call('getOrder', requestOf(key))).order
  const { data: order, ...detail } = useDetail({ queryKey: detailKey(key), read, isEnabled })
  return { order, ...detail }
}

/** `version`: that of the order that the change is based on. The fields of the order: those that change. */
export type ChangeInput = OrderSaveInput & { readonly version: number; readonly reason?: string | undefined }

export function useOrderChange(key: OrderKey) {
  const { params, query } = requestOf(key)
  return useChange(key, (input: ChangeInput) => api.call('changeOrder', { params, body: { ...input, ...query } }))
}

/** `version`: that of the order that the cancellation is based on. */
type CancelInput = { readonly version: number; readonly reason: string }

export function useCancelling(key: OrderKey) {
  const { params, query } = requestOf(key)
  return useChange(key, (input: CancelInput) => api.call('cancelOrder', { params, body: { ...input, ...query } }))
}

/** A change of an order, which is answered with the order as it is afterwards. */
function useChange<Input>(key: OrderKey, send: (input: Input) => Promise<{ readonly order: AdminOrder }>) {
  return useDetailChange({
    scope: `order-${key.publicId}`,
    queryKey: detailKey(key),
    listKey: [ORDERS_QUERY],
    send,
    dataOf: ({ order }) => order,
  })
}
