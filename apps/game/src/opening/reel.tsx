import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Art } from '../kit/art.tsx'
import { TierShape } from '../kit/tier-mark.tsx'
import { money, t } from '../kit/words.ts'
import { animateToStop } from '../play/animate.ts'
import type { Pace } from '../play/timing.ts'
import type { Cell, Strip } from './cells.ts'

type Props = {
  strip: Strip
  place: number
  /** Null while the strip only stands. */
  pace: Pace | null
  onStop: () => void
  /** Reels that can be finished early. */
  finishers: Set<() => void>
}

/** A strip that moves under a marker and stops with the won cell exactly below it. */
export function Reel({ strip, place, pace, onStop, finishers }: Props) {
  const ref = useRef<HTMLDivElement>(null)
  const [isStopped, setStopped] = useState(false)
  const rest = pace !== null && strip.winAt !== null ? strip.winAt : strip.startAt
  useLayoutEffect(() => {
    if (pace === null || strip.winAt === null) return
    return spin(ref.current!, strip, pace, place, finishers, () => {
      setStopped(true)
      onStop()
    })
  }, [pace])
  return (
    <div
      class={isStopped ? 'reel is-stopped' : 'reel'}
      data-testid="reel"
      role="img"
      aria-label={t('reel.label', { n: place + 1 })}
    >
      <div class="strip" ref={ref} style={{ transform: shiftTo(rest) }}>
        {strip.cells.map((cell, index) => (
          <Pane key={index} cell={cell} isWon={isStopped && index === strip.winAt} />
        ))}
      </div>
      <div class="marker" aria-hidden="true" />
    </div>
  )
}

function Pane({ cell, isWon }: { cell: Cell; isWon: boolean }) {
  return (
    <div
      class={isWon ? `pane tier-${cell.tier} is-won` : `pane tier-${cell.tier}`}
      data-testid={isWon ? 'reel-stop' : undefined}
    >
      <Art src={cell.imageUrl} />
      <span class="pane-name">{cell.name}</span>
      <span class="pane-value">
        <TierShape tier={cell.tier} />
        {money(cell.valueMinor, cell.currency)}
      </span>
    </div>
  )
}

function spin(
  strip: HTMLElement,
  { startAt, winAt }: Strip,
  pace: Pace,
  place: number,
  finishers: Set<() => void>,
  onStop: () => void,
): () => void {
  const transform: [string, string] = [shiftTo(startAt), shiftTo(winAt!)]
  return animateToStop(strip, { pace, place, transform, finishers, onStop })
}

/** The strip begins at the middle of its reel; this brings the middle of a cell there. */
function shiftTo(cell: number): string {
  return `translateX(calc(var(--step) * -${cell + 0.5}))`
}
