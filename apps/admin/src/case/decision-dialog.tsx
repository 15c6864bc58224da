import type { KycCase } from '@coffer/contract/admin'
import type { KycReason, KycVerdict } from '@coffer/contract/s2s-kyc'
import { useState } from 'preact/hooks'
import { Dialog } from '../kit/dialog.tsx'
import { hintChip } from '../words/hints.ts'
import { FINAL, isFinal, outcomeOf, RETRYABLE } from '../words/reasons.ts'
import { spokeFirst } from './possible-acts.ts'

export type Decision = { verdict: KycVerdict; reasons: readonly KycReason[] }

type Props = {
  found: KycCase
  verdict: KycVerdict
  isBusy: boolean
  onDecide: (decision: Decision) => void
  onClose: () => void
}

/** Asks once more before anybody hears of it. */
export function DecisionDialog({ found, verdict, isBusy, onDecide, onClose }: Props) {
  const [reasons, setReasons] = useState<readonly KycReason[]>([])
  const isRejection = verdict === 'rejected'
  return (
    <Dialog title={`${isRejection ? 'Reject' : 'Confirm'} ${found.playerExternalId}?`} onClose={onClose}>
      {isRejection && <ReasonChoice chosen={reasons} onChange={setReasons} />}
      <p class="outcome" role="status">
        {isRejection ? outcomeOf(reasons) : confirmWords(found)}
      </p>
      {spokeFirst(found, verdict) && <p class="muted">Two people have to agree, so nobody hears of it yet.</p>}
      <div class="dialog-actions">
        <button type="button" class="button quiet" onClick={onClose}>
          Not yet
        </button>
        <button
          type="button"
          class="button primary"
          disabled={isBusy || (isRejection && reasons.length === 0)}
          onClick={() => onDecide({ verdict, reasons })}
        >
          {isRejection ? rejectLabel(reasons) : 'Confirm'}
        </button>
      </div>
    </Dialog>
  )
}

function rejectLabel(reasons: readonly KycReason[]): string {
  return reasons.some(isFinal) ? 'Reject for good' : 'Reject'
}

function confirmWords({ answers, hints }: KycCase): string {
  const sentence = answers?.details.hasNoTaxId
    ? 'The casino hears that the player is confirmed, without an identity: there is no tax id.'
    : 'The casino hears that the player is confirmed, with the name, date of birth, tax id and address above.'
  if (hints.length === 0) return sentence
  return `${sentence} You have weighed: ${hints.map(hintChip).join('; ')}.`
}

type ChoiceProps = { chosen: readonly KycReason[]; onChange: (chosen: readonly KycReason[]) => void }

/** Reasons in two groups, by what they make of the rejection. */
function ReasonChoice({ chosen, onChange }: ChoiceProps) {
  const group = (title: string, words: Readonly<Partial<Record<KycReason, string>>>) => (
    <fieldset class="reasons">
      <legend class="small-title">{title}</legend>
      {(Object.entries(words) as [KycReason, string][]).map(([reason, label]) => (
        <label key={reason} class="reason">
          <input
            type="checkbox"
            checked={chosen.includes(reason)}
            onChange={({ currentTarget }) =>
              onChange(currentTarget.checked ? [...chosen, reason] : chosen.filter((one) => one !== reason))
            }
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
  return (
    <div class="reason-groups">
      {group('May try again', RETRYABLE)}
      {group('Final: one of these ends it', FINAL)}
    </div>
  )
}
