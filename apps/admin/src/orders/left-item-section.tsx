import type { AdminOrder } from '@coffer/contract/admin'
import { ITEM_LIST } from '@coffer/contract/list'
import { Text } from '@mantine/core'
import { AllowedLink } from '../list/allowed-link.tsx'
import { LEAVING_TEXT } from '../text/shipping.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Moment } from '../ui/moment.tsx'
import { Section } from '../ui/section.tsx'

type LeftItem = AdminOrder['leftItems'][number]
type Props = { order: AdminOrder; operator: string | null }

/** The items that are no longer on an order. Renders nothing without any. */
export function LeftItemSection({ order: { status, leftItems }, operator }: Props) {
  if (leftItems.length === 0) return null
  return (
    <Section title="No longer on the order">
      <DataTable
        isInset
        label="No longer on the order"
        columns={columnsOf(operator)}
        rows={leftItems}
        // An item can leave an order, come back, and leave again.
        keyOf={({ inventoryItemId, leftAt }) => `${inventoryItemId} ${leftAt}`}
      />
      {status === 'returned' && <Text>The stock did not change. Open an item to add the pieces that came back.</Text>}
    </Section>
  )
}

function columnsOf(operator: string | null): readonly Column<LeftItem>[] {
  return [
    {
      key: 'item',
      label: 'Item',
      cell: ({ itemId, name }) => (
        <AllowedLink path={`/items/${itemId}`} permission={ITEM_LIST.permission} operator={operator}>
          {name}
        </AllowedLink>
      ),
    },
    { key: 'id', label: 'Vault item', cell: ({ inventoryItemId }) => inventoryItemId },
    { key: 'why', label: 'Why', cell: ({ because }) => LEAVING_TEXT[because] },
    { key: 'when', label: 'When', cell: ({ leftAt }) => <Moment at={leftAt} isExact /> },
  ]
}
