import type { KycCase } from '@coffer/contract/admin'
import { useEffect, useRef } from 'preact/hooks'
import { isAttended } from '../state/activity.ts'

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
