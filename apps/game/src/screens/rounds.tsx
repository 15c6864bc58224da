import type { RoundAnswer } from '@coffer/contract/shapes'
import { formatPercent, formatRoll } from '@coffer/web'
import { useEffect } from 'preact/hooks'
import { DialMark } from '../dial/dial-mark.tsx'
import { Empty } from '../parts/empty.tsx'
import { LoadFailure } from '../parts/failure.tsx'
import { Heading } from '../parts/heading.tsx'
import { HomeLink } from '../parts/home-link.tsx'
import { MoreButton } from '../parts/more-button.tsx'
import { ResumeNotice } from '../parts/resume-notice.tsx'
import { VerifyLink } from '../parts/verify-link.tsx'
import { rounds } from '../state/rounds.ts'
import { dayAndTime, money, t, words } from '../state/words.ts'

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
