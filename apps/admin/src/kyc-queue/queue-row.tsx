import type { KycQueueRow } from '@coffer/contract/admin'
import { Link } from 'wouter'
import { hintChip } from '../text/hints.ts'
import { REASONS } from '../text/reasons.ts'
import { AWAITS_TEXT, requestText, toneOf } from '../text/status.ts'
import { moment, waitedSince } from '../text/time.ts'
import { Chip } from '../ui/chip.tsx'
import classes from './queue.module.css'
import { casePath, type QueueFilters } from './queue-filters.ts'

/** One verification. The whole row opens it. */
export function QueueRow({ row, filters }: { row: KycQueueRow; filters: QueueFilters }) {
  return (
    <li className={classes.row}>
      <Link className={classes.link} href={casePath(row.requestId, filters)}>
        <span className={classes.player} data-testid="player">
          {row.playerExternalId}
        </span>
        <span className={classes.operator}>{row.operator.name}</span>
      </Link>
      <span className={classes.chips}>
        <Chips row={row} />
      </span>
      <span className={classes.claim}>{row.claim && `claimed by ${row.claim.email}`}</span>
      <span className={classes.time}>
        <Since row={row} />
      </span>
    </li>
  )
}

function Chips({ row }: { row: KycQueueRow }) {
  const awaits = row.awaits && AWAITS_TEXT[row.awaits]
  return (
    <>
      {row.status !== 'SUBMITTED' && <Chip tone={toneOf(row.status)}>{requestText(row)}</Chip>}
      {awaits && <Chip tone="info">{awaits}</Chip>}
      {row.isReverification && <Chip>Re-verification</Chip>}
      {row.isErased && <Chip>Erased</Chip>}
      {row.hints.map((hint) => (
        <Chip key={hint.code} tone="brand">
          {hintChip(hint)}
        </Chip>
      ))}
      {row.reasons.map((reason) => (
        <Chip key={reason}>{REASONS[reason]}</Chip>
      ))}
    </>
  )
}

function Since({ row: { status, createdAt, submittedAt, decidedAt } }: { row: KycQueueRow }) {
  const at = decidedAt ?? submittedAt ?? createdAt
  return (
    <time dateTime={at} title={moment(at)}>
      {status === 'SUBMITTED' ? `waiting ${waitedSince(at)}` : moment(at)}
    </time>
  )
}
