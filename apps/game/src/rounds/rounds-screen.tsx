import type { RoundAnswer } from '@coffer/contract/shapes'
import { formatPercent, formatRoll } from '@coffer/web'
import { useEffect } from 'preact/hooks'
import { Empty } from '../kit/empty.tsx'
import { LoadFailure } from '../kit/failure.tsx'
import { Heading } from '../kit/heading.tsx'
import { MoreButton } from '../kit/more-button.tsx'
import { VerifyLink } from '../kit/verify-link.tsx'
import { dayAndTime, money, t, words } from '../kit/words.ts'
import { angleOf } from '../play/angle.ts'
import { HomeLink } from '../session/home-link.tsx'
import { ResumeNotice } from './resume-notice.tsx'
import { rounds } from './rounds.ts'

export function RoundsScreen() {
  const now = rounds.state.value
  useEffect(() => {
    void rounds.load()
  }, [])
  return (
    <>
      <Heading>{t('rounds.title')}</Heading>
      <p class="lead muted">{t('rounds.lead')}</p>
      <ResumeNotice>
        <button type="button" class="button" onClick={rounds.load}>
          {t('rounds.refresh')}
        </button>
      </ResumeNotice>
      {now.is === 'failed' && <LoadFailure failure={now.failure} retry={rounds.load} />}
      {now.data ? <Rounds rows={now.data.rows} /> : now.is === 'loading' && <div class="skeleton list" />}
      <MoreButton list={rounds} label={t('rounds.more')} />
    </>
  )
}

function Rounds({ rows }: { rows: readonly RoundAnswer[] }) {
  if (rows.length === 0) {
    return (
      <Empty title={t('rounds.empty.title')} text={t('rounds.empty.text')}>
        <HomeLink />
      </Empty>
    )
  }
  return (
    <ul class="rounds">
      {rows.map((round) => (
        <li key={round.publicId} class="round" data-testid="round">
          <Round round={round} />
        </li>
      ))}
    </ul>
  )
}

function Round({ round }: { round: RoundAnswer }) {
  const names = namesOf(round)
  const isSettled = round.status === 'settled'
  return (
    <>
      <div class="round-what">
        <p class="round-names">{names.length > 0 ? names.join(', ') : t(`round.${round.status}`)}</p>
        {round.target && (
          <p class="round-roll">
            <DialMark round={round} />
            {rollWords(round)}
          </p>
        )}
        <p class="muted">
          {round.settledAt ? dayAndTime(round.settledAt) : t(`round.${round.status}`)}
          {round.refundedMinor !== undefined &&
            ` · ${t('rounds.refunded', { amount: money(round.refundedMinor, round.currency) })}`}
        </p>
      </div>
      <dl class="round-sums">
        <div>
          <dt>{t(round.mode === 'items' ? 'rounds.staked' : 'rounds.paid')}</dt>
          <dd>{round.funding === 'operator' ? t('rounds.free') : money(round.betMinor, round.currency)}</dd>
        </div>
        <div>
          <dt>{t('rounds.won')}</dt>
          <dd>{money(round.payoutMinor, round.currency)}</dd>
        </div>
      </dl>
      {isSettled && <VerifyLink publicId={round.publicId}>{t('rounds.verify')}</VerifyLink>}
    </>
  )
}

/** What a round won, or an Upgrader round aimed at. */
function namesOf({ target, reels }: RoundAnswer): string[] {
  if (target) return [target.name]
  return reels.map((reel) => reel.result?.name).filter((name) => name !== undefined)
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
