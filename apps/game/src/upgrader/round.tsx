import type { RoundAnswer } from '@coffer/contract/shapes'
import { formatPercent, formatRoll } from '@coffer/web'
import { t, words } from '../kit/words.ts'
import type { RoundWords } from '../play/games.ts'
import { angleOf } from './angle.ts'

/** What a round aimed at, and how the roll fell. */
export function upgradeWords(round: RoundAnswer): RoundWords | null {
  if (!round.target) return null
  return {
    names: [round.target.name],
    decided: (
      <p class="round-roll">
        <DialMark round={round} />
        {rollWords(round)}
      </p>
    ),
    bet: t(round.mode === 'items' ? 'rounds.staked' : 'rounds.paid'),
  }
}

function rollWords({ chanceBps = 0, rolledBps, isWin }: RoundAnswer): string {
  const { locale } = words.value
  const percent = formatPercent(chanceBps, locale)
  if (rolledBps === undefined) return t('rounds.upgrade.open', { percent })
  return t(isWin ? 'rounds.upgrade.won' : 'rounds.upgrade.missed', { percent, roll: formatRoll(rolledBps, locale) })
}

/** The dial of a round as a small sign beside its words: the arc is the chance, the line is the roll. */
function DialMark({ round: { chanceBps = 0, rolledBps, isWin } }: { round: RoundAnswer }) {
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
