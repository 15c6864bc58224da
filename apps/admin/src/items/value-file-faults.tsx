import { Alert, Stack } from '@mantine/core'
import { faultSentence, fieldFaults } from '../api/api.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import classes from './items.module.css'

/** `line`: null when the fault is one of the whole file. */
type FileFault = { readonly key: string; readonly line: string | null; readonly text: string }

/** The reasons why the service refused a file of values; null when it failed for another reason. */
export function fileFaults(error: Error | null): readonly FileFault[] | null {
  const faults = Object.entries(fieldFaults(error) ?? {}).flatMap(([field, messages]) => {
    const line = /^line (\d+)$/.exec(field)?.[1] ?? null
    if (line === null && field !== 'file') return []
    return messages.map((message, index) => ({
      key: `${field} ${index}`,
      line,
      text: line === null ? faultSentence(message, 'The file') : lineSentence(message),
    }))
  })
  return faults.length === 0 ? null : faults
}

/** The fault of a line as a sentence. The name of a column, such as valueMinor, keeps its spelling. */
function lineSentence(message: string): string {
  return `${message.replace(/^[a-z](?=[a-z]* )/, (letter) => letter.toUpperCase())}.`
}

/** The reasons why a file of values was refused, with their lines. */
export function FileFaults({ faults }: { faults: readonly FileFault[] }) {
  return (
    <Stack gap="sm">
      <Alert color="bad" title="The file cannot be used.">
        No value was changed. Correct the file, and choose it again.
      </Alert>
      <DataTable label="Faults" columns={COLUMNS} rows={faults} keyOf={({ key }) => key} />
    </Stack>
  )
}

const COLUMNS: readonly Column<FileFault>[] = [
  { key: 'line', label: 'Line', cell: ({ line }) => line ?? '–' },
  { key: 'fault', label: 'Fault', cell: ({ text }) => <span className={classes.cell}>{text}</span> },
]
