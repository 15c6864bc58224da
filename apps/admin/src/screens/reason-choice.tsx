import type { KycReason } from '@coffer/contract/s2s-kyc'
import { FINAL, RETRYABLE } from '../words/reasons.ts'

type Props = { chosen: readonly KycReason[]; onChange: (chosen: readonly KycReason[]) => void }

/** Reasons in two groups, by what they make of the rejection. */
export function ReasonChoice({ chosen, onChange }: Props) {
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
