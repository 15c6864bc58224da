import type { AuditChange } from '@coffer/contract/admin'
import { type Column, DataTable } from '../ui/data-table.tsx'
import classes from './audit.module.css'
import { RecordedValue } from './recorded-value.tsx'

const COLUMNS: readonly Column<AuditChange>[] = [
  {
    key: 'field',
    label: 'Field',
    // An entry of a single value, such as a stock, does not name it.
    cell: ({ field }) => <span className={classes.field}>{field ?? 'Value'}</span>,
  },
  { key: 'before', label: 'Before', cell: ({ before }) => <RecordedValue value={before} /> },
  { key: 'after', label: 'After', cell: ({ after }) => <RecordedValue value={after} /> },
]

/** The changed fields of an entry, with their values before and after. */
export function ChangesTable({ changes }: { changes: readonly AuditChange[] }) {
  return <DataTable label="Changes" columns={COLUMNS} rows={changes} keyOf={(change) => changes.indexOf(change)} />
}
