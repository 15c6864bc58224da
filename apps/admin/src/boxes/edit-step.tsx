import { PRIZES_PER_BOX } from '@coffer/contract/limits'
import { Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useMemo, useState } from 'react'
import { count } from '../text/numbers.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { Section } from '../ui/section.tsx'
import { useFaultFocus } from '../ui/use-fault-focus.ts'
import { DraftFigures } from './draft-figures.tsx'
import type { DraftHistory } from './draft-history.ts'
import { draftStateOf, shownFaults } from './draft-state.ts'
import { DraftTable } from './draft-table.tsx'
import classes from './edit-step.module.css'
import { PasteDialog } from './paste-dialog.tsx'
import { PrizeSearch } from './prize-search.tsx'
import { PrizeTools } from './prize-tools.tsx'
import { SummaryBar } from './summary-bar.tsx'
import { TargetSection } from './target-section.tsx'
import { useDraftTools } from './use-draft-tools.ts'
import { type EditDraft, SEARCH_ID, useRowEdits } from './use-row-edits.ts'
import { type DraftRow, type PlannedVersion, type RtpBounds, rowOf } from './version-draft.ts'
import { REFUSABLE } from './version-faults.ts'

type Props = {
  history: DraftHistory
  /** The content of the field for the target RTP. */
  target: string
  bounds: RtpBounds
  /** Currency of the operator. */
  currency: string
  operator: string | null
  isBusy: boolean
  /** Why the version could not be checked. */
  error: Error | null
  onEdit: EditDraft
  onUndo: () => void
  onTarget: (target: string) => void
  onReview: (planned: PlannedVersion) => void
}

/** The first step of a new version: its price and its prizes. */
export function EditStep(props: Props) {
  const { history, target, bounds, currency, operator, isBusy, error, onEdit, onUndo, onReview } = props
  const { draft, past } = history
  const { rows, chanceUnit } = draft
  const state = useMemo(() => draftStateOf(draft, currency), [draft, currency])
  const { priceMinor, planned, sum } = state
  const tools = useDraftTools({ draft, priceMinor, bounds, currency, onEdit, onUndo })
  const { movedId, edits } = useRowEdits(rows, tools.edit)
  const review = useReview(rows)
  const faults = shownFaults(state.faults, rows, review.ids)
  const [isPasting, setPasting] = useState(false)
  const paste = (pasted: readonly DraftRow[]) => {
    setPasting(false)
    review.clear()
    tools.paste(pasted)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    tools.clear()
    review.start()
    if (planned !== null) onReview(planned)
  }
  return (
    <>
      <form onSubmit={submit} noValidate>
        <Stack ref={review.fields} className={classes.fields}>
          <PriceSection {...{ currency, isBusy }} price={draft.price} fault={faults.price} onEdit={tools.edit} />
          <Section title="Prizes">
            {rows.length === 0 && <Text>No prizes yet. Add the first one below.</Text>}
            <PrizeTools {...{ draft, past, isBusy, tools }} onPaste={() => setPasting(true)} />
            {rows.length > 0 && (
              <DraftTable {...{ draft, priceMinor, sum, currency, operator, isBusy, edits }} faults={faults.chances} />
            )}
            <Text className="visually-hidden" role="status">
              {placeText(rows, movedId)}
            </Text>
            {rows.length < PRIZES_PER_BOX ? (
              <PrizeSearch
                id={SEARCH_ID}
                {...{ rows, operator, isBusy }}
                onAdd={(item) => {
                  review.forget(item.itemId)
                  edits.add(rowOf(item))
                }}
              />
            ) : (
              <Text>A box has at most {count(PRIZES_PER_BOX)} prizes.</Text>
            )}
          </Section>
          {rows.length > 0 && <TargetSection {...{ target, bounds, isBusy, tools }} onChange={props.onTarget} />}
          <DraftFigures {...{ rows, state, currency, bounds }} />
          <SummaryBar
            {...{ chanceUnit, state, bounds }}
            fault={faults.sum}
            button={
              <ActionButton type="submit" isBusy={isBusy}>
                Review
              </ActionButton>
            }
          >
            {error !== null && <FailureAlert error={error} fields={REFUSABLE} />}
          </SummaryBar>
        </Stack>
      </form>
      {/* Outside of the form, which would be submitted with the dialog. */}
      {isPasting && <PasteDialog {...{ operator, chanceUnit }} onPaste={paste} onClose={() => setPasting(false)} />}
    </>
  )
}

/** The items of the rows at the last review that was asked for, null before the first. Asking for one moves the focus to the first fault. */
function useReview(rows: readonly DraftRow[]) {
  const [ids, setIds] = useState<ReadonlySet<number> | null>(null)
  const [count, setCount] = useState(0)
  const fields = useFaultFocus(count)
  return {
    ...{ ids, fields },
    start: () => {
      setIds(new Set(rows.map(({ itemId }) => itemId)))
      setCount((before) => before + 1)
    },
    /** All rows are new. */
    clear: () => setIds(null),
    /** An item that is added again has a new row. */
    forget: (itemId: number) => setIds((before) => before && new Set([...before].filter((id) => id !== itemId))),
  }
}

type PriceProps = {
  price: string
  currency: string
  isBusy: boolean
  fault: string | undefined
  onEdit: EditDraft
}

function PriceSection({ price, currency, isBusy, fault, onEdit }: PriceProps) {
  return (
    <Section title="Price">
      <div className={classes.price}>
        <TextInput
          label={`Price (${currency})`}
          required
          inputMode="decimal"
          autoComplete="off"
          value={price}
          readOnly={isBusy}
          error={fault}
          onChange={({ currentTarget: { value } }) => onEdit((before) => ({ ...before, price: value }), 'price')}
        />
      </div>
    </Section>
  )
}

/** The place of the row that was moved last, for screen readers. */
function placeText(rows: readonly DraftRow[], movedId: number | null): string {
  const at = rows.findIndex(({ itemId }) => itemId === movedId)
  return at < 0 ? '' : `${rows[at]?.name} is prize ${count(at + 1)} of ${count(rows.length)}.`
}
