import { VALUE_FILE_BYTES, VALUE_FILE_ROWS } from '@coffer/contract/limits'
import { Code, Group, Loader, Text } from '@mantine/core'
import type { Ref } from 'react'
import { count } from '../text/numbers.ts'
import { FileField } from '../ui/file-field.tsx'
import { Section } from '../ui/section.tsx'

const EXAMPLE = 'item,valueMinor\ncrown,5300\nmug,950'

type Props = {
  isReading: boolean
  isDisabled: boolean
  fault: string | null
  inputRef: Ref<HTMLInputElement>
  /** Called with null when no file is chosen any longer. */
  onChoose: (file: File | null) => void
}

/** The first step of setting values from a file: the file. */
export function ValueFileSection({ isReading, isDisabled, fault, inputRef, onChoose }: Props) {
  return (
    <Section title="File">
      <Text>
        Export the items as CSV, change the column valueMinor (the value in minor units, so 1250 is 12.50 in a currency
        with cents), and upload the file. Only itemId, valueMinor and currency are read; other columns of the export are
        ignored.
      </Text>
      <Text>Or write a file with the columns item (the key of the item) and valueMinor.</Text>
      <Code block>{EXAMPLE}</Code>
      <FileField
        label="CSV file"
        description={`At most ${VALUE_FILE_BYTES / 1024 ** 2} MiB and ${count(VALUE_FILE_ROWS)} values, one for each item.`}
        accept=".csv,text/csv"
        isDisabled={isDisabled}
        fault={fault ?? undefined}
        ref={inputRef}
        onChoose={onChoose}
      />
      <Group role="status" gap="xs">
        {isReading && (
          <>
            <Loader size="xs" />
            <Text c="dimmed">Reading the file…</Text>
          </>
        )}
      </Group>
    </Section>
  )
}

/** Why a file is not sent; null when it is. */
export function checkFile({ size }: File): string | null {
  if (size === 0) return 'The file is empty.'
  return size > VALUE_FILE_BYTES ? `The file must have at most ${VALUE_FILE_BYTES / 1024 ** 2} MiB.` : null
}
