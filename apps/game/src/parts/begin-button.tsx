import { useLayoutEffect, useRef } from 'preact/hooks'
import { type Purpose, purpose, selection, startSelecting } from '../state/selection.ts'

type Props = { wanted: Purpose; count: number; label: string; testId: string }

/** A way into a selection, where there are several items to select. It takes the focus back when the selection ends. */
export function BeginButton({ wanted, count, label, testId }: Props) {
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
