import type { BoxStatus } from '@coffer/contract/box-names'
import { BOX_STATUS_TEXT, BOX_STATUS_TONE } from '../text/boxes.ts'
import { Chip } from '../ui/chip.tsx'

/** The status of a box. */
export function BoxStatusChip({ status }: { status: BoxStatus }) {
  return <Chip tone={BOX_STATUS_TONE[status]}>{BOX_STATUS_TEXT[status]}</Chip>
}
