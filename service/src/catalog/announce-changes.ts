import { DATA_VERSION } from '@coffer/contract/events'
import { RATE_OF_ONE } from '@coffer/contract/rates'
import { present } from '../kernel/index.ts'
import { type DomainEvent, enqueueEvent } from '../webhooks/index.ts'
import type { Attribute } from './attributes.ts'
import { boxChanges } from './box-changes.ts'
import { type ListedBox, listBoxesByKeys } from './box-list-store.ts'
import { listAttributes, takeEventNumbers } from './box-store.ts'
import { boxRow } from './box-view.ts'
import type { Import } from './import.ts'

/** Boxes as they were seen before an import; `keys` null stands for all of the operator's. */
export type Before = { declared: readonly Attribute[]; keys: readonly string[] | null; boxes: readonly ListedBox[] }

type Told = { box: ListedBox; events: Pick<DomainEvent, 'type' | 'payload'>[] }

/**
 * Tells what an import changed about boxes that were there before it: `box_updated` for what a reader sees differently, then
 * `box_archived` for a box that went off sale. A box without a change is not told of.
 */
export async function announceChanges(run: Import, before: Before): Promise<void> {
  const { tx, now } = run
  const { operatorId } = run.operator
  const declared = await listAttributes(tx, operatorId)
  const was = new Map(before.boxes.map((box) => [box.boxId, box]))
  const told = (await listBoxesByKeys(tx, operatorId, before.keys)).flatMap((box): Told[] => {
    const previous = was.get(box.boxId)
    if (!previous) return []
    const events = [
      ...updated(run, { box: previous, declared: before.declared }, { box, declared }),
      ...(box.archived && !previous.archived ? [archived(run, box)] : []),
    ]
    return events.length === 0 ? [] : [{ box, events }]
  })
  if (told.length === 0) return
  const counts = told.map(({ box, events }) => ({ boxId: box.boxId, count: events.length }))
  const last = await takeEventNumbers(tx, operatorId, counts)
  for (const { box, events } of told) {
    const first = present(last.get(box.boxId), 'numbers were taken for each box') - events.length + 1
    for (const [index, event] of events.entries()) {
      const idempotencyKey = `${event.type}:${box.boxId}:${first + index}`
      await enqueueEvent(tx, operatorId, { ...event, playerExternalId: null, idempotencyKey, occurredAt: now })
    }
  }
}

type Seen = Parameters<typeof boxChanges>[0]

function updated({ operator, baseUrl, now }: Import, before: Seen, after: Seen): Told['events'] {
  const changes = boxChanges(before, after)
  if (changes.length === 0) return []
  const { currency } = operator
  const box = boxRow(after.box, { baseUrl, declared: after.declared, from: currency, currency, rate: RATE_OF_ONE })
  const occurredAt = now.toISOString()
  return [{ type: 'box_updated', payload: { dataVersion: DATA_VERSION, occurredAt, boxId: box.boxId, changes, box } }]
}

function archived({ now }: Import, { boxId, slug, version }: ListedBox): Told['events'][number] {
  const lastBoxVersionId = version?.boxVersionId ?? null
  const occurredAt = now.toISOString()
  return { type: 'box_archived', payload: { dataVersion: DATA_VERSION, occurredAt, boxId, slug, lastBoxVersionId } }
}
