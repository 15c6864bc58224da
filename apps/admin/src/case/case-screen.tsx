import type { KycCase, StaffMember } from '@coffer/contract/admin'
import { mayDo } from '@coffer/contract/permissions'
import { useState } from 'preact/hooks'
import { api } from '../kit/api.ts'
import { FailureNotice } from '../kit/failure.tsx'
import { Icon } from '../kit/icon.tsx'
import { useKeys } from '../kit/keys.ts'
import { showNotice } from '../kit/notice.ts'
import { follow, go, hrefOf, route } from '../kit/route.ts'
import { findNext } from '../queue/queue.ts'
import { CaseActions } from './case-actions.tsx'
import { CaseAnswers } from './case-answers.tsx'
import { CaseHead } from './case-head.tsx'
import { CaseImages } from './case-images.tsx'
import { CaseNotes } from './case-notes.tsx'
import { CasePast } from './case-past.tsx'
import { type Decision, DecisionDialog } from './decision-dialog.tsx'
import { possibleActs } from './possible-acts.ts'
import { useCase, useHold } from './use-case.ts'

/** Everything that is typed, chosen or awaited here is of this case: the page makes it anew for another. */
export function CaseScreen({ requestId, staff }: { requestId: number; staff: StaffMember }) {
  const { found, failure, isBusy, act } = useCase(requestId)
  const [asks, setAsks] = useState<Decision['verdict'] | null>(null)
  const { staffId } = staff
  const mayReview = mayDo(staff.roles, 'kyc.review')
  const can = possibleActs(found, staff)
  const back = { requestId: null, ask: route.value.ask }
  const claimOrRelease = () => {
    if (can.claim) void act(() => api.claim(requestId))
    else if (can.release) void act(() => api.release(requestId))
    else if (can.look) void act(() => api.read(requestId))
  }
  const decide = async (decision: Decision) => {
    const now = await act(() => api.decide(requestId, decision))
    setAsks(null)
    if (now !== null) await goOn(now, staffId)
    else if (!isAt(requestId))
      showNotice(`No. ${requestId}: it is not sure that your decision arrived. Look at it again.`)
  }
  useHold(found, staffId, () => void act(() => api.claim(requestId)))
  useKeys({
    c: claimOrRelease,
    y: () => can.confirm && setAsks('confirmed'),
    n: () => can.reject && setAsks('rejected'),
    Escape: () => go(back),
  })
  return (
    <article class="case">
      <a class="text-link" href={hrefOf(back)} onClick={(event) => follow(event, back)}>
        <Icon name="back" /> Queue
      </a>
      {failure !== null && <FailureNotice code={failure} />}
      {found !== null && (
        <>
          <CaseHead found={found} />
          <div class="case-sides">
            <div class="case-side">
              <CaseAnswers found={found} />
            </div>
            <CaseImages found={found} />
            <div class="case-side is-more">
              <CasePast found={found} ask={back.ask} />
              <CaseNotes {...{ found, isBusy, mayReview }} onNote={(text) => act(() => api.note(requestId, text))} />
            </div>
          </div>
          {mayReview && <CaseActions {...{ found, can, isBusy, staffId }} onClaim={claimOrRelease} onAsk={setAsks} />}
          {asks !== null && (
            <DecisionDialog {...{ found, isBusy }} verdict={asks} onDecide={decide} onClose={() => setAsks(null)} />
          )}
        </>
      )}
    </article>
  )
}

/** From a case that was spoken on to the next of the queue. Whoever has gone elsewhere meanwhile stays there. */
async function goOn(now: KycCase, staffId: number): Promise<void> {
  const said = now.status === 'SUBMITTED' ? 'Your opinion stands; another reviewer has to agree.' : saidOf(now)
  const next = await findNext(now.requestId, staffId)
  if (!isAt(now.requestId)) return showNotice(said)
  showNotice(next === null ? `${said} Nobody else waits.` : `${said} This is the next one.`)
  go({ requestId: next, ask: { ...route.value.ask, status: 'SUBMITTED', cursor: null } })
}

const isAt = (requestId: number) => route.value.requestId === requestId

function saidOf({ status, playerExternalId, retryable }: KycCase): string {
  if (status === 'CONFIRMED') return `${playerExternalId} is confirmed.`
  return `${playerExternalId} is rejected${retryable ? ' and may try again' : ' for good'}.`
}
