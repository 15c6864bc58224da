import type { AdminItemRow } from '@coffer/contract/admin'
import { Text } from '@mantine/core'
import { Link } from 'wouter'
import { ITEM_STATUS_TEXT, lacksCashback, STOCK_STATUS_TEXT, stockText, VALUE_STATUS_TEXT } from '../text/items.ts'
import { money } from '../text/numbers.ts'
import { Chip } from '../ui/chip.tsx'
import { Chips } from '../ui/chips.tsx'
import { NameCell } from '../ui/name-cell.tsx'
import { Picture } from '../ui/picture.tsx'
import classes from './items.module.css'

const PICTURE_SIZE = 40

/** The picture, the name and the key of an item. */
export function ItemNameCell({ item, href }: { item: AdminItemRow; href: string }) {
  return (
    <NameCell
      isDense
      picture={<Picture key={item.imageUrl} imageUrl={item.imageUrl} size={PICTURE_SIZE} />}
      chips={item.archivedAt !== null && <Chip>{ITEM_STATUS_TEXT.archived}</Chip>}
      detail={item.key}
    >
      <Link href={href}>{item.name}</Link>
    </NameCell>
  )
}

type ValueProps = Pick<AdminItemRow, 'valueMinor' | 'heldValueMinor' | 'currency'>

/** The value in force, and the one that waits for a second person. */
export function ValueCell({ valueMinor, heldValueMinor, currency }: ValueProps) {
  if (heldValueMinor === null) return money(valueMinor, currency)
  return (
    <div className={classes.waiting}>
      <div>{money(valueMinor, currency)}</div>
      <Chip tone="info">{VALUE_STATUS_TEXT.waiting}</Chip>
      <Text size="xs" c="dimmed">
        {money(heldValueMinor, currency)}
      </Text>
    </div>
  )
}

/** The pieces of an item. */
export function StockCell({ stock }: Pick<AdminItemRow, 'stock'>) {
  if (stock === null) return <Text c="dimmed">{stockText(stock)}</Text>
  if (stock > 0) return stockText(stock)
  return (
    <div>
      <div>{stockText(stock)}</div>
      <Chip tone="bad">{STOCK_STATUS_TEXT.out_of_stock}</Chip>
    </div>
  )
}

/** The cost of shipping an item, if it has one of its own. */
export function CostCell({ shippingCostMinor, currency }: Pick<AdminItemRow, 'shippingCostMinor' | 'currency'>) {
  return shippingCostMinor === null ? <Text c="dimmed">Default</Text> : money(shippingCostMinor, currency)
}

/** The properties that distinguish an item. Renders nothing when there are none. */
export function TraitCell(item: AdminItemRow) {
  const { isCollectible, collectibleCategory, upgraderPrize } = item
  if (!isCollectible && !upgraderPrize && !lacksCashback(item)) return null
  return (
    <Chips>
      {isCollectible && <Chip>{collectibleText(collectibleCategory)}</Chip>}
      {upgraderPrize && <Chip>Upgrader prize</Chip>}
      {lacksCashback(item) && <Chip>No cashback</Chip>}
    </Chips>
  )
}

function collectibleText(category: string | null): string {
  return category === null ? 'Collectible' : `Collectible: ${category}`
}
