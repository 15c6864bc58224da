import type { AdminRoundRow } from '@coffer/contract/admin'
import type { AdminRoundStatus } from '@coffer/contract/round-names'
import { Text } from '@mantine/core'
import { betAmount, ROUND_STATUS_TEXT, ROUND_STATUS_TONE } from '../text/rounds.ts'
import { Chip } from './chip.tsx'

/** The status of a round. */
export function RoundStatusChip({ status }: { status: AdminRoundStatus }) {
  return <Chip tone={ROUND_STATUS_TONE[status]}>{ROUND_STATUS_TEXT[status]}</Chip>
}

/** The bet of a round, and what it was paid with if that was not the player's money. */
export function RoundBet({ round }: { round: AdminRoundRow }) {
  const { amount, paidWith } = betAmount(round)
  if (paidWith === null) return amount
  return (
    <div>
      {amount}
      <Text size="xs" c="dimmed">
        {paidWith}
      </Text>
    </div>
  )
}
