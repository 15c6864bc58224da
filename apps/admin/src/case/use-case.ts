import type { KycCase } from '@coffer/contract/admin'
import { useEffect, useRef, useState } from 'preact/hooks'
import { isAttended } from '../kit/activity.ts'
import { api, codeOf, type FailureCode } from '../kit/api.ts'
import { endIfSignedOut } from '../session/session.ts'

/** After these the case is another than the one that is shown. */
const STALE: readonly FailureCode[] = [
  'KYC_CLAIMED',
  'KYC_NOT_CLAIMED',
  'KYC_NOT_SUBMITTED',
  'KYC_SECOND_REVIEWER_NEEDED',
]

type Desk = {
  found: KycCase | null
  failure: FailureCode | null
  isBusy: boolean
  /** Does something with the case, once what was begun before is done, and shows what it has become; null when it was refused. */
  act(work: () => Promise<KycCase>): Promise<KycCase | null>
}

/**
 * One case, as long as it is looked at: whoever shows another begins anew. It is read once, and not again by itself: that somebody read it is
 * recorded each time.
 */
export function useCase(requestId: number): Desk {
  const [found, setFound] = useState<KycCase | null>(null)
  const [failure, setFailure] = useState<FailureCode | null>(null)
  const [isBusy, setBusy] = useState(false)
  const line = useRef<Promise<unknown>>(Promise.resolve())
  const run: Desk['act'] = async (work) => {
    setBusy(true)
    setFailure(null)
    try {
      const now = await work()
      setFound(now)
      return now
    } catch (thrown) {
      const code = codeOf(thrown)
      if (endIfSignedOut(code)) return null
      setFailure(code)
      if (STALE.includes(code)) await api.read(requestId).then(setFound, () => undefined)
      return null
    } finally {
      setBusy(false)
    }
  }
  // One at a time: an answer that is overtaken by a later one would show the case as it was.
  const act: Desk['act'] = (work) => {
    const done = line.current.then(() => run(work))
    line.current = done
    return done
  }
  useEffect(() => {
    void act(() => api.read(requestId))
  }, [])
  return { found, failure, isBusy, act }
}

const LOOK_MS = 60_000
/** A claim is begun anew after so long, or with so little left: this computer's clock may be wrong, */
const RENEW_MS = 7 * 60_000
/** if its holder has touched the page within so long. */
const ATTENDED_MS = 5 * 60_000

/** Keeps a case for whoever works on it, and lets go of it when they have gone away. */
export function useHold(found: KycCase | null, staffId: number, renew: () => void): void {
  const endsAt = found?.claim?.staffId === staffId ? found.claim.endsAt : null
  const current = useRef(renew)
  current.current = renew
  useEffect(() => {
    if (endsAt === null) return
    const seenAtMs = Date.now()
    const timer = setInterval(() => {
      const isDue = Date.now() - seenAtMs > RENEW_MS || Date.parse(endsAt) - Date.now() < RENEW_MS
      if (isDue && isAttended(ATTENDED_MS)) current.current()
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [endsAt])
}
