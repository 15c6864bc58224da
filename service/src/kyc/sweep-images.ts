import { later } from '../kernel/index.ts'
import { type Context, DocumentStoreUnavailable } from '../platform/index.ts'
import { claimToSweep, deleteImage, markPutOff } from './image-store.ts'
import type { ImageRecord } from './tables.ts'

/**
 * Removes photos that are to go, and what is left of uploads that never came to their end, until there are none or the store is away. What
 * would not be removed is put off. Returns how many it looked at.
 */
export async function sweepKycImages(ctx: Context): Promise<number> {
  const count = ctx.limits.kycBatchCount
  for (let seenCount = 0; ; ) {
    const now = ctx.clock.now()
    const storingBefore = later(now, -ctx.limits.kycSweepMs)
    const images = await ctx.systemTx((tx) => claimToSweep(tx, { storingBefore, now, count }))
    const failed = await removeImages(ctx, images)
    for (const image of failed) await putOff(ctx, image)
    seenCount += images.length
    if (images.length < count || failed.length === ctx.limits.kycRemovalFailuresCount) return seenCount
  }
}

function putOff(ctx: Context, image: ImageRecord): Promise<void> {
  const until = later(ctx.clock.now(), ctx.limits.kycSweepMs)
  return ctx.tx(image.operator_id, (tx) => markPutOff(tx, image, until))
}

/** First what is written, then that it is known. Returns those that could not be removed now; after a few it does not try any more. */
export async function removeImages(ctx: Context, images: readonly ImageRecord[]): Promise<ImageRecord[]> {
  const failed: ImageRecord[] = []
  for (const image of images) {
    if (failed.length === ctx.limits.kycRemovalFailuresCount) break
    try {
      await ctx.documents.remove(image.storage_key)
    } catch (error) {
      if (!(error instanceof DocumentStoreUnavailable)) throw error
      ctx.log.warn({ reason: error.message, imageId: image.image_id }, 'a photo cannot be removed now')
      failed.push(image)
      continue
    }
    await ctx.points.at('kyc-image:removed')
    await ctx.tx(image.operator_id, (tx) => deleteImage(tx, image))
  }
  return failed
}
