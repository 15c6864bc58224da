import type { ReactNode } from 'react'
import { ITEM_STATUS_TEXT, STOCK_STATUS_TEXT } from '../text/items.ts'
import { Chip } from '../ui/chip.tsx'
import type { PrizeState } from './compare-versions.ts'

/** Chips about the item of a prize; null if there are none. */
export function prizeChips({ isArchived, stock }: PrizeState): ReactNode {
  if (isArchived !== true && stock !== 0) return null
  return (
    <>
      {isArchived && <Chip>{ITEM_STATUS_TEXT.archived}</Chip>}
      {stock === 0 && <Chip tone="bad">{STOCK_STATUS_TEXT.out_of_stock}</Chip>}
    </>
  )
}
