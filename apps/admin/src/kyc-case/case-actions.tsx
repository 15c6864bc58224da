import type { KycCase } from '@coffer/contract/admin'
import type { KycVerdict } from '@coffer/contract/s2s-kyc'
import { Button, Text } from '@mantine/core'
import { useRef } from 'react'
import { clock } from '../text/time.ts'
import { useKeptFocus } from '../ui/use-kept-focus.ts'
import { type AllowedActions, gaveLastOpinion } from './allowed-actions.ts'
import classes from './case.module.css'

type Props = {
  kycCase: KycCase
  can: AllowedActions
  isBusy: boolean
  /** Claims, releases or refreshes, whichever is possible. */
  onClaimOrRelease: () => void
  onDecide: (verdict: KycVerdict) => void
}

/** The actions of a case, always visible, with who has claimed it and whose opinion is missing. */
export function CaseActions({ kycCase, can, isBusy, onClaimOrRelease, onDecide }: Props) {
  const bar = useRef<HTMLElement>(null)
  // To Release only if it is the only button: pressing Enter twice on Claim must not undo the claim.
  useKeptFocus(bar, isBusy, 'button:not([data-undo]), button:last-child')
  if (kycCase.status !== 'SUBMITTED') return null
  return (
    <section className={classes.actions} aria-label="Decision" ref={bar}>
      <Text className={classes.actionsState}>{stateText(kycCase, can)}</Text>
      {can.claim && (
        <Button variant="filled" disabled={isBusy} onClick={onClaimOrRelease}>
          Claim
        </Button>
      )}
      {can.release && (
        <Button variant="subtle" color="plain" disabled={isBusy} onClick={onClaimOrRelease} data-undo>
          Release
        </Button>
      )}
      {can.refresh && (
        <Button disabled={isBusy} onClick={onClaimOrRelease}>
          Refresh
        </Button>
      )}
      {can.reject && (
        <Button disabled={isBusy} onClick={() => onDecide('rejected')}>
          Reject…
        </Button>
      )}
      {can.confirm && (
        <Button variant="filled" disabled={isBusy} onClick={() => onDecide('confirmed')}>
          Confirm…
        </Button>
      )}
    </section>
  )
}

function stateText(kycCase: KycCase, can: AllowedActions): string {
  const { claim, fourEyes, opinions, awaits } = kycCase
  if (gaveLastOpinion(kycCase)) return 'Your opinion is saved. Another reviewer has to agree.'
  if (claim !== null && can.refresh) return `${claim.email} is reviewing this, at least until ${clock(claim.endsAt)}.`
  const last = opinions.at(-1)
  const opinion = last ? `${last.by} chose to ${verdictWord(last.verdict)}. ` : 'Two people have to agree. '
  const check = awaits === 'provider' ? 'An external check is still running. ' : ''
  const next = claim === null ? 'Claim it to decide.' : `You have claimed it until ${clock(claim.endsAt)}.`
  return check + (fourEyes ? opinion : '') + next
}

const verdictWord = (verdict: KycVerdict) => (verdict === 'confirmed' ? 'confirm' : 'reject')
