import type { CatalogueFile } from '@coffer/contract/catalogue-file'
import { appendAudit } from '../audit/index.ts'
import { present } from '../kernel/index.ts'
import { storeMedia } from '../media/index.ts'
import { getOperator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { announceChanges, lookBefore } from './announce-changes.ts'
import { listAttributes, listSlugs, lockCatalogue, upsertAttributes } from './box-store.ts'
import type { Import } from './change.ts'
import { refuseFaults } from './faults.ts'
import { fileFaults, surroundingFaults } from './file-faults.ts'
import { holdLeaps, type StatedBy } from './hold-leaps.ts'
import { importBoxes } from './import-boxes.ts'
import { importItems } from './import-items.ts'
import { lockItemsByKeys } from './item-store.ts'
import { alertStaff, auditProfitChanges, type ProfitChange } from './profit-change.ts'
import { overridesEntry, type RtpOverride } from './publish-gate.ts'
import { type ImageFile, readImages } from './read-images.ts'
import { reviewBoxes } from './review-boxes.ts'
import { listKeysOfPrizes } from './version-store.ts'

/** Ids by the keys of the file; `boxVersionId` is the live one, null for a box that was never on sale. */
export type ImportedCatalogue = {
  items: Record<string, number>
  boxes: Record<string, { boxId: number; boxVersionId: number | null }>
}

/**
 * Brings an operator's catalogue to what a file (already read by its schema) says, by key, all or nothing. What the file does
 * not name stays. Images given as paths are read below `baseDir`. A box whose price or odds changed gets a new version; the same
 * file again changes nothing. With `rtpOverrideBy` boxes may return less or more than the settings allow, and the audit log names
 * them and who let them. Throws a 422 that names every fault by its path in the file, and VALUE_STEP_TOO_LARGE for values that leap;
 * those of a `statedBy` wait for a second person.
 */
export async function importCatalogue(
  ctx: Context,
  operatorId: number,
  file: CatalogueFile,
  baseDir: string,
  { rtpOverrideBy = null, statedBy = null }: { rtpOverrideBy?: string | null; statedBy?: StatedBy } = {},
): Promise<ImportedCatalogue> {
  refuseFaults(fileFaults(file))
  const images = await readImages(file, operatorId, baseDir, ctx.limits.mediaBytes)
  const bring = () =>
    ctx.tx(operatorId, async (tx) => {
      await lockCatalogue(tx, operatorId)
      const operator = await getOperator(tx, operatorId)
      const now = ctx.clock.now()
      const stored = await storeImages(tx, operatorId, images, now)
      const imageUrlOf = (imageUrl?: string) => (imageUrl === undefined ? null : (stored.get(imageUrl) ?? imageUrl))
      return importRows({ ctx, tx, operator, baseUrl: ctx.config.baseUrl, now, rtpOverrideBy, imageUrlOf }, file)
    })
  const { imported, profitChanges } = await holdLeaps(ctx, operatorId, statedBy, bring)
  alertStaff(ctx, operatorId, profitChanges)
  return imported
}

async function importRows(
  run: Import,
  file: CatalogueFile,
): Promise<{ imported: ImportedCatalogue; profitChanges: readonly ProfitChange[] }> {
  const { tx, operator } = run
  const touched = touchedBoxes(file)
  const before = await lookBefore(run, touched)
  await upsertAttributes(tx, operator.operatorId, file.attributes ?? [])
  const mentioned = new Set([
    ...file.items.map(({ key }) => key),
    ...file.boxes.flatMap(({ prizes }) => prizes.map(({ item }) => item)),
  ])
  const boxKeys = file.boxes.map(({ key }) => key)
  for (const key of await listKeysOfPrizes(tx, operator.operatorId, boxKeys)) mentioned.add(key)
  const known = await lockItemsByKeys(tx, operator.operatorId, [...mentioned])
  const slugs = await listSlugs(
    tx,
    operator.operatorId,
    file.boxes.map(({ slug }) => slug),
  )
  const attributes = await listAttributes(tx, operator.operatorId)
  const itemKeys = new Set([...known, ...file.items].map(({ key }) => key))
  refuseFaults(surroundingFaults(file, { currency: operator.currency, itemKeys, attributes, slugs }))
  const items = await importItems(run, file.items, known)
  const { imported, overrides } = await importBoxes(run, file.boxes, items)
  const profitChanges = await reviewBoxes(run, touched)
  await announceChanges(run, before)
  await auditOverrides(run, overrides)
  await auditProfitChanges(run, profitChanges)
  const itemId = (key: string) => present(items.get(key), 'an imported item has an id').itemId
  return {
    imported: {
      items: Object.fromEntries(file.items.map(({ key }) => [key, itemId(key)])),
      boxes: Object.fromEntries(imported),
    },
    profitChanges,
  }
}

/** A declaration shows on every box, and an item's value weighs in every box that holds it: with one of them all are looked at. */
function touchedBoxes(file: CatalogueFile): string[] | null {
  return file.attributes?.length || file.items.length > 0 ? null : file.boxes.map(({ key }) => key)
}

async function auditOverrides({ ctx, tx, operator, now, rtpOverrideBy }: Import, boxes: RtpOverride[]): Promise<void> {
  const entries = overridesEntry(rtpOverrideBy, operator.settings, boxes, now)
  for (const entry of entries) await appendAudit(ctx, tx, operator.operatorId, entry)
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
