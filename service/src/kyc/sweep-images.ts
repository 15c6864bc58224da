import { later } from '../kernel/index.ts'
import { type Context, DocumentStoreUnavailable } from '../platform/index.ts'
import { claimToSweep, deleteImage } from './image-store.ts'
import type { ImageRecord } from './tables.ts'

/** Removes photos that are to go, and what is left of uploads that never came to their end. Returns how many it looked at. */
export async function sweepKycImages(ctx: Context): Promise<number> {
  const storingBefore = later(ctx.clock.now(), -ctx.limits.kycSweepMs)
  const images = await ctx.systemTx((tx) => claimToSweep(tx, { storingBefore, count: ctx.limits.kycBatchCount }))
  await removeImages(ctx, images)
  return images.length
}

/** First what is written, then that it is known. What cannot be removed now is tried again by the sweep. */
export async function removeImages(ctx: Context, images: readonly ImageRecord[]): Promise<void> {
  let failedCount = 0
  for (const image of images) {
    if (failedCount === ctx.limits.kycRemovalFailuresCount) return
    try {
      await ctx.documents.remove(image.storage_key)
    } catch (error) {
      if (!(error instanceof DocumentStoreUnavailable)) throw error
      ctx.log.warn({ reason: error.message, imageId: image.image_id }, 'a photo cannot be removed now')
      failedCount += 1
      continue
    }
    await ctx.points.at('kyc-image:removed')
    await ctx.tx(image.operator_id, (tx) => deleteImage(tx, image))
  }
}
