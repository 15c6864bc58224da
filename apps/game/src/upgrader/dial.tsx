import { formatPercent, formatRoll } from '@coffer/web'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { t, words } from '../kit/words.ts'
import { animateToStop } from '../play/animate.ts'
import type { Pace } from '../play/timing.ts'
import { angleOf, turnedAngle } from './angle.ts'

type Props = { chanceBps: number | null; roll: Roll | null; children?: ComponentChildren }

/** The arc is the chance, from the top clockwise; the needle is the roll. What stands in the middle is given. */
export function Dial({ chanceBps, roll, children }: Props) {
  return (
    <div class={`dial ${stateOf(roll)}`} data-testid="dial" data-chance-bps={chanceBps ?? undefined}>
      <svg class="dial-face" viewBox="-220 -220 440 440" role="img" aria-label={labelOf(chanceBps, roll)}>
        <Face />
        {chanceBps !== null && <Arc chanceBps={chanceBps} />}
        <Needle roll={roll} />
      </svg>
      <div class="dial-middle">{children}</div>
    </div>
  )
}

function stateOf(roll: Roll | null): string {
  if (!roll?.isStopped) return roll ? 'is-turning' : 'is-resting'
  return roll.isWin ? 'is-won' : 'is-missed'
}

/** The result is not said before the needle has shown it. */
function labelOf(chanceBps: number | null, roll: Roll | null): string {
  if (chanceBps === null) return t('upgrade.dial.empty')
  const { locale } = words.value
  const percent = formatPercent(chanceBps, locale)
  if (!roll?.isStopped) return t('upgrade.dial', { percent })
  return t('upgrade.dial.rolled', { percent, roll: formatRoll(roll.bps, locale) })
}

const TICKS = Array.from({ length: 40 }, (_, place) => place)

function Face() {
  return (
    <>
      <defs>
        <linearGradient id="dial-metal" x1="0" y1="0" x2="1" y2="1">
          <stop class="metal-light" offset="0" />
          <stop class="metal" offset="0.5" />
          <stop class="metal-dark" offset="1" />
        </linearGradient>
      </defs>
      <circle class="dial-plate" r="212" />
      <circle class="dial-rim" r="212" />
      <circle class="dial-track" r="172" />
      <circle class="dial-well" r="150" />
      {TICKS.map((place) => (
        <line
          key={place}
          class={place % 10 === 0 ? 'dial-tick is-long' : 'dial-tick'}
          y1={place % 10 === 0 ? -204 : -203}
          y2={place % 10 === 0 ? -192 : -197}
          transform={`rotate(${place * 9})`}
        />
      ))}
    </>
  )
}

/** The whole circle is 10,000 long, so the arc is as long as the chance. */
function Arc({ chanceBps }: { chanceBps: number }) {
  return (
    <>
      <circle
        class="dial-arc"
        data-testid="dial-arc"
        r="172"
        pathLength={10_000}
        stroke-dasharray={`${chanceBps} 10000`}
        transform="rotate(-90)"
      />
      <line class="dial-border" y1="-190" y2="-154" />
      <line class="dial-border" y1="-190" y2="-154" transform={`rotate(${angleOf(chanceBps)})`} />
    </>
  )
}

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
function Needle({ roll }: { roll: Roll | null }) {
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
  const transform: [string, string] = ['rotate(0deg)', `rotate(${turnedAngle(bps, pace)}deg)`]
  return animateToStop(needle, { pace, place: 0, transform, finishers, onStop })
}
