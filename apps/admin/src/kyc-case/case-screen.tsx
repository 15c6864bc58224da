import type { KycCase } from '@coffer/contract/admin'
import { mayDo } from '@coffer/contract/permissions'
import { Button, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { failureCode, needsConfirmation } from '../api/api.ts'
import { findNextCase } from '../kyc-queue/find-next-case.ts'
import { queuePath, readQueueAddress } from '../kyc-queue/queue-path.ts'
import type { AddressState } from '../list/list-state.ts'
import { useSetListTexts } from '../list/list-texts.tsx'
import { useStaff } from '../session/session.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { Loading } from '../ui/loading.tsx'
import { useNotice } from '../ui/notice.tsx'
import { useShortcuts } from '../ui/shortcuts.tsx'
import { allowedActions } from './allowed-actions.ts'
import classes from './case.module.css'
import { CaseActions } from './case-actions.tsx'
import { CaseAnswers } from './case-answers.tsx'
import { CaseHead } from './case-head.tsx'
import { CaseHistory } from './case-history.tsx'
import { CaseNotes } from './case-notes.tsx'
import { CasePhotos } from './case-photos.tsx'
import { DecisionDialog } from './decision-dialog.tsx'
import { type Decision, useCase, useClaimRenewal } from './use-case.ts'

/** One verification, from its claim to the decision. */
export function CaseScreen({ requestId }: { requestId: number }) {
  const staff = useStaff()
  const address = readQueueAddress(useSearch())
  const [, navigate] = useLocation()
  const { kycCase, error, isBusy, readAgain, claim, release, refresh, decide, addNote } = useCase(requestId)
  const [verdict, setVerdict] = useState<Decision['verdict'] | null>(null)
  const continueAfter = useContinueAfter(requestId)
  const mayReview = mayDo(staff.roles, 'kyc.review')
  const can = allowedActions(kycCase, staff)
  const claimOrRelease = () => {
    if (can.claim) void claim()
    else if (can.release) void release()
    else if (can.refresh) void refresh()
  }
  const sendDecision = async (decision: Decision) => {
    const decided = await decide(decision)
    setVerdict(null)
    await continueAfter(decided)
  }
  useClaimRenewal(kycCase, staff.staffId, () => !needsConfirmation(error) && void claim())
  useShortcuts({
    c: claimOrRelease,
    y: () => can.confirm && setVerdict('confirmed'),
    n: () => can.reject && setVerdict('rejected'),
    Escape: () => navigate(queuePath(address)),
  })
  return (
    <Stack component="article" className={classes.case}>
      <BackLink href={queuePath(address)} to="verifications" />
      {error !== null && (
        <FailureAlert error={error}>{kycCase === null && <Button onClick={readAgain}>Try again</Button>}</FailureAlert>
      )}
      {kycCase === null && error === null && <Loading what={`verification No. ${requestId}`} />}
      {kycCase !== null && (
        <>
          <CaseHead kycCase={kycCase} address={address} />
          <CaseColumns
            kycCase={kycCase}
            address={address}
            isBusy={isBusy}
            mayReview={mayReview}
            onNote={addNote}
            onRefresh={refresh}
          />
          {mayReview && (
            <CaseActions
              kycCase={kycCase}
              can={can}
              isBusy={isBusy}
              onClaimOrRelease={claimOrRelease}
              onDecide={setVerdict}
            />
          )}
          {verdict !== null && (
            <DecisionDialog
              kycCase={kycCase}
              verdict={verdict}
              isBusy={isBusy}
              onDecide={sendDecision}
              onClose={() => setVerdict(null)}
            />
          )}
        </>
      )}
    </Stack>
  )
}

type ColumnsProps = {
  kycCase: KycCase
  address: AddressState
  isBusy: boolean
  mayReview: boolean
  onNote: (text: string) => Promise<KycCase | null>
  onRefresh: () => Promise<KycCase | null>
}

function CaseColumns({ kycCase, address, isBusy, mayReview, onNote, onRefresh }: ColumnsProps) {
  return (
    <div className={classes.columns}>
      <Stack>
        <CaseAnswers kycCase={kycCase} />
      </Stack>
      <CasePhotos kycCase={kycCase} onRefresh={onRefresh} />
      <Stack>
        <CaseHistory kycCase={kycCase} address={address} />
        <CaseNotes kycCase={kycCase} isBusy={isBusy} mayReview={mayReview} onNote={onNote} />
      </Stack>
    </div>
  )
}

/** Opens the next verification after a decision, unless the user has left this one. */
function useContinueAfter(requestId: number) {
  const staff = useStaff()
  const client = useQueryClient()
  const { show } = useNotice()
  const setListTexts = useSetListTexts()
  const [, navigate] = useLocation()
  // Reads `location`: the router's values of this render are stale after a request.
  const isHere = () => location.pathname.endsWith(`/kyc/${requestId}`)
  return async (decided: KycCase | null): Promise<void> => {
    if (decided === null) {
      if (!isHere())
        show(`Verification No. ${requestId}: it is not certain that your decision was saved. Open it again.`)
      return
    }
    const result =
      decided.status === 'SUBMITTED' ? 'Your opinion is saved. Another reviewer has to agree.' : decisionText(decided)
    const { filters, sort } = readQueueAddress(location.search)
    const address = { filters: { ...filters, status: 'SUBMITTED' }, sort, cursor: null }
    const query = { reviewedId: requestId, staffId: staff.staffId, operator: filters.operator ?? null }
    const next = await findNextCase(client, query).catch(failureCode)
    if (!isHere()) return show(result)
    // The list shows the failure when it could not be read.
    if (typeof next === 'number') show(`${result} This is the next one.`)
    else show(next === null ? `${result} No other verification is waiting.` : result)
    // A player who was searched for would hide the other verifications.
    setListTexts('/kyc', {})
    navigate(queuePath(address, typeof next === 'number' ? next : undefined))
  }
}

function decisionText({ status, playerExternalId, retryable }: KycCase): string {
  if (status === 'CONFIRMED') return `${playerExternalId} is confirmed.`
  return `${playerExternalId} is rejected${retryable ? ' and may try again.' : '. The decision is final.'}`
}
