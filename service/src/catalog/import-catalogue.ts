import type { CatalogueFile } from '@coffer/contract/catalogue-file'
import { present } from '../kernel/index.ts'
import { storeMedia } from '../media/index.ts'
import { getOperator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { listAttributes, listSlugs, lockCatalogue, upsertAttributes } from './box-store.ts'
import { refuseFaults } from './faults.ts'
import { fileFaults, surroundingFaults } from './file-faults.ts'
import type { Import } from './import.ts'
import { importBoxes } from './import-boxes.ts'
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
 * file again changes nothing. Throws a 422 that names every fault by its path in the file.
 */
export async function importCatalogue(
  ctx: Context,
  operatorId: number,
  file: CatalogueFile,
  baseDir: string,
): Promise<ImportedCatalogue> {
  refuseFaults(fileFaults(file))
  const images = await readImages(file, operatorId, baseDir, ctx.limits.mediaBytes)
  return ctx.tx(operatorId, async (tx) => {
    await lockCatalogue(tx, operatorId)
    const operator = await getOperator(tx, operatorId)
    const now = ctx.clock.now()
    const stored = await storeImages(tx, operatorId, images, now)
    const imageUrlOf = (imageUrl?: string) => (imageUrl === undefined ? null : (stored.get(imageUrl) ?? imageUrl))
    return importRows({ tx, operator, baseUrl: ctx.config.baseUrl, now, imageUrlOf }, file)
  })
}

async function importRows(run: Import, file: CatalogueFile): Promise<ImportedCatalogue> {
  const { tx, operator } = run
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
  const boxes = await importBoxes(run, file.boxes, items)
  const itemId = (key: string) => present(items.get(key), 'an imported item has an id').itemId
  return {
    items: Object.fromEntries(file.items.map(({ key }) => [key, itemId(key)])),
    boxes: Object.fromEntries(boxes),
  }
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
