import { present } from '../kernel/index.ts'
import type { Tx } from '../platform/index.ts'
import { type LastRevision, listLastRevisions, listValuedItems, lockItems, type ValuedItem } from './value-store.ts'

/** The value in force of an item, in minor units of its currency, and the newest point of its history. */
export type ValueInForce = ValuedItem & { newest: LastRevision }
export type ValuesInForce = ReadonlyMap<number, ValueInForce>

/** Locks items and reads their values; an id of no item of the operator is absent from the answer. */
export async function lockValues(tx: Tx, operatorId: number, itemIds: readonly number[]): Promise<ValuesInForce> {
  const items = await lockItems(tx, operatorId, itemIds)
  return join(items, await listLastRevisions(tx, operatorId, [...items.keys()]))
}

/**
 * Reads the values of items without locking them. The histories are read first: a value that is put in force meanwhile then has a newer revision
 * than the one that is returned with it.
 */
export async function readValues(tx: Tx, operatorId: number, itemIds: readonly number[]): Promise<ValuesInForce> {
  const newest = await listLastRevisions(tx, operatorId, itemIds)
  const items = await listValuedItems(tx, operatorId, [...newest.keys()])
  return join(new Map(items.map((item) => [item.itemId, item])), newest)
}

function join(items: ReadonlyMap<number, ValuedItem>, newest: ReadonlyMap<number, LastRevision>): ValuesInForce {
  const inForce = [...items].map(([itemId, item]): [number, ValueInForce] => [
    itemId,
    { ...item, newest: present(newest.get(itemId), 'an item has a revision') },
  ])
  return new Map(inForce)
}
