import type { AdminBox, AdminBoxRow, AdminBoxVersion } from '@coffer/contract/admin'
import type { CursorPair } from '@coffer/contract/shapes'
import { bodyOf } from './admin-players.ts'
import type { DeskAnswer, DeskBrowser } from './staff.ts'
import type { TestOperator } from './world.ts'

type Page = { boxes: AdminBoxRow[]; cursor: CursorPair }

/** The box of an answer that succeeded. */
export function boxIn(answer: DeskAnswer): AdminBox {
  return bodyOf<{ box: AdminBox }>(answer).box
}

/** What staff change of a box, as its screen reads it. */
export function detailsOf({ name, description, refundable, attributes }: AdminBox) {
  const own = attributes.filter(({ value }) => value !== null).map((attribute) => [attribute.name, attribute.value])
  return { name, description, refundable, attributes: Object.fromEntries(own) as Record<string, unknown> }
}

/** Reads and changes boxes of an operator, named by their keys, as a member of staff. `current`: the one who is signed in now. */
export function boxesAs(operator: () => TestOperator, current: () => DeskBrowser) {
  const path = (key: string, part = '') => `/boxes/${operator().boxes[key]!.boxId}${part}`
  const pageOf = async (body: object, desk = current()) => bodyOf<Page>(await desk.post('/boxes/list', body))
  const keysOf = async (body: object) => (await pageOf(body)).boxes.map(({ key }) => key)
  const read = async (key: string, desk = current()) => boxIn(await desk.get(path(key)))
  const version = async (key: string, boxVersionId: number) =>
    bodyOf<{ version: AdminBoxVersion }>(await current().get(path(key, `/versions/${boxVersionId}`))).version
  /** Changes details, as a dialog that was opened now does. */
  const change = async (key: string, differs: object, desk = current()) => {
    const before = detailsOf(await read(key, desk))
    return desk.post(path(key), { ...before, ...differs, before })
  }
  const archive = (key: string, desk = current()) => desk.post(path(key, '/archive'), { reason: 'Out of season' })
  /** Restores a box with its live version unless another one is given. */
  const restore = async (key: string, desk = current(), boxVersionId?: number | null) => {
    const basis = boxVersionId === undefined ? ((await read(key, desk)).live?.boxVersionId ?? null) : boxVersionId
    return desk.post(path(key, '/restore'), { reason: 'In season again', boxVersionId: basis })
  }
  const picture = (key: string, bytes: Uint8Array, desk = current()) => desk.post(path(key, '/picture'), bytes)
  return { path, pageOf, keysOf, read, version, change, archive, restore, picture }
}
