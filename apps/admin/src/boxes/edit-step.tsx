import { Stack, TextInput } from '@mantine/core'
import { type FormEvent, useMemo, useState } from 'react'
import { ActionButton } from '../ui/action-button.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { Section } from '../ui/section.tsx'
import { useFaultFocus } from '../ui/use-fault-focus.ts'
import { DraftFigures } from './draft-figures.tsx'
import type { DraftHistory, EditDraft } from './draft-history.ts'
import { DraftPrizes } from './draft-prizes.tsx'
import { draftStateOf, shownFaults } from './draft-state.ts'
import classes from './edit-step.module.css'
import { PasteDialog } from './paste-dialog.tsx'
import { PlayButton, PreviewSection } from './preview-section.tsx'
import { SimulationSection } from './simulation-section.tsx'
import { SummaryBar } from './summary-bar.tsx'
import { TargetSection } from './target-section.tsx'
import { ToolButton } from './tool-button.tsx'
import type { BoxKey } from './use-box.ts'
import { useDraftTools } from './use-draft-tools.ts'
import { useGamePart } from './use-game-part.ts'
import type { SimulationRun } from './use-simulation.ts'
import { type DraftRow, type PlannedVersion, priceFault, type RtpBounds } from './version-draft.ts'
import { REFUSABLE } from './version-faults.ts'

type Props = {
  history: DraftHistory
  /** The content of the field for the target RTP. */
  target: string
  bounds: RtpBounds
  /** Currency of the operator. */
  currency: string
  boxKey: BoxKey
  isBusy: boolean
  simulation: SimulationRun
  /** Why the version could not be checked. */
  error: Error | null
  onEdit: EditDraft
  onUndo: () => void
  onTarget: (target: string) => void
  onReview: (planned: PlannedVersion) => void
}

/** The first step of a new version: its price and its prizes. */
export function EditStep(props: Props) {
  const { history, target, bounds, currency, boxKey, isBusy, error, onEdit, onUndo, onReview } = props
  const { operator } = boxKey
  const { draft, past } = history
  const { rows, chanceFormat } = draft
  const state = useMemo(() => draftStateOf(draft, currency, bounds), [draft, currency, bounds])
  const { priceMinor, planned } = state
  const tools = useDraftTools({ draft, priceMinor, bounds, currency, onEdit, onUndo })
  const review = useReview(rows)
  const part = useGamePart()
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
          <div className={classes.columns}>
            <Stack>
              <div className={classes.top}>
                <PriceSection {...{ currency, isBusy }} price={draft.price} fault={faults.price} onEdit={tools.edit} />
                {rows.length > 0 && <TargetSection {...{ target, bounds, isBusy, tools }} onChange={props.onTarget} />}
              </div>
              <DraftPrizes
                {...{ draft, state, currency, operator, isBusy, tools }}
                faults={faults.chances}
                onAdd={review.forget}
                onPaste={() => setPasting(true)}
              />
              <DraftFigures {...{ rows, state, currency, bounds }} />
              <SimulationSection {...{ rows, currency }} draftState={state} simulation={props.simulation} />
            </Stack>
            <PreviewSection {...{ boxKey, part }} draftState={state} />
          </div>
          <SummaryBar
            {...{ chanceFormat, state }}
            fault={faults.sum}
            reviewCount={review.count}
            buttons={
              <>
                <PlayButton part={part} />
                <ToolButton isDisabled={isBusy || past.length === 0} onClick={tools.undo}>
                  Undo
                </ToolButton>
                <ActionButton type="submit" isBusy={isBusy}>
                  Review
                </ActionButton>
              </>
            }
          >
            {error !== null && <FailureAlert error={error} fields={REFUSABLE} />}
          </SummaryBar>
        </Stack>
      </form>
      {/* Outside of the form, which would be submitted with the dialog. */}
      {isPasting && <PasteDialog {...{ operator, chanceFormat }} onPaste={paste} onClose={() => setPasting(false)} />}
    </>
  )
}

/** The items of the rows at the last review that was asked for, null before the first. Asking for one moves the focus to the first fault. */
function useReview(rows: readonly DraftRow[]) {
  const [ids, setIds] = useState<ReadonlySet<number> | null>(null)
  const [reviewCount, setReviewCount] = useState(0)
  const fields = useFaultFocus(reviewCount)
  return {
    ...{ ids, fields, count: reviewCount },
    start: () => {
      setIds(new Set(rows.map(({ itemId }) => itemId)))
      setReviewCount((before) => before + 1)
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
  const [hasLeft, setLeft] = useState(false)
  const ownFault = hasLeft && price.trim() !== '' ? priceFault(price, currency) : undefined
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
          error={fault ?? ownFault}
          onBlur={() => setLeft(true)}
          onChange={({ currentTarget: { value } }) => {
            setLeft(false)
            onEdit((before) => ({ ...before, price: value }), 'price')
          }}
        />
      </div>
    </Section>
  )
}
