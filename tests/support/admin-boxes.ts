import type { AdminBox, AdminBoxRow, AdminBoxVersion, AdminCheckedVersion, GamePreview } from '@coffer/contract/admin'
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

/** The entries of a box in the audit log: who did what, and which fields changed. */
export const entriesOf = ({ changes }: AdminBox) =>
  changes.map(({ action, actor, actorName, reason, changes: fields }) => ({
    ...{ action, by: actorName ?? actor, reason },
    fields: fields.map(({ field, before: from, after: to }) => [field, from, to]),
  }))

/** A version as staff enter it. */
export type Planned = { priceMinor: number; prizes: readonly { itemId: number; chanceUnits: number }[] }

/** A version of items, named by their keys, with chances in percent. */
export function plannedOf({ items }: TestOperator, priceMinor: number, percents: Record<string, number>): Planned {
  const prizes = Object.entries(percents).map(([key, percent]) => ({
    itemId: items[key]!,
    chanceUnits: percent * 1_000_000,
  }))
  return { priceMinor, prizes }
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
  const check = async (key: string, planned: Planned, desk = current()) =>
    bodyOf<{ version: AdminCheckedVersion }>(await desk.post(path(key, '/versions/check'), planned)).version
  const preview = async (key: string, planned: Planned, desk = current()) =>
    bodyOf<{ preview: GamePreview }>(await desk.post(path(key, '/versions/preview'), planned)).preview
  /** Publishes a version as it is checked now. */
  const publish = async (key: string, planned: Planned, desk = current()) => {
    const { checkHash } = await check(key, planned, desk)
    return desk.post(path(key, '/versions'), { ...planned, checkHash })
  }
  /** Schedules a version in place of the one that is scheduled now. */
  const schedule = async (key: string, planned: Planned, publishAt: Date, differs: object = {}) => {
    const { schedule: replaced, operatorCurrency: currency } = await read(key)
    const scheduledVersionId = replaced?.scheduledVersionId ?? null
    const body = { ...planned, currency, publishAt: publishAt.toISOString(), scheduledVersionId, ...differs }
    return current().post(path(key, '/schedule'), body)
  }
  const cancel = (key: string, scheduledVersionId: number) =>
    current().post(path(key, '/schedule/cancel'), { scheduledVersionId })
  return {
    path,
    pageOf,
    keysOf,
    read,
    version,
    change,
    archive,
    restore,
    picture,
    check,
    preview,
    publish,
    schedule,
    cancel,
  }
}
