import { createHash } from 'node:crypto'
import { present, Refusal } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Tx } from '../platform/index.ts'
import { type Box, findBox } from './box-store.ts'
import { type Fault, refuseFaults } from './faults.ts'
import { type KnownItem, knownItemsByIds } from './item-store.ts'
import { oddsOf, publishFaults, type RtpBounds } from './publish-gate.ts'
import type { Publication } from './publish-versions.ts'
import { type FiledPrize, newestVersions, prizesOfVersions } from './version-store.ts'

export type PlannedPrize = { itemId: number; chanceUnits: number }

/** What staff enter of a new version; the price in minor units of the operator's currency. */
export type PlannedVersion = { priceMinor: number; prizes: readonly PlannedPrize[] }

/** A new version with the values that its items have now. */
export type Plan = {
  operator: Operator
  box: Box
  publication: Publication
  /** Prizes of the newest version; none before the first. */
  before: readonly FiledPrize[]
}

/**
 * Plans a new version of a box. The values are those in force only while the transaction holds the lock of the catalogue. Throws UNKNOWN_BOX, and a 422
 * that names each unknown item.
 */
export async function planVersion(tx: Tx, operator: Operator, boxId: number, planned: PlannedVersion): Promise<Plan> {
  const { operatorId } = operator
  const box = await findBox(tx, operatorId, boxId)
  if (!box) throw new Refusal('UNKNOWN_BOX')
  const itemIds = [...new Set(planned.prizes.map(({ itemId }) => itemId))]
  const items = await knownItemsByIds(tx, operatorId, itemIds)
  refuseFaults(
    planned.prizes.flatMap(({ itemId }, index) =>
      items.has(itemId) ? [] : [{ path: `prizes.${index}.itemId`, message: `there is no item ${itemId}` }],
    ),
  )
  const previous = (await newestVersions(tx, operatorId, [boxId])).get(boxId) ?? null
  const before =
    previous && (await prizesOfVersions(tx, operatorId, [previous.boxVersionId])).get(previous.boxVersionId)
  const prizes = planned.prizes.map(({ itemId, chanceUnits }) => ({
    ...prizeItemOf(present(items.get(itemId), 'a planned prize is a known item')),
    chanceUnits,
  }))
  const { name, slug } = box
  const publication = { boxId, name, slug, priceMinor: planned.priceMinor, prizes, previous }
  return { operator, box, publication, before: before ?? [] }
}

function prizeItemOf({ itemId, name, type, valueMinor, valueInFile }: KnownItem) {
  return { itemId, name, type, valueMinor, valueInFile }
}

/** Why a planned version cannot be published now. */
export function planFaults({ operator, box, publication, before }: Plan): Fault[] {
  const archived = { path: 'boxId', message: 'is archived: restore it before you publish a version' }
  const faults = [...(box.archived ? [archived] : []), ...offerFaults(publication, operator.settings)]
  const { previous } = publication
  const isLive = previous !== null && previous.boxVersionId === box.liveVersionId
  if (isLive && oddsOf(previous, before) === oddsOf({ ...publication, ...operator }, publication.prizes)) {
    faults.push({ path: 'prizes', message: 'has this price and these odds already' })
  }
  return faults
}

/** Why a planned version can never be published: its chances do not sum up, for example. */
export function lastingFaults({ publication }: Plan): Fault[] {
  return offerFaults(publication, null)
}

function offerFaults({ priceMinor, prizes }: Publication, bounds: RtpBounds | null): Fault[] {
  const keyed = prizes.map((prize) => ({ ...prize, key: String(prize.itemId) }))
  return publishFaults({ priceMinor, prizes: keyed }, bounds, 'itemId')
}

/** A fault as a sentence that needs no path. */
export function faultSentence({ path, message }: Fault): string {
  if (path === 'priceMinor') return `The price ${message}.`
  const [, index] = /^prizes\.(\d+)\./.exec(path) ?? []
  return index === undefined ? `The box ${message}.` : `Prize ${Number(index) + 1} ${message}.`
}

/** Hash of all that is published and of what it replaces: equal only if nothing of it has changed. */
export function hashOfPlan({ operator, box, publication }: Plan): string {
  const content = [box.liveVersionId, box.archived, oddsOf({ ...publication, ...operator }, publication.prizes)]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}
