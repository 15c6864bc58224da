import { isDeepStrictEqual } from 'node:util'
import type { CatalogueBox as FileBox } from '@coffer/contract/catalogue-file'
import { present } from '../kernel/index.ts'
import { type BoxRow, updateOffersInFile, upsertBoxes, type WrittenBox } from './box-store.ts'
import type { Import } from './change.ts'
import { type Fault, faultsBelow, refuseFaults } from './faults.ts'
import type { PrizeItem } from './import-items.ts'
import { isRtpOutside, oddsOf, publishFaults, type RtpBounds, type RtpOverride, rtpBpsOf } from './publish-gate.ts'
import { type Publication, publishVersions } from './publish-versions.ts'
import type { OfferInFile } from './tables.ts'
import { type FiledPrize, newestVersions, prizesOfVersions } from './version-store.ts'

type ImportedBox = { boxId: number; boxVersionId: number | null }

/**
 * Writes the file's boxes, and publishes those whose price or odds changed, or that have no live version, unless they are archived in the file or in the
 * admin. A box whose price and odds are those of the last file keeps those of its live version, which staff may have published since.
 */
export async function importBoxes(
  run: Import,
  boxes: readonly FileBox[],
  items: ReadonlyMap<string, PrizeItem>,
): Promise<{ imported: [key: string, box: ImportedBox][]; overrides: RtpOverride[] }> {
  const { tx, operator, now, imageUrlOf } = run
  const rows = boxes.map((box) => rowOf(box, imageUrlOf(box.imageUrl)))
  const ids = await upsertBoxes(tx, operator.operatorId, rows, now)
  const written = boxes.map((box) => ({ box, ...present(ids.get(box.key), 'a written box has an id') }))
  const changed = await changedBoxes(run, written, items)
  const bounds = run.rtpOverrideBy === null ? operator.settings : null
  refuseFaults(changed.flatMap((one) => faultsBelow(`boxes.${one.index}`, faultsOf(one, bounds))))
  await recordOffers(run, written)
  const published = await publishVersions(
    tx,
    operator,
    changed.map(({ publication }) => publication),
    run.baseUrl,
    now,
  )
  const imported = written.map(({ box, boxId, liveVersionId }): [string, ImportedBox] => [
    box.key,
    { boxId, boxVersionId: published.get(boxId) ?? liveVersionId },
  ])
  return { imported, overrides: overridesOf(changed, published, operator.settings) }
}

function overridesOf(
  changed: readonly Changed[],
  published: ReadonlyMap<number, number>,
  bounds: RtpBounds,
): RtpOverride[] {
  return changed
    .filter(({ publication }) => isRtpOutside(publication, bounds))
    .map(({ box, publication }) => {
      const { boxId } = publication
      const boxVersionId = present(published.get(boxId), 'a changed box was published')
      return { key: box.key, boxId, boxVersionId, rtpBps: rtpBpsOf(publication) }
    })
}

type Written = { box: FileBox } & WrittenBox
/** `isKept`: its price and odds are those of its live version, because the file has the same as before. */
type Changed = { index: number; box: FileBox; publication: Publication; isKept: boolean }

function faultsOf({ publication, isKept }: Changed, bounds: RtpBounds | null): Fault[] {
  const prizes = publication.prizes.map((prize) => ({ ...prize, key: String(prize.itemId) }))
  const faults = publishFaults({ ...publication, prizes }, bounds)
  if (!isKept) return faults
  const { versionNumber } = present(publication.previous, 'a box that keeps its odds has a version')
  const basis = `with the price and the odds of version ${versionNumber}, which were not changed in the file`
  return faults.map(({ path, message }) => ({ path, message: `${message} (${basis})` }))
}

/** Records the offers of the file that differ from those of the last file, or that were not applied. */
async function recordOffers({ tx, operator }: Import, written: readonly Written[]): Promise<void> {
  const stated = written
    .map((one) => ({ ...one, offer: offerOf(one.box), isApplied: isPublishable(one) }))
    .filter(({ offer, offerInFile }) => !isDeepStrictEqual(offer, offerInFile))
    .map(({ boxId, offer, isApplied }) => ({ boxId, offer, isApplied }))
  if (stated.length > 0) await updateOffersInFile(tx, operator.operatorId, stated)
}

/** An import publishes no archived box. */
function isPublishable({ box, archived }: Written): boolean {
  return !archived && !box.archived
}

async function changedBoxes(
  { tx, operator }: Import,
  written: readonly Written[],
  items: ReadonlyMap<string, PrizeItem>,
): Promise<Changed[]> {
  const newest = await newestVersions(
    tx,
    operator.operatorId,
    written.map(({ boxId }) => boxId),
  )
  const published = await prizesOfVersions(
    tx,
    operator.operatorId,
    [...newest.values()].map(({ boxVersionId }) => boxVersionId),
  )
  const byId = new Map([...items.values()].map((item) => [item.itemId, item]))
  return written.flatMap((one, index) => {
    const { box, boxId, name, liveVersionId, offerInFile } = one
    const previous = newest.get(boxId) ?? null
    const was = previous && (published.get(previous.boxVersionId) ?? [])
    const live = liveVersionId !== null && previous && was ? { previous, was } : null
    const isKept = live?.previous.currency === operator.currency && isDeepStrictEqual(offerInFile, offerOf(box))
    const prizes = isKept ? prizesOf(live.was, byId, 'itemId') : prizesOf(box.prizes, items, 'item')
    const { priceMinor } = isKept ? live.previous : box
    const publication = { boxId, name, slug: box.slug, priceMinor, prizes, previous }
    const isSame =
      live !== null &&
      oddsOf(live.previous, live.was) === oddsOf({ priceMinor, ...operator }, asPublished(prizes, live.was))
    return isPublishable(one) && !isSame ? [{ index, box, publication, isKept }] : []
  })
}

/** Prizes, of the file or of a version, with the items as they are now. `field`: the field of a prize that names its item. */
function prizesOf<Field extends string, Key>(
  prizes: readonly (Record<Field, Key> & { chanceUnits: number })[],
  items: ReadonlyMap<Key, PrizeItem>,
  field: Field,
): Prize[] {
  return prizes.map((prize) => {
    const item = present(items.get(prize[field]), 'a prize is a known item')
    const { itemId, name, type, valueMinor, valueInFile } = item
    return { itemId, name, type, valueMinor, valueInFile, chanceUnits: prize.chanceUnits }
  })
}

function offerOf({ priceMinor, prizes }: FileBox): OfferInFile {
  return { priceMinor, prizes: prizes.map(({ item, chanceUnits }) => [item, chanceUnits]) }
}

type Prize = Omit<FiledPrize, 'rangeStart' | 'rangeEnd'>

/** Prizes with their published values where the file values them as it did then: a value that was stated needs no new version. */
function asPublished(prizes: readonly Prize[], published: readonly FiledPrize[]): Prize[] {
  const before = new Map(published.map((prize) => [prize.itemId, prize]))
  return prizes.map((prize) => {
    const was = before.get(prize.itemId)
    return was?.valueInFile === prize.valueInFile ? { ...prize, valueMinor: was.valueMinor } : prize
  })
}

function rowOf(box: FileBox, imageUrl: string | null): BoxRow {
  return {
    ...{ key: box.key, slug: box.slug, name: box.name, description: box.description ?? null, image_url: imageUrl },
    refundable: box.refundable ?? true,
    attributes: box.customAttributes ?? {},
    archived: box.archived ?? false,
  }
}
