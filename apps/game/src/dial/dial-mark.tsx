import type { RoundAnswer } from '@coffer/contract/shapes'
import { angleOf } from './angle.ts'

/** The dial of a round as a small sign beside its words: the arc is the chance, the line is the roll. */
export function DialMark({ round: { chanceBps = 0, rolledBps, isWin } }: { round: RoundAnswer }) {
  return (
    <svg class={isWin ? 'dial-mark is-won' : 'dial-mark'} viewBox="-12 -12 24 24" aria-hidden="true">
      <circle class="mark-track" r="8.5" />
      <circle
        class="mark-arc"
        r="8.5"
        pathLength={10_000}
        stroke-dasharray={`${chanceBps} 10000`}
        transform="rotate(-90)"
      />
      {rolledBps !== undefined && (
        <line class="mark-needle" y1="-11.5" y2="-3" transform={`rotate(${angleOf(rolledBps)})`} />
      )}
    </svg>
  )
}
