import type { AuditObject } from '@coffer/contract/audit'

/** Names of the ids in the details of entries, by kind of object. */
const OBJECT_OF = {
  box: 'boxId',
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

/** Names of lists of ids in the details of entries about several objects, by kind of object. */
const LIST_OF: Readonly<Partial<Record<AuditObject, string>>> = { order: 'publicIds' }

/** Returns the object of an entry and its other details. The object is null when the details have no id of a single object. */
export function objectOf(details: Readonly<Record<string, unknown>>) {
  for (const [type, name] of OBJECTS) {
    const { [name]: id, ...others } = details
    if (typeof id === 'string' || typeof id === 'number') return { object: { type, id: String(id) }, others }
  }
  return { object: null, others: details }
}

/** Details that contain this id of an object of any kind, alone or in a list. `type`: only objects of this kind. */
export function detailsContaining(id: string, type?: AuditObject): object[] {
  const number = Number(id)
  const ids = Number.isSafeInteger(number) && String(number) === id ? [id, number] : [id]
  if (type !== undefined) {
    const list = LIST_OF[type]
    return [...ids.map((one) => ({ [OBJECT_OF[type]]: one })), ...(list === undefined ? [] : [{ [list]: [id] }])]
  }
  return ids.flatMap((one) => [
    ...Object.values(OBJECT_OF).map((name) => ({ [name]: one })),
    // Keys of items and boxes, the key that replaces another one, and entries about several objects.
    ...[
      { key: one },
      { slug: one },
      { replacedBy: one },
      { boxIds: [one] },
      { boxes: [{ key: one }] },
      { boxes: [{ boxId: one }] },
    ],
    ...[{ publicIds: [one] }, { requestIds: [one] }, { inventoryItemIds: [one] }],
  ])
}
