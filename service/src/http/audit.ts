import { AUDIT_LIST } from '@coffer/contract/list'
import { verifyLog } from '../audit/index.ts'
import { employerNamed, exportAudit, showAudit, showAuditEntry } from '../staff/index.ts'
import { ok, okCsv, type Subject } from './handlers.ts'

/** The audit log in the admin. */
export const audit = {
  admin: {
    listAudit: async (ctx, session, { body: { operator, ...page } }) =>
      ok(await showAudit(ctx, await employerNamed(ctx, session, operator), page)),

    exportAudit: async (ctx, session, { body: { operator, ...filters } }) => {
      const rows = await exportAudit(ctx, await employerNamed(ctx, session, operator), filters)
      return okCsv(ctx, { name: 'audit-log', columns: AUDIT_LIST.columns, rows })
    },

    verifyAudit: async (ctx, session, { body: { operator } }) => {
      const { operatorId } = await employerNamed(ctx, session, operator)
      const { checkedAt, ...verdict } = await verifyLog(ctx, operatorId)
      return ok({ ...verdict, checkedAt: checkedAt.toISOString() })
    },

    getAuditEntry: async (ctx, session, { params, query }) => {
      const employer = await employerNamed(ctx, session, query.operator)
      return ok({ entry: await showAuditEntry(ctx, employer, params.entryNumber) })
    },
  },
} satisfies Subject
