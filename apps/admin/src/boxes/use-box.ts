import type { AdminBox } from '@coffer/contract/admin'
import type { AttributeValue } from '@coffer/contract/box-names'
import { api } from '../api/api.ts'
import { useDetail } from '../list/use-detail.ts'
import { useDetailChange } from '../list/use-detail-change.ts'

/** Key of the pages of the list in the cache, and the name of its export. */
export const BOXES_QUERY = 'boxes'
/** First part of the keys of single boxes in the cache. */
const BOX_QUERY = 'box'

/** A box, and the operator that it belongs to: null for the viewer's own. */
export type BoxKey = { readonly boxId: number; readonly operator: string | null }

function detailKey({ boxId, operator }: BoxKey) {
  return [BOX_QUERY, operator, boxId, 'detail']
}

/** The path parameters of a box, and the part of a request that names the operator. */
function requestOf({ boxId, operator }: BoxKey) {
  return { params: { boxId: `${boxId}` }, query: { operator: operator ?? undefined } }
}

/** One box. */
export function useBox(key: BoxKey, { isEnabled }: { isEnabled: boolean }) {
  const read = async () => (await api.call('getBox', requestOf(key))).box
  const { data: box, ...detail } = useDetail({ queryKey: detailKey(key), read, isEnabled })
  return { box, ...detail }
}

/** One version of a box. `boxVersionId`: null reads none. */
export function useBoxVersion(key: BoxKey, boxVersionId: number | null, { isEnabled }: { isEnabled: boolean }) {
  const { params, query } = requestOf(key)
  const read = async () =>
    (await api.call('getBoxVersion', { params: { ...params, boxVersionId: `${boxVersionId}` }, query })).version
  const { data: version, ...detail } = useDetail({
    queryKey: [BOX_QUERY, key.operator, key.boxId, 'version', boxVersionId],
    read,
    isEnabled: isEnabled && boxVersionId !== null,
  })
  return { version, ...detail }
}

/** Details of a box that staff can change. `attributes`: own values of the box; those that are missing have their default. */
export type BoxDetails = {
  readonly name: string
  readonly description: string | null
  readonly refundable: boolean
  readonly attributes: Readonly<Record<string, AttributeValue>>
}

/** `before`: the details that the change is based on. */
type DetailsInput = BoxDetails & { readonly reason?: string | undefined; readonly before: BoxDetails }

export function useDetailsChange(key: BoxKey) {
  const { params, query } = requestOf(key)
  return useBoxChange(key, (input: DetailsInput) => api.call('changeBox', { params, body: { ...input, ...query } }))
}

/** Sets the picture of a box. The file is sent as it is. */
export function usePictureChange(key: BoxKey) {
  return useBoxChange(key, (picture: File) => api.call('setBoxPicture', { ...requestOf(key), body: picture }))
}

export function useArchiving(key: BoxKey) {
  const { params, query } = requestOf(key)
  return useBoxChange(key, (reason: string) => api.call('archiveBox', { params, body: { reason, ...query } }))
}

/** `boxVersionId`: the live version that the change is based on; null without one. */
type RestoreInput = { readonly reason: string; readonly boxVersionId: number | null }

export function useRestoring(key: BoxKey) {
  const { params, query } = requestOf(key)
  return useBoxChange(key, (input: RestoreInput) => api.call('restoreBox', { params, body: { ...input, ...query } }))
}

/** A change of a box, which is answered with the box as it is afterwards. */
function useBoxChange<Input>(key: BoxKey, send: (input: Input) => Promise<{ readonly box: AdminBox }>) {
  return useDetailChange({
    scope: `box-${key.boxId}`,
    queryKey: detailKey(key),
    listKey: [BOXES_QUERY],
    send,
    dataOf: ({ box }) => box,
  })
}
