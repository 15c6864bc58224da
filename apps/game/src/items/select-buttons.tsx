import { useLayoutEffect, useRef } from 'preact/hooks'
import { t } from '../kit/words.ts'
import { type Purpose, purpose, select, selection, startSelecting, stopSelecting } from './selection.ts'

type BeginProps = { wanted: Purpose; count: number; label: string; testId: string }

/** A way into a selection, where there are several items to select. It takes the focus back when the selection ends. */
export function BeginButton({ wanted, count, label, testId }: BeginProps) {
  const isSelecting = selection.value !== null
  const last = useRef<Purpose | null>(null)
  const ref = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (!isSelecting && last.current === wanted) ref.current?.focus({ preventScroll: true })
    last.current = purpose.value
  }, [isSelecting])
  if (isSelecting || count < 2) return null
  return (
    <button type="button" class="button quiet" data-testid={testId} ref={ref} onClick={() => startSelecting(wanted)}>
      {label}
    </button>
  )
}

type ActionsProps = {
  /** Ids of everything that can be selected. */
  all: readonly number[]
  allTestId: string
  go: { label: string; testId: string; isOff: boolean; onClick: () => void }
}

/** What can be done while items are selected: take all, leave it, or go on. It takes the focus that the way in has lost. */
export function SelectActions({ all, allTestId, go }: ActionsProps) {
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
