import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { t } from '../kit/words.ts'
import { passingCells, revealInMs } from '../play/timing.ts'
import { useSkipKey } from '../play/use-skip-key.ts'
import { current } from '../session/session.ts'
import { restingStrip, seedOf, winningStrip } from './cells.ts'
import { showPrize } from './open-box.ts'
import type { OpeningInStage } from './opening.ts'
import { Reel } from './reel.tsx'

/** All reels of an open. They stand while the answer is awaited; then they show it. */
export function Reels({ now }: { now: OpeningInStage }) {
  const count = 'result' in now ? now.result.wins.length : now.body.reels.length
  const finishers = useRef(new Set<() => void>()).current
  const { onStop, isOver } = useReveal(now, count)
  const skip = () => {
    for (const finish of [...finishers]) finish()
  }
  const canSkip = now.is === 'spinning' && !isOver && now.pace !== 'still' && current().bootstrap.presentation.skip
  useSkipKey(canSkip, skip)
  return (
    <>
      <div class={count > 1 ? 'reels is-many' : 'reels'} onPointerUp={canSkip ? skip : undefined}>
        {Array.from({ length: count }, (_, place) => (
          <StripOf key={place} now={now} place={place} onStop={onStop} finishers={finishers} />
        ))}
      </div>
      <div class="stage-actions">
        {canSkip && (
          <button type="button" class="button quiet" data-testid="skip" onClick={skip}>
            {t('reel.skip')} <kbd>Esc</kbd>
          </button>
        )}
      </div>
    </>
  )
}

type StripProps = { now: OpeningInStage; place: number; onStop: () => void; finishers: Set<() => void> }

function StripOf({ now, place, onStop, finishers }: StripProps) {
  const isMoving = now.is === 'spinning'
  const strip = useMemo(() => {
    const seed = seedOf(now.seed, place)
    if (!('result' in now)) return restingStrip(now.box, seed)
    return winningStrip(now.box, seed, now.result.wins[place]!, now.result.currency, passingCells(now.pace))
  }, [now.seed, isMoving])
  return <Reel strip={strip} place={place} pace={isMoving ? now.pace : null} onStop={onStop} finishers={finishers} />
}

/** Shows the prize once every reel has stopped and been looked at; at once when the player goes elsewhere. */
function useReveal(now: OpeningInStage, count: number): { onStop: () => void; isOver: boolean } {
  const stopped = useRef(0)
  const [isOver, setOver] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      showPrize()
    },
    [],
  )
  const onStop = () => {
    stopped.current++
    if (stopped.current < count || now.is !== 'spinning') return
    setOver(true)
    const { minCycleMs } = current().bootstrap.presentation
    const sinceClickMs = performance.now() - now.startedAtMs
    timer.current = setTimeout(showPrize, revealInMs(now.pace, minCycleMs, sinceClickMs))
  }
  return { onStop, isOver }
}
