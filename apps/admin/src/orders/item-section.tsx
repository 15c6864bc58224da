import type { AdminOrder } from '@coffer/contract/admin'
import { ITEM_LIST } from '@coffer/contract/list'
import { Text } from '@mantine/core'
import { AllowedLink } from '../list/allowed-link.tsx'
import { countOf, money } from '../text/numbers.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { NameCell } from '../ui/name-cell.tsx'
import { WaitsForStock } from '../ui/order-status.tsx'
import { Picture } from '../ui/picture.tsx'
import { Section } from '../ui/section.tsx'

type Item = AdminOrder['items'][number]
type Props = { order: AdminOrder; operator: string | null }

const PICTURE_SIZE = 40

/** The items on an order, and their value together. */
export function ItemSection({ order: { items, itemsValueTotalMinor, currency }, operator }: Props) {
  return (
    <Section title="Items">
      {items.length === 0 ? (
        <Text>No items are on the order.</Text>
      ) : (
        <>
          <DataTable
            isInset
            label="Items"
            columns={columnsOf(operator)}
            rows={items}
            keyOf={({ inventoryItemId }) => inventoryItemId}
          />
          <Text>
            {countOf(items.length, { one: 'item', many: 'items' })}, {money(itemsValueTotalMinor, currency)} in total
          </Text>
        </>
      )}
    </Section>
  )
}

function columnsOf(operator: string | null): readonly Column<Item>[] {
  return [
    {
      key: 'item',
      label: 'Item',
      cell: ({ itemId, name, imageUrl }) => (
        <NameCell picture={<Picture key={imageUrl} imageUrl={imageUrl} size={PICTURE_SIZE} />}>
          <AllowedLink path={`/items/${itemId}`} permission={ITEM_LIST.permission} operator={operator}>
            {name}
          </AllowedLink>
        </NameCell>
      ),
    },
    { key: 'id', label: 'Vault item', cell: ({ inventoryItemId }) => inventoryItemId },
    { key: 'value', label: 'Value', isNumber: true, cell: ({ valueMinor, currency }) => money(valueMinor, currency) },
    {
      key: 'stock',
      label: 'Stock',
      cell: ({ waitingForStock }) =>
        waitingForStock && (
          <span>
            <WaitsForStock />
          </span>
        ),
    },
  ]
}
