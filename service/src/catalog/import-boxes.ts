import type { CatalogueBox as FileBox } from '@coffer/contract/catalogue-file'
import { present } from '../kernel/index.ts'
import { type BoxRow, upsertBoxes, type WrittenBox } from './box-store.ts'
import type { Import } from './change.ts'
import { faultsBelow, refuseFaults } from './faults.ts'
import type { PrizeItem } from './import-items.ts'
import { isRtpOutside, publishFaults, type RtpBounds, type RtpOverride, rtpBpsOf } from './publish-gate.ts'
import { type Publication, publishVersions } from './publish-versions.ts'
import { type FiledPrize, type NewestVersion, newestVersions, prizesOfVersions } from './version-store.ts'

type ImportedBox = { boxId: number; boxVersionId: number | null }

/**
 * Writes the file's boxes, and publishes those whose price or odds changed, or that have no live version, unless they are archived in the file or in the
 * admin.
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
  refuseFaults(
    changed.flatMap(({ index, box, publication }) => {
      const prizes = publication.prizes.map((prize, at) => ({ ...prize, key: box.prizes[at]!.item }))
      return faultsBelow(`boxes.${index}`, publishFaults({ ...publication, prizes }, bounds))
    }),
  )
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
type Changed = { index: number; box: FileBox; publication: Publication }

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
  return written.flatMap(({ box, boxId, name, archived, liveVersionId }, index) => {
    const previous = newest.get(boxId) ?? null
    const publication = { boxId, name, ...publicationOf(box, items), previous }
    const was = previous && (published.get(previous.boxVersionId) ?? [])
    const kept = publication.prizes.map((prize) => asPublished(prize, was ?? []))
    const isSame =
      liveVersionId !== null &&
      previous &&
      was &&
      oddsOf(previous, was) === oddsOf({ ...publication, ...operator }, kept)
    return archived || box.archived || isSame ? [] : [{ index, box, publication }]
  })
}

function publicationOf(box: FileBox, items: ReadonlyMap<string, PrizeItem>) {
  const prizes = box.prizes.map(({ item, chanceUnits }) => {
    const { itemId, name, type, valueMinor, valueInFile } = present(items.get(item), 'a prize is a known item')
    return { itemId, name, type, valueMinor, valueInFile, chanceUnits }
  })
  return { slug: box.slug, priceMinor: box.priceMinor, prizes }
}

type Prize = Omit<FiledPrize, 'rangeStart' | 'rangeEnd'>

/** A value that was stated calls for no new version: a prize that the file values as it did then keeps its published value. */
function asPublished(prize: Prize, published: readonly FiledPrize[]): Prize {
  const was = published.find(({ itemId }) => itemId === prize.itemId)
  return was?.valueInFile === prize.valueInFile ? { ...prize, valueMinor: was.valueMinor } : prize
}

/** Everything of a version that a player is promised, as a text that is equal only when all of it is. */
function oddsOf(
  { priceMinor, currency }: Pick<NewestVersion, 'priceMinor' | 'currency'>,
  prizes: readonly Omit<Prize, 'valueInFile'>[],
): string {
  const facts = prizes.map(({ itemId, name, type, valueMinor, chanceUnits }) => [
    itemId,
    name,
    type,
    valueMinor,
    chanceUnits,
  ])
  return JSON.stringify([priceMinor, currency, facts])
}

function rowOf(box: FileBox, imageUrl: string | null): BoxRow {
  return {
    ...{ key: box.key, slug: box.slug, name: box.name, description: box.description ?? null, image_url: imageUrl },
    refundable: box.refundable ?? true,
    attributes: box.customAttributes ?? {},
    archived: box.archived ?? false,
  }
}
