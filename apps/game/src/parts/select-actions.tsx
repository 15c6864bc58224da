import { useLayoutEffect, useRef } from 'preact/hooks'
import { select, stopSelecting } from '../state/selection.ts'
import { t } from '../state/words.ts'

type Props = {
  /** Ids of everything that can be selected. */
  all: readonly number[]
  allTestId: string
  go: { label: string; testId: string; isOff: boolean; onClick: () => void }
}

/** What can be done while items are selected: take all, leave it, or go on. It takes the focus that the way in has lost. */
export function SelectActions({ all, allTestId, go }: Props) {
  const ref = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => ref.current?.focus({ preventScroll: true }), [])
  return (
    <div class="select-actions">
      <button type="button" class="button quiet" data-testid={allTestId} ref={ref} onClick={() => select(all)}>
        {t('select.all')}
      </button>
      <button type="button" class="button quiet" data-testid="stop-selecting" onClick={stopSelecting}>
        {t('app.cancel')}
      </button>
      <button type="button" class="button primary" data-testid={go.testId} disabled={go.isOff} onClick={go.onClick}>
        {go.label}
      </button>
    </div>
  )
}
