import type { AuditRow } from '@coffer/contract/admin'
import { Actor } from '../ui/actor.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { AuditTime } from './audit-time.tsx'
import classes from './list.module.css'

/** A change of a row that the audit log has recorded. */
export type RecordedChange = Pick<AuditRow, 'entryNumber' | 'at' | 'actor' | 'actorName' | 'isPlatformStaff' | 'reason'>

type Props<Change> = {
  label: string
  /** The newest first. */
  changes: readonly Change[]
  /** The change in words, one line for each part of it. */
  linesOf: (change: Change) => readonly string[]
  operator: string | null
}

/** The newest changes of a row. */
export function ChangeTable<Change extends RecordedChange>({ label, changes, linesOf, operator }: Props<Change>) {
  const columns: readonly Column<Change>[] = [
    {
      key: 'time',
      label: 'Time',
      cell: ({ entryNumber, at }) => <AuditTime entryNumber={entryNumber} at={at} operator={operator} />,
    },
    {
      key: 'change',
      label: 'Change',
      cell: (change) => (
        <ul className={classes.text}>
          {linesOf(change).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ),
    },
    { key: 'reason', label: 'Reason', cell: ({ reason }) => <span className={classes.text}>{reason ?? '–'}</span> },
    { key: 'by', label: 'By', cell: (change) => <Actor {...change} /> },
  ]
  return <DataTable isInset label={label} columns={columns} rows={changes} keyOf={({ entryNumber }) => entryNumber} />
}
