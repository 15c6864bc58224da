import type { AdminPlayer } from '@coffer/contract/admin'
import { SHOWN_RESTRICTION_CHANGES } from '@coffer/contract/player-names'
import { Text } from '@mantine/core'
import { AuditTime } from '../list/audit-time.tsx'
import { Actor } from '../ui/actor.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { type DescribedChange, describeChanges } from './describe-changes.ts'
import classes from './players.module.css'

type Props = { player: AdminPlayer; operator: string | null }

/** The newest changes of the restrictions of a player. */
export function RestrictionChanges({ player: { restrictions, restrictionChanges }, operator }: Props) {
  return (
    <>
      <h3 className={classes.caption}>Changes</h3>
      {restrictionChanges.length === 0 ? (
        <Text>No changes yet.</Text>
      ) : (
        <DataTable
          isInset
          label="Changes of restrictions"
          columns={columnsOf(operator)}
          rows={describeChanges(restrictionChanges, restrictions)}
          keyOf={({ entryNumber }) => entryNumber}
        />
      )}
      {restrictionChanges.length >= SHOWN_RESTRICTION_CHANGES && (
        <Text c="dimmed">The newest {SHOWN_RESTRICTION_CHANGES} changes are shown.</Text>
      )}
    </>
  )
}

function columnsOf(operator: string | null): readonly Column<DescribedChange>[] {
  return [
    {
      key: 'time',
      label: 'Time',
      cell: ({ entryNumber, at }) => <AuditTime entryNumber={entryNumber} at={at} operator={operator} />,
    },
    {
      key: 'change',
      label: 'Change',
      cell: ({ lines }) => (
        <ul className={classes.cell}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ),
    },
    { key: 'reason', label: 'Reason', cell: ({ reason }) => <span className={classes.cell}>{reason ?? '–'}</span> },
    { key: 'by', label: 'By', cell: (change) => <Actor {...change} /> },
  ]
}
