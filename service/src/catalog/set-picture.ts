import { type Actor, appendAudit } from '../audit/index.ts'
import { invalidField, Refusal } from '../kernel/index.ts'
import { readPicture, storeMedia } from '../media/index.ts'
import type { Context } from '../platform/index.ts'
import { lockPicture, updatePicture } from './item-store.ts'

type SetPicture = { operatorId: number; itemId: number; bytes: Buffer; actor: Actor }

/**
 * Stores a picture, shows an item with it, and audits it. Prizes that players have won keep their picture. The same catalogue file again does not undo
 * it. Throws UNKNOWN_ITEM, and a 422 that names `picture`.
 */
export async function setPicture(ctx: Context, { operatorId, itemId, bytes, actor }: SetPicture): Promise<void> {
  const picture = await readPicture(bytes)
  if (typeof picture === 'string') throw invalidField('picture', picture)
  return ctx.tx(operatorId, async (tx) => {
    const at = ctx.clock.now()
    // In the order of an import: a picture before its item.
    const to = await storeMedia(tx, operatorId, picture.bytes, picture.contentType, at)
    const item = await lockPicture(tx, operatorId, itemId)
    if (!item) throw new Refusal('UNKNOWN_ITEM')
    if (item.imageUrl === to) return
    await updatePicture(tx, operatorId, itemId, to)
    const details = { itemId, from: item.imageUrl, to }
    await appendAudit(ctx, tx, operatorId, { actor, action: 'item.picture_set', details, at })
  })
}
