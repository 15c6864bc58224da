import type { KycPage } from '@coffer/contract/kyc'
import type { ImageKind } from '@coffer/contract/kyc-answers'
import { Refusal } from '../kernel/index.ts'
import { type Context, readPhoto } from '../platform/index.ts'
import { type DataKey, dataKeyOf } from '../privacy/index.ts'
import type { KycBrowser } from './browser.ts'
import { useDocuments } from './documents.ts'
import { insertImage, markRemoving, markStored } from './image-store.ts'
import { lockPending, showPage } from './read-page.ts'
import { updateRequest } from './request-store.ts'
import { imagePurpose } from './sealed.ts'
import { removeImages } from './sweep-images.ts'
import type { ImageRecord } from './tables.ts'

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
