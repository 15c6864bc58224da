import type { KycCase } from '@coffer/contract/admin'
import type { KycVerdict } from '@coffer/contract/s2s-kyc'
import { useRef } from 'preact/hooks'
import { useKeptFocus } from '../kit/use-kept-focus.ts'
import { clock } from '../words/time.ts'
import { type PossibleActs, spokeLast } from './possible-acts.ts'

type Props = {
  found: KycCase
  can: PossibleActs
  isBusy: boolean
  staffId: number
  onClaim: () => void
  onAsk: (verdict: KycVerdict) => void
}

/** What can be done with the case, always in sight; who holds it, and whose word is awaited. */
export function CaseActions({ found, can, isBusy, staffId, onClaim, onAsk }: Props) {
  const bar = useRef<HTMLElement>(null)
  // Not to what would take back what was just done: who presses Enter twice has claimed, and not given back.
  useKeptFocus(bar, isBusy, '.button:not(.quiet), .button:last-child')
  if (found.status !== 'SUBMITTED') return null
  return (
    <section class="actions" aria-label="Decision" ref={bar}>
      <p class="actions-state">{stateWords(found, staffId)}</p>
      {can.claim && (
        <button type="button" class="button primary" disabled={isBusy} onClick={onClaim}>
          Claim
        </button>
      )}
      {can.release && (
        <button type="button" class="button quiet" disabled={isBusy} onClick={onClaim}>
          Give back
        </button>
      )}
      {can.look && (
        <button type="button" class="button" disabled={isBusy} onClick={onClaim}>
          Look again
        </button>
      )}
      {can.reject && (
        <button type="button" class="button" disabled={isBusy} onClick={() => onAsk('rejected')}>
          Reject…
        </button>
      )}
      {can.confirm && (
        <button type="button" class="button primary" disabled={isBusy} onClick={() => onAsk('confirmed')}>
          Confirm…
        </button>
      )}
    </section>
  )
}

function stateWords(found: KycCase, staffId: number): string {
  const { claim, fourEyes, opinions, awaits } = found
  if (spokeLast(found)) return 'Your opinion stands. Another reviewer has to agree.'
  if (claim !== null && claim.staffId !== staffId)
    return `${claim.email} reviews this, at least until ${clock(claim.endsAt)}.`
  const last = opinions.at(-1)
  const second = fourEyes
    ? last
      ? `${last.by} said ${verdictWord(last.verdict)}. `
      : 'Two people have to agree. '
    : ''
  const outside = awaits === 'provider' ? 'An outside check still runs. ' : ''
  if (claim === null) return `${outside}${second}Claim it to decide; others are kept off it meanwhile.`
  return `${outside}${second}Yours until ${clock(claim.endsAt)}.`
}

const verdictWord = (verdict: KycVerdict) => (verdict === 'confirmed' ? 'confirm' : 'reject')
