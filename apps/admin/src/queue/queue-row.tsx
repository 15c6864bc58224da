import type { KycQueueRow } from '@coffer/contract/admin'
import type { QueueAsk } from '../kit/api.ts'
import { Chip } from '../kit/chip.tsx'
import { follow, hrefOf } from '../kit/route.ts'
import { hintChip } from '../words/hints.ts'
import { REASONS } from '../words/reasons.ts'
import { AWAITS_WORDS, requestWords } from '../words/status.ts'
import { moment, waitedSince } from '../words/time.ts'

/** One verification; all of the row opens it. */
export function QueueRow({ row, ask }: { row: KycQueueRow; ask: QueueAsk }) {
  const to = { requestId: row.requestId, ask }
  return (
    <li class="row">
      <a class="row-link" href={hrefOf(to)} onClick={(event) => follow(event, to)}>
        <span class="row-player">{row.playerExternalId}</span>
        <span class="row-operator">{row.operator.name}</span>
      </a>
      <span class="row-chips">
        <Chips row={row} />
      </span>
      <span class="row-holder">{row.claim && `held by ${row.claim.email}`}</span>
      <span class="row-time">
        <Since row={row} />
      </span>
    </li>
  )
}

function Chips({ row }: { row: KycQueueRow }) {
  const awaits = row.awaits && AWAITS_WORDS[row.awaits]
  return (
    <>
      {row.status !== 'SUBMITTED' && (
        <Chip tone={row.status === 'CONFIRMED' ? 'good' : row.status === 'REJECTED' ? 'bad' : 'plain'}>
          {requestWords(row)}
        </Chip>
      )}
      {awaits && <Chip tone="info">{awaits}</Chip>}
      {row.isReverification && <Chip>Re-verification</Chip>}
      {row.isErased && <Chip>Erased</Chip>}
      {row.hints.map((hint) => (
        <Chip key={hint.code} tone="hint">
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
  const words = status === 'SUBMITTED' ? `waits ${waitedSince(at)}` : moment(at)
  return (
    <time dateTime={at} title={moment(at)}>
      {words}
    </time>
  )
}
