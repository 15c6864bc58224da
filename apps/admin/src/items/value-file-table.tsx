import type { ValueFilePreview } from '@coffer/contract/admin'
import { Text } from '@mantine/core'
import { AllowedLink } from '../list/allowed-link.tsx'
import { count, money, signedChange } from '../text/numbers.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { NameCell } from '../ui/name-cell.tsx'
import { Section } from '../ui/section.tsx'
import classes from './items.module.css'

type Row = ValueFilePreview['items'][number]

type Props = { preview: ValueFilePreview; operator: string | null }

/** The items whose values a file changes. */
export function ValueFileTable({ preview: { items, setCount, heldCount, currency }, operator }: Props) {
  const allCount = setCount + heldCount
  return (
    <Section title="Values">
      <DataTable
        isInset
        label="Values"
        columns={columnsOf(currency, operator)}
        rows={items}
        keyOf={({ itemId }) => itemId}
      />
      {items.length < allCount && (
        <Text c="dimmed">
          The first {count(items.length)} of {count(allCount)} items are shown.
        </Text>
      )}
    </Section>
  )
}

function columnsOf(currency: string, operator: string | null): readonly Column<Row>[] {
  return [
    {
      key: 'item',
      label: 'Item',
      cell: ({ itemId, name, key }) => (
        <NameCell detail={key}>
          {/* Leaving the screen would discard the preview. */}
          <AllowedLink path={`/items/${itemId}`} permission="items.read" operator={operator} isInNewTab>
            {name}
          </AllowedLink>
        </NameCell>
      ),
    },
    { key: 'line', label: 'Line', isNumber: true, cell: ({ line }) => count(line) },
    { key: 'before', label: 'Value now', isNumber: true, cell: ({ fromMinor }) => money(fromMinor, currency) },
    { key: 'after', label: 'New value', isNumber: true, cell: ({ valueMinor }) => money(valueMinor, currency) },
    {
      key: 'change',
      label: 'Change',
      isNumber: true,
      cell: ({ fromMinor, valueMinor }) => signedChange(fromMinor, valueMinor) ?? '–',
    },
    {
      key: 'approval',
      label: 'Approval',
      cell: (row) => <span className={classes.cell}>{approvalText(row, currency)}</span>,
    },
  ]
}

/** The approval that a new value needs, and the value of the same item that waits now. */
function approvalText({ needsApproval, largestValueMinor, valueMinor, heldValueMinor }: Row, currency: string): string {
  const waiting = heldValueMinor === null ? null : money(heldValueMinor, currency)
  if (!needsApproval) return waiting === null ? '–' : `Ends the wait of ${waiting} for approval`
  if (heldValueMinor === valueMinor) return 'Waits for approval already'
  const above = `Needs approval: above the limit of ${money(largestValueMinor, currency)}`
  return waiting === null ? above : `${above}. Replaces ${waiting}, which waits for approval`
}
