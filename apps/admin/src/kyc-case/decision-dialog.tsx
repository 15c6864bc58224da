import type { KycCase } from '@coffer/contract/admin'
import type { KycReason, KycVerdict } from '@coffer/contract/s2s-kyc'
import { Button, Checkbox, Text } from '@mantine/core'
import { useState } from 'react'
import { hintChip } from '../text/hints.ts'
import { FINAL, isFinal, outcomeOf, RETRYABLE } from '../text/reasons.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { isFirstOpinion } from './allowed-actions.ts'
import classes from './decision-dialog.module.css'
import type { Decision } from './use-case.ts'

type Props = {
  kycCase: KycCase
  verdict: KycVerdict
  isBusy: boolean
  onDecide: (decision: Decision) => void
  onClose: () => void
}

/** Asks for the reasons of a rejection, and for confirmation of either verdict before it is sent. */
export function DecisionDialog({ kycCase, verdict, isBusy, onDecide, onClose }: Props) {
  const [reasons, setReasons] = useState<readonly KycReason[]>([])
  const isRejection = verdict === 'rejected'
  return (
    <Dialog
      title={`${isRejection ? 'Reject' : 'Confirm'} ${kycCase.playerExternalId}?`}
      onClose={onClose}
      actions={
        <>
          <Button variant="subtle" color="plain" onClick={onClose} data-autofocus={!isRejection || undefined}>
            Cancel
          </Button>
          <ActionButton
            isBusy={isBusy}
            disabled={isRejection && reasons.length === 0}
            onClick={() => onDecide({ verdict, reasons })}
          >
            {isRejection ? rejectLabel(reasons) : 'Confirm'}
          </ActionButton>
        </>
      }
    >
      {isRejection && <ReasonChoice chosen={reasons} onChange={setReasons} />}
      <p className={classes.outcome} role="status">
        {isRejection ? outcomeOf(reasons) : confirmText(kycCase)}
      </p>
      {isFirstOpinion(kycCase, verdict) && (
        <Text c="dimmed">Two people have to agree. The operator is not notified yet.</Text>
      )}
    </Dialog>
  )
}

function rejectLabel(reasons: readonly KycReason[]): string {
  return reasons.some(isFinal) ? 'Reject (final)' : 'Reject'
}

function confirmText({ answers, hints }: KycCase): string {
  const sentence = answers?.details.hasNoTaxId
    ? 'The operator is notified that the player is confirmed. No identity data is included, because the player has no tax ID.'
    : 'The operator is notified that the player is confirmed, with the name, date of birth, tax ID and address of this verification.'
  if (hints.length === 0) return sentence
  return `${sentence} Hints of the automatic checks: ${hints.map(hintChip).join('; ')}.`
}

type ChoiceProps = { chosen: readonly KycReason[]; onChange: (chosen: readonly KycReason[]) => void }

/** The reasons in two groups, by their effect on the rejection. */
function ReasonChoice({ chosen, onChange }: ChoiceProps) {
  const group = (legend: string, words: Readonly<Partial<Record<KycReason, string>>>) => (
    <fieldset>
      <legend className={classes.legend}>{legend}</legend>
      {(Object.entries(words) as [KycReason, string][]).map(([reason, label]) => (
        <Checkbox
          key={reason}
          className={classes.reason}
          label={label}
          checked={chosen.includes(reason)}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.checked ? [...chosen, reason] : chosen.filter((one) => one !== reason))
          }
        />
      ))}
    </fieldset>
  )
  return (
    <div className={classes.groups}>
      {group('The player may try again', RETRYABLE)}
      {group('Final: the player may not try again', FINAL)}
    </div>
  )
}
