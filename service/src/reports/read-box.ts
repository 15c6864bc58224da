import type {
  AdminBox,
  AdminBoxChange,
  AdminBoxSchedule,
  AdminBoxVersion,
  AdminLivePrize,
  AdminVersionHead,
} from '@coffer/contract/admin'
import { SHOWN_BOX_CHANGES, SHOWN_VERSIONS } from '@coffer/contract/box-names'
import type { Settings } from '@coffer/contract/settings'
import { countCampaignsOfBox } from '../campaigns/index.ts'
import {
  type Attribute,
  type CatalogueItem,
  cashedRtpBps,
  type FoundVersion,
  findAdminBox,
  findScheduled,
  findVersionHead,
  isCashable,
  itemsByIds,
  listAttributes,
  listVersionHeads,
  ownAttributes,
  prizesOfVersions,
  type VersionHead,
  type VersionPrize,
} from '../catalog/index.ts'
import { present, Refusal } from '../kernel/index.ts'
import { getOperator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { type NamedOperator, type StaffSession, showActor, showAudit } from '../staff/index.ts'
import { readScheduled } from './check-version.ts'

/** The member of staff who reads, and the operator. */
type Reader = NamedOperator & { session: StaffSession }

type FoundSchedule = { by: string; view: Awaited<ReturnType<typeof readScheduled>> }

/** A box of the catalogue, as staff see it. Throws UNKNOWN_BOX. */
export async function readBox(ctx: Context, reader: Reader, boxId: number): Promise<AdminBox> {
  const { operatorId } = reader
  const found = await ctx.tx(operatorId, async (tx) => {
    const operator = await getOperator(tx, operatorId)
    const record = await findAdminBox(tx, operatorId, boxId)
    if (!record) throw new Refusal('UNKNOWN_BOX')
    const { attributes, createdAt, archivedAt, unprofitableSince, liveVersionId, ...box } = record
    const scheduled = await findScheduled(tx, operatorId, boxId)
    const { versions, versionCount } = await listVersionHeads(tx, operatorId, boxId, SHOWN_VERSIONS)
    const live = liveVersionId === null ? null : await findVersionHead(tx, operatorId, boxId, liveVersionId)
    return {
      ...box,
      createdAt: createdAt.toISOString(),
      archivedAt: archivedAt?.toISOString() ?? null,
      unprofitableSince: unprofitableSince?.toISOString() ?? null,
      operatorCurrency: operator.currency,
      attributes: attributeViews(await listAttributes(tx, operatorId), attributes),
      campaignCount: await countCampaignsOfBox(tx, operatorId, boxId, ctx.clock.now()),
      ...(await readLive(tx, operatorId, live, operator.settings)),
      scheduled: scheduled && { by: scheduled.scheduledBy, view: await readScheduled(tx, operatorId, scheduled) },
      versionCount,
      versions: versions.map(headView),
    }
  })
  const { scheduled, ...shown } = found
  return {
    ...shown,
    schedule: scheduled && (await scheduleView(ctx, reader, scheduled)),
    changes: await readChanges(ctx, reader, boxId),
  }
}

async function scheduleView(ctx: Context, reader: Reader, { by, view }: FoundSchedule): Promise<AdminBoxSchedule> {
  return { ...view, ...(await showActor(ctx, reader, by)) }
}

/** A version of a box with its prizes. Throws UNKNOWN_BOX. */
export function readBoxVersion(
  ctx: Context,
  operatorId: number,
  { boxId, boxVersionId }: { boxId: number; boxVersionId: number },
): Promise<AdminBoxVersion> {
  return ctx.tx(operatorId, async (tx) => {
    const found = await findVersionHead(tx, operatorId, boxId, boxVersionId)
    if (!found) throw new Refusal('UNKNOWN_BOX')
    const { head, previousVersionId, isLive } = found
    const prizes = await prizesOf(tx, operatorId, boxVersionId)
    return { ...headView(head), previousVersionId, isLive, prizes: prizes.map(prizeView) }
  })
}

async function prizesOf(tx: Tx, operatorId: number, boxVersionId: number): Promise<readonly VersionPrize[]> {
  return present((await prizesOfVersions(tx, operatorId, [boxVersionId])).get(boxVersionId), 'a version has prizes')
}

function headView({ publishedAt, ...head }: VersionHead): AdminVersionHead {
  return { ...head, publishedAt: publishedAt.toISOString() }
}

function prizeView({ itemId, name, type, valueMinor, chanceUnits }: VersionPrize) {
  return { itemId, name, type, valueMinor, chanceUnits }
}

function attributeViews(declared: readonly Attribute[], own: Record<string, unknown>): AdminBox['attributes'] {
  const values = ownAttributes(declared, own)
  return declared.map((attribute) => ({
    ...attribute,
    value: Object.hasOwn(values, attribute.name) ? (values[attribute.name] ?? null) : null,
  }))
}

/** The live version with its prizes as they are now, and what a player gets back of its price. */
async function readLive(
  tx: Tx,
  operatorId: number,
  found: FoundVersion | null,
  settings: Settings,
): Promise<Pick<AdminBox, 'live' | 'cashedRtpBps'>> {
  if (found === null) return { live: null, cashedRtpBps: null }
  const { head } = found
  const published = await prizesOf(tx, operatorId, head.boxVersionId)
  const itemIds = published.map(({ itemId }) => itemId)
  const items = await itemsByIds(tx, operatorId, itemIds)
  const prizes = published.map((prize) => {
    const item = present(items.get(prize.itemId), 'a prize is an item of the catalogue')
    return { item, view: livePrizeView(prize, item, head.currency) }
  })
  const cashable = prizes.map(({ item, view: { chanceUnits, valueMinor, currentValueMinor, type } }) => ({
    ...{ chanceUnits, publishedMinor: valueMinor, valueMinor: currentValueMinor },
    isCashedBack: isCashable({ cashback: item.cashback, type }),
  }))
  return {
    live: { ...headView(head), prizes: prizes.map(({ view }) => view) },
    cashedRtpBps: cashedRtpBps({ priceMinor: head.priceMinor, prizes: cashable }, settings),
  }
}

/** Only the value of a collectible follows its item, and only while both have the currency of the version. */
function livePrizeView(prize: VersionPrize, item: CatalogueItem, currency: string): AdminLivePrize {
  const { imageUrl, stock, archived, isCollectible } = item
  const isMoving = isCollectible && item.currency === currency
  return {
    ...prizeView(prize),
    currentValueMinor: isMoving ? item.valueMinor : prize.valueMinor,
    ...{ imageUrl, stock, isArchived: archived, isCollectible },
  }
}

/** Reads the audit log, which has the actor and the reason of each change. */
async function readChanges(ctx: Context, reader: Reader, boxId: number): Promise<AdminBoxChange[]> {
  const { entries } = await showAudit(ctx, reader, {
    object: String(boxId),
    objectType: 'box',
    sort: '-entryNumber',
    limit: SHOWN_BOX_CHANGES,
  })
  return entries.map(({ entryNumber, at, actor, actorName, isPlatformStaff, action, reason, changes, details }) => ({
    entryNumber,
    at,
    actor,
    actorName,
    isPlatformStaff,
    action: action as AdminBoxChange['action'],
    currency: typeof details.currency === 'string' ? details.currency : null,
    publishAt: typeof details.publishAt === 'string' ? details.publishAt : null,
    reason,
    changes,
  }))
}
