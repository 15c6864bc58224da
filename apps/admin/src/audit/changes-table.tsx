import type { AuditChange } from '@coffer/contract/admin'
import { valueText } from '../text/audit.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import classes from './audit.module.css'
import { RecordedValue } from './recorded-value.tsx'

type Props = { action: string; changes: readonly AuditChange[] }

/** The changed fields of an entry, with their values before and after. */
export function ChangesTable({ action, changes }: Props) {
  const columns: readonly Column<AuditChange>[] = [
    {
      key: 'field',
      label: 'Field',
      cell: ({ field }) => <span className={classes.field}>{field ?? valueText(action)}</span>,
    },
    { key: 'before', label: 'Before', cell: ({ before }) => <RecordedValue value={before} /> },
    { key: 'after', label: 'After', cell: ({ after }) => <RecordedValue value={after} /> },
  ]
  return <DataTable label="Changes" columns={columns} rows={changes} keyOf={(change) => changes.indexOf(change)} />
}
