import type { AdminItem, AdminItemRow, ItemValuePreview, ValueFilePreview } from '@coffer/contract/admin'
import type { CursorPair } from '@coffer/contract/shapes'
import { bodyOf } from './admin-players.ts'
import type { DeskAnswer, DeskBrowser } from './staff.ts'
import type { TestOperator } from './world.ts'

type Page = { items: AdminItemRow[]; cursor: CursorPair }

/** The item of an answer that succeeded. */
export function itemOf(answer: DeskAnswer): AdminItem {
  return bodyOf<{ item: AdminItem }>(answer).item
}

/** Reads and changes items of an operator, named by their keys, as a member of staff. `current`: the one who is signed in now. */
export function itemsAs(operator: () => TestOperator, current: () => DeskBrowser) {
  const path = (key: string, part = '') => `/items/${operator().items[key]}${part}`
  const pageOf = async (body: object, desk = current()) => bodyOf<Page>(await desk.post('/items/list', body))
  const keysOf = async (body: object) => (await pageOf(body)).items.map(({ key }) => key)
  const read = async (key: string, desk = current()) => itemOf(await desk.get(path(key)))
  const stock = (key: string, body: object, desk = current()) => desk.post(path(key, '/stock'), body)
  const cost = (key: string, body: object, desk = current()) => desk.post(path(key, '/shipping-cost'), body)
  const preview = async (key: string, valueMinor: number) =>
    bodyOf<{ preview: ItemValuePreview }>(await current().post(path(key, '/value/preview'), { valueMinor })).preview
  /** Sets a value, as a dialog that was opened now does. */
  const setValue = async (key: string, valueMinor: number, desk = current()) => {
    const { revisionId, currency } = await read(key, desk)
    return desk.post(path(key, '/value'), { valueMinor, revisionId, currency, reason: 'Market price' })
  }
  /** Approves or declines the value that waits. */
  const decide = async (key: string, decision: 'approve' | 'decline', desk = current(), heldValueId?: number) => {
    const id = heldValueId ?? (await read(key, desk)).heldValue!.heldValueId
    const body = decision === 'decline' ? { reason: 'Wrong figure' } : {}
    return desk.post(path(key, `/held-values/${id}/${decision}`), body)
  }
  const previewFile = (file: string, desk = current()) => desk.post('/items/values/preview', { file })
  /** The effects of a file that has no faults. */
  const effectsOf = async (file: string, desk = current()) =>
    bodyOf<{ preview: ValueFilePreview }>(await previewFile(file, desk)).preview
  /** Sets the values of a file, which is previewed first unless a basis is given. */
  const setFile = async (file: string, desk = current(), basis?: string) =>
    desk.post('/items/values', { file, reason: 'Price list', basis: basis ?? (await effectsOf(file, desk)).basis })
  const picture = (key: string, bytes: Uint8Array, desk = current()) => desk.post(path(key, '/picture'), bytes)
  return {
    path,
    pageOf,
    keysOf,
    read,
    stock,
    cost,
    preview,
    setValue,
    decide,
    previewFile,
    effectsOf,
    setFile,
    picture,
  }
}
