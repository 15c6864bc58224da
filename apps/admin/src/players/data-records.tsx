import type { PersonalDataRecord } from '@coffer/contract/admin'
import { SHOWN_DATA_RECORDS } from '@coffer/contract/player-names'
import { Text } from '@mantine/core'
import { AuditTime } from '../list/audit-time.tsx'
import { resultLines } from '../text/personal-data.ts'
import { Actor } from '../ui/actor.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import classes from './players.module.css'

const TITLE = 'Exports and erasures'

type Props = { records: readonly PersonalDataRecord[]; operator: string | null }

/** The newest exports and erasures of the personal data of a player. */
export function DataRecords({ records, operator }: Props) {
  return (
    <>
      <h3 className={classes.caption}>{TITLE}</h3>
      {records.length === 0 ? (
        <Text>No exports or erasures yet.</Text>
      ) : (
        <DataTable
          isInset
          label={TITLE}
          columns={columnsOf(operator)}
          rows={records}
          keyOf={({ entryNumber }) => entryNumber}
        />
      )}
      {records.length >= SHOWN_DATA_RECORDS && (
        <Text c="dimmed">The newest {SHOWN_DATA_RECORDS} exports and erasures are shown.</Text>
      )}
    </>
  )
}

function columnsOf(operator: string | null): readonly Column<PersonalDataRecord>[] {
  return [
    {
      key: 'time',
      label: 'Time',
      cell: ({ entryNumber, at }) => <AuditTime entryNumber={entryNumber} at={at} operator={operator} />,
    },
    {
      key: 'action',
      label: 'Action',
      cell: ({ kind }) => (kind === 'export' ? 'Export' : 'Erasure'),
    },
    {
      key: 'result',
      label: 'Result',
      cell: (record) => (
        <ul className={classes.cell}>
          {resultLines(record).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ),
    },
    { key: 'reason', label: 'Reason', cell: ({ reason }) => <span className={classes.cell}>{reason ?? '–'}</span> },
    { key: 'by', label: 'By', cell: (record) => <Actor {...record} /> },
  ]
}
