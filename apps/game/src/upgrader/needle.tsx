import { useLayoutEffect, useRef } from 'preact/hooks'
import { angleOf, turnedAngle } from '../play/angle.ts'
import { EASING, type Pace, stopsAtMs } from '../play/timing.ts'

/** What the needle shows; without a pace it only stands there. */
export type Roll = {
  readonly bps: number
  readonly pace: Pace | null
  readonly isStopped: boolean
  readonly isWin: boolean
  readonly onStop: () => void
  readonly finishers: Set<() => void>
}

/** Its own style is where the roll stands, whatever moves over it: an end, a skip or a new size of the page leaves it exactly there. */
export function Needle({ roll }: { roll: Roll | null }) {
  const ref = useRef<SVGGElement>(null)
  const pace = roll?.pace ?? null
  useLayoutEffect(() => (roll && pace !== null ? turn(ref.current!, roll, pace) : undefined), [pace])
  const angle = roll ? angleOf(roll.bps) : null
  return (
    <g
      ref={ref}
      class="dial-needle"
      data-testid="dial-needle"
      data-rolled-bps={roll?.bps}
      data-angle={angle ?? undefined}
      data-stopped={roll?.isStopped || undefined}
      style={{ transform: `rotate(${angle ?? 0}deg)` }}
    >
      <path class="needle-body" d="M0-206 9-170 0-110-9-170Z" />
      <path class="needle-shine" d="M0-206 0-110-9-170Z" />
    </g>
  )
}

function turn(needle: SVGGElement, { bps, onStop, finishers }: Roll, pace: Pace): () => void {
  const duration = stopsAtMs(pace, 0)
  const animation =
    pace === 'still'
      ? needle.animate({ opacity: [0, 1] }, { duration, easing: 'linear' })
      : needle.animate(
          { transform: ['rotate(0deg)', `rotate(${turnedAngle(bps, pace)}deg)`] },
          { duration, easing: EASING },
        )
  const finish = () => animation.finish()
  finishers.add(finish)
  animation.onfinish = onStop
  return () => {
    finishers.delete(finish)
    animation.cancel()
  }
}
