import type { AdminBoxAttribute } from '@coffer/contract/admin'
import { Text } from '@mantine/core'
import { attributeText } from '../text/boxes.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Section } from '../ui/section.tsx'
import classes from './boxes.module.css'

/** The attributes that the catalogue declares, with their values of a box. */
export function AttributeSection({ attributes }: { attributes: readonly AdminBoxAttribute[] }) {
  return (
    <Section title="Attributes">
      {attributes.length === 0 ? (
        <Text>No attributes are declared. Attributes are declared in the catalogue file.</Text>
      ) : (
        <DataTable isInset label="Attributes" columns={COLUMNS} rows={attributes} keyOf={({ name }) => name} />
      )}
    </Section>
  )
}

const COLUMNS: readonly Column<AdminBoxAttribute>[] = [
  { key: 'name', label: 'Name', cell: ({ name }) => name },
  {
    key: 'value',
    label: 'Value',
    cell: ({ value, default: otherwise }) => (
      <div className={classes.cell}>
        {attributeText(value ?? otherwise)}
        {value === null && (
          <Text size="xs" c="dimmed">
            Default
          </Text>
        )}
      </div>
    ),
  },
]
