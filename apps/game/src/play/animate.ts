import { EASING, type Pace, stopsAtMs } from './timing.ts'

export type Motion = {
  readonly pace: Pace
  /** In the row of what moves at once. */
  readonly place: number
  /** From where to where, unless the player asked for reduced motion. */
  readonly transform: [from: string, to: string]
  /** What Skip calls, of everything that moves. */
  readonly finishers: Set<() => void>
  onStop(): void
}

/** Moves a strip or a needle until it stands, or fades it in. Gives what ends it before that, without a word. */
export function animateToStop(element: Element, { pace, place, transform, finishers, onStop }: Motion): () => void {
  const duration = stopsAtMs(pace, place)
  const animation =
    pace === 'still'
      ? element.animate({ opacity: [0, 1] }, { duration, easing: 'linear' })
      : element.animate({ transform }, { duration, easing: EASING })
  const finish = () => animation.finish()
  finishers.add(finish)
  animation.onfinish = onStop
  return () => {
    finishers.delete(finish)
    animation.cancel()
  }
}
