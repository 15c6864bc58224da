import { isDeepStrictEqual } from 'node:util'
import type { BoxChange } from '@coffer/contract/events'
import { type Attribute, customAttributes } from './attributes.ts'
import type { ListedBox } from './box-list-store.ts'

/** A box as its readers see it, with the attributes that are declared. */
export type SeenBox = { box: ListedBox; declared: readonly Attribute[] }

/**
 * What of a box a reader sees differently, apart from price and odds, which belong to its version. Going off sale by the archive is no
 * change of this list: it is told by an event of its own.
 */
export function boxChanges(before: SeenBox, after: SeenBox): BoxChange[] {
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
