import { formatPercent, formatRoll } from '@coffer/web'
import type { ComponentChildren } from 'preact'
import { t, words } from '../kit/words.ts'
import { angleOf } from '../play/angle.ts'
import { Needle, type Roll } from './needle.tsx'

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

/** The result is not said before the needle has told it. */
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
