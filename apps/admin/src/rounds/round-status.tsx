import type { AdminRoundStatus } from '@coffer/contract/round-names'
import { ROUND_STATUS_TEXT, ROUND_STATUS_TONE } from '../text/rounds.ts'
import { Chip } from '../ui/chip.tsx'

/** The status of a round. */
export function RoundStatusChip({ status }: { status: AdminRoundStatus }) {
  return <Chip tone={ROUND_STATUS_TONE[status]}>{ROUND_STATUS_TEXT[status]}</Chip>
}
