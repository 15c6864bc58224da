import { DATA_VERSION } from '@coffer/contract/events'
import { makeSnapshot } from '@coffer/fairness'
import { present } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Tx } from '../platform/index.ts'
import { enqueueEvent } from '../webhooks/index.ts'
import { updateLiveVersions } from './box-store.ts'
import { snapshotUrl } from './box-view.ts'
import { rtpBpsOf } from './publish-gate.ts'
import {
  type FiledPrize,
  insertVersions,
  type NewestVersion,
  type NewVersion,
  takeVersionIds,
} from './version-store.ts'

/** A box that is to go on sale, after the gate let it through; amounts in the operator's currency. */
export type Publication = {
  boxId: number
  name: string
  slug: string
  priceMinor: number
  prizes: readonly Omit<FiledPrize, 'rangeStart' | 'rangeEnd'>[]
  previous: NewestVersion | null
}

/** Publishes new versions, puts them on sale and announces them; answers their ids by box id. */
export async function publishVersions(
  tx: Tx,
  operator: Operator,
  publications: readonly Publication[],
  baseUrl: string,
  now: Date,
): Promise<Map<number, number>> {
  if (publications.length === 0) return new Map()
  const ids = await takeVersionIds(tx, publications.length)
  const versions = publications.map((publication, index) =>
    versionOf(publication, present(ids[index], 'an id was taken for each version'), operator.currency, now),
  )
  await insertVersions(tx, operator.operatorId, versions, now)
  await updateLiveVersions(tx, operator.operatorId, versions)
  for (const [index, version] of versions.entries()) {
    await announce(tx, operator.operatorId, publications[index]!, version, baseUrl, now)
  }
  return new Map(versions.map(({ boxId, boxVersionId }) => [boxId, boxVersionId]))
}

function versionOf(publication: Publication, boxVersionId: number, currency: string, now: Date): NewVersion {
  const { boxId, priceMinor, prizes, previous } = publication
  const snapshot = makeSnapshot({ boxVersionId, publishedAt: now.toISOString(), priceMinor, currency, prizes })
  return {
    ...{ boxId, boxVersionId, priceMinor, currency },
    versionNumber: (previous?.versionNumber ?? 0) + 1,
    rtpBps: rtpBpsOf({ priceMinor, prizes }),
    maxPrizeMinor: prizes.reduce((max, { valueMinor }) => Math.max(max, valueMinor), 0),
    snapshot: JSON.stringify(snapshot),
    snapshotHash: snapshot.snapshotHash,
    prizes: prizes.map((prize, index) => {
      const { start, end } = snapshot.ranges[index]!
      return { ...prize, rangeStart: start, rangeEnd: end }
    }),
  }
}

async function announce(
  tx: Tx,
  operatorId: number,
  { name, slug, previous }: Publication,
  version: NewVersion,
  baseUrl: string,
  now: Date,
): Promise<void> {
  const { boxId, boxVersionId, versionNumber, priceMinor, currency, rtpBps, snapshotHash } = version
  enqueueEvent(tx, operatorId, {
    type: 'box_version_published',
    playerExternalId: null,
    idempotencyKey: `box_version_published:${boxVersionId}`,
    payload: {
      ...{ dataVersion: DATA_VERSION, occurredAt: now.toISOString(), boxId, boxVersionId },
      previousBoxVersionId: previous?.boxVersionId ?? null,
      ...{ versionNumber, name, slug, priceMinor, currency, rtpBps },
      snapshotUrl: snapshotUrl(baseUrl, boxVersionId),
      snapshotHash,
    },
    occurredAt: now,
  })
}
