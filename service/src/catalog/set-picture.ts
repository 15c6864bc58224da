import { type Actor, appendAudit } from '../audit/index.ts'
import { invalidField, Refusal } from '../kernel/index.ts'
import { type Picture, readPicture, storeMedia } from '../media/index.ts'
import type { Context } from '../platform/index.ts'
import { announceChanges, lookBefore } from './announce-changes.ts'
import { lockBox, updateBoxPicture } from './box-store.ts'
import { startChange } from './change.ts'
import { lockPicture, updatePicture } from './item-store.ts'

type Upload = { operatorId: number; bytes: Buffer; actor: Actor }

/**
 * Stores a picture, shows an item with it, and audits it. Prizes that players have won keep their picture. The same catalogue file again does not undo
 * it. Throws UNKNOWN_ITEM, and a 422 that names `picture`.
 */
export async function setItemPicture(ctx: Context, upload: Upload & { itemId: number }): Promise<void> {
  const { operatorId, itemId, actor } = upload
  const { bytes, contentType } = await pictureOf(upload)
  return ctx.tx(operatorId, async (tx) => {
    const at = ctx.clock.now()
    // In the order of an import: a picture before its item.
    const to = await storeMedia(tx, operatorId, bytes, contentType, at)
    const item = await lockPicture(tx, operatorId, itemId)
    if (!item) throw new Refusal('UNKNOWN_ITEM')
    if (item.imageUrl === to) return
    await updatePicture(tx, operatorId, itemId, to)
    const details = { itemId, from: item.imageUrl, to }
    await appendAudit(ctx, tx, operatorId, { actor, action: 'item.picture_set', details, at })
  })
}

/**
 * Stores a picture, shows a box with it, audits and announces it. The same catalogue file again does not undo it. Throws UNKNOWN_BOX, and a 422 that
 * names `picture`.
 */
export async function setBoxPicture(ctx: Context, upload: Upload & { boxId: number }): Promise<void> {
  const { operatorId, boxId, actor } = upload
  const { bytes, contentType } = await pictureOf(upload)
  return ctx.tx(operatorId, async (tx) => {
    const change = await startChange(ctx, tx, operatorId)
    // In the order of an import: a picture before its box.
    const to = await storeMedia(tx, operatorId, bytes, contentType, change.now)
    const box = await lockBox(tx, operatorId, boxId)
    if (!box) throw new Refusal('UNKNOWN_BOX')
    if (box.imageUrl === to) return
    const before = await lookBefore(change, [box.key])
    await updateBoxPicture(tx, operatorId, boxId, to)
    await announceChanges(change, before)
    const details = { boxId, from: box.imageUrl, to }
    await appendAudit(ctx, tx, operatorId, { actor, action: 'box.picture_set', details, at: change.now })
  })
}

async function pictureOf({ bytes }: Upload): Promise<Picture> {
  const picture = await readPicture(bytes)
  if (typeof picture === 'string') throw invalidField('picture', picture)
  return picture
}
