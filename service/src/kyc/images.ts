import type { KycPage } from '@coffer/contract/kyc'
import type { ImageKind } from '@coffer/contract/kyc-answers'
import { assert, later, Refusal } from '../kernel/index.ts'
import { type Context, DocumentStoreUnavailable } from '../platform/index.ts'
import { type DataKey, dataKeyOf } from '../privacy/index.ts'
import type { KycBrowser } from './browser.ts'
import {
  claimToSweep,
  deleteImage,
  findStored,
  type ImageRecord,
  insertImage,
  markPutOff,
  markRemoving,
  markStored,
} from './image-store.ts'
import { lockPending, showPage } from './page.ts'
import { readPhoto } from './photo.ts'
import { findRequest, type RequestKey, updateRequest } from './request-store.ts'
import { imagePurpose } from './sealed.ts'

type Photo = { jpeg: Buffer; width: number; height: number }

/**
 * Keeps a photo, made anew and sealed, in the place of an earlier one of its kind, which the sweep removes. It is noted before it is
 * written, so nothing lies in the store that nobody knows of. Throws KYC_IMAGE_REFUSED, KYC_NOT_OPEN, KYC_UNAVAILABLE.
 */
export async function storeKycImage(
  ctx: Context,
  browser: KycBrowser,
  kind: ImageKind,
  bytes: Buffer,
): Promise<KycPage> {
  const read = await readPhoto(bytes)
  if (read.kind === 'fault') throw new Refusal('KYC_IMAGE_REFUSED', { reason: read.fault })
  const { image, dataKey } = await noteImage(ctx, browser, kind, read)
  const sealed = dataKey.sealBytes(read.jpeg, imagePurpose(image.storage_key))
  await useDocuments(ctx, (documents) => documents.put(image.storage_key, sealed))
  await ctx.points.at('kyc-image:written')
  return await keepImage(ctx, browser, image).catch(async (error) => {
    if (error instanceof Refusal) await removeImages(ctx, [image])
    throw error
  })
}

/** Forgets a photo: from now on nobody sees it, and the sweep removes what is stored. Throws KYC_NOT_OPEN. */
export function removeKycImage(ctx: Context, browser: KycBrowser, kind: ImageKind): Promise<KycPage> {
  return ctx.tx(browser.operatorId, async (tx) => {
    await lockPending(tx, browser)
    await markRemoving(tx, browser, kind)
    return showPage(ctx, tx, browser)
  })
}

function noteImage(
  ctx: Context,
  browser: KycBrowser,
  kind: ImageKind,
  { width, height }: Photo,
): Promise<{ image: ImageRecord; dataKey: DataKey }> {
  const { operatorId, requestId } = browser
  return ctx.tx(operatorId, async (tx) => {
    await lockPending(tx, browser)
    const image = await insertImage(tx, {
      ...{ operator_id: operatorId, request_id: requestId, kind, state: 'storing', width, height },
      storage_key: `${operatorId}/${requestId}/${ctx.random.bytes(16).toString('hex')}`,
      created_at: ctx.clock.now(),
    })
    return { image, dataKey: await dataKeyOf(ctx, tx, operatorId) }
  })
}

/** The request may have been handed in or erased while the photo was written, or the sweep took the photo for lost. */
function keepImage(ctx: Context, browser: KycBrowser, image: ImageRecord): Promise<KycPage> {
  return ctx.tx(browser.operatorId, async (tx) => {
    const request = await lockPending(tx, browser)
    await markRemoving(tx, browser, image.kind)
    if (!(await markStored(tx, image))) throw new Refusal('KYC_UNAVAILABLE')
    await updateRequest(tx, request, { active_at: ctx.clock.now() })
    return showPage(ctx, tx, browser)
  })
}

/** A photo as the player sees it again, while it may still be changed: a JPEG. Throws NOT_FOUND, KYC_UNAVAILABLE. */
export async function readKycImage(ctx: Context, browser: KycBrowser, kind: ImageKind): Promise<Buffer> {
  const request = await ctx.tx(browser.operatorId, (tx) => findRequest(tx, browser))
  if (request?.status !== 'PENDING') throw new Refusal('NOT_FOUND')
  return readStoredImage(ctx, browser, kind)
}

/** A photo that is kept: a JPEG. Throws NOT_FOUND, KYC_UNAVAILABLE. */
export async function readStoredImage(ctx: Context, key: RequestKey, kind: ImageKind): Promise<Buffer> {
  const { operatorId } = key
  const found = await ctx.tx(operatorId, async (tx) => {
    const image = await findStored(tx, key, kind)
    return image && { storageKey: image.storage_key, dataKey: await dataKeyOf(ctx, tx, operatorId) }
  })
  if (!found) throw new Refusal('NOT_FOUND')
  const sealed = await useDocuments(ctx, (documents) => documents.get(found.storageKey))
  if (sealed === null) await assertGone(ctx, key, kind, found.storageKey)
  if (sealed === null) throw new Refusal('NOT_FOUND')
  return found.dataKey.openBytes(sealed, imagePurpose(found.storageKey))
}

/** What is noted as stored is there, unless another took its place meanwhile. */
async function assertGone(ctx: Context, key: RequestKey, kind: ImageKind, storageKey: string): Promise<void> {
  const now = await ctx.tx(key.operatorId, (tx) => findStored(tx, key, kind))
  assert(now?.storage_key !== storageKey, 'a photo that is kept lies in the store')
}

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

/** Uses the document store, outside any transaction. Throws KYC_UNAVAILABLE when it cannot be reached. */
async function useDocuments<T>(ctx: Context, work: (documents: Context['documents']) => Promise<T>): Promise<T> {
  try {
    return await work(ctx.documents)
  } catch (error) {
    if (!(error instanceof DocumentStoreUnavailable)) throw error
    ctx.log.warn({ reason: error.message }, 'the document store is away')
    throw new Refusal('KYC_UNAVAILABLE')
  }
}
