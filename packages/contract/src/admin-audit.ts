import { z } from 'zod'
import { AUDIT_OBJECTS } from './audit.ts'
import { AUDIT_LIST } from './list.ts'
import { filtersOf, pageOfList } from './list-body.ts'
import { defineAdminRoutes } from './route.ts'
import { cursorPair, id, idText, timestamp } from './shapes.ts'
import { wireText } from './text.ts'

export const auditChange = z.object({
  field: z.string().nullable().meta({ description: 'Null: the object itself' }),
  before: z.unknown().optional().meta({ description: 'Left out when it is personal data' }),
  after: z.unknown().optional().meta({ description: 'Left out when it is personal data' }),
})

export const auditActor = z.object({
  actor: z.string().meta({ description: 'ID of the actor: `staff:7`, an API key, `cli`, `system`' }),
  actorName: z.string().nullable().meta({
    description: 'E-mail or name of the member of staff; null for others. Operators do not see those of Coffer’s staff',
  }),
  isPlatformStaff: z.boolean().meta({ description: 'The actor works for Coffer' }),
})

const entry = z.object({
  entryNumber: id.meta({ description: 'Rises by one with each entry of a log' }),
  at: timestamp,
  ...auditActor.shape,
  action: z.string(),
  objectType: z.enum(AUDIT_OBJECTS).nullable(),
  objectId: z.string().nullable(),
  reason: z.string().nullable(),
  changes: z.array(auditChange),
  details: z.record(z.string(), z.unknown()).meta({ description: 'Other recorded details' }),
  address: z
    .string()
    .nullable()
    .meta({ description: 'Network address of the request. Operators do not see those of Coffer’s staff' }),
  requestId: z.string().nullable().meta({ description: 'The `X-Request-Id` of the request' }),
})

const verdict = z.object({
  isIntact: z.boolean(),
  entryCount: z.int().meta({ description: 'Entries that were checked and are intact' }),
  fault: z.string().nullable().meta({ description: 'What is wrong; null when the log is intact' }),
  checkedAt: timestamp,
})

const ofOperator = wireText(1, 100).optional().meta({
  description: 'Operator slug, for staff of the platform. Omitted: your own log',
})

/** The audit log of an operator, and that of the platform. */
export const auditRoutes = defineAdminRoutes({
  listAudit: {
    method: 'POST',
    path: '/api/admin/audit/list',
    access: AUDIT_LIST.permission,
    reads: true,
    summary:
      'List the entries of the audit log of your operator; staff of the platform name an operator, or read the log of the platform',
    body: pageOfList(AUDIT_LIST),
    success: { 200: z.object({ entries: z.array(entry), cursor: cursorPair }) },
    refusals: ['OPERATOR_NOT_FOUND'],
  },
  exportAudit: {
    method: 'POST',
    path: '/api/admin/audit/export',
    access: AUDIT_LIST.permission,
    summary: 'Every entry that the filters match, as CSV, newest first; the export is recorded',
    body: filtersOf(AUDIT_LIST),
    success: { 200: 'csv' },
    refusals: ['OPERATOR_NOT_FOUND'],
  },
  verifyAudit: {
    method: 'POST',
    path: '/api/admin/audit/verify',
    access: AUDIT_LIST.permission,
    reads: true,
    summary: 'Check that no entry was changed or removed, and that the log ends at its signed head',
    body: z.object({ operator: ofOperator }),
    success: { 200: verdict },
    refusals: ['OPERATOR_NOT_FOUND'],
  },
  getAuditEntry: {
    method: 'GET',
    path: '/api/admin/audit/:entryNumber',
    access: AUDIT_LIST.permission,
    summary: 'One entry of the log',
    params: z.object({ entryNumber: idText }),
    query: z.object({ operator: ofOperator }),
    success: { 200: z.object({ entry }) },
    refusals: ['OPERATOR_NOT_FOUND', 'NOT_FOUND'],
  },
})

export type AuditRow = z.infer<typeof entry>
export type AuditChange = z.infer<typeof auditChange>
export type AuditVerdict = z.infer<typeof verdict>
