import type { KycCase } from '@coffer/contract/admin'
import type { QueueAsk } from '../kit/api.ts'
import { Chip } from '../kit/chip.tsx'
import { follow, hrefOf } from '../kit/route.ts'
import { REASONS } from '../words/reasons.ts'
import { requestWords } from '../words/status.ts'
import { moment } from '../words/time.ts'

/** What was said of the case so far, and of earlier ones of the player. */
export function CasePast({ found: { opinions, earlier }, ask }: { found: KycCase; ask: QueueAsk }) {
  return (
    <>
      {opinions.length > 0 && (
        <section class="card">
          <h2 class="small-title">Opinions</h2>
          <ul class="lines">
            {opinions.map(({ by, isYours, verdict, reasons, at }) => (
              <li key={at}>
                <Chip tone={verdict === 'confirmed' ? 'good' : 'bad'}>
                  {verdict === 'confirmed' ? 'Confirm' : 'Reject'}
                </Chip>{' '}
                by {isYours ? 'you' : by}, {moment(at)}
                {reasons.length > 0 && (
                  <span class="muted">: {reasons.map((reason) => REASONS[reason]).join('; ')}</span>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {earlier.length > 0 && (
        <section class="card">
          <h2 class="small-title">Other verifications of this player</h2>
          <ul class="lines">
            {earlier.map((one) => {
              const to = { requestId: one.requestId, ask }
              const at = one.decidedAt ?? one.submittedAt
              return (
                <li key={one.requestId}>
                  <a href={hrefOf(to)} onClick={(event) => follow(event, to)}>
                    No. {one.requestId}
                  </a>{' '}
                  {requestWords(one)}
                  {at && `, ${moment(at)}`}
                  {one.isErased && ', erased'}
                  {one.reasons.length > 0 && (
                    <span class="muted">: {one.reasons.map((reason) => REASONS[reason]).join('; ')}</span>
                  )}
                </li>
              )
            })}
          </ul>
        </section>
      )}
    </>
  )
}
