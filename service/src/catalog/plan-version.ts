import { createHash } from 'node:crypto'
import { present, Refusal } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Tx } from '../platform/index.ts'
import { type Box, findBox } from './box-store.ts'
import { type Fault, refuseFaults } from './faults.ts'
import { type KnownItem, knownItemsByIds } from './item-store.ts'
import { oddsOf, publishFaults, type RtpBounds, rtpBpsOf } from './publish-gate.ts'
import type { Publication } from './publish-versions.ts'
import { type FiledPrize, newestVersions, prizesOfVersions } from './version-store.ts'

export type PlannedPrize = { itemId: number; chanceUnits: number }

/** A new version as staff enter it. The price is in minor units of the operator's currency. */
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

/** Reasons why a planned version cannot be published now. */
export function planFaults({ operator, box, publication, before }: Plan): Fault[] {
  const faults = [...archivedFaults(box), ...offerFaults(publication, operator.settings)]
  const { previous } = publication
  const isLive = previous !== null && previous.boxVersionId === box.liveVersionId
  if (isLive && oddsOf(previous, before) === oddsOf({ ...publication, ...operator }, publication.prizes)) {
    faults.push({ path: 'prizes', message: 'has this price and these odds already' })
  }
  return faults
}

/** Reasons why a planned version cannot be scheduled, for example a wrong sum of chances. The RTP is compared with the bounds at its time. */
export function lastingFaults({ box, publication }: Plan): Fault[] {
  return [...archivedFaults(box), ...offerFaults(publication, null)]
}

function archivedFaults({ archived }: Box): Fault[] {
  return archived ? [{ path: 'boxId', message: 'is archived: restore it before you publish a version' }] : []
}

/** Reasons why the price and the prizes of a version are not complete. Without bounds any RTP is allowed. */
export function offerFaults({ priceMinor, prizes }: Publication, bounds: RtpBounds | null): Fault[] {
  const keyed = prizes.map((prize) => ({ ...prize, key: String(prize.itemId) }))
  return publishFaults({ priceMinor, prizes: keyed }, bounds, 'itemId')
}

/** Changes that a planned version makes, for the audit log; `from` is null before the first version. */
export function changesOf({ operator, publication, before }: Plan) {
  const { previous, priceMinor } = publication
  const was = previous && { ...previous, rtpBps: rtpBpsOf({ priceMinor: previous.priceMinor, prizes: before }) }
  const is = { priceMinor, currency: operator.currency, rtpBps: rtpBpsOf(publication) }
  const changes = (['currency', 'priceMinor', 'rtpBps'] as const)
    .filter((field) => was?.[field] !== is[field])
    .map((field) => ({ field, from: was?.[field] ?? null, to: is[field] }))
  const from = previous?.versionNumber ?? null
  return [{ field: 'versionNumber', from, to: (from ?? 0) + 1 }, ...changes]
}

/** Hash of the price and the prizes that staff entered. */
export function hashOfPlanned({ priceMinor, prizes }: PlannedVersion): string {
  return sha256([priceMinor, prizes.map(({ itemId, chanceUnits }) => [itemId, chanceUnits])])
}

/** Hash of everything that is published, of the box and of the version that it replaces. It changes if any part changes. */
export function hashOfPlan({ operator, box, publication }: Plan): string {
  const { boxId, liveVersionId, archived } = box
  return sha256([boxId, liveVersionId, archived, oddsOf({ ...publication, ...operator }, publication.prizes)])
}

function sha256(content: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}
