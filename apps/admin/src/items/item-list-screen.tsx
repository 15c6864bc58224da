import type { AdminItemRow } from '@coffer/contract/admin'
import { ITEM_LIST } from '@coffer/contract/list'
import { mayDo } from '@coffer/contract/permissions'
import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { api } from '../api/api.ts'
import { ListScreen } from '../list/list-screen.tsx'
import { useListState } from '../list/list-state.ts'
import { useStaff } from '../session/session.tsx'
import { ITEM_TYPE_TEXT } from '../text/items.ts'
import { Moment } from '../ui/moment.tsx'
import { CostCell, ItemNameCell, StockCell, TraitCell, ValueCell } from './item-cells.tsx'
import { ITEM_LIST_TEXT } from './item-list-text.ts'
import classes from './items.module.css'
import { ITEMS_QUERY } from './use-item.ts'

/** The items of the operator; for staff of the platform those of an operator that they choose. */
export function ItemListScreen() {
  const control = useListState(ITEM_LIST)
  const mayManage = mayDo(useStaff().roles, 'items.manage')
  return (
    <ListScreen<typeof ITEM_LIST, AdminItemRow>
      name={ITEMS_QUERY}
      title="Items"
      noun="items"
      list={ITEM_LIST}
      text={ITEM_LIST_TEXT}
      control={control}
      read={async (body) => {
        const { items, cursor } = await api.call('listItems', { body })
        return { rows: items, cursor }
      }}
      exportRows={(body) => api.call('exportItems', { body })}
      keyOf={({ itemId }) => itemId}
      cells={{
        name: (item) => <ItemNameCell item={item} href={`/items/${item.itemId}${control.queryString}`} />,
        type: ({ type }) => ITEM_TYPE_TEXT[type],
        valueMinor: (item) => <ValueCell {...item} />,
        stock: ({ stock }) => <StockCell stock={stock} />,
        shippingCostMinor: (item) => item.type === 'physical' && <CostCell {...item} />,
        isCollectible: (item) => <TraitCell {...item} />,
        createdAt: ({ createdAt }) => (
          <span className={classes.added}>
            <Moment at={createdAt} />
          </span>
        ),
      }}
      numbers={['valueMinor', 'stock', 'shippingCostMinor']}
      empty="No items in the catalogue. Items are added with the catalogue file."
      actions={
        mayManage &&
        !control.lacksOperator && (
          <Button component={Link} href={`/items/values${control.queryString}`}>
            Set values from a file…
          </Button>
        )
      }
    />
  )
}
