import type { AdminBox, AdminBoxRow } from '@coffer/contract/admin'
import type { ReactNode } from 'react'
import { BOX_STATUS_TEXT, BOX_STATUS_TONE, SCHEDULE_STATUS_TEXT, SCHEDULE_STATUS_TONE } from '../text/boxes.ts'
import { moment } from '../text/time.ts'
import { Chip } from '../ui/chip.tsx'
import { Chips } from '../ui/chips.tsx'

type Props = {
  box: Pick<AdminBoxRow, 'status' | 'unprofitableSince'>
  /** Further chips. */
  children?: ReactNode
}

/** The status of a box, and whether a box on sale is unprofitable. */
export function BoxStatusChips({ box, children }: Props) {
  const { status, unprofitableSince } = box
  return (
    <Chips>
      <Chip tone={BOX_STATUS_TONE[status]}>{BOX_STATUS_TEXT[status]}</Chip>
      {status === 'on_sale' && unprofitableSince !== null && <Chip tone="bad">Unprofitable</Chip>}
      {children}
    </Chips>
  )
}

/** The time of the scheduled version of a box, or that it was refused. Renders nothing without one. */
export function ScheduleChip({ schedule }: Pick<AdminBox, 'schedule'>) {
  if (schedule === null) return null
  const { status, publishAt } = schedule
  return (
    <Chip tone={SCHEDULE_STATUS_TONE[status]}>
      {status === 'waiting' ? `Scheduled for ${moment(publishAt)}` : SCHEDULE_STATUS_TEXT[status]}
    </Chip>
  )
}
