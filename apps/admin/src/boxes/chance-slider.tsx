import type { CSSProperties, KeyboardEvent } from 'react'
import { boxChance } from '../text/rounds.ts'
import classes from './chance-slider.module.css'
import { CHANCE_STOPS, stopAt } from './chance-stops.ts'
import { type RowEdits, sliderId } from './use-row-edits.ts'
import type { DraftRow } from './version-draft.ts'

const LAST_STOP = CHANCE_STOPS.length - 1

type Props = { row: DraftRow; isBusy: boolean; edits: RowEdits }

/** A slider for the chance of a prize. The arrow keys move it by one step. */
export function ChanceSlider({ row: { itemId, name, units, isLocked }, isBusy, edits }: Props) {
  const stop = stopAt(units)
  return (
    <input
      id={sliderId(itemId)}
      className={classes.slider}
      style={filledTo(stop)}
      type="range"
      aria-label={`Chance of ${name}`}
      aria-valuetext={units === null ? 'Not set' : boxChance(units)}
      min={0}
      max={LAST_STOP}
      step={1}
      value={stop}
      disabled={isBusy || isLocked}
      onKeyDown={keepForm}
      onPointerUp={edits.endDrag}
      onChange={({ currentTarget }) => edits.dragChance(itemId, Number(currentTarget.value))}
    />
  )
}

/** Fills the track before the thumb. Only one browser has an element for that part. */
function filledTo(stop: number): CSSProperties {
  const style: Record<`--${string}`, string> = { '--filled': `${stop / LAST_STOP}` }
  return style
}

/** Enter would submit the form. */
function keepForm(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault()
}
