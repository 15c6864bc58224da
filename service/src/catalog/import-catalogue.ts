import type { CatalogueFile } from '@coffer/contract/catalogue-file'
import { appendAudit } from '../audit/index.ts'
import { present } from '../kernel/index.ts'
import { storeMedia } from '../media/index.ts'
import { getOperator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { announceChanges, type Before } from './announce-changes.ts'
import { listBoxesByKeys } from './box-list-store.ts'
import { listAttributes, listSlugs, lockCatalogue, upsertAttributes } from './box-store.ts'
import { refuseFaults } from './faults.ts'
import { fileFaults, surroundingFaults } from './file-faults.ts'
import type { Import } from './import.ts'
import { importBoxes, type RtpOverride } from './import-boxes.ts'
import { importItems } from './import-items.ts'
import { lockItemsByKeys } from './item-store.ts'
import { type ImageFile, readImages } from './read-images.ts'

/** Ids by the keys of the file; `boxVersionId` is the live one, null for a box that was never on sale. */
export type ImportedCatalogue = {
  items: Record<string, number>
  boxes: Record<string, { boxId: number; boxVersionId: number | null }>
}

/**
 * Brings an operator's catalogue to what a file (already read by its schema) says, by key, all or nothing. What the file does
 * not name stays. Images given as paths are read below `baseDir`. A box whose price or odds changed gets a new version; the same
 * file again changes nothing. With `rtpOverrideBy` boxes may return less or more than the settings allow, and the audit log names
 * them and who let them. Throws a 422 that names every fault by its path in the file.
 */
export async function importCatalogue(
  ctx: Context,
  operatorId: number,
  file: CatalogueFile,
  baseDir: string,
  { rtpOverrideBy = null }: { rtpOverrideBy?: string | null } = {},
): Promise<ImportedCatalogue> {
  refuseFaults(fileFaults(file))
  const images = await readImages(file, operatorId, baseDir, ctx.limits.mediaBytes)
  return ctx.tx(operatorId, async (tx) => {
    await lockCatalogue(tx, operatorId)
    const operator = await getOperator(tx, operatorId)
    const now = ctx.clock.now()
    const stored = await storeImages(tx, operatorId, images, now)
    const imageUrlOf = (imageUrl?: string) => (imageUrl === undefined ? null : (stored.get(imageUrl) ?? imageUrl))
    return importRows({ tx, operator, baseUrl: ctx.config.baseUrl, now, rtpOverrideBy, imageUrlOf }, file)
  })
}

async function importRows(run: Import, file: CatalogueFile): Promise<ImportedCatalogue> {
  const { tx, operator } = run
  const before = await lookBefore(run, file)
  await upsertAttributes(tx, operator.operatorId, file.attributes ?? [])
  const mentioned = new Set([
    ...file.items.map(({ key }) => key),
    ...file.boxes.flatMap(({ prizes }) => prizes.map(({ item }) => item)),
  ])
  const known = await lockItemsByKeys(tx, operator.operatorId, [...mentioned])
  const slugs = await listSlugs(
    tx,
    operator.operatorId,
    file.boxes.map(({ slug }) => slug),
  )
  const attributes = await listAttributes(tx, operator.operatorId)
  const itemKeys = new Set([...known, ...file.items].map(({ key }) => key))
  refuseFaults(surroundingFaults(file, { itemKeys, attributes, slugs }))
  const items = await importItems(run, file.items, known)
  const { imported, overrides } = await importBoxes(run, file.boxes, items)
  await announceChanges(run, before)
  await auditOverrides(run, overrides)
  const itemId = (key: string) => present(items.get(key), 'an imported item has an id').itemId
  return {
    items: Object.fromEntries(file.items.map(({ key }) => [key, itemId(key)])),
    boxes: Object.fromEntries(imported),
  }
}

/** A declaration shows on every box of the operator, so with one of them all boxes are looked at. */
async function lookBefore({ tx, operator }: Import, file: CatalogueFile): Promise<Before> {
  const keys = file.attributes?.length ? null : file.boxes.map(({ key }) => key)
  const declared = await listAttributes(tx, operator.operatorId)
  return { declared, keys, boxes: await listBoxesByKeys(tx, operator.operatorId, keys) }
}

async function auditOverrides({ tx, operator, now, rtpOverrideBy }: Import, boxes: RtpOverride[]): Promise<void> {
  if (rtpOverrideBy === null || boxes.length === 0) return
  const { minRtpBps, maxRtpBps } = operator.settings
  const details = { minRtpBps, maxRtpBps, boxes }
  await appendAudit(tx, operator.operatorId, {
    actor: rtpOverrideBy,
    action: 'catalog.rtp_overridden',
    details,
    at: now,
  })
}

async function storeImages(
  tx: Tx,
  operatorId: number,
  images: ReadonlyMap<string, ImageFile>,
  now: Date,
): Promise<Map<string, string>> {
  const stored = new Map<string, string>()
  for (const [imageUrl, { bytes, contentType }] of images) {
    stored.set(imageUrl, await storeMedia(tx, operatorId, bytes, contentType, now))
  }
  return stored
}
