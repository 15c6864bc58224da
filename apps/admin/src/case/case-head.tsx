import type { KycCase, KycHint } from '@coffer/contract/admin'
import { Chip } from '../kit/chip.tsx'
import { Heading } from '../kit/heading.tsx'
import { follow, hrefOf, route } from '../kit/route.ts'
import { hintChip, hintWords, likeCasesOf } from '../words/hints.ts'
import { REASONS } from '../words/reasons.ts'
import { AWAITS_WORDS, requestWords } from '../words/status.ts'
import { moment, waitedSince } from '../words/time.ts'

export function CaseHead({ found }: { found: KycCase }) {
  const { status, submittedAt, decidedAt, reasons, awaits, hints } = found
  const attempt = 1 + found.earlier.filter(({ requestId }) => requestId < found.requestId).length
  const waits = awaits && AWAITS_WORDS[awaits]
  return (
    <header class="case-head">
      <Heading title={found.playerExternalId}>
        <span class="case-operator">{found.operator.name}</span>
      </Heading>
      <p class="case-standing">
        <Chip tone={status === 'CONFIRMED' ? 'good' : status === 'REJECTED' ? 'bad' : 'plain'}>
          {requestWords(found)}
        </Chip>
        {waits && <Chip tone="info">{waits}</Chip>}
        {found.isReverification && <Chip>Re-verification</Chip>}
        {attempt > 1 && <Chip>Attempt {attempt}</Chip>}
        {found.fourEyes && <Chip>Four eyes</Chip>}
        <span class="muted">
          No. {found.requestId}
          {submittedAt && ` · handed in ${moment(submittedAt)}`}
          {submittedAt && decidedAt === null && `, waits ${waitedSince(submittedAt)}`}
          {decidedAt && ` · decided ${moment(decidedAt)}`}
        </span>
      </p>
      {reasons.length > 0 && <p>Reasons: {reasons.map((reason) => REASONS[reason]).join('; ')}.</p>}
      {found.reverifyReason !== null && (
        <div class="notice">
          <p class="notice-what">The casino asked for this player to be verified again</p>
          <p>{found.reverifyReason}</p>
          <p class="muted">The player was not told why.</p>
        </div>
      )}
      {hints.length > 0 && (
        <section class="hints" aria-label="Hints">
          <h2 class="small-title">Hints of the automatic checks</h2>
          <ul>
            {hints.map((hint) => (
              <li key={hint.code}>
                <Chip tone="hint">{hintChip(hint)}</Chip>
                <span>
                  {hintWords(hint)} <LikeCases hint={hint} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </header>
  )
}

/** The verifications that a hint is about, to look at. */
function LikeCases({ hint }: { hint: KycHint }) {
  return (
    <>
      {likeCasesOf(hint).map((requestId) => {
        const to = { requestId, ask: route.value.ask }
        return (
          <a key={requestId} class="like-case" href={hrefOf(to)} onClick={(event) => follow(event, to)}>
            No. {requestId}
          </a>
        )
      })}
    </>
  )
}
