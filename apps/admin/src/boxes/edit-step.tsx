import { PRIZES_PER_BOX } from '@coffer/contract/limits'
import { Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { count } from '../text/numbers.ts'
import { BOX_UNITS } from '../text/rounds.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { Section } from '../ui/section.tsx'
import { useFaultFocus } from '../ui/use-fault-focus.ts'
import classes from './boxes.module.css'
import { DraftSummary } from './draft-summary.tsx'
import { DraftTable } from './draft-table.tsx'
import { PrizeSearch } from './prize-search.tsx'
import { SEARCH_ID, useRowEdits } from './use-row-edits.ts'
import {
  checkDraft,
  type DraftRow,
  NO_DRAFT_FAULTS,
  type PlannedVersion,
  type RtpBounds,
  readPrice,
  rowOf,
  type VersionDraft,
} from './version-draft.ts'
import { REFUSABLE } from './version-faults.ts'

type Props = {
  draft: VersionDraft
  bounds: RtpBounds
  /** Currency of the operator. */
  currency: string
  operator: string | null
  isBusy: boolean
  /** Why the version could not be checked. */
  error: Error | null
  onEdit: (change: (before: VersionDraft) => VersionDraft) => void
  onReview: (planned: PlannedVersion) => void
}

/** The first step of a new version: its price and its prizes. */
export function EditStep({ draft, bounds, currency, operator, isBusy, error, onEdit, onReview }: Props) {
  const { price, rows } = draft
  const [submitCount, setSubmitCount] = useState(0)
  const fields = useFaultFocus(submitCount)
  const { movedId, edits } = useRowEdits(rows, onEdit)
  const priceMinor = readPrice(price, currency)
  const { planned, faults } = checkDraft(draft, currency)
  const shownFaults = submitCount > 0 ? faults : NO_DRAFT_FAULTS
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setSubmitCount((before) => before + 1)
    if (planned !== null) onReview(planned)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack ref={fields}>
        <Section title="Price">
          <div className={classes.choice}>
            <TextInput
              label={`Price (${currency})`}
              required
              inputMode="decimal"
              autoComplete="off"
              value={price}
              readOnly={isBusy}
              error={shownFaults.price}
              onChange={({ currentTarget: { value } }) => onEdit((before) => ({ ...before, price: value }))}
            />
          </div>
        </Section>
        <Section title="Prizes">
          {rows.length === 0 ? (
            <Text>No prizes yet. Add the first one below.</Text>
          ) : (
            <>
              <Text>
                A chance of 1% is {count(BOX_UNITS / 100)} units. The chances must sum to {count(BOX_UNITS)} units.
              </Text>
              <DraftTable {...{ rows, priceMinor, currency, operator, isBusy, edits }} faults={shownFaults.units} />
            </>
          )}
          <Text className="visually-hidden" role="status">
            {placeText(rows, movedId)}
          </Text>
          {rows.length < PRIZES_PER_BOX ? (
            <PrizeSearch id={SEARCH_ID} {...{ rows, operator, isBusy }} onAdd={(item) => edits.add(rowOf(item))} />
          ) : (
            <Text>A box has at most {count(PRIZES_PER_BOX)} prizes.</Text>
          )}
        </Section>
        <DraftSummary
          {...{ rows, priceMinor, currency, bounds }}
          fault={shownFaults.sum}
          button={
            <ActionButton type="submit" isBusy={isBusy}>
              Review
            </ActionButton>
          }
        >
          {error !== null && <FailureAlert error={error} fields={REFUSABLE} />}
        </DraftSummary>
      </Stack>
    </form>
  )
}

/** The place of the row that was moved last, for screen readers. */
function placeText(rows: readonly DraftRow[], movedId: number | null): string {
  const at = rows.findIndex(({ itemId }) => itemId === movedId)
  return at < 0 ? '' : `${rows[at]?.name} is prize ${count(at + 1)} of ${count(rows.length)}.`
}
