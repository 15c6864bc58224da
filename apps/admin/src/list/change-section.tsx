import { Text } from '@mantine/core'
import { Section } from '../ui/section.tsx'
import { ChangeTable, type RecordedChange } from './change-table.tsx'

type Props<Change> = {
  /** The newest first. */
  changes: readonly Change[]
  /** The most changes that are shown. */
  limit: number
  /** The change in words, one line for each part of it. */
  linesOf: (change: Change) => readonly string[]
  operator: string | null
  /** A sentence about changes that are not listed. */
  note?: string
}

/** The newest changes of a row in the audit log. */
export function ChangeSection<Change extends RecordedChange>(props: Props<Change>) {
  const { changes, limit, linesOf, operator, note } = props
  return (
    <Section title="Changes">
      {changes.length === 0 ? (
        <Text>No changes recorded.</Text>
      ) : (
        <ChangeTable label="Changes" changes={changes} linesOf={linesOf} operator={operator} />
      )}
      {note !== undefined && <Text c="dimmed">{note}</Text>}
      {changes.length >= limit && (
        <Text c="dimmed">The newest {limit} changes are shown. The audit log has the earlier ones.</Text>
      )}
    </Section>
  )
}
