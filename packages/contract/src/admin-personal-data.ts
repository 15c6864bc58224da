import { z } from 'zod'
import { auditActor } from './admin-audit.ts'
import { ofOperator, operator, reason } from './admin-fields.ts'
import { PLAYER_LIST } from './list.ts'
import { SHOWN_DATA_RECORDS } from './player-names.ts'
import { defineAdminRoutes } from './route.ts'
import { id, idText, timestamp } from './shapes.ts'

const count = z.int().min(0)

/**
 * Counts of the personal data that Coffer stores of a player, without the operator's ID of the player. Counted from the contents, not from
 * `erasedAt`.
 */
const stored = z.object({
  verifications: count.meta({ description: 'Verifications with an e-mail, answers, photos, notes or an identity' }),
  photos: count.meta({
    description: 'Photos of documents and faces, also those that are still to be removed from the document store',
  }),
  finishedOrders: count.meta({
    description: 'Delivered, returned and cancelled orders with an address, e-mail, note or tracking',
  }),
  orderCopies: count.meta({
    description:
      'Notices and stored answers of finished orders, and drafts of orders whose fee is decided, with personal data',
  }),
  openOrders: count.meta({
    description: 'Orders that are not finished, or whose fee is not decided. They are not erased',
  }),
})

const record = z.object({
  entryNumber: id.meta({
    description: 'Number of the entry in the audit log: of the end, or of the start of one that has not ended',
  }),
  at: timestamp,
  ...auditActor.shape,
  kind: z.enum(['export', 'erasure']),
  isCompleted: z.boolean(),
  reason: z.string().nullable().meta({ description: 'Null for an export' }),
  sha256: z.string().nullable().meta({
    description: 'SHA-256 of the exported file, in hex. Null for an erasure, and for an export that has not ended',
  }),
  before: stored.nullable().meta({ description: 'What was stored before an erasure; null for an export' }),
  after: stored.nullable().meta({
    description: 'What was read back after an erasure; null for an export, and for an erasure that has not ended',
  }),
})

const personalData = z.object({
  stored,
  records: z.array(record).meta({
    description: `The newest ${SHOWN_DATA_RECORDS} exports and erasures, newest first`,
  }),
})

const params = z.object({ playerId: idText })
const refusals = ['OPERATOR_NOT_FOUND', 'PLAYER_NOT_FOUND'] as const

/** Personal data of a player: what is stored, a copy for the person, and erasure. */
export const adminPersonalDataRoutes = defineAdminRoutes({
  getPersonalData: {
    method: 'GET',
    path: '/api/admin/players/:playerId/personal-data',
    access: PLAYER_LIST.permission,
    summary: 'Count what is stored of a person, and list exports and erasures',
    params,
    query: ofOperator,
    success: { 200: z.object({ personalData }) },
    refusals,
  },
  exportPersonalData: {
    method: 'POST',
    path: '/api/admin/players/:playerId/personal-data/export',
    access: 'players.personal',
    summary: 'Export the data of a player as a JSON file; the export and the SHA-256 of the file are recorded',
    params,
    body: z.object({ operator }),
    success: { 200: 'json-file' },
    refusals,
  },
  erasePersonalData: {
    method: 'POST',
    path: '/api/admin/players/:playerId/personal-data/erase',
    access: 'players.personal',
    summary: 'Erase verifications and the personal data of finished orders; what is read back is recorded',
    params,
    body: z.object({ operator, reason }),
    success: { 200: z.object({ personalData }) },
    refusals,
  },
})

export type PersonalData = z.infer<typeof personalData>
export type StoredData = z.infer<typeof stored>
export type PersonalDataRecord = z.infer<typeof record>
