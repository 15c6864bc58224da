import type { AdminOrder, AdminOrderRow, AuditRow } from '@coffer/contract/admin'
import type { CursorPair } from '@coffer/contract/shapes'
import { bodyOf } from './admin-players.ts'
import { auditEntries } from './admin-webhooks.ts'
import type { DeskAnswer, DeskBrowser } from './staff.ts'

type Page = { orders: AdminOrderRow[]; cursor: CursorPair }

/** The order of an answer that succeeded. */
export function orderIn(answer: DeskAnswer): AdminOrder {
  return bodyOf<{ order: AdminOrder }>(answer).order
}

/** The views of an order that the audit log has recorded, newest first. `desk`: someone who may read the log. */
export async function viewsOf(desk: DeskBrowser, publicId: string): Promise<AuditRow[]> {
  const entries = await auditEntries(desk)
  return entries.filter(({ action, objectId }) => action === 'order.read' && objectId === publicId)
}

/** Reads and changes orders as a member of staff. `current`: the one who is signed in now. */
export function ordersAs(current: () => DeskBrowser) {
  const pageOf = async (body: object, desk = current()) => bodyOf<Page>(await desk.post('/orders/list', body))
  const idsOf = async (body: object, desk = current()) =>
    (await pageOf(body, desk)).orders.map(({ publicId }) => publicId)
  const get = (publicId: string, desk = current()) => desk.get(`/orders/${publicId}`)
  const read = async (publicId: string, desk = current()) => orderIn(await get(publicId, desk))
  /** Changes an order, based on the version that is current unless a version is given. */
  const change = async (publicId: string, save: object, desk = current()) => {
    const version = 'version' in save ? save.version : (await read(publicId, desk)).version
    return desk.post(`/orders/${publicId}`, { ...save, version })
  }
  const cancel = async (publicId: string, body: object = {}, desk = current()) => {
    const version = 'version' in body ? body.version : (await read(publicId, desk)).version
    return desk.post(`/orders/${publicId}/cancel`, { reason: 'Asked by telephone', ...body, version })
  }
  return { pageOf, idsOf, get, read, change, cancel }
}
