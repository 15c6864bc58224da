import type { AdminItem } from '@coffer/contract/admin'
import { SHOWN_ITEM_CHANGES } from '@coffer/contract/item-names'
import { ITEM_LIST } from '@coffer/contract/list'
import { useState } from 'react'
import { ChangeSection } from '../list/change-section.tsx'
import { DetailScreen, RefreshButton } from '../list/detail-screen.tsx'
import { useDetailAddress } from '../list/use-detail-address.ts'
import { ITEM_STATUS_TEXT, STOCK_STATUS_TEXT, VALUE_STATUS_TEXT } from '../text/items.ts'
import { ActionResult } from '../ui/action-result.tsx'
import { Chip } from '../ui/chip.tsx'
import { Chips } from '../ui/chips.tsx'
import { BoxSection } from './box-section.tsx'
import { describeItemChange } from './describe-item-change.ts'
import { HeldValueSection } from './held-value-section.tsx'
import { ItemSection } from './item-section.tsx'
import { type ItemKey, useItem } from './use-item.ts'
import { ValueSection } from './value-section.tsx'

/** One item: value, stock, shipping cost, boxes that contain it, and changes. */
export function ItemScreen({ itemId }: { itemId: number }) {
  const address = useDetailAddress(ITEM_LIST, '/items')
  const { operator, lacksOperator } = address
  const key = { itemId, operator }
  const { item, readError, isReading, readAt, readAgain } = useItem(key, { isEnabled: !lacksOperator })
  return (
    <DetailScreen
      address={address}
      noun="item"
      plural="items"
      title={item === null ? 'Item' : item.name}
      documentTitle={`Item ${itemId}`}
      status={item !== null && <StatusChips item={item} />}
      actions={
        item !== null && <RefreshButton readAt={readAt} isReading={isReading} onRefresh={() => void readAgain()} />
      }
      isMissing={item === null}
      readError={readError}
      readAgain={readAgain}
    >
      {item !== null && readAt !== null && <ItemView item={item} itemKey={key} readAt={readAt} read={readAgain} />}
    </DetailScreen>
  )
}

function StatusChips({ item: { archivedAt, stock, isCollectible, heldValue } }: { item: AdminItem }) {
  return (
    <Chips>
      {archivedAt !== null && <Chip>{ITEM_STATUS_TEXT.archived}</Chip>}
      {stock === 0 && <Chip tone="bad">{STOCK_STATUS_TEXT.out_of_stock}</Chip>}
      {isCollectible && <Chip>Collectible</Chip>}
      {heldValue !== null && !heldValue.isOutdated && <Chip tone="info">{VALUE_STATUS_TEXT.waiting}</Chip>}
    </Chips>
  )
}

type Props = {
  item: AdminItem
  itemKey: ItemKey
  /** The time at which the item was read. */
  readAt: string
  /** Reads the item again; null when that failed. */
  read: () => Promise<AdminItem | null>
}

/** The sections about an item, and the result of the viewer's last change. */
function ItemView({ item, itemKey, readAt, read }: Props) {
  const [result, setResult] = useState<string | null>(null)
  return (
    <>
      <ItemSection item={item} itemKey={itemKey} read={read} onResult={setResult} />
      <ActionResult>{result}</ActionResult>
      <HeldValueSection item={item} itemKey={itemKey} read={read} onResult={setResult} />
      <ValueSection item={item} readAt={readAt} />
      <BoxSection item={item} operator={itemKey.operator} />
      <ChangeSection
        changes={item.changes}
        limit={SHOWN_ITEM_CHANGES}
        linesOf={(change) => [describeItemChange(change)]}
        operator={itemKey.operator}
      />
    </>
  )
}
