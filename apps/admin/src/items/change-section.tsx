import type { AdminItem, AdminItemChange } from '@coffer/contract/admin'
import { SHOWN_ITEM_CHANGES } from '@coffer/contract/item-names'
import { Text } from '@mantine/core'
import { AuditTime } from '../list/audit-time.tsx'
import { Actor } from '../ui/actor.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Section } from '../ui/section.tsx'
import { describeItemChange } from './describe-item-change.ts'
import classes from './items.module.css'

type Props = { item: AdminItem; operator: string | null }

/** The newest changes of an item in the audit log. */
export function ChangeSection({ item: { changes }, operator }: Props) {
  return (
    <Section title="Changes">
      {changes.length === 0 ? (
        <Text>No changes recorded.</Text>
      ) : (
        <DataTable
          isInset
          label="Changes"
          columns={columnsOf(operator)}
          rows={changes}
          keyOf={({ entryNumber }) => entryNumber}
        />
      )}
      {changes.length >= SHOWN_ITEM_CHANGES && (
        <Text c="dimmed">The newest {SHOWN_ITEM_CHANGES} changes are shown. The audit log has the earlier ones.</Text>
      )}
    </Section>
  )
}

function columnsOf(operator: string | null): readonly Column<AdminItemChange>[] {
  return [
    {
      key: 'time',
      label: 'Time',
      cell: ({ entryNumber, at }) => <AuditTime entryNumber={entryNumber} at={at} operator={operator} />,
    },
    {
      key: 'change',
      label: 'Change',
      cell: (change) => <span className={classes.cell}>{describeItemChange(change)}</span>,
    },
    { key: 'reason', label: 'Reason', cell: ({ reason }) => <span className={classes.cell}>{reason ?? '–'}</span> },
    { key: 'by', label: 'By', cell: (change) => <Actor {...change} /> },
  ]
}
