import type { AdminBox } from '@coffer/contract/admin'
import type { AttributeValue } from '@coffer/contract/box-names'
import { api, failureCode } from '../api/api.ts'
import { useDetail } from '../list/use-detail.ts'
import { useDetailChange } from '../list/use-detail-change.ts'
import type { PlannedVersion } from './version-draft.ts'

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

/** True when a version could not be read because the box has none with this ID. The box and its versions are refused with the same code. */
export function isUnknownVersion(error: Error | null): boolean {
  return error !== null && failureCode(error) === 'UNKNOWN_BOX'
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

/** Reads a new version as it would be at current values, and why it cannot be published. */
export async function checkVersion(key: BoxKey, planned: PlannedVersion) {
  const { params, query } = requestOf(key)
  return (await api.call('checkVersion', { params, body: { ...planned, ...query } })).version
}

/** The game with a new version, as players would see it. `planned`: null reads none. */
export function useVersionPreview(key: BoxKey, planned: PlannedVersion | null, { isEnabled }: { isEnabled: boolean }) {
  const { params, query } = requestOf(key)
  const { data: preview, ...detail } = useDetail({
    queryKey: [BOX_QUERY, key.operator, key.boxId, 'preview', planned],
    // Not enabled without a version.
    read: async () => (await api.call('previewVersion', { params, body: { ...planned!, ...query } })).preview,
    isEnabled: isEnabled && planned !== null,
  })
  return { preview, ...detail }
}

/** The version that a new one starts from, at current values. `name`: its name in the address. */
export function useStartCheck(key: BoxKey, name: string | null, planned: PlannedVersion) {
  const { data: checked, ...detail } = useDetail({
    queryKey: [BOX_QUERY, key.operator, key.boxId, 'start', name],
    read: () => checkVersion(key, planned),
    isEnabled: true,
  })
  return { checked, ...detail }
}

/** `checkHash`: that of the check that the change is based on. */
type PublishInput = PlannedVersion & { readonly checkHash: string; readonly reason?: string | undefined }

export function usePublishing(key: BoxKey) {
  const { params, query } = requestOf(key)
  return useBoxChange(key, (input: PublishInput) =>
    api.call('publishVersion', { params, body: { ...input, ...query } }),
  )
}

/** `scheduledVersionId`: the scheduled version that the new one replaces; null if the box has none. */
type ScheduleInput = PlannedVersion & {
  readonly currency: string
  readonly publishAt: string
  readonly scheduledVersionId: number | null
  readonly reason?: string | undefined
}

export function useScheduling(key: BoxKey) {
  const { params, query } = requestOf(key)
  return useBoxChange(key, (input: ScheduleInput) =>
    api.call('scheduleVersion', { params, body: { ...input, ...query } }),
  )
}

type CancelInput = { readonly scheduledVersionId: number; readonly reason?: string | undefined }

/** Cancels the scheduled version of a box, or dismisses one that was not published. */
export function useScheduleCancelling(key: BoxKey) {
  const { params, query } = requestOf(key)
  return useBoxChange(key, (input: CancelInput) => api.call('cancelSchedule', { params, body: { ...input, ...query } }))
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
