import { z } from 'zod'
import { auditActor } from './admin-audit.ts'
import { ofOperator, operator } from './admin-fields.ts'
import { PLAYER_LIST } from './list.ts'
import { REASON_CHARACTERS, SHOWN_DATA_RECORDS } from './player-names.ts'
import { defineAdminRoutes } from './route.ts'
import { id, idText, timestamp } from './shapes.ts'
import { lineText } from './text.ts'

const count = z.int().min(0)

/** Counts of what Coffer stores of a person, besides the operator's ID of the player. Read from the contents, not from marks. */
const held = z.object({
  verifications: count.meta({ description: 'Verifications with an e-mail, answers, notes or an identity' }),
  photos: count.meta({
    description: 'Photos of documents and faces, also those that are still being removed from the store',
  }),
  finishedOrders: count.meta({ description: 'Delivered, returned and cancelled orders with an address or tracking' }),
  orderCopies: count.meta({
    description:
      'Notices and stored answers of finished orders, and drafts of orders whose fee is decided, with an address',
  }),
  openOrders: count.meta({
    description: 'Orders that are not finished, or whose fee is being paid. They are not erased',
  }),
})

const record = z.object({
  entryNumber: id.meta({ description: 'Number of the entry in the audit log' }),
  at: timestamp,
  ...auditActor.shape,
  action: z.enum(['player.data_exported', 'player.data_erased']),
  reason: z.string().nullable().meta({ description: 'Null for an export' }),
  before: held.nullable().meta({ description: 'What was stored before an erasure; null for an export' }),
  after: held.nullable().meta({ description: 'What was read back after an erasure; null for an export' }),
})

const personalData = z.object({
  held,
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
    summary: 'Everything of a player as a JSON file; the export and the SHA-256 of the file are recorded',
    params,
    body: z.object({ operator }),
    success: { 200: 'file' },
    refusals,
  },
  erasePersonalData: {
    method: 'POST',
    path: '/api/admin/players/:playerId/personal-data/erase',
    access: 'players.personal',
    summary: 'Erase verifications and the addresses of finished orders; what is read back is recorded',
    params,
    body: z.object({ operator, reason: lineText(1, REASON_CHARACTERS) }),
    success: { 200: z.object({ personalData }) },
    refusals,
  },
})

export type PersonalData = z.infer<typeof personalData>
export type HeldData = z.infer<typeof held>
export type PersonalDataRecord = z.infer<typeof record>
