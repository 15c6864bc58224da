import { chooseFast, wantsFast } from '../state/pace.ts'
import { current } from '../state/session.ts'

/** Lets a player have it shown faster, where the operator does. */
export function FastToggle({ label }: { label: string }) {
  if (!current().bootstrap.presentation.fastMode) return null
  return (
    <label class="toggle">
      <input type="checkbox" checked={wantsFast.value} onChange={(event) => chooseFast(event.currentTarget.checked)} />
      {label}
    </label>
  )
}
