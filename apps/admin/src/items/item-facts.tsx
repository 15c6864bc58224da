import type { AdminItem } from '@coffer/contract/admin'
import { Code } from '@mantine/core'
import { defaultCost, ITEM_TYPE_TEXT, isGoods, STOCK_STATUS_TEXT, stockText, waitingPieces } from '../text/items.ts'
import { money, yesOrNo } from '../text/numbers.ts'
import { Chip } from '../ui/chip.tsx'
import { Fact, FactList } from '../ui/fact-list.tsx'
import { Moment } from '../ui/moment.tsx'
import classes from './items.module.css'

/** Details of an item. */
export function ItemFacts({ item }: { item: AdminItem }) {
  const { itemId, key, type, valueMinor, currency, cashback, upgraderPrize, createdAt, archivedAt } = item
  return (
    <FactList>
      <Fact name="Key">
        <Code>{key}</Code>
      </Fact>
      <Fact name="Item ID">{itemId}</Fact>
      <Fact name="Type">{ITEM_TYPE_TEXT[type]}</Fact>
      {item.isCollectible && <Fact name="Category">{item.collectibleCategory ?? 'None'}</Fact>}
      <Fact name="Value now">{money(valueMinor, currency)}</Fact>
      {(isGoods(item) || item.stock !== null) && (
        <Fact name="Stock">
          <Stock item={item} />
        </Fact>
      )}
      {type === 'physical' && <Fact name="Shipping cost">{costText(item)}</Fact>}
      <Fact name="Cashback">{yesOrNo(cashback)}</Fact>
      <Fact name="Upgrader prize">{yesOrNo(upgraderPrize)}</Fact>
      <Fact name="Added">
        <Moment at={createdAt} isExact />
      </Fact>
      {archivedAt !== null && (
        <Fact name="Archived">
          <Moment at={archivedAt} isExact />
        </Fact>
      )}
    </FactList>
  )
}

function Stock({ item }: { item: AdminItem }) {
  const waiting = waitingPieces(item)
  return (
    <span className={classes.stock}>
      <span>{stockText(item.stock)}</span>
      {item.stock === 0 && <Chip tone="bad">{STOCK_STATUS_TEXT.out_of_stock}</Chip>}
      {waiting !== null && <span>{waiting}</span>}
    </span>
  )
}

function costText(item: AdminItem): string {
  const { shippingCostMinor, currency } = item
  return shippingCostMinor === null
    ? `Default of the settings, ${defaultCost(item)}`
    : money(shippingCostMinor, currency)
}
