import { createHash } from 'node:crypto'
import { present } from '../kernel/index.ts'
import type { Tx } from '../platform/index.ts'
import { endingOf } from './image.ts'
import { insertMedia } from './store.ts'

/**
 * Stores an image that `imageFault` found nothing wrong with, under a name made of its content, and answers the path at which
 * it is served: `/media/<operatorId>/<first 32 hex digits of its SHA-256>.<ending>`.
 */
export async function storeMedia(
  tx: Tx,
  operatorId: number,
  bytes: Buffer,
  contentType: string,
  now: Date,
): Promise<string> {
  const ending = present(endingOf(contentType), 'a stored image was checked')
  const name = `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.${ending}`
  await insertMedia(tx, operatorId, name, { contentType, bytes }, now)
  return `/media/${operatorId}/${name}`
}
