import type { KycQueueRow } from '@coffer/contract/admin'
import { Group } from '@mantine/core'
import { hintChip } from '../text/hints.ts'
import { REASONS } from '../text/reasons.ts'
import { AWAITS_TEXT, requestText, toneOf } from '../text/status.ts'
import { moment, waitedSince } from '../text/time.ts'
import { Chip } from '../ui/chip.tsx'

/** The status of a verification, and the step that a submitted one waits for. */
export function StatusChips({ row }: { row: KycQueueRow }) {
  const awaits = row.awaits && AWAITS_TEXT[row.awaits]
  return (
    <Group component="span" gap="4px 6px">
      <Chip tone={toneOf(row.status)}>{requestText(row)}</Chip>
      {awaits && <Chip tone="info">{awaits}</Chip>}
      {row.isReverification && <Chip>Re-verification</Chip>}
      {row.isErased && <Chip>Erased</Chip>}
    </Group>
  )
}

/** What the automatic checks found, and the reasons of a rejection. Renders nothing when there are none. */
export function HintsAndReasons({ row: { hints, reasons } }: { row: KycQueueRow }) {
  if (hints.length + reasons.length === 0) return null
  return (
    <Group component="span" gap="4px 6px">
      {hints.map((hint) => (
        <Chip key={hint.code} tone="brand">
          {hintChip(hint)}
        </Chip>
      ))}
      {reasons.length > 0 && <span>{reasons.map((reason) => REASONS[reason]).join('; ')}</span>}
    </Group>
  )
}

/** The time that a submitted verification has waited, or when it was decided or started. */
export function RequestTime({ row: { status, createdAt, submittedAt, decidedAt } }: { row: KycQueueRow }) {
  const at = decidedAt ?? submittedAt ?? createdAt
  const word = decidedAt !== null ? 'decided' : 'started'
  return (
    <time dateTime={at} title={moment(at)}>
      {status === 'SUBMITTED' ? `waiting ${waitedSince(at)}` : `${word} ${moment(at)}`}
    </time>
  )
}
