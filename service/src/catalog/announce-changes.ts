import { isDeepStrictEqual } from 'node:util'
import { type BoxChange, DATA_VERSION } from '@coffer/contract/events'
import { RATE_OF_ONE } from '@coffer/contract/rates'
import { present } from '../kernel/index.ts'
import { type EventContent, enqueueEvent } from '../webhooks/index.ts'
import { type Attribute, customAttributes } from './attributes.ts'
import { type ListedBox, listBoxesByKeys } from './box-list-store.ts'
import { listAttributes, takeEventNumbers } from './box-store.ts'
import { boxRow } from './box-view.ts'
import type { Change } from './change.ts'

/** Boxes as they were seen before a change; `keys` null stands for all of the operator's. */
export type Before = { declared: readonly Attribute[]; keys: readonly string[] | null; boxes: readonly ListedBox[] }

type Announced = { box: ListedBox; events: EventContent<'box_updated' | 'box_archived'>[] }

export async function lookBefore({ tx, operator }: Change, keys: readonly string[] | null): Promise<Before> {
  const declared = await listAttributes(tx, operator.operatorId)
  return { declared, keys, boxes: await listBoxesByKeys(tx, operator.operatorId, keys) }
}

/**
 * Tells what a change did to boxes that were there before it: `box_updated` for what a reader sees differently, then `box_archived`
 * for a box that the archive took off sale. A box without a change has no event.
 */
export async function announceChanges(change: Change, before: Before): Promise<void> {
  const { tx, now } = change
  const { operatorId } = change.operator
  const declared = await listAttributes(tx, operatorId)
  const was = new Map(before.boxes.map((box) => [box.boxId, box]))
  const announced = (await listBoxesByKeys(tx, operatorId, before.keys)).flatMap((box): Announced[] => {
    const previous = was.get(box.boxId) ?? asAnnounced(box)
    if (!previous) return []
    const events = [
      ...updated(change, { box: previous, declared: before.declared }, { box, declared }),
      ...(box.archived && !previous.archived ? [archived(change, box)] : []),
    ]
    return events.length === 0 ? [] : [{ box, events }]
  })
  if (announced.length === 0) return
  const counts = announced.map(({ box, events }) => ({ boxId: box.boxId, count: events.length }))
  const last = await takeEventNumbers(tx, operatorId, counts)
  for (const { box, events } of announced) {
    const first = present(last.get(box.boxId), 'numbers were taken for each box') - events.length + 1
    for (const [index, event] of events.entries()) {
      const idempotencyKey = `${event.type}:${box.boxId}:${first + index}`
      enqueueEvent(tx, operatorId, { ...event, playerExternalId: null, idempotencyKey, occurredAt: now })
    }
  }
}

/** A new box is announced by its version, as on sale; it has another event when it is not. */
function asAnnounced(box: ListedBox): ListedBox | null {
  return box.isPaused ? { ...box, isActive: true } : null
}

type Seen = Parameters<typeof boxChanges>[0]

function updated({ operator, baseUrl, now }: Change, before: Seen, after: Seen): Announced['events'] {
  const changes = boxChanges(before, after)
  if (changes.length === 0) return []
  const { currency, settings } = operator
  const rates = new Map([[currency, RATE_OF_ONE]])
  const box = boxRow(after.box, { baseUrl, declared: after.declared, settings, currency, rates })
  const occurredAt = now.toISOString()
  return [{ type: 'box_updated', payload: { dataVersion: DATA_VERSION, occurredAt, boxId: box.boxId, changes, box } }]
}

function archived({ now }: Change, { boxId, slug, version }: ListedBox): Announced['events'][number] {
  const lastBoxVersionId = version?.boxVersionId ?? null
  const occurredAt = now.toISOString()
  return { type: 'box_archived', payload: { dataVersion: DATA_VERSION, occurredAt, boxId, slug, lastBoxVersionId } }
}

/** A box as its readers see it, with the attributes that are declared. */
type SeenBox = { box: ListedBox; declared: readonly Attribute[] }

/**
 * What of a box a reader sees differently, apart from price and odds, which belong to its version. Going off sale by the archive is no
 * change of this list: it has an event of its own.
 */
function boxChanges(before: SeenBox, after: SeenBox): BoxChange[] {
  const [was, is] = [before.box, after.box]
  const changed: [BoxChange, boolean][] = [
    ['name', was.name !== is.name],
    ['description', was.description !== is.description],
    ['image', was.imageUrl !== is.imageUrl],
    ['attributes', !isDeepStrictEqual(attributesOf(before), attributesOf(after))],
    ['active', was.isActive !== is.isActive && !is.archived],
    ['refundable', was.refundable !== is.refundable],
  ]
  return changed.filter(([, isChanged]) => isChanged).map(([change]) => change)
}

function attributesOf({ box, declared }: SeenBox) {
  return customAttributes(declared, box.attributes)
}
