import type { AdminPlayer } from '@coffer/contract/admin'
import type { RestrictionsBody } from '@coffer/contract/players'
import { Alert, Checkbox, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { fieldSentence, isInvalid } from '../api/api.ts'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { ReasonField } from '../ui/reason-field.tsx'
import { useFaultFocus } from '../ui/use-fault-focus.ts'
import {
  checkDraft,
  type Draft,
  draftOf,
  effectOf,
  type FaultyField,
  type RestrictionInput,
} from './restriction-draft.ts'
import { CoolOffField, OpensField, readCoolOff, SpendField } from './restriction-fields.tsx'

const IF_UNCONFIRMED =
  'The restrictions may have been changed. Cancel to see the current restrictions, then repeat your change if needed.'

/** The subject of a sentence about a field that the service refused. */
const SUBJECTS: Readonly<Record<FaultyField, string>> = {
  coolOffUntil: 'The cool-off',
  dailySpendMinor: 'The daily spend limit',
  dailyOpensCount: 'The daily opens limit',
  reason: 'The reason',
}
const FIELDS = Object.keys(SUBJECTS) as FaultyField[]

type Props = {
  /** The player when the dialog opened. */
  player: AdminPlayer
  isBusy: boolean
  error: Error | null
  onClose: () => void
  /** Called when a field is edited after the change failed. */
  onEdit: () => void
  onSave: (input: RestrictionInput) => void
}

/** Sets and lifts restrictions of a player, with a reason. */
export function RestrictionDialog({ player, isBusy, error, onClose, onEdit, onSave }: Props) {
  const [draft, setDraft] = useState(() => draftOf(player))
  const [submitCount, setSubmitCount] = useState(0)
  const fields = useFaultFocus(submitCount)
  const coolOffField = useRef<HTMLInputElement>(null)
  const { change, faults } = checkDraft(draft, player, Date.now())
  const isChanged = Object.keys(change).length > 0
  const isRefused = FIELDS.some((field) => isInvalid(error, field))
  const edit = (part: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...part }))
    if (error !== null) onEdit()
  }
  const submit = () => {
    setSubmitCount((before) => before + 1)
    // A date that is begun and not completed has changed no value so far.
    if (coolOffField.current !== null && readCoolOff(coolOffField.current) === null) edit({ coolOff: null })
    else if (isChanged && Object.keys(faults).length === 0) onSave(inputOf(change, draft, player))
  }
  const faultOf = (field: FaultyField) => {
    const fault = submitCount > 0 ? faults[field] : undefined
    if (fault !== undefined || !isInvalid(error, field)) return fault
    return fieldSentence(error, field, SUBJECTS[field]) ?? `${SUBJECTS[field]} is refused.`
  }
  const inField = { draft, isBusy, onEdit: edit }
  return (
    <FormDialog title="Change restrictions" submitLabel="Save" isBusy={isBusy} onSubmit={submit} onClose={onClose}>
      <Stack gap="sm" ref={fields}>
        <Checkbox
          label="Self-excluded"
          description="Until it is lifted. The player cannot start or continue a game."
          checked={draft.selfExcluded}
          disabled={isBusy}
          onChange={({ currentTarget }) => edit({ selfExcluded: currentTarget.checked })}
        />
        <CoolOffField {...inField} field={coolOffField} fault={faultOf('coolOffUntil')} />
        <SpendField {...inField} player={player} fault={faultOf('dailySpendMinor')} />
        <OpensField {...inField} fault={faultOf('dailyOpensCount')} />
        <ReasonField
          value={draft.reason}
          isBusy={isBusy}
          fault={faultOf('reason')}
          onChange={(reason) => edit({ reason })}
        />
        <Text role="status">{effectOf(change, player)}</Text>
        {submitCount > 0 && !isChanged && !hasFieldFault(faults) && <Alert color="bad" title="Nothing is changed." />}
        {error !== null && !isRefused && <FailureAlert error={error} ifUnconfirmed={IF_UNCONFIRMED} />}
      </Stack>
    </FormDialog>
  )
}

/** The change of a player as they were when the dialog opened: the service refuses it if they have changed meanwhile. */
function inputOf(change: RestrictionsBody, { reason }: Draft, player: AdminPlayer): RestrictionInput {
  return { ...change, reason: reason.trim(), version: player.restrictionVersion, currency: player.currency }
}

/** True when a field other than the reason is not valid. */
function hasFieldFault({ reason: _, ...others }: Readonly<Partial<Record<FaultyField, string>>>): boolean {
  return Object.keys(others).length > 0
}
