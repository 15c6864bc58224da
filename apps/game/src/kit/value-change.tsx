import { formatChange } from '@coffer/web'
import { t, words } from './words.ts'

/** How far a value has moved since the win: a shape, a number and words, never a colour alone. */
export function ValueChange({ wonMinor, nowMinor }: { wonMinor: number; nowMinor: number }) {
  const way = nowMinor === wonMinor ? 'same' : nowMinor > wonMinor ? 'up' : 'down'
  const percent = formatChange(wonMinor, nowMinor, words.value.locale)
  return (
    <span class={`change is-${way}`} data-testid="value-change" data-way={way}>
      <svg class="change-shape" viewBox="0 0 12 12" aria-hidden="true">
        <path d={SHAPES[way]} />
      </svg>
      {way !== 'same' && percent}
      <span class={way === 'same' ? '' : 'visually-hidden'}> {t(`vault.change.${way}`)}</span>
    </span>
  )
}

const SHAPES = { up: 'M6 1.5 11 10.5H1Z', down: 'M6 10.5 1 1.5h10Z', same: 'M1 4.5h10v3H1Z' }
