import type { AuditObject } from '@coffer/contract/audit'

/** What entries are about, by the name under which their details contain its id. */
const OBJECT_OF = {
  campaign: 'extId',
  endpoint: 'endpointId',
  event: 'event',
  item: 'itemId',
  key: 'keyId',
  order: 'publicId',
  player: 'playerExternalId',
  staff: 'staffId',
  verification: 'requestId',
} as const satisfies Record<AuditObject, string>
const OBJECTS = Object.entries(OBJECT_OF) as [AuditObject, string][]

/** What an entry is about, and its other details; null when it names no object, or several. */
export function objectOf(details: Readonly<Record<string, unknown>>) {
  for (const [type, name] of OBJECTS) {
    const { [name]: id, ...others } = details
    if (typeof id === 'string' || typeof id === 'number') return { object: { type, id: String(id) }, others }
  }
  return { object: null, others: details }
}

/** What the details of an entry contain when it is about the object with this id, alone or among others. */
export function shapesNaming(id: string): object[] {
  const number = Number(id)
  const ids = Number.isSafeInteger(number) && String(number) === id ? [id, number] : [id]
  return ids.flatMap((one) => [
    ...Object.values(OBJECT_OF).map((name) => ({ [name]: one })),
    // Keys of items and boxes; entries about several objects.
    ...[{ key: one }, { boxes: [{ key: one }] }, { boxes: [{ boxId: one }] }],
    ...[{ requestIds: [one] }, { inventoryItemIds: [one] }],
  ])
}
