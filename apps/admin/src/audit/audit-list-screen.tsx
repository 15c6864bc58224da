import type { AuditRow } from '@coffer/contract/admin'
import { AUDIT_LIST } from '@coffer/contract/list'
import { Link } from 'wouter'
import { api } from '../api/api.ts'
import { ListScreen } from '../list/list-screen.tsx'
import { useListState } from '../list/list-state.ts'
import { actionText, objectText } from '../text/audit.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Actor } from '../ui/actor.tsx'
import { Moment } from '../ui/moment.tsx'
import classes from './audit.module.css'
import { AUDIT_LIST_TEXT } from './audit-list-text.ts'
import { AUDIT_QUERY, useVerification } from './use-audit.ts'
import { VerificationResult } from './verification-result.tsx'

/** The audit log of the operator; for staff of the platform that of the platform, or of an operator that they choose. */
export function AuditListScreen() {
  const control = useListState(AUDIT_LIST)
  const { operator = null } = control.filters
  const { verify, isBusy, verdict, error } = useVerification(operator)
  return (
    <ListScreen<typeof AUDIT_LIST, AuditRow>
      name={AUDIT_QUERY}
      title="Audit log"
      noun="entries"
      list={AUDIT_LIST}
      text={AUDIT_LIST_TEXT}
      control={control}
      read={async (body) => {
        const { entries, cursor } = await api.call('listAudit', { body })
        return { rows: entries, cursor }
      }}
      exportRows={(body) => api.call('exportAudit', { body })}
      keyOf={({ entryNumber }) => entryNumber}
      cells={{
        entryNumber: ({ entryNumber, at }) => (
          <Link href={`/audit/${entryNumber}${control.queryString}`}>
            <Moment at={at} isExact />
          </Link>
        ),
        actor: (row) => <Actor {...row} />,
        action: ({ action }) => textCell(actionText(action)),
        objectType: (row) => textCell(objectText(row)),
        reason: ({ reason }) => textCell(reason),
        address: ({ address }) => textCell(address),
      }}
      empty="No entries yet."
      actions={
        <ActionButton variant="default" isBusy={isBusy} onClick={verify}>
          {isBusy ? 'Verifying…' : 'Verify log'}
        </ActionButton>
      }
      notice={<VerificationResult verdict={verdict} error={error} operator={operator} />}
    />
  )
}

/** Long IDs are broken, so that they do not widen the table. */
function textCell(text: string | null) {
  return text !== null && <span className={classes.cell}>{text}</span>
}
