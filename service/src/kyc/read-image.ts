import type { ImageKind } from '@coffer/contract/kyc-answers'
import { assert, Refusal } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import { dataKeyOf } from '../privacy/index.ts'
import type { KycBrowser } from './browser.ts'
import { useDocuments } from './documents.ts'
import { findStored } from './image-store.ts'
import { findRequest, type RequestKey } from './request-store.ts'
import { imagePurpose } from './sealed.ts'

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
