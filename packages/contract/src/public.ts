import { z } from 'zod'
import { ITEM_TYPES } from './item-names.ts'
import { defineRoutes } from './route.ts'
import { roundProof } from './s2s.ts'
import { id, idText, minor, roundPublicId, timestamp } from './shapes.ts'

/** What anyone may read to check a draw (decisions §4). No personal data. */

/** Odds of a box version as published; `snapshotHash` is the SHA-256 of the RFC 8785 canonical JSON of the rest. */
export const snapshot = z.object({
  algorithmKey: z.string(),
  boxVersionId: id,
  publishedAt: timestamp,
  priceMinor: minor,
  currency: z.string(),
  totalUnits: z.int().min(1),
  ranges: z.array(
    z.object({
      itemId: id,
      name: z.string(),
      type: z.enum(ITEM_TYPES),
      valueMinor: minor,
      start: z.int().min(0),
      end: z.int().min(1),
    }),
  ),
  snapshotHash: z.string(),
})

export const publicRoutes = defineRoutes({
  boxVersionSnapshot: {
    method: 'GET',
    path: '/fairness/box-versions/:boxVersionId/snapshot',
    summary: 'The odds of a box version, immutable',
    params: z.object({ boxVersionId: idText }),
    success: { 200: snapshot },
    refusals: ['UNKNOWN_BOX'],
  },
  roundProof: {
    method: 'GET',
    path: '/fairness/rounds/:publicId',
    summary: 'The proof of one round, with the snapshots it was drawn from',
    params: z.object({ publicId: roundPublicId }),
    success: { 200: z.object({ round: roundProof, snapshots: z.array(snapshot) }) },
    refusals: ['ROUND_NOT_FOUND'],
  },
})

export type Snapshot = z.infer<typeof snapshot>
export type PublicProof = { round: z.infer<typeof roundProof>; snapshots: Snapshot[] }
