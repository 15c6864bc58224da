import type { AdminBoxRow } from '@coffer/contract/admin'
import { BOX_STATUS_TEXT, BOX_STATUS_TONE } from '../text/boxes.ts'
import { Chip } from '../ui/chip.tsx'
import { Chips } from '../ui/chips.tsx'

/** The status of a box, and whether a box on sale is unprofitable. */
export function BoxStatusChips({ box }: { box: Pick<AdminBoxRow, 'status' | 'unprofitableSince'> }) {
  const { status, unprofitableSince } = box
  return (
    <Chips>
      <Chip tone={BOX_STATUS_TONE[status]}>{BOX_STATUS_TEXT[status]}</Chip>
      {status === 'on_sale' && unprofitableSince !== null && <Chip tone="bad">Unprofitable</Chip>}
    </Chips>
  )
}
