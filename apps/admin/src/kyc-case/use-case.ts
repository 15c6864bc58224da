import type { KycCase } from '@coffer/contract/admin'
import type { KycReason, KycVerdict } from '@coffer/contract/s2s-kyc'
import type { FailureCode } from '@coffer/web'
import { useDocumentVisibility } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api, failureCode } from '../api/api.ts'
import { useIsUnattended } from '../ui/activity.ts'

export type Decision = { verdict: KycVerdict; reasons: readonly KycReason[] }

/** After these refusals the case differs from the one that is shown. */
const STALE: readonly FailureCode[] = [
  'KYC_CLAIMED',
  'KYC_NOT_CLAIMED',
  'KYC_NOT_SUBMITTED',
  'KYC_SECOND_REVIEWER_NEEDED',
]

/** A change leaves memory this long after its case was closed. Its result is the whole case. */
const CHANGE_KEPT_MS = 1000

/**
 * One case while its screen is open. It is read once when the screen opens and never automatically, as each read is audited; it leaves the
 * cache when the screen closes.
 */
export function useCase(requestId: number) {
  const client = useQueryClient()
  const queryKey = ['kyc-case', requestId]
  const params = { requestId: `${requestId}` }
  const read = useQuery({
    queryKey,
    queryFn: async () => (await api.call('getKycCase', { params })).request,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const change = useMutation({
    // Runs one change at a time, so that an older response cannot replace a newer one.
    scope: { id: `kyc-case-${requestId}` },
    gcTime: CHANGE_KEPT_MS,
    mutationFn: async (send: () => Promise<{ request: KycCase }>) => (await send()).request,
    onSuccess: (request) => client.setQueryData<KycCase>(queryKey, (before) => before && request),
    onError: (error) =>
      STALE.includes(failureCode(error)) ? client.refetchQueries({ queryKey, type: 'active' }) : undefined,
  })
  /** Resolves to the case, or to null when the call failed; `error` is then set. */
  const run = (send: () => Promise<{ request: KycCase }>) => change.mutateAsync(send).catch(() => null)
  return {
    kycCase: read.data ?? null,
    error: change.error ?? read.error,
    isBusy: change.isPending || read.isFetching,
    /** Reads the case again after the first read failed. */
    readAgain: () => void read.refetch(),
    claim: () => run(() => api.call('claimKycCase', { params })),
    release: () => run(() => api.call('releaseKycCase', { params })),
    refresh: () => run(() => api.call('getKycCase', { params })),
    addNote: (text: string) => run(() => api.call('noteKycCase', { params, body: { text } })),
    decide: ({ verdict, reasons }: Decision) =>
      run(() => api.call('decideKycCase', { params, body: { verdict, reasons: [...reasons] } })),
  }
}

const CHECK_MS = 60_000
/** A claim is renewed after this time, or when less than this is left; this computer's clock may be wrong. */
const RENEW_MS = 7 * 60_000
/** A claim is renewed only if its holder has used the page within this time. */
const CLAIM_IDLE_MS = 5 * 60_000

/** Renews the claim of a case while its holder works on it. */
export function useClaimRenewal(kycCase: KycCase | null, staffId: number, renew: () => unknown): void {
  const endsAt = kycCase?.claim?.staffId === staffId ? kycCase.claim.endsAt : null
  const isIdle = useIsUnattended(CLAIM_IDLE_MS)
  const isVisible = useDocumentVisibility() === 'visible'
  const current = useRef({ renew, isAttended: true })
  useEffect(() => {
    current.current = { renew, isAttended: isVisible && !isIdle }
  })
  useEffect(() => {
    if (endsAt === null) return
    const shownAtMs = Date.now()
    const timer = setInterval(() => {
      const isDue = Date.now() - shownAtMs > RENEW_MS || Date.parse(endsAt) - Date.now() < RENEW_MS
      if (isDue && current.current.isAttended) current.current.renew()
    }, CHECK_MS)
    return () => clearInterval(timer)
  }, [endsAt])
}
